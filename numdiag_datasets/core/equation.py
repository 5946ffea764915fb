"""Arithmetic expressions: parsing, exact evaluation, rewriting. No text is ever passed to ``eval``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NoReturn

from numdiag_datasets.core.errors import NumdiagError

MAX_LENGTH = 1000
MAX_DIGITS = 40
MAX_DEPTH = 50

_TOKEN = re.compile(
    r"\s*(?:([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(floor|ceil)\b|([-+*/()]))"
)
_PLAIN_SIGNS = str.maketrans(
    {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "[": "(", "]": ")", "{": "(", "}": ")"}
    | dict.fromkeys("$€£¥", " ")
)
# "20 x 30"; "x = 20" has an unknown.
_TIMES = re.compile(r"(?<=[\d)])(\s{0,3})[xX](?=\s{0,3}[\d(])")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
NEGATION = "neg"
_UNARY: dict[str, Callable[[Fraction], Fraction]] = {
    "floor": lambda value: Fraction(value // 1),
    "ceil": lambda value: Fraction(-(-value // 1)),
    NEGATION: lambda value: -value,
}


class EquationError(NumdiagError):
    """Text that is not an arithmetic expression, or an expression without a value (division by zero)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One operation of an equation in evaluation order.

    ``left`` and ``right`` are the indices of its inputs: operands come first (0 .. n-1), then the
    results of the steps before it (n, n+1, ...). ``right`` is -1 for floor, ceil and neg, the minus
    sign of ``-71`` and ``-(3 + 4)``.
    """

    symbol: str
    left: int
    right: int


@dataclass(frozen=True)  # without slots: the value is computed once
class Equation:
    """A parsed expression.

    Attributes:
        text: the canonical form: ``(12 - 3) * 4``, ``floor(122 / 15)``.
        literals: the operands as written, without commas.
        operands: their exact values, in order of occurrence.
        steps: the operations in evaluation order; the result of the last one is the answer.
    """

    text: str
    literals: tuple[str, ...]
    operands: tuple[Fraction, ...]
    steps: tuple[Step, ...]

    def results(self, operands: Sequence[Fraction] | None = None) -> list[Fraction]:
        """Return the exact result of every step, for these operands or the equation's own.

        Raises:
            EquationError: division by zero.
        """
        values = list(self.operands if operands is None else operands)
        for step in self.steps:
            left = values[step.left]
            if step.symbol in _UNARY:
                values.append(_UNARY[step.symbol](left))
                continue
            right = values[step.right]
            if step.symbol == "+":
                values.append(left + right)
            elif step.symbol == "-":
                values.append(left - right)
            elif step.symbol == "*":
                values.append(left * right)
            elif right:
                values.append(left / right)
            else:
                raise EquationError(f"division by zero in {self.text!r}")
        return values[len(self.operands) :]

    def value(self) -> Fraction:
        """Return the exact value.

        Raises:
            EquationError: division by zero.
        """
        return self._value

    @cached_property
    def _value(self) -> Fraction:
        return self.results()[-1] if self.steps else self.operands[0]

    def normal_form(self) -> str:
        """Return a form that two equations share if they are the same up to order, grouping and brackets.

        Commutativity and associativity of ``+ *``, signs (``a - (b - c)`` is ``a - b + c``) and
        quotients of quotients (``a / (b / c)`` is ``a * c / b``) count; distribution and arithmetic
        do not: ``2 * (a + b)`` is a different expression from ``2 * a + 2 * b``, and 4 from ``2 + 2``.
        Operands count by value: ``12.0`` is ``12``.
        """
        forms = [_Form("number", ((1, str(value)),)) for value in self.operands]
        for step in self.steps:
            forms.append(_combined(step.symbol, forms[step.left], forms[step.right]))
        return str(forms[-1])

    def rewrite(self, literals: Mapping[int, str]) -> str:
        """Return the canonical text with some operands (by position) replaced."""
        numbers = iter(literals.get(i, literal) for i, literal in enumerate(self.literals))
        return _NUMBER_LITERAL.sub(lambda _: next(numbers), self.text)

    def with_literals(self, literals: Sequence[str]) -> Equation:
        """Return the same operations over other operands; a negative one makes a step of its sign.

        Raises:
            EquationError: an operand is too long.
        """
        text = self.rewrite(dict(enumerate(literals)))
        if any(literal[0] == "-" or len(literal) > MAX_DIGITS for literal in literals):
            return parse_equation(text)
        return Equation(text, tuple(literals), tuple(map(_operand, literals)), self.steps)


_NUMBER_LITERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class _Form:
    """A node of a normal form: ``parts`` are terms (1 or -1, form) or factors (1 or -1 for a divisor)."""

    kind: str  # number, sum, product, floor, ceil
    parts: tuple[tuple[int, str], ...]
    sign: int = 1

    def __str__(self) -> str:
        parts = ",".join(f"{'+' if part > 0 else '-'}{form}" for part, form in self.parts)
        return f"{'-' if self.sign < 0 else ''}{self.kind}({parts})"

    def negated(self) -> _Form:
        if self.kind == "sum":
            return _Form("sum", tuple(sorted((-sign, form) for sign, form in self.parts)))
        return _Form(self.kind, self.parts, -self.sign)

    def terms(self) -> tuple[tuple[int, str], ...]:
        return self.parts if self.kind == "sum" else ((self.sign, str(self.unsigned())),)

    def factors(self) -> tuple[tuple[int, str], ...]:
        return self.parts if self.kind == "product" else ((1, str(self.unsigned())),)

    def unsigned(self) -> _Form:
        return _Form(self.kind, self.parts)


def _combined(symbol: str, left: _Form, right: _Form) -> _Form:
    if symbol == NEGATION:
        return left.negated()
    if symbol in ("+", "-"):
        terms = left.terms() + (right if symbol == "+" else right.negated()).terms()
        return _Form("sum", tuple(sorted(terms)))
    if symbol in ("*", "/"):
        power = 1 if symbol == "*" else -1
        factors = left.factors() + tuple((power * p, form) for p, form in right.factors())
        return _Form("product", tuple(sorted(factors)), left.sign * right.sign)
    return _Form(symbol, ((1, str(left)),))


@lru_cache(maxsize=16384)
def with_plain_signs(text: str) -> str:
    """Return a text with plain signs, for `parse_equation`: ``$20 × [3 − 1]`` -> `` 20 * (3 - 1)``."""
    return _TIMES.sub(r"\1*", text.translate(_PLAIN_SIGNS))


@lru_cache(maxsize=4096)
def parse_equation(text: str) -> Equation:
    """Parse ``+ - * /``, signs, brackets, ``floor(...)`` and ``ceil(...)`` over decimals.

    Works without recursion and refuses text that is too long to be meant (`MAX_LENGTH` characters,
    `MAX_DIGITS` digits a number, `MAX_DEPTH` open brackets), so hostile text costs little.

    Args:
        text: an expression without ``=``: ``(12 + 2) / 4``.

    Returns:
        The equation in its canonical form, with its operands.

    Raises:
        EquationError: the text is not such an expression.
    """
    if len(text) > MAX_LENGTH:
        raise EquationError(f"expression of {len(text)} characters; at most {MAX_LENGTH} are read")
    return _Parser(text).parse()


@lru_cache(maxsize=8192)
def _operand(literal: str) -> Fraction:
    return Fraction(literal)


class _Parser:
    """A shunting-yard parser: a stack of values (by number) and one of pending operators."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.literals: list[str] = []
        self.values: list[tuple[bool, int]] = []  # (is a step's result, its number)
        self.operators: list[str] = []
        self.steps: list[tuple[str, tuple[bool, int], tuple[bool, int] | None]] = []
        self.canonical: list[str] = []

    def parse(self) -> Equation:
        position, expects_value, depth = 0, True, 0
        text = self.text.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                self._fail(position)
            position = match.end()
            number, function, symbol = match.groups()
            if expects_value:
                if number:
                    self._push_operand(number, match.start(1))
                    expects_value = False
                elif function:
                    if text[position : position + 1] != "(":
                        self._fail(position)
                    self.operators.append(function)
                    self.canonical.append(function)
                elif symbol == "(":
                    depth += 1
                    if depth > MAX_DEPTH:
                        raise EquationError(f"more than {MAX_DEPTH} open brackets")
                    self.operators.append("(")
                    self.canonical.append("(")
                elif symbol == "-" and self.operators[-1:] != [NEGATION]:
                    self.operators.append(NEGATION)
                    self.canonical.append("-")
                else:
                    self._fail(match.start(3))
            elif symbol == ")":
                self._close(match.start(3))
                depth -= 1
            elif symbol in _PRECEDENCE:
                self._reduce(_PRECEDENCE[symbol])
                self.operators.append(symbol)
                self.canonical.append(f" {symbol} ")
                expects_value = True
            else:
                self._fail(position)
        if expects_value or depth:
            self._fail(len(text))
        self._reduce(0)
        return self._equation()

    def _push_operand(self, number: str, position: int) -> None:
        literal = number.replace(",", "").rstrip(".")
        if len(literal) > MAX_DIGITS:
            raise EquationError(f"number of {len(literal)} digits; at most {MAX_DIGITS} are read")
        if literal.startswith("."):
            literal = "0" + literal
        self.values.append((False, len(self.literals)))
        self.literals.append(literal)
        self.canonical.append(literal)
        self._negate()

    def _reduce(self, precedence: int) -> None:
        while self.operators and self.operators[-1] in _PRECEDENCE:
            if _PRECEDENCE[self.operators[-1]] < precedence:
                break
            right = self.values.pop()
            left = self.values.pop()
            self._push_step(self.operators.pop(), left, right)

    def _close(self, position: int) -> None:
        self._reduce(0)
        if not self.operators or self.operators[-1] != "(":
            self._fail(position)
        self.operators.pop()
        self.canonical.append(")")
        if self.operators and self.operators[-1] in ("floor", "ceil"):
            self._push_step(self.operators.pop(), self.values.pop(), None)
        self._negate()

    def _negate(self) -> None:
        """Apply a pending minus sign: it binds the value after it more closely than any operator."""
        if self.operators and self.operators[-1] == NEGATION:
            self._push_step(self.operators.pop(), self.values.pop(), None)

    def _push_step(
        self, symbol: str, left: tuple[bool, int], right: tuple[bool, int] | None
    ) -> None:
        self.values.append((True, len(self.steps)))
        self.steps.append((symbol, left, right))

    def _equation(self) -> Equation:
        count = len(self.literals)

        def number(value: tuple[bool, int] | None) -> int:
            return -1 if value is None else value[1] + (count if value[0] else 0)

        return Equation(
            text="".join(self.canonical),
            literals=tuple(self.literals),
            operands=tuple(map(_operand, self.literals)),
            steps=tuple(Step(symbol, number(a), number(b)) for symbol, a, b in self.steps),
        )

    def _fail(self, position: int) -> NoReturn:
        raise EquationError(
            f"not an arithmetic expression at character {position}: {self.text[:80]!r}"
        )
