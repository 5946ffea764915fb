"""The mistake that extra provokes: a number of the inserted sentence is used."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.texts.calculation import Calculation, calculation_of
from numdiag_datasets.texts.reading import Reading


def errors(reading: Reading, problem: Problem) -> Iterator[tuple[Error, str]] | None:
    """Yield the answer plus and minus each inserted number, then the number in place of each operand in turn."""
    calculation = calculation_of(reading)
    numbers = [
        number.value
        for edit in problem.edits
        for number in find_numbers(edit.after)
        if number.is_quantity
    ]
    if calculation is None or not numbers:
        return None
    return ((Error.INSERTED_NUMBER_USED, answer) for answer in _answers(calculation, numbers))


def _answers(calculation: Calculation, numbers: list[Fraction]) -> Iterator[str]:
    right = calculation.equation.value()
    for number in numbers:
        yield from map(calculation.written, (right + number, right - number))
        yield from calculation.answers([{i: number} for i in calculation.mentions])
