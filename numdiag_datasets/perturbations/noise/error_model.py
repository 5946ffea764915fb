"""The mistake that noise provokes: the new decimals are ignored."""

from __future__ import annotations

from fractions import Fraction

from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.texts.calculation import Calculation
from numdiag_datasets.texts.reading import Reading


def errors(reading: Reading, problem: Problem) -> list[tuple[Error, str]]:
    """Return the answer with the whole part of each operand that was whole before: nearly always the original's.

    Where the new equation is not the old one with other numbers (a passage has none), it is the original's.
    """
    original = reading.problem
    if problem.equation and original.equation:
        new, old = parse_equation(problem.equation), parse_equation(original.equation)
        if len(new.operands) == len(old.operands):
            whole = {
                i: Fraction(value // 1)
                for i, value in enumerate(new.operands)
                if old.operands[i].denominator == 1
            }
            calculation = Calculation(new, {}, is_rounded=bool(problem.table))
            return [(Error.DECIMALS_IGNORED, answer) for answer in calculation.answers([whole])]
    return [(Error.DECIMALS_IGNORED, original.answers[0])]
