"""The share of attacked rows that each strategy solves or undoes, compared with the originals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import fmean

from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.manifest import Manifest, read_rows
from numdiag_datasets.core.problem import APPLIED, Edit, Problem
from numdiag_datasets.core.processes import in_processes
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.perturbations import ATTACKS, FORMS
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES, Row, Strategy
from numdiag_datasets.texts.calculation import calculation_of
from numdiag_datasets.texts.evidence import find_evidence

#: The strategy that needs the original: it repeats its answer.
KEEP_ANSWER = "keep answer"
#: The strategy that knows the original's equation: it fills it in the order of the new text.
TEMPLATE = "template in text order"
#: The strategy that knows the edited numbers: it takes one of them for a number that the answer needs.
EDITED_NUMBER = "an edited number"


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The success of a strategy on the attacked test rows.

    Attributes:
        config: data set and form: ``asdiv_a-noise``, ``asdiv_a-noise-second``.
        strategy: its name.
        kind: "solves", "restores" or "selects" (see `strategies`).
        rows: the number of attacked rows.
        attacked: the share of them that it solves, restores or selects correctly, 0 to 1.
        originals: the same share of their originals; for a strategy that restores, the share that it leaves
            unchanged or with all operands.
        forced: why the definition of the perturbation allows no other share, "" if it does.
    """

    config: str
    strategy: str
    kind: str
    rows: int
    attacked: float
    originals: float
    forced: str = ""


