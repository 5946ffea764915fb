"""Check a release: replay every edit, derive every answer anew, recount, and compare checksums."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from numdiag_datasets.configs import parse_config
from numdiag_datasets.coverage import count
from numdiag_datasets.equation import EquationError, parse_equation
from numdiag_datasets.features import COLUMNS, from_row
from numdiag_datasets.numbers import find_numbers
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.problem import (
    APPLIED,
    ORIGINAL,
    UNCHANGED,
    Edit,
    EditError,
    Problem,
    texts,
    undo,
)
from numdiag_datasets.release import CARD, MANIFEST, read_manifest
from numdiag_datasets.validity import REASONS

_DISTRACTOR = re.compile(r"(.*) \(not [$€£]?(\d+)%?(?: \w+)?\)", re.DOTALL)
_NOT_COMPARED = frozenset({"id", "status", "reason", "rule", "lints", "edits"})


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a release promises and does not keep: where, and what."""

    place: str
    what: str


def verify(
    directory: Path, progress: Callable[[str, int, int], None] = lambda label, done, total: None
) -> tuple[int, list[Violation]]:
    """Return the number of rows checked and every violation found.

    Raises:
        ReleaseError: the directory is no release at all.
    """
    manifest = read_manifest(directory)
    violations = list(_check_files(directory, manifest))
    broken = {violation.place for violation in violations}
    tables: dict[str, list[Problem]] = {}
    for done, path in enumerate(manifest["files"]):
        if path not in broken:
            try:
                tables[path] = _read(directory / path)
            except (KeyError, OSError, ValueError) as error:
                violations.append(Violation(path, f"cannot be read as rows: {error}"))
        progress("reading", done + 1, len(manifest["files"]))
    rows = 0
    for done, (path, problems) in enumerate(tables.items()):
        rows += len(problems)
        violations += _check_table(path, problems, tables)
        progress("checking", done + 1, len(tables))
    violations += _check_counts(manifest, tables)
    return rows, violations


def _read(path: Path) -> list[Problem]:
    from pyarrow import parquet

    return [from_row(row) for row in parquet.read_table(path).to_pylist()]


# --- files and counts -----------------------------------------------------------------------------


def _check_files(directory: Path, manifest: dict[str, Any]) -> Iterator[Violation]:
    for path, stored in manifest["files"].items():
        try:
            content = (directory / path).read_bytes()
        except OSError as error:
            yield Violation(path, f"is missing or unreadable ({error.strerror})")
            continue
        if hashlib.sha256(content).hexdigest() != stored["sha256"]:
            yield Violation(path, f"its sha256 is not the one in {MANIFEST}")
    on_disk = {path.relative_to(directory).as_posix() for path in directory.rglob("*.parquet")}
    for path in sorted(on_disk - set(manifest["files"])):
        yield Violation(path, f"is not in {MANIFEST}")
    if not (directory / CARD).is_file():
        yield Violation(CARD, "is missing")


def _check_counts(
    manifest: dict[str, Any], tables: dict[str, list[Problem]]
) -> Iterator[Violation]:
    for path, problems in tables.items():
        stored = manifest["files"][path]
        applied = sum(problem.status == APPLIED for problem in problems)
        if (stored["rows"], stored["applied"]) != (len(problems), applied):
            yield Violation(
                path, f"holds {len(problems)} rows, {applied} applied; {MANIFEST} says otherwise"
            )
    for dataset, row in manifest["coverage"].items():
        for perturbation, stored in row.items():
            for split, expected in stored["splits"].items():
                path = f"{dataset}/{perturbation}/{split}.parquet"
                if path in tables and asdict(count(tables[path])) != expected:
                    yield Violation(path, f"its coverage is not the one in {MANIFEST}")


# --- rows -----------------------------------------------------------------------------------------


def _check_table(
    path: str, problems: list[Problem], tables: dict[str, list[Problem]]
) -> Iterator[Violation]:
    dataset, perturbation, name = path.removesuffix(".parquet").split("/")
    split, _, kind = name.partition("-")
    if perturbation == "original":
        yield from _violations(path, problems, _check_original)
        return
    originals = tables.get(f"{dataset}/original/{split}.parquet")
    if originals is None:
        yield Violation(path, "has no readable originals to compare with")
        return
    parse_config(f"{dataset}-{perturbation}-attack")
    by_id = {problem.id: problem for problem in originals}
    if kind == "applied":
        expected = [
            p.source_id
            for p in tables.get(f"{dataset}/{perturbation}/{split}.parquet", ())
            if p.edits
        ]
        if expected and [p.source_id for p in problems] != expected:
            yield Violation(path, "are not the applied rows of the perturbed split, in order")
        if any(p.id != f"{p.source_id}#{perturbation}" or p.status != APPLIED for p in problems):
            yield Violation(path, f"an id is not <id>#{perturbation}, or a row is not applied")
    elif [problem.id for problem in problems] != [problem.id for problem in originals]:
        yield Violation(path, "its ids are not those of the originals, in order")
    sentences = {sentence for p in originals for sentence in p.context}

    def check(problem: Problem) -> Iterator[str]:
        original = by_id.get(problem.source_id)
        if original is None:
            yield f"its original {problem.source_id} is not in the split"
            return
        yield from _check_perturbed(problem, original, perturbation)
        if perturbation == "extra":
            yield from _check_donor(problem, sentences)

    yield from _violations(path, problems, check)


def _violations(
    path: str, problems: Iterable[Problem], check: Callable[[Problem], Iterator[str]]
) -> Iterator[Violation]:
    for problem in problems:
        try:
            for what in check(problem):
                yield Violation(f"{path} {problem.id}", what)
        except (EditError, EquationError, ValueError) as error:
            yield Violation(f"{path} {problem.id}", str(error))


