"""The unit of an answer and its values: counted in whole numbers, measured, or money with cents."""

from __future__ import annotations

import re
from fractions import Fraction

from numdiag_datasets.english.number_roles import MEASURE_WORDS, MONEY_WORDS
from numdiag_datasets.english.word_lists import word_list

# Units that are measured and not counted. A day or a longer time is counted: "How many days will they last?"
# is answered by a whole number. "times" is the unit of a ratio.
_COUNTED_TIMES = word_list("units of time with plurals")
_MEASURED_UNITS = (MEASURE_WORDS | MONEY_WORDS | {"times"}) - _COUNTED_TIMES

_SHARES = re.compile(
    r"\b(?:each|every|per|apiece|same (?:number|amount))\b|\bhow (?:much|long|far|old|tall|big)\b",
    re.IGNORECASE,
)
# "How many boxes will he need?", "How many pies can they make?": a remainder needs one more box, and makes no
# pie. The first of the two words decides: "How many cakes can she bake if each needs 5 eggs?"
_ROUNDS = re.compile(
    r"\b(?:(?P<up>needs?|needed|(?:ha(?:s|ve|d)|got) to|must|should)|can|could|able to)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\bhow many\b.*", re.IGNORECASE | re.DOTALL)
_ALL = r"(?:(?<!with )(?<!in )all(?! together)|every(?:body|one|thing))\b"
# A goal, as in "after how many weeks can she buy it", needs one more for a remainder.
_GOAL = re.compile(
    r"\b(?:(?:after|within) how many|in how many (?:day|week|month|year)s"
    rf"|how many\b[^?]{{0,200}}\b(?:until|till|before)\b[^?]{{0,200}}\b(?:can|could|able)|(?:in|on|with|by) how many\b[^?]{{0,200}}\b{_ALL})\b",
    re.IGNORECASE,
)
_PERHAPS_GOAL = re.compile(
    rf"\b(?:in|on|with|by|at|from) how many\b|\bhow many\b[^?]{{0,200}}\b{_ALL}", re.IGNORECASE
)
_NO_REMAINDER = re.compile(
    r"\b(?:used?|using|ate|spent|took|takes?|gave|placed|packed|filled|left)\b[^.?!]*\b(?:in all|altogether|in total)\b"
    r"|\b(?:around|about|approximately|roughly|almost|nearly) (?:\$?\d|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty\b)",
    re.IGNORECASE,
)


def is_dollars(unit: str) -> bool:
    """Return whether the answer is an amount of money with cents and nothing smaller."""
    return unit.partition(" ")[0].lower() in ("dollar", "dollars")


def must_be_whole(unit: str, quotient: Fraction) -> bool:
    """Return whether a quotient counts things, so that only whole numbers answer the question.

    "252 guests, 4 a table": 57.41 tables is exact arithmetic and a wrong answer; 57.41 dollars is not. If the
    original quotient is not a whole number, it is measured, regardless of its unit.
    """
    if quotient.denominator != 1:
        return False
    return unit.partition(" ")[0].lower() not in _MEASURED_UNITS


def is_share(question: str) -> bool:
    """Return whether the question asks for the share that each one gets.

    A share may be a fraction; a number of groups may not, since 7.5 bags cannot be filled.
    """
    return _SHARES.search(question) is not None


def is_rounded(question: str) -> bool:
    """Return whether the question asks for a number of groups that are needed, or can be had."""
    return _rounds(question) is not None


def _rounds(question: str) -> re.Match[str] | None:
    asked = _HOW_MANY.search(question)
    return _ROUNDS.search(asked[0] if asked else question)


def rounding_of(question: str, story: str) -> str:
    """Return how to round a fractional number of groups: "ceil", "floor", or "" if that is unclear.

    If the story uses up everything ("he used 40 nails in all") or its sizes are vague ("around 20 pieces"),
    no remainder can be rounded.
    """
    rounds = _rounds(question)
    if rounds is None or _NO_REMAINDER.search(story):
        return ""
    if rounds["up"] or _GOAL.search(question):
        return "ceil"
    return "" if _PERHAPS_GOAL.search(question) else "floor"
