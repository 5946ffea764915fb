"""Invariants of noise and distribution: operands, equation and answer changed together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.core.decimals import exact_number
from numdiag_datasets.core.equation import Equation, parse_equation
from numdiag_datasets.core.problem import EditError, Problem, answer_values
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.texts.grounding import terms_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.check import check_solution
from numdiag_datasets.texts.solution.steps import parse_solution
from numdiag_datasets.texts.table.check import check_answer
from numdiag_datasets.texts.table.figures import mentions_of, problem_numbers, signed_value
from numdiag_datasets.texts.word_problem.listed_counts import mean_counts

#: The columns that new values change, besides the text.
REDERIVED = ("equation", "derivation", "rationale", "answers")
#: The reason why a shortcut that picks an edited number succeeds, for `Perturbation.forced`.
EDITED_OPERANDS = "operands, and what follows from them, change"
#: The same of a shortcut that fills the original's equation with the numbers in text order.
SAME_OPERATIONS = "the operations of the equation stay"
#: The rule of a passage whose numbers change by one to nine units; others change by decimals, if at all.
UNITS_IN_PASSAGE = "units_in_passage"
_DIGIT = re.compile(r"\d")


def check_new_values(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that numbers of text and equation changed together, and that the answer is the equation's value.

    Args:
        problem: the problem with new values.
        reading: the reading of its original.
    """
    kind = reading.problem.kind
    if kind is TextKind.PASSAGE:
        yield from _check_passage(problem, reading.problem)
        return
    yield from _check_means(problem, reading)
    if kind is TextKind.TABLE:
        yield from _check_table(problem, reading)
    else:
        yield from _check_story(problem, reading)


