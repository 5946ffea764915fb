"""Question matching: tables of our contrasts, and of DuQM as in tables 1, 3 and 4 of Zhu et al. (2022)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from statistics import fmean
from typing import Any

from numdiag_datasets.core.data_sets import QUESTION_MATCHING as NAME
from numdiag_datasets.report.label_tables import LabelSummary, mean_cell
from numdiag_datasets.report.outcomes import PAPER_MARK, Outcome
from numdiag_datasets.report.summary import NOT_RUN, Cell, Value
from numdiag_datasets.report.tables import Table
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.family import DUQM, TEST_FILES
from numdiag_datasets.text_pairs.question_matching.taxonomy import (
    LABELS,
    SCOPES,
    operations,
    place_of,
)

_CATEGORY, _SUBCATEGORY, _OPERATION = SCOPES
_CONTRAST = "contrast"
_LABEL, _BY_LABEL = "label", "contrast x label"
_NO_SUCH = "no such pairs"
_CONSTANT = "one answer to all"
_EITHER = "100 or 0"
_NOT_KNOWN = "not known"
#: Mark after a score that a constant answer reaches.
_BELOW = "not above"
_DISAGREEMENTS = (
    " Of the paper's 120 averages all but 2 follow from its table 1 within rounding: MacBERT large, Part of Speech, macro: "
    "54.7 stated, 55.70 computed; BERT base, Temporal word, macro: 35.5 stated, 35.35 computed."
)


def phenomena_tables(summary: LabelSummary) -> Iterator[Table]:
    """Yield tables of our contrasts, then of DuQM's pairs by operation, and the averages by (sub)category."""
    yield from _contrasts(summary)
    yield from _differences(summary)
    systems = summary.systems_of(NAME)
    found = {system: its for system in systems if (its := summary.outcomes(system, DUQM))}
    if not found:
        return
    tested = [o for o in operations().values() if _has(found, _OPERATION, o.key)]
    yield Table(
        f"operations-{NAME}",
        "question matching: Accuracy on DuQM by operation, as table 1 of Zhu et al. (2022)",
        "score",
        tuple((system, "accuracy") for system in found),
        tuple(
            (
                (f"{o.category}: {o.subcategory}", o.name),
                tuple(_cell(its, _OPERATION, o.key) for its in found.values()),
            )
            for o in tested
        ),
        "Nearly all operations have pairs of one label, so that a constant answer scores 100 or 0.",
        (_SUBCATEGORY, _OPERATION),
    )
    counts = _label_counts(chain.from_iterable(found.values()))
    rows = []
    for average, key in (("micro", "accuracy"), ("macro", "macro_accuracy")):
        for scope in (_SUBCATEGORY, _CATEGORY):
            rows += [
                ((part, average), _beside_constant(found, counts, scope, part, key))
                for part in dict.fromkeys(getattr(o, scope) for o in tested)
                if _has(found, scope, part)
            ]
        rows.append((("all", average), _beside_constant(found, counts, "", "all", key)))
    yield Table(
        f"averages-{NAME}",
        "question matching: Averages on DuQM, as table 4 of Zhu et al. (2022)",
        "score",
        ((_CONSTANT, "accuracy"), *((system, "accuracy") for system in found)),
        tuple(rows),
        "Micro averages count every pair the same, macro averages every operation. The first column is the better of "
        f"two constant answers; what is not above it is marked."
        f"{_DISAGREEMENTS * any(system.endswith(PAPER_MARK) for system in found)}",
        ("part", "average"),
    )


def _contrasts(summary: LabelSummary) -> Iterator[Table]:
    """Yield accuracies on our pairs by contrast, over both labels and on each, with constant answers."""
    systems = summary.systems_of(NAME)
    found = {system: its for system in systems if (its := _ours(summary, system))}
    counts = _label_counts(chain.from_iterable(found.values()))
    names = [name for name in CONTRASTS if name in counts and _has(found, _CONTRAST, name)]
    if not names:
        return
    constants = {name: _constant([counts[name]], "accuracy") for name in names}
    rows: list[tuple[tuple[str, str], tuple[Cell, ...]]] = []
    for name, constant in constants.items():
        both = [_cell(outcomes, _CONTRAST, name) for outcomes in found.values()]
        rows.append(((name, "both"), (Value(constant), *(_marked(c, constant) for c in both))))
        for label, told in enumerate(LABELS):
            cells = [_cell(its, _BY_LABEL, f"{name} x {label}") for its in found.values()]
            rows.append(((name, told), (_EITHER, *cells)))
    macro = [
        mean_cell(
            (o.result.scores for o in its if o.result.config == NAME), _NO_SUCH, "macro_accuracy"
        )
        for its in found.values()
    ]
    mean = fmean(constants.values())
    rows.append((("all", "macro"), (Value(mean), *(_marked(cell, mean) for cell in macro))))
    yield Table(
        f"contrasts-{NAME}",
        "question matching: Accuracy by contrast",
        "score",
        ((_CONSTANT, "accuracy"), *((system, "accuracy") for system in found)),
        tuple(rows),
        f"Half of the pairs of each contrast are equivalent. What is not above the constant answer is marked {_BELOW!r}.",
        ("contrast", "label"),
    )