def _check_original(problem: Problem) -> Iterator[str]:
    if problem.status != ORIGINAL or problem.edits:
        yield "is not marked original"
    if problem.equation:
        answer = problem.answers[0]
        decimals = len(answer.partition(".")[2])
        # Published answers may be rounded (3.333 for 10 / 3); whole ones are exact.
        tolerance = Fraction(1, 2 * 10**decimals) if decimals else 0
        if abs(parse_equation(problem.equation).value() - Fraction(answer)) > tolerance:
            yield f"the answer {answer} is not the value of {problem.equation}"


def _check_perturbed(problem: Problem, original: Problem, perturbation: str) -> Iterator[str]:
    undone = undo(problem)
    for column in ("context", "table", "question"):
        if getattr(undone, column) != getattr(original, column):
            yield f"undoing its edits does not give the original {column}"
    if problem.status == UNCHANGED:
        if problem.edits or problem.reason not in REASONS:
            yield f"is unchanged with edits or with the unknown reason {problem.reason!r}"
    elif (
        problem.status != APPLIED or problem.reason or list(texts(problem)) == list(texts(original))
    ):
        yield "is neither applied with a changed text nor unchanged with a reason"
    changed = {
        c for c in set(COLUMNS) - _NOT_COMPARED if getattr(problem, c) != getattr(original, c)
    }
    changed -= {"context", "table", "question"}
    if problem.status == APPLIED and PERTURBATIONS[perturbation].changes_answer:
        yield from _check_rederived(problem, original)
        changed -= {"equation", "answers"}
    if changed:
        yield f"changes {', '.join(sorted(changed))}"
    if problem.status == APPLIED:
        check = _EDIT_CHECKS.get(perturbation)
        for edit in problem.edits:
            if check and not check(edit, original):
                yield f"the edit {edit.before!r} -> {edit.after!r} is not what {perturbation} does"


def _check_rederived(problem: Problem, original: Problem) -> Iterator[str]:
    """The numbers of text and equation moved together, and the answer is the equation's value."""
    moves: dict[Fraction, Fraction] = {}
    for edit in problem.edits:
        old, new = _only_value(edit.before), _only_value(edit.after)
        if moves.setdefault(old, new) != new:
            yield f"{old} becomes both {moves[old]} and {new}"
    before, after = parse_equation(original.equation), parse_equation(problem.equation)
    if before.steps != after.steps:
        yield f"{problem.equation} has not the shape of {original.equation}"
        return
    for old, new in zip(before.operands, after.operands, strict=True):
        if new not in (old, moves.get(old, old)):
            yield f"the operand {old} becomes {new}, which the text does not show"
    if after.operands == before.operands:
        yield "no operand of the equation changes"
    if Fraction(problem.answers[0]) != after.value():
        yield f"the answer {problem.answers[0]} is not the value of {problem.equation}"
    for old_result, new_result in zip(before.results(), after.results(), strict=True):
        if old_result > 0 >= new_result:
            yield f"a result of {problem.equation} is {new_result}, which was above zero"
    if Counter(_shown(original, moves)) != Counter(_shown(problem, {})):
        yield "the numbers read back from the text are not those that were written"


def _shown(problem: Problem, moves: dict[Fraction, Fraction]) -> list[Fraction]:
    """The values that the text shows, with those that perturbations may touch moved."""
    return [
        moves.get(mention.value, mention.value) if mention.perturbable else mention.value
        for _, text in texts(problem)
        for mention in find_numbers(text)
    ]


def _only_value(text: str) -> Fraction:
    values = [mention.value for mention in find_numbers(text)]
    if len(values) != 1:
        raise EditError(f"{text!r} is not one number")
    return values[0]


def _is_same_in_words(edit: Edit, original: Problem) -> bool:
    """ "$4.28" -> "four dollars and twenty-eight cents": the same amount, and no digit left."""
    if any(character.isdigit() for character in edit.after):
        return False
    values = [mention.value for mention in find_numbers(edit.after)]
    old = _only_value(edit.before)
    return old in (values[0], values[0] / 100 if len(values) == 1 else values[0] + values[1] / 100)


def _is_float(edit: Edit, original: Problem) -> bool:
    return edit.after == f"{edit.before}.0" and edit.before.replace(",", "").isdigit()


def _is_distracted(edit: Edit, original: Problem) -> bool:
    match = _DISTRACTOR.fullmatch(edit.after)
    if match is None or match[1] != edit.before:
        return False
    known = {mention.value for _, text in texts(original) for mention in find_numbers(text)}
    known.update(Fraction(answer) for answer in original.answers)
    return Fraction(match[2]) not in known and int(match[2]) > 0


def _is_insertion(edit: Edit, original: Problem) -> bool:
    return not edit.before and bool(edit.after)


_EDIT_CHECKS: dict[str, Callable[[Edit, Problem], bool]] = {
    "language": _is_same_in_words,
    "type": _is_float,
    "verbosity": _is_distracted,
    "extra": _is_insertion,
}


def _check_donor(problem: Problem, contexts: set[str]) -> Iterator[str]:
    if problem.status != APPLIED:
        return
    inserted = problem.edits[0].after.strip()
    if len(problem.edits) != 1 or not any(inserted in context for context in contexts):
        yield "the inserted sentence is not one of its split"
    original = undo(problem)
    known = {m.value for _, text in texts(original) for m in find_numbers(text)}
    known.update(Fraction(answer) for answer in problem.answers)
    if known.intersection(mention.value for mention in find_numbers(inserted)):
        yield "the inserted sentence shows a number of the problem or its answer"
