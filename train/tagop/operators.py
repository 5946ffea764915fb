"""The ten operators of TagOp: recognition in equations, and application to chosen units.

Zhu et al. (ACL 2021), section 3.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from numdiag_datasets.core.decimals import rounded
from numdiag_datasets.core.equation import Equation, EquationError

from ..graph2tree.expressions import OPERATORS as SYMBOLS
from ..graph2tree.expressions import to_prefix

SPAN, CELL, SPANS, COUNT = "span-in-text", "cell-in-table", "spans", "count"
SUM, AVERAGE, PRODUCT = "sum", "average", "multiplication"
DIVISION, DIFFERENCE, CHANGE_RATIO = "division", "difference", "change-ratio"
OPERATORS = (
    SPAN, CELL, SPANS, SUM, COUNT, AVERAGE, PRODUCT, DIVISION, DIFFERENCE, CHANGE_RATIO
)  # fmt: skip
#: The operators of two numbers whose order matters.
ORDERED = frozenset({DIVISION, DIFFERENCE, CHANGE_RATIO})


def operator_of(equation: Equation) -> tuple[str, list[Fraction]] | None:
    """Return the operator of an equation and its numbers; None if it needs several operators.

    ``(a - b) / b * 100`` is the change ratio of a and b, and so is ``a / b - 1``. A final ``* 100`` belongs
    to the scale percent; ``(a + b) / 2`` is an average.
    """
    try:
        prefix = to_prefix(equation, [str(value) for value in equation.operands])
    except EquationError:
        return None
    if prefix[0] == "*" and prefix[-1] == "100" and len(prefix) > 3:
        prefix = prefix[1:-1]
    shape = [symbol if symbol in SYMBOLS else "" for symbol in prefix]
    numbers = [Fraction(symbol) for symbol in prefix if symbol not in SYMBOLS]
    operations = [symbol for symbol in shape if symbol]
    found: tuple[str, list[Fraction]] | None = None
    if shape == ["-", "", ""]:
        found = DIFFERENCE, numbers
    elif shape == ["/", "", ""]:
        found = DIVISION, numbers
    elif (shape == ["/", "-", "", "", ""] and numbers[1] == numbers[2]) or (
        shape == ["-", "/", "", "", ""] and numbers[2] == 1
    ):
        found = CHANGE_RATIO, numbers[:2]
    elif operations and set(operations) == {"+"}:
        found = SUM, numbers
    elif operations and set(operations) == {"*"}:
        found = PRODUCT, numbers
    elif operations[:1] == ["/"] and set(operations[1:]) == {"+"} and shape[-1] == "":
        *numbers, divisor = numbers
        found = (AVERAGE, numbers) if divisor == len(numbers) else None
    return found


def apply(operator: str, numbers: Sequence[Fraction], scale: str) -> str | None:
    """Return the answer of an operator as TAT-QA writes it; None if there is no such number.

    Args:
        numbers: in their order; exactly two for `ORDERED`.
        scale: for percent, quotients are multiplied by 100.
    """
    if not numbers:
        return None
    if operator == SUM:
        value = sum(numbers, Fraction(0))
    elif operator == AVERAGE:
        value = sum(numbers, Fraction(0)) / len(numbers)
    elif operator == PRODUCT:
        value = prod(numbers, start=Fraction(1))
    elif len(numbers) != 2:
        return None
    elif operator == DIFFERENCE:
        value = numbers[0] - numbers[1]
    elif not numbers[1]:
        return None
    else:
        value = numbers[0] / numbers[1] - (operator == CHANGE_RATIO)
        value *= 100 if scale == "percent" else 1
    return rounded(value)
