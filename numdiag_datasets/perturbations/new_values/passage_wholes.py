"""Constraints between the amounts of a passage: their order, and the wholes that they are parts of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

from numdiag_datasets.texts.passage.amounts import Amount
from numdiag_datasets.texts.passage.number_search import PassageDerivation
from numdiag_datasets.texts.reading import Reading

# Sums of such small numbers are coincidences unless they are adjacent.
_SMALL: Final = 30
# Maximum number of amounts near an operand that are compared, and of parts in one sum.
_MOST_NEAR: Final = 10
_MOST_PARTS: Final = 4
_LONGEST_RUN: Final = 12
# Words that rank all things that the passage counts.
_RANKS = re.compile(
    r"\b(?:largest|biggest|highest|greatest|smallest|fewest|lowest|most|least) (?!of\b|likely\b|recent\b|notably\b)"
    r"|\b(?:second|third|fourth|fifth)[- ](?:largest|biggest|highest|smallest|most)\b"
)


def is_bound_by_sums(
    reading: Reading, derivation: PassageDerivation, *, nearly: bool = False
) -> bool:
    """Return whether an operand is the sum or the difference of others, or part of a list with its sum.

    "126 ships comprising 6 large galleys, 10 ordinary galleys, ..." The lengths of single plays are
    hyphenated; their sums are not.

    Args:
        nearly: whether parts that nearly add up to a whole count too, as in an incomplete list.
    """
    mentions = [mention for mentions in derivation.operands for mention in mentions]
    changed = frozenset(derivation.values)
    alike = _alike(reading, mentions[0].kind)
    if all(mention.number.hyphenated for mention in mentions):
        plain = {amount.value for amount in alike if not amount.number.hyphenated}
        return any(sum(parts) in plain for parts in _subsets([*changed], 2))
    shown = {amount.value for amount in alike}
    for value in changed:
        for other in shown - {value}:
            is_large = min(value, other) > _SMALL
            if is_large and {value + other, abs(value - other)} & (shown - {other}):
                return True
    if _is_in_summed_run(alike, changed, shown):
        return True
    for mention in mentions:
        values = [amount.value for amount in _near(alike, mention)]
        for parts in _subsets(values, _MOST_PARTS):
            total = sum(parts)
            if min(parts) > _SMALL and total in shown and not changed.isdisjoint(parts):
                return True
            wholes = changed if changed.isdisjoint(parts) else shown
            if nearly and any(_is_nearly(total, parts, whole) for whole in wholes):
                return True
    return False


def _is_nearly(total: Fraction | int, parts: Sequence[Fraction], whole: Fraction) -> bool:
    """Return whether parts add up to a whole within one in two hundred, and none of them does so alone."""
    return whole not in parts and abs(total - whole) * 200 <= whole <= (total - max(parts)) * 50


def _is_in_summed_run(
    alike: Sequence[Amount], changed: frozenset[Fraction], shown: set[Fraction]
) -> bool:
    """Return whether successive amounts add up to an operand, or to another amount in the passage.

    In the second case one of the successive amounts must be an operand.
    """
    for first, start in enumerate(alike):
        total = start.value
        has_operand = start.value in changed
        for amount in alike[first + 1 : first + _LONGEST_RUN]:
            total += amount.value
            has_operand = has_operand or amount.value in changed
            if total in shown and (has_operand or total in changed):
                near = abs(amount.sentence - start.sentence) <= 1
                if near or total > 10 * _SMALL:
                    return True
    return False


class Bounds:
    """Constraints on new values of operands: the order of the amounts, parts no larger than wholes, and the
    shares that the passage states with decimals: "11,959 (48.35%)" of 24,736."""

    def __init__(self, reading: Reading, derivation: PassageDerivation) -> None:
        mentions = [mention for mentions in derivation.operands for mention in mentions]
        kind = mentions[0].kind
        alike = _alike(reading, kind)
        near = [amount for mention in mentions for amount in _near(alike, mention)]
        ranked = kind != "count" or any(_RANKS.search(text) for _, text in reading.passage.texts)
        self._ordered = sorted({amount.value for amount in (alike if ranked else near)})
        changed = frozenset(derivation.values)
        wholes = sorted({amount.value for amount in near})
        self._wholes = [
            (parts, whole)
            for parts in _subsets(wholes[:_MOST_NEAR], 3)
            if not changed.isdisjoint(parts)
            for whole in wholes
            if whole not in parts and sum(parts) <= whole
        ]
        shown = {amount.value for amount in alike if amount.value > 0}
        pairs = {tuple(sorted((one, two))) for one in changed & shown for two in shown - {one}}
        self._shares = [
            (part, whole, share, decimals)
            for share, decimals in _stated_shares(reading)
            for part, whole in pairs
            if _is_share(part, whole, share, decimals)
        ]

    def hold(self, new: Mapping[Fraction, Fraction]) -> bool:
        """Return whether the constraints hold for these new values of some amounts."""
        now = [new.get(value, value) for value in self._ordered]
        return (
            all(one < other for one, other in pairwise(now))
            and all(
                sum(new.get(part, part) for part in parts) <= new.get(whole, whole)
                for parts, whole in self._wholes
            )
            and all(
                _is_share(new.get(part, part), new.get(whole, whole), share, decimals)
                for part, whole, share, decimals in self._shares
            )
        )


def _stated_shares(reading: Reading) -> set[tuple[Fraction, int]]:
    """Return the percentages of a passage that have decimals, each with their number; others fit by chance."""
    numerals = {
        (amount.value, len(amount.number.numeral.partition(".")[2]))
        for amount in reading.passage.amounts
        if amount.kind == "percent"
    }
    return {(value, decimals) for value, decimals in numerals if decimals}


def _is_share(part: Fraction, whole: Fraction, share: Fraction, decimals: int) -> bool:
    return bool(abs(100 * part / whole - share) * 2 * 10**decimals <= 1)


def _alike(reading: Reading, kind: str) -> list[Amount]:
    return [amount for amount in reading.passage.amounts if amount.kind == kind]


def _near(alike: Sequence[Amount], mention: Amount) -> list[Amount]:
    """Return the amounts in a mention's sentence and its neighbours, itself included; of many, the nearest."""
    near = [amount for amount in alike if abs(amount.sentence - mention.sentence) <= 1]
    start = mention.number.start
    near.sort(key=lambda amount: abs(amount.number.start - start))
    return near[:_MOST_NEAR]


def _subsets(values: Sequence[Fraction], most: int) -> list[tuple[Fraction, ...]]:
    """Return all subsets of two to ``most`` of the values."""
    distinct = list(dict.fromkeys(values))
    return [parts for size in range(2, most + 1) for parts in combinations(distinct, size)]
