"""What the unit of an answer says of its value: counted in wholes, or measured; money, with its cents."""

from __future__ import annotations

import re
from fractions import Fraction

from numdiag_datasets.english.number_roles import MEASURE_WORDS, MONEY_WORDS
from numdiag_datasets.english.word_lists import word_list

# Units of what is measured and not counted. A day or a longer time is counted: "How many days will
# they last?" is answered by a whole number. "times" stands for a ratio.
_COUNTED_TIMES = word_list("units of time with plurals")
_MEASURED_UNITS = (MEASURE_WORDS | MONEY_WORDS | {"times"}) - _COUNTED_TIMES

_SHARES = re.compile(
    r"\b(?:each|every|per|apiece|same (?:number|amount))\b|\bhow (?:much|long|far|old|tall|big)\b",
    re.IGNORECASE,
)
# "How many boxes will he need?", "How many pies can they make?": a rest needs a box more, and makes no pie.
_ROUNDS_UP = re.compile(r"\b(?:needs?|needed|(?:ha(?:s|ve|d)|got) to|must|should)\b", re.IGNORECASE)
_ROUNDS_DOWN = re.compile(r"\b(?:can|could|able to)\b", re.IGNORECASE)


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


def is_share(question: str) -> bool:
    """Whether a quotient is asked for as what each gets, which may be a fraction, and not as a number of
    groups: nobody fills 7.5 bags."""
    return _SHARES.search(question) is not None


def rounding_of(question: str) -> str:
    """How a number of groups that comes out as a fraction is rounded: "ceil", "floor", or "" where the
    question does not say."""
    if _ROUNDS_UP.search(question):
        return "ceil"
    return "floor" if _ROUNDS_DOWN.search(question) else ""
