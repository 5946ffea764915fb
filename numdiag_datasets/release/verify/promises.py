"""What every row of a release promises: each promise a check that yields what is broken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.perturbations.gold_spans import SPAN_TYPES, occurrences
from numdiag_datasets.perturbations.logic.gate import question_gate
from numdiag_datasets.perturbations.operands.in_table import TOTAL_INCONSISTENT
from numdiag_datasets.perturbations.order.gate import COMMUTES, commutes, order_gate
from numdiag_datasets.perturbations.reasons import REASONS
from numdiag_datasets.problems.data_set import AnswerForm
from numdiag_datasets.problems.derivation import (
    SCALES,
    DerivationError,
    agrees,
    derived_answer,
    fixed_operands,
    read_derivation,
)
from numdiag_datasets.problems.equation import parse_equation
from numdiag_datasets.problems.problem import (
    APPLIED,
    ORIGINAL,
    UNCHANGED,
    Edit,
    EditError,
    Problem,
    answer_values,
    texts,
    undo,
)
from numdiag_datasets.problems.reading import Reading
from numdiag_datasets.problems.rows import COLUMNS
from numdiag_datasets.problems.table_figures import mentions_of, problem_numbers, signed_value
from numdiag_datasets.problems.table_totals import find_totals

_DISTRACTOR = re.compile(r"(.*) \(not [^\d()]{0,4}(\d+)[^\d()]*\)", re.DOTALL)
_NOT_COMPARED = frozenset({"id", "status", "reason", "rule", "lints", "edits"})


def check_original(problem: Problem, form: AnswerForm) -> Iterator[str]:
    if problem.status != ORIGINAL or problem.edits or problem.reason or problem.rule:
        yield "is not marked original"
    if problem.source_id != problem.id or not problem.group:
        yield "is no original of itself, or of no group"
    yield from _FORMS[form](problem)
    if not problem.answers or not all(problem.answers):
        yield "has no answer, or an empty one"
    elif problem.equation:
        answer = problem.answers[0]
        decimals = len(answer.partition(".")[2])
        # Published answers may be rounded (3.333 for 10 / 3); whole ones are exact.
        tolerance = Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)
        value = parse_equation(problem.equation).value()
        derived = problem.derivation and agrees(value, answer)
        if not derived and abs(value - Fraction(answer)) > tolerance:
            yield f"the answer {answer} is not the value of {problem.equation}"


def _check_equation_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type != "equation" or not problem.equation or len(problem.answers) != 1:
        yield "has not one equation and one answer"
    if problem.answer_from != "text" or problem.table or problem.scale or problem.derivation:
        yield "has a table, a scale or a derivation, which its data set has not"


def _check_number_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type != "number" or len(answer_values(problem)) != len(problem.answers):
        yield "has answers that are no numbers, or one twice"
    if problem.answer_from != "text" or problem.table or problem.scale or problem.derivation:
        yield "has a table, a scale or a derivation, which its data set has not"
    if problem.equation:
        yield "has an equation, which its data set has not"


def _check_spans_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type not in (*SPAN_TYPES, "arithmetic", "count"):
        yield f"has the unknown answer type {problem.answer_type!r}"
    if problem.answer_type != "multi-span" and len(problem.answers) != 1:
        yield "has several answers, and is no multi-span"
    if problem.scale not in SCALES or problem.answer_from not in ("text", "table", "table-text"):
        yield "has an unknown scale, or its answer from an unknown place"
    if not problem.table:
        yield "has no table"
    if problem.equation:
        yield from _check_derivation(problem)


_FORMS: dict[AnswerForm, Callable[[Problem], Iterator[str]]] = {
    AnswerForm.EQUATION: _check_equation_form,
    AnswerForm.NUMBER: _check_number_form,
    AnswerForm.SPANS: _check_spans_form,
}


def check_perturbed(problem: Problem, original: Problem, perturbation: str) -> Iterator[str]:
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
    if problem.status == APPLIED:
        changed -= set(PERTURBATIONS[perturbation].derives)
        if original.answer_type in SPAN_TYPES:
            changed -= {"answers"}
            yield from _check_spans(problem, original)
    if changed:
        yield f"changes {', '.join(sorted(changed))}"
    rules = PERTURBATIONS[perturbation].rules
    if problem.status == APPLIED:
        if problem.rule not in (rules or {""}):
            yield f"its rule {problem.rule!r} is unknown"
        if check_row := _ROW_CHECKS.get(perturbation):
            yield from check_row(problem, original)
        check_edit = _EDIT_CHECKS.get(perturbation)
        for edit in problem.edits:
            if check_edit and not check_edit(edit, original):
                yield f"the edit {edit.before!r} -> {edit.after!r} is not what {perturbation} does"


def _check_spans(problem: Problem, original: Problem) -> Iterator[str]:
    """A span that the original quotes from its text stands in the perturbed text too."""
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


def _check_rederived(problem: Problem, original: Problem) -> Iterator[str]:
    """The numbers of text and equation moved together, and the answer is the equation's value."""
    if original.table:
        yield from _check_rederived_table(problem, original)
        return
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


