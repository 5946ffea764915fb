"""Amounts that a text repeats: rounded, or in another scale than the table's."""

from __future__ import annotations

from fractions import Fraction

from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.table.derivation import SCALES


def states_amount(number: NumberMention, amount: Fraction, scale: str) -> bool:
    """Return whether a number may state this amount, exactly or rounded to the digits that it has.

    Input -> output: "$1.5 billion" states 1,496.5 (million); "6 percent" states 5.93 (percent).

    Args:
        amount: in units of ``scale``; its sign is ignored.
        scale: a key of `SCALES`.
    """
    return unit_of(number, amount, scale) is not None


def unit_of(number: NumberMention, amount: Fraction, scale: str) -> Fraction | None:
    """Return the unit of a number that may state an amount (see `states_amount`), in units of ``scale``, else None.

    Input -> output: "$1.5 billion" and 1,496.5 (million) -> 1,000.
    """
    if not number.value:
        return None if amount else Fraction(1)
    unit = Fraction(1, 10 ** len(number.numeral.partition(".")[2]))
    units = [Fraction(1)]
    if scale != "percent" and number.role != "percent":
        magnitude = MAGNITUDES.get(number.magnitude.lower(), 1)
        units = [magnitude / SCALES[scale]]
        if magnitude == 1:  # in full, or in the scale of the table
            units.append(Fraction(1))
    # Floats first, which exclude nearly all of them and are far faster.
    near, said, slack = abs(float(amount)), float(number.value), 0.51 * float(unit)
    return next(
        (
            u
            for u in units
            if abs(near - said * float(u)) <= slack * float(u) + 1e-9 * near
            and abs(abs(amount) - number.value * u) * 2 <= unit * u
        ),
        None,
    )
