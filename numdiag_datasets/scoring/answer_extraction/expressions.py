"""Values of expressions that a model leaves without a result."""

from __future__ import annotations

from numdiag_datasets.core.decimals import rounded
from numdiag_datasets.core.equation import EquationError, parse_equation


def evaluated(text: str) -> str:
    """Return an expression's value with at most two decimals; return any other text unchanged."""
    try:
        equation = parse_equation(text)
        return rounded(equation.value()) if len(equation.operands) > 1 else text
    except EquationError:
        return text