def problem_shortcuts(
    directory: Path, manifest: Manifest, progress: Progress = no_progress, num_proc: int = 1
) -> list[Shortcut]:
    """Measure every strategy on the test rows of every form in a release.

    Args:
        directory, manifest: of the release, or of some of its data sets.
        progress: see `Progress`.
        num_proc: processes, among which the forms of each data set are divided.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    stored = [
        (name, [form for form in ATTACKS if _test_file(name, form) in manifest.files])
        for name in manifest.sources
    ]
    parts = [(name, forms[i::num_proc]) for name, forms in stored for i in range(num_proc)]
    # The largest first, so that no process is left with it at the end.
    parts.sort(key=lambda part: -sum(manifest.files[_test_file(part[0], f)].rows for f in part[1]))
    measure = partial(_of_forms, directory, manifest)
    results = map(measure, parts) if num_proc == 1 else in_processes(measure, parts, num_proc)
    found: dict[tuple[str, str], list[Shortcut]] = {}
    for number, measured_forms in enumerate(results):
        found |= measured_forms
        progress("measuring", number + 1, len(parts))
    return [one for name, forms in stored for form in forms for one in found[name, form]]


def _test_file(dataset: str, form: str) -> str:
    return f"{dataset}/{form}/test.parquet"


def _of_forms(
    directory: Path, manifest: Manifest, part: tuple[str, Sequence[str]]
) -> dict[tuple[str, str], list[Shortcut]]:
    """Return (data set, form) -> the results of all strategies, for some forms of a data set."""
    dataset, forms = part
    if not forms:
        return {}
    rows = read_rows(directory, manifest.configs[dataset]["test"], manifest)
    train = sentences_of(
        map(from_row, read_rows(directory, manifest.configs[dataset]["train"], manifest))
    )
    originals = {row["id"]: Row(from_row(row), train=train) for row in rows}
    found = {}
    for form in forms:
        perturbed = read_rows(directory, [_test_file(dataset, form)], manifest)
        applied = (from_row(row) for row in perturbed if row["status"] == APPLIED)
        found[dataset, form] = form_shortcuts(f"{dataset}-{form}", applied, originals)
    return found


def sentences_of(problems: Iterable[Problem]) -> frozenset[str]:
    """Return the sentences of the contexts of word problems; of other texts none are kept."""
    return frozenset(
        sentence
        for problem in problems
        if problem.kind.is_story
        for sentence in Row(problem).sentences
    )


def form_shortcuts(
    config: str,
    problems: Iterable[Problem],
    originals: Mapping[str, Row],
) -> list[Shortcut]:
    """Measure every strategy on the applied rows of a form; none without rows.

    Args:
        config: data set and form.
        problems: its applied test rows.
        originals: id -> the row of that original.
    """
    attacked = [
        (Row(problem, train=originals[problem.source_id].train), originals[problem.source_id])
        for problem in problems
        if problem.source_id in originals
    ]
    return list(measured(config, attacked)) if attacked else []


def measured(config: str, pairs: Sequence[tuple[Row, Row]]) -> Iterator[Shortcut]:
    """Yield the result of each strategy on attacked rows.

    Args:
        config: data set and form.
        pairs: each attacked row with its original.
    """
    dataset, _, form = config.partition("-")
    is_story = DATA_SETS[dataset].kind.is_story
    forced = FORMS[form].forced
    count = len(pairs)
    same = sum(_same_answer(one.problem, two.problem) for one, two in pairs)
    yield Shortcut(
        config, KEEP_ANSWER, "solves", count, same / count, 1.0, forced.get(KEEP_ANSWER, "")
    )
    if is_story:
        solved = sum(
            one.answer is not None and _template(one, two) == one.answer for one, two in pairs
        )
        yield Shortcut(
            config, TEMPLATE, "solves", count, solved / count, 1.0, forced.get(TEMPLATE, "")
        )
    yield from _edited_number(config, pairs, forced.get(EDITED_NUMBER, ""))
    for strategy in STRATEGIES:
        if strategy.word_problems and not is_story:
            continue
        attacked = sum(_works(strategy, one, two) for one, two in pairs)
        originals = sum(does_no_harm(strategy, two) for _, two in pairs)
        yield Shortcut(
            config,
            strategy.name,
            strategy.kind,
            count,
            attacked / count,
            originals / count,
            forced.get(strategy.name, ""),
        )


def _template(attacked: Row, original: Row) -> Fraction | None:
    """Return the value of the original's equation with the numbers that are now in the places of its operands.

    A place is the first, second, ... quantity of the text.
    """
    calculation = calculation_of(original.reading)
    values, places = attacked.values, {id(n): i for i, n in enumerate(original.reading.quantities)}
    if calculation is None:
        return None

    def taken(i: int, mention: NumberMention) -> Fraction | None:
        place = places.get(id(mention), len(values))
        return values[place] if place < len(values) else None

    found = next(calculation.mistaken(taken), None)
    return Fraction(found) if found else None


def _edited_number(
    config: str, pairs: Sequence[tuple[Row, Row]], forced: str
) -> Iterator[Shortcut]:
    """Yield how often an edited number is one that the answer needs, and how often any number is.

    Only rows count whose edits change numbers in place, and whose needed numbers are known.
    """
    attacked, originals = [], []
    for one, two in pairs:
        needed = [p for p in find_evidence(two.reading).spans if p.field != "question"]
        numbers = [n for n in two.reading.passage.numbers if n.is_quantity]
        wanted = {n for n in numbers if any(place.holds(n) for place in needed)}
        edited = {n for n in numbers if any(_is_edit_of(e, n) for e in one.problem.edits)}
        if wanted and edited:
            attacked.append(len(wanted & edited) / len(edited))
            originals.append(len(wanted) / len(numbers))
    if attacked:
        yield Shortcut(
            config,
            EDITED_NUMBER,
            "selects",
            len(attacked),
            fmean(attacked),
            fmean(originals),
            forced,
        )


def _is_edit_of(edit: Edit, number: NumberMention) -> bool:
    within = edit.start < number.end and number.start < edit.start + len(edit.before)
    return edit.field == number.field and within


def _same_answer(one: Problem, two: Problem) -> bool:
    return one.answers == two.answers and one.scale == two.scale


def _works(strategy: Strategy, attacked: Row, original: Row) -> bool:
    guess = strategy.guess(attacked)
    if guess is None:
        return False
    if strategy.kind == "restores":
        return guess == original.text
    return guess == (attacked.operands if strategy.kind == "selects" else attacked.answer)


def does_no_harm(strategy: Strategy, original: Row) -> bool:
    """Return whether a strategy works on an original; the row keeps the result for all of its forms.

    A strategy that restores must leave the text unchanged, or keep all operands of the equation.
    """
    if strategy.name not in original.works:
        original.works[strategy.name] = _keeps(strategy, original)
    return original.works[strategy.name]


def _keeps(strategy: Strategy, original: Row) -> bool:
    if strategy.kind != "restores":
        return _works(strategy, original, original)
    guess = strategy.guess(original)
    if not isinstance(guess, str) or guess == original.text:
        return True  # the problem stays unchanged
    if not original.problem.equation or original.problem.kind is TextKind.TABLE:
        return False
    return original.operands <= {mention.value for mention in find_numbers(guess)}
