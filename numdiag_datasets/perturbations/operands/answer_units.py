"""What the unit of an answer says of its value: counted in wholes, or measured; money, with its cents."""

from __future__ import annotations

from fractions import Fraction

from numdiag_datasets.english.number_roles import MEASURE_WORDS, MONEY_WORDS

# Units of what is measured and not counted. A day or a longer time is counted: "How many days will
# they last?" is answered by a whole number. "times" stands for a ratio.
_COUNTED_TIMES = frozenset(
    "day days week weeks month months year years decade decades century centuries".split()
)
_MEASURED_UNITS = (MEASURE_WORDS | MONEY_WORDS | {"times"}) - _COUNTED_TIMES


def is_dollars(unit: str) -> bool:
    """Whether the answer is a sum of money that has cents and nothing smaller."""
    return unit.partition(" ")[0].lower() in ("dollar", "dollars")


def must_be_whole(unit: str, quotient: Fraction) -> bool:
    """Whether a quotient counts things, so that only whole numbers answer the question.

    "252 guests, 4 a table": 57.41 tables is exact arithmetic and a wrong answer; 57.41 dollars is
    not. A quotient that is no whole number in the original is measured, whatever its unit.
    """
    if quotient.denominator != 1:
        return False
    return unit.partition(" ")[0].lower() not in _MEASURED_UNITS
