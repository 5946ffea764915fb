"""The mistake that type provokes: the decimal point is ignored, and "12.0" is read as 120."""

from __future__ import annotations

from fractions import Fraction

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.calculation import calculation_of, edit_on
from numdiag_datasets.texts.reading import Reading


def errors(reading: Reading, problem: Problem) -> list[tuple[Error, str]] | None:
    """Return the answers with every edited operand read without its point, then with each of them alone."""
    calculation = calculation_of(reading)
    if calculation is None:
        return None

    def taken(i: int, mention: NumberMention) -> Fraction | None:
        edit = edit_on(mention, problem.edits)
        return mention.value * 10 ** len(edit.after.partition(".")[2]) if edit else None

    return [(Error.DECIMAL_POINT_IGNORED, answer) for answer in calculation.mistaken(taken)]