def _check_means(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that every mean lies between the least and the greatest of its terms."""
    equation, counts = _worked(problem), mean_counts(reading)
    first = len(equation.operands)
    values = [*equation.operands, *equation.results()]
    for i, step in enumerate(equation.steps):
        if step.symbol == "/" and step.right in counts:
            terms = [values[term] for term in terms_of(equation, step.left)]
            if not min(terms) <= values[first + i] <= max(terms):
                yield f"the mean {values[first + i]} is not between its terms"


def moves_of(problem: Problem) -> list[tuple[Fraction, Fraction]]:
    """Return the value before and after each edit of a story.

    Raises:
        EditError: an edit is not of one number.
    """
    return [(_only_value(edit.before), _only_value(edit.after)) for edit in problem.edits]


def _check_story(problem: Problem, reading: Reading) -> Iterator[str]:
    original = reading.problem
    moves: dict[Fraction, Fraction] = {}
    for old, new in moves_of(problem):
        if moves.setdefault(old, new) != new:
            yield f"{old} becomes both {moves[old]} and {new}"
    yield from check_solution(problem)
    before, after = _worked(original), _worked(problem)
    if not _same_shape(before, after):
        yield f"{problem.equation} has not the shape of {original.equation}"
        return
    for old, new in zip(before.operands, after.operands, strict=True):
        if new not in (old, moves.get(old, old)):
            yield f"the operand {old} becomes {new}, which the text does not show"
    if after.operands == before.operands:
        yield "no operand of the equation changes"
    if problem.answers == original.answers:
        yield "its answer is the old one"
    from_words = any(not _DIGIT.search(edit.before) for edit in problem.edits)
    if from_words != problem.rule.endswith("in_words"):
        yield f"its rule {problem.rule!r} does not say whether numbers were in words"
    if exact_number(problem.answers[0]) != after.value():
        yield f"the answer {problem.answers[0]} is not the value of {problem.equation}"
    # A number of groups may be rounded.
    for old_result, new_result in zip(before.results(), after.results(), strict=False):
        if old_result > 0 >= new_result:
            yield f"a result of {problem.equation} is {new_result}, which was above zero"
    movable = set(map(id, reading.quantities))
    written = [
        moves.get(n.value, n.value) if id(n) in movable else n.value for n in reading.numbers
    ]
    if Counter(written) != Counter(number.value for number in mentions_of(problem)):
        yield "the numbers read back from the text are not those that were written"


def _worked(problem: Problem) -> Equation:
    """Return the equation that was recomputed: the steps of a solution, or the problem's equation."""
    if problem.kind is TextKind.SOLUTION and problem.derivation:
        return parse_solution(problem.derivation).graph()
    return parse_equation(problem.equation)


def _same_shape(before: Equation, after: Equation) -> bool:
    """Return whether an equation is another with other operands, or its rounded quotient."""
    if before.steps == after.steps:
        return True
    *steps, last = after.steps
    is_quotient = before.steps[-1:] and before.steps[-1].symbol == "/"
    return (
        bool(is_quotient)
        and tuple(steps) == tuple(before.steps)
        and last.symbol in ("floor", "ceil")
    )


def _check_table(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that cells, totals, derivation, equation and answer changed together."""
    original, passage = reading.problem, reading.passage
    shown, now = list(problem_numbers(original)), list(problem_numbers(problem))
    if [number.field for number in shown] != [number.field for number in now]:
        yield "the numbers read back from the text are not those that were written"
        return
    values = [(old.value, new.value) for old, new in zip(shown, now, strict=True)]
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
    if exact_number(problem.answers[0]) == exact_number(original.answers[0]):
        yield "its answer is the old one"
    for number, (old, new) in zip(shown, values, strict=True):
        is_cell = number.is_quantity and number.field.startswith("table")
        if is_cell and old == new and any(operand == old for operand, _ in changed):
            yield f"{number.field} still shows the operand {number.field_text!r}"
    yield from check_answer(problem)
    signs = ([result > 0 for result in e.results()] for e in (before, after))
    if next(signs) != next(signs):
        yield f"a result of {problem.equation} changed its sign"
    signed = {number.field: signed_value(number) for number in now}
    for one in passage.sums:
        if not one.holds(signed):
            yield f"{one.figure.field} is no longer the sum that it was"
    by_field = {number.field: number for number in now}
    for ratio in passage.ratios:
        field = ratio.figure.field
        if not ratio.is_shown(ratio.value(signed), by_field[field]):
            yield f"{field} is no longer the ratio that it was"


def _check_passage(problem: Problem, original: Problem) -> Iterator[str]:
    """Check that operands changed, others as little as the rule allows, and that the equation gives the old answer with the old values."""
    shown, now = list(problem_numbers(original)), list(problem_numbers(problem))
    if [number.field for number in shown] != [number.field for number in now]:
        yield "the numbers read back from the text are not those that were written"
        return
    values = [(old.value, new.value) for old, new in zip(shown, now, strict=True)]
    moves = {new: old for old, new in values if old != new}
    if len(moves) < len({pair for pair in values if pair[0] != pair[1]}):
        yield "two of its numbers become the same"
    equation = parse_equation(problem.equation)
    symbols = [step.symbol for step in equation.steps]
    if symbols not in (["-"], ["+"], ["+", "+"]):
        yield f"{problem.equation} is no difference of two and no sum of two or three"
        return
    unshown = set(equation.operands) - {new for _, new in values}
    if unshown:
        yield f"the text does not show {', '.join(map(str, sorted(unshown)))} of {problem.equation}"
    others = set(moves) - set(equation.operands)
    least = 10 if problem.rule == UNITS_IN_PASSAGE else 1
    if len(others) == len(moves) or any(abs(new - moves[new]) >= least for new in others):
        yield f"the numbers that moved are not those of {problem.equation}"
    before = equation.results([moves.get(value, value) for value in equation.operands])[-1]
    if answer_values(original) != {before}:
        yield f"with the numbers of the original {problem.equation} does not give its answer"
    value = equation.value()
    if answer_values(problem) != {value} or len(problem.answers) != 1:
        yield f"the answer {problem.answers[0]} is not the value of {problem.equation}"
    if value == before:
        yield "its answer is the old one"
    if value <= 0:
        yield f"the value of {problem.equation} is {value}, and was above zero"


def _only_value(text: str) -> Fraction:
    values = [mention.value for mention in find_numbers(text)]
    if len(values) != 1:
        raise EditError(f"{text!r} is not one number")
    return values[0]
