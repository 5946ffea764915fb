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
    numerator, denominator = abs(value.numerator), value.denominator
    decimals = 0
    while denominator % 10 == 0:
        denominator //= 10
        decimals += 1
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
            numerator *= 10 // prime
            decimals += 1
    if denominator != 1:
        raise NumdiagError(f"{value} has no finite decimal")
    sign = "-" if value < 0 else ""
    if not decimals:
        return f"{sign}{numerator}"
    digits = str(numerator).rjust(decimals + 1, "0")
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"


def rounded(value: Fraction) -> str:
    """Return a value with at most two decimals, rounded half away from zero, like TAT-QA's official scorer."""
    hundredths = (abs(value) * 200 + 1) // 2
    result = Fraction(hundredths, 100)
    return plain_decimal(-result if value < 0 else result)
