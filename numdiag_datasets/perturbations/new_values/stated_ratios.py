"""Statements about two amounts that new values would make false: "from 80 to 100, a rise of 25%"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product

from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.new_values.word_problem_gates import (
    kind_of,
    parts_of_wholes,
)
from numdiag_datasets.texts.reading import Reading

_TIMES = re.compile(r" times (?:as|more|the)\b")
#: A text with more amounts is not a story.
_MOST_AMOUNTS = 12


def stated_ratio_gate(reading: Reading, new: Mapping[tuple[int, int], Fraction | Decimal]) -> str:
    """Return a reason code if a part exceeds its whole, or a percentage, a multiple or a price of several that is not an operand no longer fits two amounts.

    Worked solutions have `relation_gate`: their steps use such numbers in many forms.

    Args:
        reading: the problem.
        new: old value as an integer ratio -> new value.
    """

    def now(value: Fraction) -> Fraction:
        return Fraction(new.get(value.as_integer_ratio(), value))

    if any(now(part) > now(whole) for part, whole in parts_of_wholes(reading)):
        return Reason.CONTRADICTS_CONTEXT
    equation = reading.worked
    if reading.solution or equation is None or len(reading.quantities) > _MOST_AMOUNTS:
        return ""
    operands = set(equation.operands)
    others = [n for n in reading.quantities if operands.isdisjoint((n.value, n.value / 100))]
    amounts = [n for n in reading.quantities if not _is_ratio(n) and n.value]
    for number in filter(_is_ratio, others):
        per = 100 if number.role == "percent" else 1
        for one, two in permutations(amounts, 2):
            if one.value == two.value or kind_of(one) != kind_of(two):
                continue
            made = _ratios(now(one.value), now(two.value))
            for old, changed in zip(_ratios(one.value, two.value), made, strict=True):
                if old * per == number.value and changed * per != now(number.value):
                    return Reason.CONTRADICTS_CONTEXT
    prices = {n.value for n in others if n.role == "money"}
    counts = {n.value for n in others if n.role == "quantity"} - prices - {Fraction(1)}
    paid = {n.value for n in amounts if n.role == "money"} - prices
    for price, count in product(prices, counts):
        if price * count in paid and now(price) * now(count) != now(price * count):
            return Reason.CONTRADICTS_CONTEXT  # "$4 a ride, so he pays $24 for 6 rides"
    return ""


def _is_ratio(number: NumberMention) -> bool:
    return number.role == "percent" or bool(_TIMES.match(number.field_text, number.end))


def _ratios(one: Fraction, two: Fraction) -> tuple[Fraction, Fraction]:
    """Return what one number is of another, and by how much it differs."""
    return two / one, abs(two - one) / one
