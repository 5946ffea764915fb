"""Expressions that a model leaves without their result."""

from __future__ import annotations

from numdiag_datasets.core.decimals import rounded
from numdiag_datasets.core.equation import (
    EquationError,
    parse_equation,
)


def evaluated(text: str) -> str:
    """The value of an expression, with two decimals at most; other text as it is."""
    try:
        equation = parse_equation(text)
        return rounded(equation.value()) if len(equation.operands) > 1 else text
    except EquationError:
        return text
