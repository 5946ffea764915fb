"""TAT-QA derivations: from the annotators' text to canonical equations, and back with new numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.decimals import exact_number, plain_decimal, rounded
from numdiag_datasets.core.equation import (
    MAX_DIGITS,
    MAX_LENGTH,
    NEGATION,
    Equation,
    EquationError,
    parse_equation,
)
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numerals import NUMERAL

#: Scale -> the value of one unit of an answer.
SCALES: dict[str, Fraction] = {
    "": Fraction(1),
    "thousand": Fraction(10**3),
    "million": Fraction(10**6),
    "billion": Fraction(10**9),
    "percent": Fraction(1, 100),
}
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:[A-Z]{{0,3}}[$€£¥]\s*)?(?P<numeral>{NUMERAL}|\.\d+)"
    r"(?P<percent>\s*%)?(?:\s*(?P<unit>thousand|million|billion)s?\b)?)"
    r"|(?P<nil>nil\b)|(?P<symbol>[-–—−+*/x×÷()\[\]{}])|(?P<currency>[$€£¥]))",
    re.IGNORECASE,
)
_SYMBOLS = dict(zip("–—−x×X÷[]{}", "---***/()()", strict=True))
_MOST_BRACKETED = 6
# Maximum number of figures in an average: the months of a year.
_MOST_TERMS = 12


class DerivationError(NumdiagError):
    """A derivation that cannot be read, or does not lead to its answer; the argument is the code."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A number (with its literal) or a symbol, and its place in the source."""

    symbol: str  # "0" for a number
    start: int
    end: int
    literal: str = ""
    percent: bool = False
    amount: bool = False  # not written like a year: "2,083", "$2000"


@dataclass(frozen=True, slots=True)
class Derivation:
    """A parsed derivation.

    Attributes:
        equation: the equation whose value, rounded, is the answer. It ends in ``* 100`` if an answer in
            percent is derived as a ratio.
        numerals: (start, end) in the source of the numeral of each operand; without a last ``100`` that is
            not in the source.
        fixed: positions of the operands that are not in a table: the 2 of an average, the 100 of a
            percentage, the 1 of ``77 / 35 - 1``, the years of ``2019 - 2017 + 1``.
    """

    equation: Equation
    numerals: tuple[tuple[int, int], ...]
    fixed: frozenset[int]


def read_derivation(text: str, answer: str, scale: str) -> Derivation:
    """Return a derivation, read with the answer that it was published with.

    ``(71)`` may be 71 or, in accounting, -71: the value that leads to the answer is chosen. An answer in
    percent may be the value itself (rates, ``* 100``) or a hundred times the value. Again the answer decides,
    and for a value of zero the form of the derivation.

    Args:
        text: such as ``($1,452.4-1,146.2)/1,146.2``, of `MAX_LENGTH` characters at most.
        answer: a plain decimal, rounded or cut after its last digit.
        scale: a key of `SCALES`.

    Raises:
        DerivationError: ``derivation_unreadable`` or ``derivation_disagrees``.
    """
    if len(text) > MAX_LENGTH or len(answer) > MAX_DIGITS:
        raise DerivationError(Reason.DERIVATION_UNREADABLE)
    tokens = _nils_filled(list(_tokens(text, scale)))
    numbers = [t for t in tokens if t.symbol == "0"]
    numerals = tuple((t.start, t.end) for t in numbers)
    amounts = frozenset(i for i, t in enumerate(numbers) if t.amount)
    readable = False
    closed = _closed(tokens)
    for candidate in (*_signed(closed), _in_hundredths(closed)):
        canonical = "".join(t.literal if t.symbol == "0" else t.symbol for t in candidate)
        try:
            plain = parse_equation(canonical)
            value = plain.value()
        except EquationError:
            continue
        readable = True
        if scale == "percent" and agrees(value * 100, answer) and (value or _is_ratio(plain)):
            whole = plain.text if _is_product(plain) else f"({plain.text})"
            percentage = parse_equation(f"{whole} * 100")
            return Derivation(percentage, numerals, _fixed_operands(percentage, amounts))
        if agrees(value, answer):
            return Derivation(plain, numerals, _fixed_operands(plain, amounts))
    raise DerivationError(Reason.DERIVATION_DISAGREES if readable else Reason.DERIVATION_UNREADABLE)


def rewrite_derivation(
    text: str, numerals: tuple[tuple[int, int], ...], new: Mapping[int, str]
) -> str:
    """Return the derivation with some numerals replaced, by the position of their operand."""
    pieces: list[str] = []
    position = 0
    for i, (start, end) in enumerate(numerals):
        pieces += (text[position:start], new.get(i, text[start:end]))
        position = end
    return "".join((*pieces, text[position:]))


def derived_answer(equation: Equation) -> str:
    """Return the value of a derivation, rounded as `rounded` does.

    Raises:
        EquationError: division by zero.
    """
    return rounded(equation.value())


