"""Equations as trees in prefix order, the output of tree decoders: ``(a - b) * c`` is ``* - a b c``."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.core.equation import NEGATION, Equation, EquationError

#: Every operator takes two operands; a rounded quotient is one operation.
OPERATORS = ("+", "-", "*", "/", "floor/", "ceil/")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_ATOM = 3


def to_prefix(equation: Equation, operands: Sequence[str]) -> list[str]:
    """Write an equation in prefix order.

    Args:
        equation: over ``+ - * /`` and floors and ceilings of quotients.
        operands: the text of each operand; ``-x`` is written for a negative ``x``.

    Raises:
        EquationError: `OPERATORS` lacks an operation: a minus sign before a bracket, or the floor of
            anything but a quotient.
    """
    trees = [[operand] for operand in operands]
    for step in equation.steps:
        if step.right >= 0:
            trees.append([step.symbol, *trees[step.left], *trees[step.right]])
            continue
        inner = trees[step.left]
        if step.symbol == NEGATION and len(inner) == 1:
            trees.append([f"-{inner[0]}"])
        elif step.symbol != NEGATION and inner[0] == "/":
            trees.append([step.symbol + "/", *inner[1:]])
        else:
            raise EquationError(f"no operator for {step.symbol} in {equation.text!r}")
    return trees[-1]


def to_infix(prefix: Sequence[str]) -> str:
    """Invert `to_prefix`, with the fewest brackets; return ``""`` for an incomplete tree."""
    texts: list[tuple[str, int]] = []
    for symbol in reversed(prefix):
        if symbol not in OPERATORS:
            texts.append((symbol, _ATOM))
            continue
        if len(texts) < 2:
            return ""
        (left, left_binds), (right, right_binds) = texts.pop(), texts.pop()
        rounding, operator = symbol[:-1], symbol[-1]
        binds = _PRECEDENCE[operator]
        if left_binds < binds:
            left = f"({left})"
        # a - (b - c) and a / (b * c) keep their brackets, and so do sums and products of the same precedence.
        if right_binds <= binds:
            right = f"({right})"
        text = f"{left} {operator} {right}"
        texts.append((f"{rounding}({text})", _ATOM) if rounding else (text, binds))
    return texts[0][0] if len(texts) == 1 else ""