def _check_rederived_table(problem: Problem, original: Problem) -> Iterator[str]:
    """Cells, totals, derivation, equation and answer moved together."""
    shown, now = list(problem_numbers(original)), list(problem_numbers(problem))
    if [number.field for number in shown] != [number.field for number in now]:
        yield "the numbers read back from the text are not those that were written"
        return
    values = [(old.mention.value, new.mention.value) for old, new in zip(shown, now, strict=True)]
    moves = set(values)
    before, after = parse_equation(original.equation), parse_equation(problem.equation)
    if before.steps != after.steps:
        yield f"{problem.equation} has not the shape of {original.equation}"
        return
    changed = {
        (old, new) for old, new in zip(before.operands, after.operands, strict=True) if old != new
    }
    for old, new in changed - moves:
        yield f"the operand {old} becomes {new}, which the text does not show"
    if not changed:
        yield "no operand of the equation changes"
    for number, (old, new) in zip(shown, values, strict=True):
        is_cell = number.mention.is_quantity and number.field.startswith("table")
        if is_cell and old == new and any(operand == old for operand, _ in changed):
            yield f"{number.field} still shows the operand {number.text!r}"
    yield from _check_answer(problem)
    signs = ([result > 0 for result in e.results()] for e in (before, after))
    if next(signs) != next(signs):
        yield f"a result of {problem.equation} changed its sign"
    held = find_totals(original.table, (n for n in shown if n.mention.perturbable))
    signed = {number.field: signed_value(number) for number in now}
    if any(total.value(signed) != signed[total.figure.field] for total in held) != (
        TOTAL_INCONSISTENT in problem.lints
    ):
        yield f"its lints do not say whether its totals hold: {problem.lints}"


def _check_answer(problem: Problem) -> Iterator[str]:
    """Equation, derivation and answer agree."""
    equation, answer = parse_equation(problem.equation), problem.answers[0]
    if answer != derived_answer(equation):
        yield f"the answer {answer} is not the value of {problem.equation}, rounded"
    yield from _check_derivation(problem)


def _check_derivation(problem: Problem) -> Iterator[str]:
    try:
        derived = read_derivation(problem.derivation, problem.answers[0], problem.scale).equation
    except DerivationError as error:
        yield f"its derivation {problem.derivation!r} is not sound: {REASONS[str(error)]}"
        return
    if derived.value() != parse_equation(problem.equation).value():
        yield f"its derivation {problem.derivation!r} is not its equation {problem.equation}"


