"""Amounts that are written in several parts, as one number; what has no one value, as `NO_VALUE`."""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.english.number_phrases import amounts_in_words
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numerals import (
    GROUPED,
    MONTHS,
    OTHERWISE_GROUPED,
    SPACED,
    without_groups,
)
from numdiag_datasets.scoring.answer_extraction.traced_text import Parts, TracedText

#: Stands for a date, a time, a ratio, a range, a power or an unknown: a number whose value cannot be told.
NO_VALUE = "\ue004"

_NUMBER = rf"(?<![\w.,/^])(?:{GROUPED}(?![\d,])|\d{{1,30}})(?:\.\d{{1,30}})?(?![\d^/]|[.,]\d)"
_SHORT = {"k": 10**3, "m": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9, "hundred": 100, "dozen": 12}
_MAGNITUDE = re.compile(
    rf"({_NUMBER})(?:([kKMB]|[bm]n)(?!\w)|((?:[ -](?i:hundred|dozen|{'|'.join(MAGNITUDES)})\b){{1,3}}))"
)
_AND = r"(?: |, | and |, and )"
_MONEY = rf" (?:dollar|euro|pound)s?{_AND}"
_CENTS = r" (?:cents?|pence)\b"
_MONEY_AND_CENTS = re.compile(
    rf"(?:[$€£] ?({_NUMBER}){_AND}|({_NUMBER}){_MONEY})(\d{{1,2}}){_CENTS}"
)
#: An ordinal that is the answer itself: "#### 6th place", "So she came in 6th".
_RANK = re.compile(
    r"((?:####|\banswer is|\banswer:|(?:^|[.!?]\s)(?:so|thus|therefore|hence)\b[^.!?\n\d]{0,60})\s*(?:the )?\d{1,9})(?:st|nd|rd|th)\b(?=[^.\n\d]*(?:[.\n]|$))",
    re.IGNORECASE | re.MULTILINE,
)
_UNITS = (
    r" (?:years?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|miles?|yards?|foot|feet|inch|inches|kilometers?|km|meters?|metres?|m|cm|"
    r"pounds?|lbs?|ounces?|oz|kilograms?|kg|grams?|g|gallons?|quarts?|pints?|cups?|liters?|litres?|dollars?|quarters?|dimes?|nickels?|cents?)\b"
)
_NO_VALUE = re.compile(
    "|".join(
        (
            rf"\b(?:{MONTHS}) \d{{1,2}}(?!\w|[.,]\d)",
            r"(?<!\d)\d{1,9}:\d{1,9}(?::\d\d)?(?: ?[ap]\.?m\b)?",  # a time or a ratio
            rf"{_NUMBER}(?: [a-z]+)? to [$€£]?{_NUMBER}(?! get\b)",
            rf"(?<=between ){_NUMBER} and {_NUMBER}",
            rf"{_NUMBER} out of {_NUMBER}",
            rf"{_NUMBER}{_UNITS}(?: |, and | and ){_NUMBER}{_UNITS}",
            rf"{_NUMBER} \d{{1,9}}/\d{{1,9}}(?![\w/])",  # no mixed number
            r"(?:(?<![\w.])\d[\d.]{0,30}|\([^()\n]*\))\^[({]?-?\d+[)}]?",
            r"(?:(?<![\w.])\d[\d.]{0,30}\*? ?)?(?:\\sqrt|√|\bsqrt) ?(?:\{[^{}\n]*\}|\([^()\n]*\)|\d+)",
            r"(?<![\w.])\d[\d.]{0,30}[xyzXYZ]\b(?! ?[\d(])|(?<=\d [-+*/] )[b-zB-Z]\b(?!['’).:]| ?=)",  # an unknown
        )
    )
)
_NONE = re.compile(
    r"\bno (?:more )?[a-z]+(?: [a-z]+)?(?: (?:is|are|was|were))? (?:left|remaining)\b"
)
_UNIT_POWER = re.compile(r"(?<=[a-z])\^[({]?-?\d{1,3}[)}]?")
_TERM = rf"[(]?[$€£]?{_NUMBER}%?(?: [a-z]+){{0,2}}[)]?"
#: A calculation whose result is told in words: "79 - 63, which is 16".
_TOLD = re.compile(
    rf"({_TERM}(?:(?: ?[-+*/] ?| (?:x|times|plus|minus|divided by|multiplied by) ){_TERM}){{1,9}})"
    r"(?:,? (?:(?:which|that|this) (?:is|are|was|equals|makes|gives|leaves|comes to)|(?:and|so)(?: (?:we|you|he|she|they|it|i))? gets?|"
    r"equals|is|are|makes?|gives?|comes to)|, or)(?: (?:equal to|the same as|equivalent to|a total of))? (?=[$€£]?\d)"
)
#: Digits in groups between other marks than commas; decimal commas belong to `plain_text`.
_GROUPS = re.compile(rf"(?<![\w.,]){OTHERWISE_GROUPED}|(?<![\w.,])(?<!\d ){SPACED}")
_IN_MONEY, _OF_CENTS = re.compile(_MONEY), re.compile(_CENTS)


def with_whole_amounts(text: TracedText) -> TracedText:
    """Return a plain text with one number for each amount.

    "1.5 million" -> "1500000"; "14 dollars and 35 cents" -> "14.35"; "79 - 63, which is 16" -> "79 - 63 = 16".

    A date, a time, a ratio, a range ("12 to 15"), two units ("2 hours and 20 minutes"), a power, a root and an unknown have no value
    that could be told without the question; each becomes `NO_VALUE`.
    """
    text = text.sub(_GROUPS, lambda match: (without_groups(match[0]),))
    text = text.sub(_MAGNITUDE, _multiplied).sub(_MONEY_AND_CENTS, _money).sub(_RANK, (1,))
    return text.sub(_UNIT_POWER, ("",)).sub(_NO_VALUE, (NO_VALUE,)).sub(_TOLD, (1, " = "))


def whole_amounts_in_words(text: str, start: int, end: int) -> list[tuple[int, int, Fraction]]:
    """Return the amounts in words of a part of a text; "four dollars and two cents" is one, "no pens are left" is 0."""
    found: list[tuple[int, int, Fraction]] = []
    for first, last, value in amounts_in_words(text, start, end):
        if found and _IN_MONEY.fullmatch(text, found[-1][1], first) and _OF_CENTS.match(text, last):
            before = found.pop()
            first, value = before[0], before[2] + value / 100
        found.append((first, last, value))
    nones = [(*match.span(), Fraction(0)) for match in _NONE.finditer(text, start, end)]
    return sorted(found + nones)


def _multiplied(match: re.Match[str]) -> Parts:
    names = (match[2] or match[3]).lower().replace("-", " ").split()
    value = Fraction(without_groups(match[1])) * prod((MAGNITUDES | _SHORT)[name] for name in names)
    return (plain_decimal(value),)


def _money(match: re.Match[str]) -> Parts:
    whole = Fraction(without_groups(match[1] or match[2]))
    return (plain_decimal(whole + Fraction(int(match[3]), 100)),)
