"""Statements about two amounts that new values would make false: "from 80 to 100, a rise of 25%"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations

from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.reading import Reading

_TIMES = re.compile(r" times (?:as|more|the)\b")
#: A text with more amounts is not a story.
_MOST_AMOUNTS = 12


def stated_ratio_gate(reading: Reading, new: Mapping[tuple[int, int], Fraction | Decimal]) -> str:
    """Return a reason code if a percentage, a multiple or a product that is no operand was true of two amounts and is not any more.

    Args:
        reading: the problem.
        new: old value as an integer ratio -> new value.
    """
    operands = {group.value for group in reading.bound}
    others = [n for n in reading.quantities if n.value not in operands]
    amounts = {n.value for n in reading.quantities if not _is_ratio(n)}
    if not others or len(amounts) > _MOST_AMOUNTS:
        return ""

    def now(value: Fraction) -> Fraction:
        return Fraction(new.get(value.as_integer_ratio(), value))

    for number in filter(_is_ratio, others):
        per = 100 if number.role == "percent" else 1
        for one, two in permutations(amounts - {number.value, Fraction(0)}, 2):
            old_ratios, new_ratios = _ratios(one, two), _ratios(now(one), now(two))
            for old, made in zip(old_ratios, new_ratios, strict=True):
                if old * per == number.value and made * per != now(number.value):
                    return Reason.CONTRADICTS_CONTEXT
    factors = {n.value for n in others if n.value in amounts and n.value > 1}
    for one, two in combinations(factors, 2):
        if one * two in operands and now(one) * now(two) != now(one * two):
            return Reason.CONTRADICTS_CONTEXT  # "$4 a ride, so he pays $24 for 6 rides"
    return ""


def _is_ratio(number: NumberMention) -> bool:
    return number.role == "percent" or bool(_TIMES.match(number.field_text, number.end))


def _ratios(one: Fraction, two: Fraction) -> tuple[Fraction, Fraction]:
    """Return what one number is of another, and by how much it differs."""
    return two / one, abs(two - one) / one