def _shown(problem: Problem, moves: dict[Fraction, Fraction]) -> list[Fraction]:
    """The values that the text shows, with those that perturbations may touch moved."""
    return [
        moves.get(mention.value, mention.value) if mention.perturbable else mention.value
        for mention in mentions_of(problem)
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
    amounts = [_amount(mention) for mention in find_numbers(edit.after)]
    old = [_amount(mention) for mention in find_numbers(edit.before)]
    if len(old) != 1 or not amounts:
        return False
    cents = amounts[0] + amounts[1] / 100 if len(amounts) == 2 else amounts[0] / 100
    return old[0] in (amounts[0], cents)


def _amount(mention: NumberMention) -> Fraction:
    """The value of a number, a magnitude behind its digits included: "1.5 million"."""
    return mention.value * MAGNITUDES.get(mention.magnitude.lower(), 1)


def _is_float(edit: Edit, original: Problem) -> bool:
    return edit.after == f"{edit.before}.0" and edit.before.replace(",", "").isdigit()


def _check_distractors(problem: Problem, original: Problem) -> Iterator[str]:
    """Every edit adds "(not 87)", a positive integer that is nothing else in the row."""
    taken = {mention.value for mention in mentions_of(original)} | answer_values(original)
    for edit in problem.edits:
        match = _DISTRACTOR.fullmatch(edit.after)
        if match is None or match[1] != edit.before or Fraction(match[2]) in taken | {0}:
            yield f"the edit {edit.before!r} -> {edit.after!r} is not what verbosity does"
        else:
            taken.add(Fraction(match[2]))


def _is_insertion(edit: Edit, original: Problem) -> bool:
    return not edit.before and bool(edit.after)


def _check_new_question(problem: Problem, original: Problem) -> Iterator[str]:
    """Only the question changed, and its numbers and its answer are sound."""
    if {edit.field for edit in problem.edits} != {"question"}:
        yield "logic changes the question and nothing else"
    if original.table:
        yield from _check_new_table_question(problem, original)
        return
    old, new = parse_equation(original.equation), parse_equation(problem.equation)
    text = " ".join((*problem.context, problem.question))
    reason = question_gate(mentions_of(original), mentions_of(problem), old, new, text)
    if reason:
        yield f"its new question is unsound: {REASONS[reason]}"
    if Fraction(problem.answers[0]) != new.value():
        yield f"the answer {problem.answers[0]} is not the value of {problem.equation}"


def _check_new_table_question(problem: Problem, original: Problem) -> Iterator[str]:
    """The new derivation has its operands in table or text and leads to another answer."""
    yield from _check_answer(problem)
    if problem.answers == original.answers:
        yield "its new question has the old answer"
    equation = parse_equation(problem.equation)
    shown = {number.mention.value for number in problem_numbers(original)}
    fixed = fixed_operands(equation)
    for i, value in enumerate(equation.operands):
        if i not in fixed and value not in shown:
            yield f"the operand {value} is not in the text"


def _check_new_order(problem: Problem, original: Problem) -> Iterator[str]:
    """The same numbers, each as often and as written, stand in another order of the context; those of
    the equation of a text do so among themselves."""
    if any(edit.field == "question" for edit in problem.edits):
        yield "order leaves the question as it is"
    if original.table and (
        sorted(problem.context) != sorted(original.context)
        or sorted(problem.table) != sorted(original.table)
    ):
        yield "its paragraphs and rows are not those of the original"
    reading = Reading(original)
    text = not original.table
    operands = {group.value for group in reading.bound} if text else frozenset()
    reason = order_gate(mentions_of(original), mentions_of(problem), operands)
    if (COMMUTES in problem.lints) != (text and commutes(reading.equation)):
        yield f"its lints do not say whether its operation commutes: {problem.lints}"
    if reason:
        yield f"its new order is unsound: {REASONS[reason]}"


_ROW_CHECKS: dict[str, Callable[[Problem, Problem], Iterator[str]]] = {
    "noise": _check_rederived,
    "distribution": _check_rederived,
    "verbosity": _check_distractors,
    "logic": _check_new_question,
    "order": _check_new_order,
}
_EDIT_CHECKS: dict[str, Callable[[Edit, Problem], bool]] = {
    "language": _is_same_in_words,
    "type": _is_float,
    "extra": _is_insertion,
}


def check_donor(problem: Problem, contexts: frozenset[str]) -> Iterator[str]:
    if problem.status != APPLIED:
        return
    inserted = problem.edits[0].after.strip()
    if len(problem.edits) != 1 or not _stands_in(inserted, contexts):
        yield "the inserted sentence is not one of its split"
    original = undo(problem)
    known = {mention.value for mention in mentions_of(original)} | answer_values(problem)
    if known.intersection(mention.value for mention in find_numbers(inserted)):
        yield "the inserted sentence shows a number of the problem or its answer"


@lru_cache(maxsize=4096)  # the questions of a passage share one inserted sentence
def _stands_in(sentence: str, contexts: frozenset[str]) -> bool:
    return any(sentence in context for context in contexts)
