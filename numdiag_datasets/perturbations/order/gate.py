"""The gate of order: when another order of the numbers is sound."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.english.numbers import NumberMention


def order_gate(before: Sequence[NumberMention], after: Sequence[NumberMention]) -> str:
    """Whether the same numbers, as they are written, stand in another order: a reason code, or ""."""
    one, two = (
        [(m.value.as_integer_ratio(), m.numeral.casefold(), m.is_quantity) for m in mentions]
        for mentions in (before, after)
    )
    if sorted(one) != sorted(two):
        return "numbers_changed"
    return "same_order" if [m for m in one if m[2]] == [m for m in two if m[2]] else ""
