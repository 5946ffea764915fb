"""Invariants of the rows of a release: each check yields the violations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from numdiag_datasets.core.data_sets import AnswerForm
from numdiag_datasets.core.decimals import exact_number, is_value
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import (
    APPLIED,
    DOUBTFUL_ANSWER,
    INCONSISTENT,
    ORIGINAL,
    UNCHANGED,
    Problem,
    answer_values,
    texts,
    undo,
)
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.schema import COLUMNS
from numdiag_datasets.core.visible_text import visible
from numdiag_datasets.perturbations.error_answers import error_answers
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.texts.edits_evidence import edits_evidence
from numdiag_datasets.texts.evidence import SPAN_TYPES, occurrences
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.check import check_solution
from numdiag_datasets.texts.table.check import check_derivation
from numdiag_datasets.texts.table.derivation import SCALES, agrees

_NOT_COMPARED = frozenset(
    {
        "id",
        "published_answers",
        "edits_evidence",
        "status",
        "reason",
        "rule",
        "edits",
        "error_answers",
    }
)
_INDEX = r"(0|[1-9]\d*)"
_FIELD = re.compile(rf"question|context\[{_INDEX}\]|table\[{_INDEX}\]\[{_INDEX}\]", re.ASCII)
_DECIMAL = re.compile(rf"-?{_INDEX}(\.\d*[1-9])?", re.ASCII)
#: Marks that a reader of the source may give an original.
_LINTS = frozenset({DOUBTFUL_ANSWER, INCONSISTENT, *REASONS})
_NO_DERIVATION = "has a table, a scale or a derivation, which its data set has not"


def check_original(problem: Problem, form: AnswerForm) -> Iterator[str]:
    marks = problem.edits, problem.reason, problem.rule, problem.error_answers
    also = problem.edits_evidence, problem.published_answers
    if problem.status != ORIGINAL or any(marks) or any(also):
        yield "is not marked original"
    if problem.source_id != problem.id or not problem.group:
        yield "is no original of itself, or of no group"
    if not problem.question.strip():
        yield "has no question"
    if unknown := sorted(set(problem.lints) - _LINTS):
        yield f"has the unknown lint {unknown[0]!r}"
    yield from _FORMS[form](problem)
    if form in (AnswerForm.EQUATION, AnswerForm.SOLUTION):
        yield from _check_plain(problem.answers)
    if not problem.answers or not all(problem.answers):
        yield "has no answer, or an empty one"
    elif problem.equation and DOUBTFUL_ANSWER not in problem.lints:
        answer = problem.answers[0]
        value = parse_equation(problem.equation).value()
        derived = problem.derivation and agrees(value, answer)
        if not derived and not is_value(answer, value):
            yield f"the answer {answer} is not the value of {problem.equation}"


def _check_equation_form(problem: Problem) -> Iterator[str]:
    has_one = problem.answer_type == "equation" and problem.equation and len(problem.answers) == 1
    yield from _broken(
        (not has_one, "has not one equation and one answer"),
        (_has_table(problem) or problem.derivation, _NO_DERIVATION),
        (problem.rationale, "has a rationale, which its data set has not"),
    )


def _check_solution_form(problem: Problem) -> Iterator[str]:
    is_one = problem.answer_type == "equation" and len(problem.answers) == 1
    is_derived = bool(problem.equation) == bool(problem.derivation)
    solved = _final_answer(problem)
    yield from _broken(
        (not is_one, "is no word problem with one answer"),
        (_has_table(problem), "has a table or a scale, which its data set has not"),
        (not is_derived, "has an equation without a derivation, or the other way round"),
        (not solved, "has no solution with an answer"),
        (not _ends_in_answer(problem), "has a solution that ends in another answer"),
    )
    yield from check_solution(problem)


def _check_number_form(problem: Problem) -> Iterator[str]:
    is_number = problem.answer_type == "number"
    yield from _broken(
        (
            not is_number or len(answer_values(problem)) != len(problem.answers),
            "has answers that are no numbers, or one twice",
        ),
        (_has_table(problem) or problem.derivation, _NO_DERIVATION),
        (problem.equation, "has an equation, which its data set has not"),
    )


def _check_spans_form(problem: Problem) -> Iterator[str]:
    kind, place = problem.answer_type, problem.answer_from
    is_known = problem.scale in SCALES and place in ("text", "table", "table-text")
    yield from _broken(
        (
            kind not in (*SPAN_TYPES, "arithmetic", "count"),
            f"has the unknown answer type {kind!r}",
        ),
        (
            kind != "multi-span" and len(problem.answers) != 1,
            "has several answers, and is no multi-span",
        ),
        (not is_known, "has an unknown scale, or its answer from an unknown place"),
        (not problem.table, "has no table"),
    )
    if problem.equation:
        yield from check_derivation(problem)


def _has_table(problem: Problem) -> bool:
    return bool(problem.answer_from != "text" or problem.table or problem.scale)


def _broken(*checks: tuple[object, str]) -> list[str]:
    """Return the violations of some checks: pairs of whether it is broken, and what is wrong then."""
    return [what for is_broken, what in checks if is_broken]


_FORMS: dict[AnswerForm, Callable[[Problem], Iterator[str]]] = {
    AnswerForm.EQUATION: _check_equation_form,
    AnswerForm.SOLUTION: _check_solution_form,
    AnswerForm.NUMBER: _check_number_form,
    AnswerForm.SPANS: _check_spans_form,
}


def check_undone(problem: Problem, original: Problem) -> Iterator[str]:
    """Check the invariants of every perturbation and version: edits can be undone, and the status fits them."""
    undone = undo(problem)
    for column in ("context", "table", "question"):
        if getattr(undone, column) != getattr(original, column):
            yield f"undoing its edits does not give the original {column}"
    if problem.status == UNCHANGED:
        if problem.edits or not problem.reason:
            yield "is unchanged with edits or without a reason"
    elif (
        problem.status != APPLIED or problem.reason or list(texts(problem)) == list(texts(original))
    ):
        yield "is neither applied with a changed text nor unchanged with a reason"


def check_perturbed(problem: Problem, reading: Reading, form: Perturbation) -> Iterator[str]:
    """Check a row of a perturbed split: the invariants of all perturbations, then those of its own.

    Args:
        problem: applied or unchanged.
        reading: of its original.
        form: the perturbation in the form that made the row.
    """
    original = reading.problem
    yield from check_undone(problem, original)
    yield from _check_marks(problem, original)
    changed = {
        c for c in COLUMNS if c not in _NOT_COMPARED and getattr(problem, c) != getattr(original, c)
    }
    changed -= {"context", "table", "question"}
    if problem.status == APPLIED:
        changed -= set(form.derives)
        if original.answer_type in SPAN_TYPES:
            changed -= {"answers"}
            yield from _check_spans(problem, original)
    moved = problem.answers != original.answers and original.answer_type in SPAN_TYPES
    if problem.published_answers != (original.answers if moved else ()):
        yield f"its published answers are {problem.published_answers}, those of the original {original.answers}"
    if changed:
        yield f"changes {', '.join(sorted(changed))}"
    touches = edits_evidence(reading, problem.edits) if problem.edits else ""
    if problem.edits_evidence != touches:
        yield f"it says {problem.edits_evidence!r} of touching the answer, which is {touches!r}"
    errors = error_answers(form, reading, problem) if problem.edits else None
    if problem.error_answers != (errors or ()):
        yield "its error answers are not those of the mistake that it provokes"
    if errors == ():
        yield "it has no effect on a solver without the capability"
    if problem.status == APPLIED:
        if problem.rule not in form.rules:
            yield f"its rule {problem.rule!r} is unknown"
            return
        yield from form.check(problem, reading)


def _check_marks(problem: Problem, original: Problem) -> Iterator[str]:
    """Check the reason, the fields of edits, and columns that only the original could fill."""
    if problem.status == UNCHANGED and (problem.reason not in REASONS or problem.rule):
        yield f"is unchanged for the unknown reason {problem.reason!r}, or by a rule"
    for edit in problem.edits:
        hidden = {c for c in set(edit.after) - set(edit.before) if visible(c) != c}
        if new := sorted(c for c in hidden if not any(c in text for _, text in texts(original))):
            yield f"has an edit with the invisible character {new[0]!r}"
        if not _FIELD.fullmatch(edit.field):
            yield f"has an edit of {edit.field!r}, which is no field of a row"
    for column in ("derivation", "rationale"):
        if getattr(problem, column) and not getattr(original, column):
            yield f"has a {column}, which its original has not"
    if problem.answers != original.answers and original.answer_type not in SPAN_TYPES:
        yield from _check_new_answers(problem)


def _check_new_answers(problem: Problem) -> Iterator[str]:
    """Check that each new answer is a plain decimal, and that there is one, or none twice in passages."""
    if len(set(problem.answers)) < len(problem.answers) or not problem.answers:
        yield "has an answer twice, or none"
    if problem.answer_type != "number" and len(problem.answers) != 1:
        yield f"has {len(problem.answers)} answers, not one"
    yield from _check_plain(problem.answers)
    if problem.rationale and not _ends_in_answer(problem):
        yield "has a solution that ends in another answer"


def _check_plain(answers: Iterable[str]) -> Iterator[str]:
    for answer in answers:
        if not _DECIMAL.fullmatch(answer):
            yield f"has the answer {answer!r}, which is not a plain decimal"


def _final_answer(problem: Problem) -> str:
    return problem.rationale.rpartition(FINAL)[2].strip().replace(",", "").lstrip("$")


def _ends_in_answer(problem: Problem) -> bool:
    """Return whether a solution's last line has the answer of the problem."""
    return exact_number(_final_answer(problem)) == exact_number(problem.answers[0])


def _check_spans(problem: Problem, original: Problem) -> Iterator[str]:
    """Check that a span that the original quotes from its text also occurs in the perturbed text."""
    for old, new in zip(original.answers, problem.answers, strict=True):
        if _quotes(original, old) and not _quotes(problem, new):
            yield f"the answer {new!r} does not stand in the text, as {old!r} does in the original"
        if old != new and _quotes(problem, old):
            yield f"the answer {old!r} became {new!r}, but still stands in the text"


def _quotes(problem: Problem, span: str) -> bool:
    return any(
        next(occurrences(span, text), None) is not None
        for field, text in texts(problem)
        if field != "question"
    )
