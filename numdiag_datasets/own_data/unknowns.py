"""Equations with an unknown: ``8 = 2 + x`` is solved as ``8 - 2``, ``8 - x = 2 + x`` as ``(8 - 2) / 2``."""

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
# The coefficient of an unknown that has none, which tells it from a factor of the text.
_ONE = "1".rjust(MAX_DIGITS, "0")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}

#: An expression, and the precedence of its last operation.
_Part = tuple[str, int]
#: The coefficient of the unknown and the rest; None for what is not there.
_Linear = tuple[_Part | None, _Part | None]


def unknown_of(written: str) -> str:
    """Return the unknown that an equation states: ``X = `` of ``X = 12 + 3``, ``x=`` of ``8=2+x``, else ""."""
    if prefix := _PREFIX.match(written):
        return prefix[0]
    names = _names(written) if "=" in written and "#" not in written else []
    return f"{names[0]}=" if len(set(names)) == 1 else ""


def arithmetic_of(written: str) -> str:
    """Return the expression that an equation states, or that its unknown has.

    Input -> output: ``12 + 3 = 15`` -> ``12 + 3``, ``X = 12 + 3`` -> ``12 + 3``, ``2 * x + 4 = 10`` -> ``(10 - 4) / 2``.

    Raises:
        EquationError: no expression, several unknowns, or one whose multiples have no one solution.
    """
    plain = with_plain_signs(written)
    names = _names(plain)
    stated = plain if len(names) > 1 else plain.removeprefix(unknown_of(plain))
    if not _names(stated):
        return stated.partition("=")[0]
    sides = stated.split("=")
    if (len(set(names)), len(sides)) != (1, 2):
        raise EquationError(f"not an equation with one unknown: {written[:80]!r}")
    sides.sort(key=lambda side: names[0] in side)
    first, second = (_FACTOR.sub(" * ", side).replace(names[0], _PLACE) for side in sides)
    return _solved(second, first) if len(names) == 1 else _collected(first, second)


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


def _collected(side: str, other: str) -> str:
    """Bring the multiples of the unknown to one side, and the rest to the other."""
    (times, rest), (other_times, other_rest) = _linear(side), _linear(other)
    many, result = _sum("-", times, other_times), _sum("-", other_rest, rest)
    if many and parse_equation(many[0]).value() < 0:
        many, result = _sum("-", other_times, times), _sum("-", rest, other_rest)
    if many is None or result is None or not (count := parse_equation(many[0])).value():
        raise EquationError(f"no one solution: {side[:40]!r}, {other[:40]!r}")
    if set(count.literals) == {_ONE}:
        many = (str(count.value()), 3)
    return (result if many[0] == "1" else _joined("/", result, many))[0].replace(_ONE, "1")


def _linear(side: str) -> _Linear:
    equation = parse_equation(side)
    forms: list[_Linear] = [
        ((_ONE, 3), None) if literal == _PLACE else (None, (literal, 3))
        for literal in equation.literals
    ]
    for step in equation.steps:
        left = forms[step.left]
        right = forms[step.right] if step.right >= 0 else (None, None)
        if step.symbol == "*" and left[0] is None:
            left, right = right, left
        if step.symbol == NEGATION:
            forms.append((_sum("-", None, left[0]), _sum("-", None, left[1])))
        elif step.symbol in ("+", "-"):
            forms.append(
                (_sum(step.symbol, left[0], right[0]), _sum(step.symbol, left[1], right[1]))
            )
        elif step.symbol not in ("*", "/") or right[0] is not None:
            raise EquationError(f"the unknown is within {step.symbol}: {side[:80]!r}")
        else:
            forms.append(
                (_scaled(step.symbol, left[0], right[1]), _scaled(step.symbol, left[1], right[1]))
            )
    return forms[-1]


def _sum(symbol: str, left: _Part | None, right: _Part | None) -> _Part | None:
    if left is None and right is not None:
        return right if symbol == "+" else _joined(NEGATION, right, None)
    return left if left is None or right is None else _joined(symbol, left, right)


def _scaled(symbol: str, part: _Part | None, by: _Part | None) -> _Part | None:
    if part is None or (symbol == "*" and part[0] == _ONE):
        return part and by
    return _joined(symbol, part, by)


def _joined(symbol: str, left: _Part, right: _Part | None) -> _Part:
    precedence = _PRECEDENCE.get(symbol, 2)
    first = left[0] if left[1] >= precedence else f"({left[0]})"
    if right is None:
        return (f"-{first}", 1) if symbol == NEGATION else (f"{symbol}({left[0]})", 3)
    second = right[0] if right[1] > precedence else f"({right[0]})"
    return f"{first} {symbol} {second}", precedence
