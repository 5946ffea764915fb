"""Arithmetic expressions: parsing, exact evaluation, rewriting. No text is ever passed to ``eval``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
_NUMBER, _FUNCTION = 1, 2  # groups of a token; the third is a symbol
_PLAIN_SIGNS = str.maketrans(
    {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "[": "(", "]": ")", "{": "(", "}": ")"}
    | dict.fromkeys("$€£¥", " ")
)
# "20 x 30"; "x = 20" has an unknown.
_TIMES = re.compile(r"(?<=[\d)])(\s{0,3})[xX](?=\s{0,3}[\d(])")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
NEGATION = "neg"
#: Symbol -> the result of its inputs, of which floor, ceil and the minus sign use the first.
_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "floor": lambda value, _: Fraction(value // 1),
    "ceil": lambda value, _: Fraction(-(-value // 1)),
    NEGATION: lambda value, _: -value,
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
            try:
                value = _OPERATIONS[step.symbol](values[step.left], values[step.right])
            except ZeroDivisionError:
                raise EquationError(f"division by zero in {self.text!r}") from None
            values.append(value)
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
        return replace(self, sign=-self.sign)

    def terms(self) -> tuple[tuple[int, str], ...]:
        return self.parts if self.kind == "sum" else ((self.sign, str(replace(self, sign=1))),)

    def factors(self) -> tuple[tuple[int, str], ...]:
        return self.parts if self.kind == "product" else ((1, str(replace(self, sign=1))),)


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


@lru_cache(maxsize=16384)
def parse_equation(text: str) -> Equation:
    """Parse ``+ - * /``, signs, brackets, ``floor(...)`` and ``ceil(...)`` over decimals.

    Refuses text that is too long to be meant (`MAX_LENGTH` characters,
    `MAX_DIGITS` digits a number, `MAX_DEPTH` open brackets), so hostile text costs little.

    Args:
        text: an expression without ``=``: ``(12 + 2) / 4``.

    Returns:
        The equation in its canonical form, with its operands.

    Raises:
        EquationError: the text is not such an expression.
    """
    _check_length(text)
    equation = _Parser(text).parse()
    _check_length(equation.text)  # with spaces, and read again
    return equation


def _check_length(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise EquationError(f"expression of {len(text)} characters; at most {MAX_LENGTH} are read")


@lru_cache(maxsize=8192)
def _operand(literal: str) -> Fraction:
    return Fraction(literal)


class _Parser:
    """A precedence-climbing parser; `MAX_DEPTH` bounds its recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = self.depth = 0
        self.literals: list[str] = []
        self.canonical: list[str] = []
        # Inputs are operands (0, 1, ...) or results of steps (-1, -2, ...).
        self.steps: list[tuple[str, int, int | None]] = []
        self.advance()

    def parse(self) -> Equation:
        self.expression(1)
        if self.kind:
            self.fail(self.start if self.lexeme == ")" else self.position)
        count = len(self.literals)

        def number(value: int | None) -> int:
            return -1 if value is None else value if value >= 0 else count - 1 - value

        return Equation(
            text="".join(self.canonical),
            literals=tuple(self.literals),
            operands=tuple(map(_operand, self.literals)),
            steps=tuple(Step(symbol, number(a), number(b)) for symbol, a, b in self.steps),
        )

    def advance(self) -> None:
        """Read the next token: a number, a function or a symbol; its kind is 0 at the end of the text."""
        match = _TOKEN.match(self.text, self.position)
        if match is None and self.text[self.position :].strip():
            self.fail(self.position)
        self.kind = match.lastindex or 0 if match else 0
        self.lexeme = match[self.kind] if match else ""
        self.start = match.start(self.kind) if match else len(self.text.rstrip())
        self.position = match.end() if match else self.start

    def expression(self, precedence: int) -> int:
        """Read operands joined by operators of at least this precedence, and return the result's number."""
        left = self.operand()
        while (own := _PRECEDENCE.get(self.lexeme, 0)) >= precedence:
            symbol = self.lexeme
            self.canonical.append(f" {symbol} ")
            self.advance()
            left = self.step(symbol, left, self.expression(own + 1))
        return left

    def operand(self) -> int:
        """Read a number, a bracket or a function, with its sign, and return its number."""
        if self.lexeme == "-" and self.canonical[-1:] != ["-"]:
            self.canonical.append("-")
            self.advance()
            return self.step(NEGATION, self.operand(), None)
        if self.kind == _NUMBER:
            self.literals.append(_literal(self.lexeme))
            self.canonical.append(self.literals[-1])
            self.advance()
            return len(self.literals) - 1
        function = self.lexeme if self.kind == _FUNCTION else ""
        if function:
            if self.text[self.position : self.position + 1] != "(":
                self.fail(self.position)
            self.canonical.append(function)
            self.advance()
        if self.lexeme != "(":
            self.fail(self.start)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise EquationError(f"more than {MAX_DEPTH} open brackets")
        self.canonical.append("(")
        self.advance()
        value = self.expression(1)
        if self.lexeme != ")":
            self.fail(self.position)
        self.depth -= 1
        self.canonical.append(")")
        self.advance()
        return self.step(function, value, None) if function else value

    def step(self, symbol: str, left: int, right: int | None) -> int:
        self.steps.append((symbol, left, right))
        return -len(self.steps)

    def fail(self, position: int) -> NoReturn:
        raise EquationError(
            f"not an arithmetic expression at character {position}: {self.text[:80]!r}"
        )


def _literal(number: str) -> str:
    """Return a number without commas and a final point, with a digit before its point."""
    literal = number.replace(",", "").rstrip(".")
    if len(literal) > MAX_DIGITS:
        raise EquationError(f"number of {len(literal)} digits; at most {MAX_DIGITS} are read")
    return f"0{literal}" if literal.startswith(".") else literal
