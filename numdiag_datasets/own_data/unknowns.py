"""Equations with an unknown: ``8 = 2 + x`` is solved as ``8 - 2``."""

from __future__ import annotations

import re

from numdiag_datasets.core.equation import (
    MAX_DIGITS,
    NEGATION,
    EquationError,
    parse_equation,
    with_plain_signs,
)

_NAME = re.compile(r"[A-Za-z]\w{0,9}")
_PREFIX = re.compile(rf"\s*{_NAME.pattern}\s*=\s*")
_FUNCTIONS = frozenset({"floor", "ceil"})
_FACTOR = re.compile(r"(?<=[\d)])\s{0,3}(?=[A-Za-z(])")  # "2x", "2(x + 1)"
# Takes the place of the unknown in an expression, whose values are not read.
_PLACE = "0" * MAX_DIGITS
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}

#: An expression, and the precedence of its last operation.
_Part = tuple[str, int]


def unknown_of(written: str) -> str:
    """Return the unknown that an equation states: ``X = `` of ``X = 12 + 3``, ``x=`` of ``8=2+x``, else ""."""
    if prefix := _PREFIX.match(written):
        return prefix[0]
    names = _names(written) if "=" in written and "#" not in written else []
    return f"{names[0]}=" if len(names) == 1 else ""


def arithmetic_of(written: str) -> str:
    """Return the expression that an equation states, or that its unknown has.

    Input -> output: ``12 + 3 = 15`` -> ``12 + 3``, ``X = 12 + 3`` -> ``12 + 3``, ``2 * x + 4 = 10`` -> ``(10 - 4) / 2``.

    Raises:
        EquationError: no expression, or an unknown that occurs several times.
    """
    plain = with_plain_signs(written)
    stated = plain.removeprefix(unknown_of(plain))
    names = _names(stated)
    if not names:
        return stated.partition("=")[0]
    sides = stated.split("=")
    if (len(names), len(sides)) != (1, 2):
        raise EquationError(f"not an equation with one unknown: {written[:80]!r}")
    sides.sort(key=lambda side: names[0] in side)
    return _solved(_FACTOR.sub(" * ", sides[1]).replace(names[0], _PLACE), sides[0])


def _names(text: str) -> list[str]:
    return [name for name in _NAME.findall(text) if name not in _FUNCTIONS]


def _solved(side: str, other: str) -> str:
    """Undo the operations on the unknown of one side, from the last to the first, on the other side."""
    equation = parse_equation(side)
    parts: list[_Part] = [(literal, 3) for literal in equation.literals]
    unknown = equation.literals.index(_PLACE)
    holders = {unknown}
    for i, step in enumerate(equation.steps, len(parts)):
        holders |= {i} if holders & {step.left, step.right} else set()
        right = parts[step.right] if step.right >= 0 else None
        parts.append(_joined(step.symbol, parts[step.left], right))
    rest = parse_equation(other)
    result: _Part = (rest.text, _PRECEDENCE.get(rest.steps[-1].symbol, 1) if rest.steps else 3)
    number = len(parts) - 1
    while number != unknown:
        step = equation.steps[number - len(equation.literals)]
        is_left = step.left in holders
        number, beside = (step.left, step.right) if is_left else (step.right, step.left)
        if step.symbol == NEGATION:
            result = _joined(NEGATION, result, None)
        elif step.symbol not in _INVERSE:
            raise EquationError(f"the unknown is within {step.symbol}: {side[:80]!r}")
        elif is_left or step.symbol in "+*":
            result = _joined(_INVERSE[step.symbol], result, parts[beside])
        else:  # a - x = r is x = a - r, and a / x = r is x = a / r
            result = _joined(step.symbol, parts[beside], result)
    return result[0]


def _joined(symbol: str, left: _Part, right: _Part | None) -> _Part:
    precedence = _PRECEDENCE.get(symbol, 2)
    first = left[0] if left[1] >= precedence else f"({left[0]})"
    if right is None:
        return (f"-{first}", 1) if symbol == NEGATION else (f"{symbol}({left[0]})", 3)
    second = right[0] if right[1] > precedence else f"({right[0]})"
    return f"{first} {symbol} {second}", precedence