def _differences(summary: LabelSummary) -> Iterator[Table]:
    """Yield accuracies on test files and on DuQM, as in table 3 of the paper."""
    systems = [s for s in summary.systems_of(NAME) if summary.outcomes(s, TEST_FILES)]
    if not systems:
        return
    rows: list[tuple[tuple[str, str], tuple[Cell, ...]]] = []
    for system in systems:
        files, duqm = (summary.accuracy(system, config) for config in (TEST_FILES, DUQM))
        difference: Cell = NOT_RUN
        if isinstance(files, Value) and isinstance(duqm, Value):
            difference = Value(duqm.mean - files.mean)
        rows.append(((system, ""), (files, duqm, difference)))
    yield Table(
        f"test-files-{NAME}",
        "question matching: Accuracy on the test files and on DuQM, as table 3 of Zhu et al. (2022)",
        "score",
        (("test files", "accuracy"), ("DuQM", "accuracy"), ("difference", "points")),
        tuple(rows),
        "",
        ("system", ""),
    )


def _ours(summary: LabelSummary, system: str) -> list[Outcome]:
    """Return the outcomes over all contrasts together; if there are none, those of single contrasts."""
    if together := summary.outcomes(system, NAME):
        return together
    configs = [c for c in summary.configs_of(NAME) if c not in (NAME, DUQM, TEST_FILES)]
    return [outcome for config in configs for outcome in summary.outcomes(system, config)]


# --- cells ----------------------------------------------------------------------------------------


def _cell(outcomes: Sequence[Outcome], scope: str, part: str, metric: str = "accuracy") -> Cell:
    return mean_cell(_parts(outcomes, scope, part), _NO_SUCH, metric)


def _parts(outcomes: Sequence[Outcome], scope: str, part: str) -> list[Mapping[str, Any]]:
    found = [o.result.breakdown.get(scope, {}) for o in outcomes]
    return [groups[part] for groups in found if part in groups]


def _has(found: Mapping[str, Sequence[Outcome]], scope: str, part: str) -> bool:
    return any(_parts(outcomes, scope, part) for outcomes in found.values())


def _marked(cell: Cell, constant: float) -> Cell:
    """Mark a cell that is not above a constant answer."""
    if isinstance(cell, Value) and cell.mean <= constant:
        return replace(cell, note=_BELOW)
    return cell


def _label_counts(outcomes: Iterable[Outcome]) -> dict[str, tuple[int, ...]]:
    """Return contrast -> number of pairs with each label, from the first outcome that has such pairs.

    In DuQM's pairs the contrast is the operation, or the subcategory if the file has no operation.
    """
    counts: dict[str, tuple[int, ...]] = {}
    for outcome in outcomes:
        by_label = outcome.result.breakdown.get(_BY_LABEL, {})
        for name in dict.fromkeys(key.rpartition(" x ")[0] for key in by_label):
            parts = [by_label.get(f"{name} x {label}", {}) for label in range(len(LABELS))]
            if any(rows := tuple(part.get("rows", 0) for part in parts)):
                counts.setdefault(name, rows)
    return counts


def _beside_constant(
    found: Mapping[str, Sequence[Outcome]],
    counts: Mapping[str, Sequence[int]],
    scope: str,
    part: str,
    key: str,
) -> tuple[Cell, ...]:
    """Return the score of the better constant answer on an average's pairs, and then each system's cell."""
    inside: list[Sequence[int]] = [
        pairs for name, pairs in counts.items() if not scope or part in _places(name)
    ]
    if not scope and key == "accuracy":  # includes pairs of unknown operations
        inside = [*_all_counts(chain.from_iterable(found.values()))] or inside
    constant = _constant(inside, key) if inside else None
    cells = []
    for outcomes in found.values():
        scores = [o.result.scores for o in outcomes] if not scope else _parts(outcomes, scope, part)
        cell = mean_cell(scores, _NO_SUCH, key)
        cells.append(cell if constant is None else _marked(cell, constant))
    return (_NOT_KNOWN if constant is None else Value(constant), *cells)


def _all_counts(outcomes: Iterable[Outcome]) -> list[tuple[int, ...]]:
    """Return the number of pairs with each label, from the first outcome that has it; [] if none has."""
    for outcome in outcomes:
        if by_label := outcome.result.breakdown.get(_LABEL, {}):
            labels = [by_label.get(str(label), {}) for label in range(len(LABELS))]
            if any(rows := tuple(part.get("rows", 0) for part in labels)):
                return [rows]
    return []


def _places(contrast: str) -> tuple[str, str]:
    """Return category and subcategory of an operation, or of a subcategory."""
    if operation := operations().get(contrast):
        return operation.category, operation.subcategory
    return place_of("", contrast)


def _constant(inside: Sequence[Sequence[int]], key: str) -> float:
    """Return the better constant answer's points, given each contrast's numbers of pairs by label."""
    if key == "accuracy":
        by_label = [sum(its) for its in zip(*inside, strict=True)]
        points: float = 100 * max(by_label) / sum(by_label)
        return points
    shares = [[Fraction(pairs, sum(its)) for pairs in its] for its in inside]
    best: Fraction = max(sum(label, Fraction(0)) for label in zip(*shares, strict=True))
    macro: float = 100 * float(best / len(shares))
    return macro
