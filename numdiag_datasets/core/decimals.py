"""Exact values as plain decimals."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from numdiag_datasets.core.errors import NumdiagError

#: Longer numerals are treated as codes, not as numbers; Python itself refuses to convert thousands of digits.
MOST_DIGITS = 30
_MOST_CHARACTERS = 1000
_PLAIN = re.compile(r"[-+]?(?:(?:\d[\d,]*(?:\.\d*)?|\.\d+)|\d+/0*[1-9]\d*)", re.ASCII)


def plain_decimal(value: Fraction | Decimal | int) -> str:
    """Write an exact value as a plain decimal: ``3``, ``12.4``, ``-0.25``.

    Raises:
        NumdiagError: the value has no finite decimal (1/3).
    """
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    denominator = value.denominator
    if denominator == 1:
        return str(value.numerator)
    # A product of twos and fives divides a power of ten with fewer zeros than it has bits.
    powers = range(denominator.bit_length())
    decimals = next((power for power in powers if 10**power % denominator == 0), None)
    if decimals is None:
        raise NumdiagError(f"{value} has no finite decimal")
    digits = str(abs(value.numerator) * 10**decimals // denominator).rjust(decimals + 1, "0")
    point = len(digits) - decimals
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:point]}.{digits[point:]}".rstrip(".")


def exact_number(text: str) -> Fraction:
    """Return the value of a plain number: ``16,000``, ``-.5``, ``10/3``.

    Raises:
        NumdiagError: no plain number: ``1e999``, ``1/0``, words, or more than a thousand characters.
    """
    if len(text) > _MOST_CHARACTERS or not _PLAIN.fullmatch(text):
        raise NumdiagError(f"no plain number: {text[:40]!r}")
    return Fraction(text.replace(",", ""))


def is_value(answer: str, value: Fraction) -> bool:
    """Return whether an answer is a value, rounded if it has decimals (3.333 for 10 / 3); whole ones are exact.

    Raises:
        NumdiagError: the answer is not a plain number.
    """
    decimals = len(answer.partition(".")[2])
    tolerance = Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)
    return abs(value - exact_number(answer)) <= tolerance


def plain_number(value: Fraction) -> str:
    """Return a value as a plain decimal, or as a fraction if it has no finite decimal: ``3.5``, ``10/3``."""
    try:
        return plain_decimal(value)
    except NumdiagError:
        return str(value)


def rounded(value: Fraction) -> str:
    """Return a value with at most two decimals, rounded half away from zero, like TAT-QA's official scorer."""
    result = Fraction((abs(value) * 200 + 1) // 2, 100)
    return plain_decimal(-result if value < 0 else result)
