"""Exact values as plain decimals."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from numdiag_datasets.core.errors import NumdiagError

#: Longer numerals are treated as codes, not as numbers; Python itself refuses to convert thousands of digits.
MOST_DIGITS = 30


def plain_decimal(value: Fraction | Decimal | int) -> str:
    """Write an exact value as a plain decimal: ``3``, ``12.4``, ``-0.25``.

    Raises:
        NumdiagError: the value has no finite decimal (1/3).
    """
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    denominator = value.denominator
    # A product of twos and fives divides a power of ten with fewer zeros than it has bits.
    powers = range(denominator.bit_length())
    decimals = next((power for power in powers if 10**power % denominator == 0), None)
    if decimals is None:
        raise NumdiagError(f"{value} has no finite decimal")
    digits = str(abs(value.numerator) * 10**decimals // denominator).rjust(decimals + 1, "0")
    point = len(digits) - decimals
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:point]}.{digits[point:]}".rstrip(".")


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