def _fixed_operands(equation: Equation, amounts: frozenset[int]) -> frozenset[int]:
    """Return the positions of operands that are not in a table, see `Derivation`.

    A divisor that counts the terms above it is one, even if its value occurs elsewhere: in ``(2 + 46) / 2``
    only the second 2.
    """
    count = len(equation.operands)
    terms = _term_counts(equation)
    found: set[int] = set()
    for step in equation.steps:
        for i, other in ((step.left, step.right), (step.right, step.left)):
            if not 0 <= i < count:
                continue
            literal, value = equation.literals[i], equation.operands[i]
            compound = other >= count
            divides = step.symbol == "/" and i == step.right and literal.isdigit()
            counts = divides and value == terms[other] and not (compound and value == 1)
            once = equation.operands.count(value) == 1
            divisor = divides and compound and value <= _MOST_TERMS and once
            hundred = literal == "100" and step.symbol in "*/"
            unit = literal == "1" and step.symbol in "+-" and compound
            years = step.symbol == "-" and _are_years(equation, (i, other), amounts)
            if hundred or unit or years or divisor or counts:
                found.add(i)
    return frozenset(found)


def _term_counts(equation: Equation) -> list[int]:
    """Return for every operand, then every result, the number of figures that it is the sum of.

    A difference counts as one: the change that ``(2 - 1) / 1`` divides by the old value.
    """
    terms = [1] * len(equation.operands)
    for step in equation.steps:
        if step.symbol == "+":
            terms.append(terms[step.left] + terms[step.right])
        else:
            terms.append(terms[step.left] if step.symbol == NEGATION else 1)
    return terms


def _are_years(equation: Equation, pair: tuple[int, int], amounts: frozenset[int]) -> bool:
    count = len(equation.operands)
    return all(i < count and i not in amounts and _is_year(equation.literals[i]) for i in pair)


def _is_year(literal: str) -> bool:
    return len(literal) == 4 and literal.isdigit() and 1900 <= int(literal) <= 2100


def _tokens(text: str, scale: str) -> Iterator[_Token]:
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise DerivationError(Reason.DERIVATION_UNREADABLE)
        position = match.end()
        if match["number"]:
            literal = match["numeral"].replace(",", "")
            if len(literal) > MAX_DIGITS:
                raise DerivationError(Reason.DERIVATION_UNREADABLE)
            if match["unit"]:
                literal = _in_scale(literal, match["unit"].lower(), scale)
            currency = match.start("number") < match.start("numeral")
            amount = currency or bool(match["unit"]) or "," in match["numeral"]
            percent = bool(match["percent"])
            yield _Token("0", *match.span("numeral"), literal, percent, amount)
        elif match["nil"]:
            yield _Token("0", *match.span("nil"), "0")
        elif match["symbol"]:
            symbol = _SYMBOLS.get(match["symbol"], match["symbol"])
            yield _Token(symbol, *match.span("symbol"))


def _in_scale(literal: str, unit: str, scale: str) -> str:
    """Return a literal in units of ``scale``. Input -> output: "6.5", billion, in millions -> "6500"."""
    if scale == "percent":
        return literal  # a ratio: both sides have a unit
    value = Fraction(literal) * SCALES[unit] / SCALES[scale]
    return plain_decimal(value)


def _nils_filled(tokens: list[_Token]) -> list[_Token]:
    """Return the tokens with zero for each dash of an empty cell: a number is expected and none follows."""
    filled: list[_Token] = []
    for i, token in enumerate(tokens):
        expects = not filled or filled[-1].symbol not in ("0", ")")
        following = tokens[i + 1].symbol if i + 1 < len(tokens) else ")"
        is_nil = token.symbol == "-" and expects and following in (")", "+", "*", "/")
        filled.append(_Token("0", token.start, token.end, "0") if is_nil else token)
    return filled


def _closed(tokens: list[_Token]) -> list[_Token]:
    """Return the tokens with all open brackets closed at the end."""
    depth = sum((t.symbol == "(") - (t.symbol == ")") for t in tokens)
    end = tokens[-1].end if tokens else 0
    return tokens + [_Token(")", end, end)] * depth


def _signed(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """Yield the tokens as they are, then with bracketed numbers negative: all, then every subset."""
    yield tokens
    bracketed = [
        i
        for i in range(1, len(tokens) - 1)
        if (tokens[i - 1].symbol, tokens[i].symbol, tokens[i + 1].symbol) == ("(", "0", ")")
    ]
    if not bracketed:
        return
    counts = (
        range(len(bracketed), 0, -1) if len(bracketed) <= _MOST_BRACKETED else (len(bracketed),)
    )
    for count in counts:
        for negative in combinations(bracketed, count):
            signed = list(tokens)
            for i in negative:
                token = tokens[i]
                signed[i] = _Token("0", token.start, token.end, f"-{token.literal}")
            yield signed


def _in_hundredths(tokens: list[_Token]) -> list[_Token]:
    """Return the tokens with percents as fractions: ``1,027 / 11%``."""
    return [
        _Token(t.symbol, t.start, t.end, plain_decimal(Fraction(t.literal) / 100))
        if t.percent
        else t
        for t in tokens
    ]


def agrees(value: Fraction, answer: str) -> bool:
    """Return whether the answer is the value, rounded or cut after its last decimal."""
    decimals = max(2, len(answer.partition(".")[2]))
    return abs(value - exact_number(answer)) < Fraction(1, 10**decimals)


def _is_ratio(equation: Equation) -> bool:
    return any(step.symbol == "/" for step in equation.steps) and "100" not in equation.literals


def _is_product(equation: Equation) -> bool:
    return not equation.steps or equation.steps[-1].symbol in "*/"
