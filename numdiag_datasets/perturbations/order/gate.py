"""The gate of order: conditions for a sound new order of the numbers."""

from __future__ import annotations

from collections.abc import Sequence, Set
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.order.error_model import errors
from numdiag_datasets.texts.calculation import Calculation
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import mentions_of

_ANY: frozenset[Fraction] = frozenset()


def order_gate(
    before: Sequence[NumberMention],
    after: Sequence[NumberMention],
    operands: Set[Fraction] = _ANY,
) -> str:
    """Return "" if the same numbers, in the same form, occur in another order, else a reason code.

    Args:
        before, after: the numbers of the problem in both orders.
        operands: the values of operands in the text, which must change their order among themselves. Empty if
            the operands are unknown.
    """
    one, two = (
        [(m.value.as_integer_ratio(), m.numeral.casefold(), m.is_quantity) for m in mentions]
        for mentions in (before, after)
    )
    if sorted(one) != sorted(two):
        return Reason.NUMBERS_CHANGED
    orders = (
        [m[:2] for m, mention in zip(side, mentions, strict=True) if _counts(mention, operands)]
        for side, mentions in ((one, before), (two, after))
    )
    return Reason.SAME_ORDER if next(orders) == next(orders) else ""


def attack_gate(reading: Reading, ordered: Problem) -> str:
    """Return "" if a story has a sound new order that matters to a solver that ignores it, else a reason code."""
    operands = {group.value for group in reading.bound}
    reason = order_gate(list(reading.numbers), mentions_of(ordered), operands)
    return reason or (Reason.NO_EFFECT if _is_solved(reading, ordered) else "")


def control_gate(reading: Reading, ordered: Problem) -> str:
    """Return "" if a new order changes nothing for a solver that ignores it, else a reason code."""
    reason = order_gate(list(reading.numbers), mentions_of(ordered))
    if reason not in ("", Reason.SAME_ORDER):
        return reason
    return "" if _is_solved(reading, ordered) else Reason.NO_NEW_ORDER


def _is_solved(reading: Reading, ordered: Problem) -> bool:
    found = errors(reading, ordered)
    return found is not None and all(answer in ordered.answers for _, answer in found)


def order_matters(calculation: Calculation) -> bool:
    """Return whether another answer follows if two operands of the text change places in the equation."""
    operands = calculation.equation.operands
    swaps = [{i: operands[j], j: operands[i]} for i, j in combinations(calculation.mentions, 2)]
    right = calculation.written(calculation.equation.value())
    return any(answer != right for answer in calculation.answers(swaps))


def _counts(mention: NumberMention, operands: Set[Fraction]) -> bool:
    return mention.is_quantity and (not operands or mention.value in operands)
