"""Invariants of logic: a new question about the same numbers, with another answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.core.decimals import exact_number, plain_decimal
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.logic.gate import question_gate
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.check import check_solution
from numdiag_datasets.texts.solution.inverse import inverse_of
from numdiag_datasets.texts.solution.steps import parse_solution
from numdiag_datasets.texts.table.check import check_answer
from numdiag_datasets.texts.table.derivation import DerivationError, read_derivation
from numdiag_datasets.texts.table.figures import mentions_of, problem_numbers

_EDITS = 2  # of a reversed problem


def check(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that the question changed, and that its numbers and its answer are sound."""
    original = reading.problem
    if original.kind is TextKind.SOLUTION:
        yield from _check_reversed(problem, reading)
        return
    if {edit.field for edit in problem.edits} != {"question"}:
        yield "logic changes the question and nothing else"
    if original.kind is TextKind.TABLE:
        yield from _check_table_question(problem, original)
    else:
        yield from _check_word_problem_question(problem, reading)


def _check_word_problem_question(problem: Problem, reading: Reading) -> Iterator[str]:
    old, new = parse_equation(reading.problem.equation), parse_equation(problem.equation)
    text = " ".join((*problem.context, problem.question))
    reason = question_gate(reading.numbers, mentions_of(problem), old, new, text)
    if reason:
        yield f"its new question is unsound: {REASONS[reason]}"
    if exact_number(problem.answers[0]) != new.value():
        yield f"the answer {problem.answers[0]} is not the value of {problem.equation}"


def _check_reversed(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that one amount left the text, that the result is told, and that it leads back to the amount alone."""
    yield from check_solution(problem)
    original, solution = reading.problem, reading.solution
    taken = [
        number
        for number in reading.quantities
        for edit in problem.edits
        if edit.before
        and edit.field == number.field
        and edit.start in (number.start, number.numeral_start)
    ]
    if solution is None or len(problem.edits) != _EDITS or len(taken) != 1:
        yield "logic takes one amount out of the text and tells the result"
        return
    value = taken[0].value
    if problem.answers[0] != plain_decimal(value):
        yield f"the answer {problem.answers[0]} is not the amount {plain_decimal(value)}"
    now = mentions_of(problem)
    shown = {mention.value for mention in now}
    if value in shown:
        yield f"the text still states {plain_decimal(value)}"
    result = exact_number(original.answers[0])
    if all(mention.value != result for mention in find_numbers(problem.question)):
        yield f"the question does not state the result {original.answers[0]}"
    for step in parse_solution(problem.derivation).steps:
        for operand in step.operands:
            if operand.is_shown and Fraction(operand.literal) not in shown:
                yield f"the operand {operand.literal} is not in the text"
    graph = solution.graph()
    positions = [i for i, operand in enumerate(graph.operands) if operand == value]
    inverse = inverse_of(solution, positions[0]) if len(positions) == 1 else None
    if inverse is None or inverse.solution.text != problem.derivation:
        yield f"{problem.derivation!r} does not lead from the result to the amount"


def _check_table_question(problem: Problem, original: Problem) -> Iterator[str]:
    """Check that the operands are in the table or text, and that the derivation leads to another answer."""
    yield from check_answer(problem)
    if problem.answers == original.answers:
        yield "its new question has the old answer"
    try:
        derivation = read_derivation(problem.derivation, problem.answers[0], problem.scale)
    except DerivationError:
        return  # reported by `check_answer`
    shown = {number.value for number in problem_numbers(original)}
    for i, value in enumerate(derivation.equation.operands):
        if i not in derivation.fixed and value not in shown:
            yield f"the operand {value} is not in the text"
