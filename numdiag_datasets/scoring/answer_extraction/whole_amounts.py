"""Amounts that are written in several parts, as one number; what has no one value, as `NO_VALUE`."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction
from functools import partial
from math import prod

from numdiag_datasets.core.decimals import plain_decimal, plain_number
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.english.number_phrases import amounts_in_words
from numdiag_datasets.english.number_words import MAGNITUDES, TEENS, TENS, UNITS, parse_words
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

#: Words between the numbers of a calculation, and their signs.
OPERATIONS_IN_WORDS = {
    "plus": "+",
    "minus": "-",
    "times": "*",
    "multiplied by": "*",
    "divided by": "/",
}
_OPERATION_WORD = rf"(?:{'|'.join(OPERATIONS_IN_WORDS)})"
_NUMBER = rf"(?<![\w.,/^])(?:{GROUPED}(?!\d|,\d)|\d{{1,30}})(?:\.\d{{1,30}})?(?![\d^/]|[.,]\d)"
_SHORT = {"k": 10**3, "m": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9, "hundred": 100, "dozen": 12}
#: A word that counts things, with more than one.
COUNT_WORD = rf"(?:{'|'.join([*list(UNITS)[2:], *TEENS, *TENS])})"
NUMBER_WORD = rf"(?:one|zero|hundred|{COUNT_WORD}|{'|'.join(MAGNITUDES)})"
#: Behind a magnitude: "5 thousand two hundred", "5 thousand 2 hundred 50", "5 thousand 200".
_REST = rf"{NUMBER_WORD}\b(?:(?:[- ]| and ){NUMBER_WORD}\b)*|\d (?:hundred\b|thousand\b)(?: \d{{2,3}}\b)?|(?:\d{{3}}|(?<=hundred )\d\d)\b(?![-.,/%]\w)"
_MAGNITUDE = re.compile(
    rf"({_NUMBER})(?:([kKMB]|[bm]n)(?!\w)|((?:[ -](?i:hundred|dozen|{'|'.join(MAGNITUDES)})\b){{1,3}}))(,? (?:and )?({_REST}))?"
)
#: An amount in words and again in digits: "twenty-one (21)", "two hundred and one ($201)".
_TWICE = re.compile(
    rf"\b((?i:{NUMBER_WORD}\b(?:(?:-| and | point | ){NUMBER_WORD}\b){{0,20}}))(?i: dollars| euros| pounds)? \([$€£]?({_NUMBER})\)"
)
#: "4 point 5", "3 and a half", "2 fifths"
_POINT = re.compile(r"(?<=\d) point (?=\d)")
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
}
_SHARE = re.compile(
    rf"({_NUMBER})(?:(?: and (?:a |one )?| (?=half\b))({'|'.join(_PARTS)})\b(?! of\b)| (third|fourth|fifth|sixth|eighth|tenth)s\b)"
)
_AND = r"(?: |, | and |, and )"
_MONEY = rf" (?:dollar|euro|pound)s?{_AND}"
_CENTS = r" (?:cents?|pence)\b"
_IN_WORDS = rf"\b(?i:(?:one|{COUNT_WORD})(?:[- ](?:one|{COUNT_WORD}))?)"
_MONEY_AND_CENTS = re.compile(
    rf"(?:[$€£] ?({_NUMBER}){_AND}|({_NUMBER}|{_IN_WORDS}){_MONEY})(\d{{1,2}}|{_IN_WORDS}){_CENTS}"
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
#: The answer in another unit or currency: "34.8 miles ≈ 56 km", "$5.45 ≈ €5".
_CONVERTED = re.compile(
    rf"(?P<amount>{_NUMBER} ?(?P<unit>[a-z]+)) ?≈ ?{_NUMBER} ?(?!(?P=unit)\b)(?=[a-z]+\b)(?:{_UNITS.replace(' ', '', 1)})"
    rf"|(?P<money>(?P<sign>[$€£¥]) ?{_NUMBER}) ?≈ ?(?!(?P=sign))[$€£¥] ?{_NUMBER}"
)
_NO_VALUE = re.compile(
    "|".join(
        (
            rf"\b(?:{MONTHS}) \d{{1,2}}(?!\w|[.,]\d)",
            r"(?<!\d)\d{1,9}:\d{1,9}(?::\d\d)?(?: ?[ap]\.?m\b)?",  # a time or a ratio
            rf"{_NUMBER}(?: (?!(?:comes|amounts)\b)[a-z]+)? to [$€£]?{_NUMBER}(?! get\b)",
            rf"(?<=between ){_NUMBER} and {_NUMBER}",
            rf"{_NUMBER} out of {_NUMBER}",
            rf"{_NUMBER} ?[十百千万萬亿億]",  # Chinese magnitudes
            rf"{_NUMBER} ?(?:小时|小時|时间|時間|分钟|[块元角时時点分]) ?{_NUMBER}",  # two units
            rf"{_NUMBER}(?P<first>{_UNITS})(?: |, and | and ){_NUMBER}(?!(?P=first)){_UNITS}",
            rf"{_NUMBER} \d{{1,9}}/\d{{1,9}}(?![\w/])",  # no mixed number
            r"\b0[xb][0-9A-Fa-f]+\b",
            rf"{_NUMBER} (?:squared|cubed)\b",
            r"(?:(?<![\w.])\d[\d.]{0,30}|\([^()\n]*\))\^[({]?-?\d+[)}]?",
            r"(?:(?<![\w.])\d[\d.]{0,30}\*? ?)?(?:\\sqrt|√|\bsqrt) ?(?:\{[^{}\n]*\}|\([^()\n]*\)|\d+)",
            r"(?<![\w.])\d[\d.]{0,30}[xyzXYZ]\b(?! ?[\d(])|(?<=\d [-+*/] )[b-zB-Z]\b(?!['’).:]| ?=)",  # an unknown
        )
    )
)
#: "34 : 2 = 17"
_QUOTIENT = re.compile(rf"({_NUMBER}) ?: ?(?={_NUMBER} ?=)")
_NONE = re.compile(
    r"\bno (?:more )?[a-z]+(?: [a-z]+)?(?: (?:is|are|was|were))? (?:left|remaining)\b"
)
#: "one" is an amount only where a short text has no other: elsewhere it is a thing ("the red one", "one of them").
_ONE = re.compile(
    r"(?<!\bno )(?<!\bany )(?<!\beach )(?<!\bevery )(?<!\bthe )(?<!\bthis )(?<!\bthat )(?<!\bwhich )(?<!-)\bone\b(?! (?:of|or|by|another|more|less|fewer|that|who|which|can|could|must|should|would|needs?|has)\b)(?!['’-])",
    re.IGNORECASE,
)
_SHORT_TEXT = 8  # words
_NONE_LEFT = re.compile(
    r"\bnone (?=(?:(?:is|are|was|were|will be) )?(?:left|remain))", re.IGNORECASE
)
_UNIT_POWER = re.compile(r"(?<=[a-z])\^[({]?-?\d{1,3}[)}]?")
_TERM = rf"[(]?[$€£]?{_NUMBER}%?(?: (?!{_OPERATION_WORD}\b)[A-Za-z]+){{0,2}}[)]?"
_RESULT = (
    r"(?:,? (?:(?:which|that|this) (?:is|are|was|equals|makes|gives|leaves|comes to)|(?:and|so)(?: (?:we|you|he|she|they|it|i))? gets?|"
    r"so|making|equals|is|are|makes?|gives?|leaves|(?:comes|amounts) to)|, or| ?(?:=|→|->|=>|⇒))(?: (?:equal to|the same as|equivalent to|a total of))? ?(?=\ue002?[$€£]?\d)"
)
_IN_ALL = rf",? (?:(?=[$€£]?{_NUMBER}(?: [a-z]+)? (?:in all|in total|altogether)\b)|(?:for )?a total of (?=[$€£]?\d))"
#: A calculation whose result follows in words: "79 - 63, which is 16".
_TOLD = re.compile(rf"({_TERM}(?:(?: ?[-+*/] ?| (?:x|{_OPERATION_WORD}) ){_TERM}){{1,9}}){_RESULT}")
#: Numbers whose sum follows, or a share of one: "4 boys and 4 girls, so 8", "7 & 5 = 12"; "1/2 of 34, which is 17".
_SUMMED = re.compile(
    rf"(?<!between ){_TERM}(?:,? (?:and|&) {_TERM}){{1,9}}(?:{_RESULT}|{_IN_ALL})"
    rf"|(?<![\w.,/])(?:\d{{1,9}}(?:\.\d{{1,30}})?%|\d{{1,9}}/\d{{1,9}}|\d?\.\d{{1,30}}) of (?:the )?{_TERM}{_RESULT}"
)
#: Digits in groups between other marks than commas; decimal commas belong to `plain_text`.
_GROUPS = re.compile(rf"(?<![\w.,]){OTHERWISE_GROUPED}|(?<![\w.,])(?<!\d ){SPACED}")
_IN_BETWEEN = re.compile(rf" {_OPERATION_WORD} |-? (?=minus\b)")
_IN_MONEY, _OF_CENTS = re.compile(_MONEY), re.compile(_CENTS)


def with_whole_amounts(text: TracedText, asked_in: Set[str] = frozenset()) -> TracedText:
    """Return a plain text with one number for each amount.

    "1.5 million" -> "1500000"; "14 dollars and 35 cents" -> "14.35"; "79 - 63, which is 16" -> "79 - 63 = 16".

    A date, a time, a ratio, a range ("12 to 15"), two units ("2 hours and 20 minutes"), a power, a root and an unknown have no value
    that could be told without the question; each becomes `NO_VALUE`.

    Args:
        text: plain text.
        asked_in: the magnitudes that the question counts in: if it asks how many dozen, "5 dozen" is 5.
    """
    text = text.sub(_GROUPS, lambda match: (without_groups(match[0]),)).sub(_CONVERTED, (1, 3))
    text = text.sub(_TWICE, _once)
    text = text.sub(_NONE_LEFT, ("0 ",)).sub(_POINT, (".",)).sub(_SHARE, _with_share)
    text = (
        text.sub(_MAGNITUDE, partial(_multiplied, asked_in))
        .sub(_MONEY_AND_CENTS, _money)
        .sub(_RANK, (1,))
    )
    text = text.sub(_QUOTIENT, (1, "/")).sub(_SUMMED, ("",))
    return text.sub(_UNIT_POWER, ("",)).sub(_NO_VALUE, (NO_VALUE,)).sub(_TOLD, (1, " = "))


def whole_amounts_in_words(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """Return the amounts in words of a part of a text, as decimals or `NO_VALUE`.

    "four dollars and two cents" is one amount, and "no pens are left" is 0. "One apple is left." is 1.
    """
    found: list[tuple[int, int, Fraction | None]] = []
    for first, last, value in amounts_in_words(text, start, end):
        before = found[-1] if found else None
        # "ten minus two"
        if before is not None and _IN_BETWEEN.fullmatch(text, before[1], first):
            found[-1] = (before[0], last, None)
            continue
        if (
            before is not None
            and before[2] is not None
            and value is not None
            and _IN_MONEY.fullmatch(text, before[1], first)
            and _OF_CENTS.match(text, last)
        ):
            found[-1] = (before[0], last, before[2] + value / 100)
        else:
            found.append((first, last, value))
    told = [
        (first, last, NO_VALUE if value is None else plain_number(value))
        for first, last, value in found
    ]
    told += [(*match.span(), "0") for match in _NONE.finditer(text, start, end)]
    if not told and len(text[start:end].split()) <= _SHORT_TEXT:
        told = [(*match.span(), "1") for match in _ONE.finditer(text, start, end)]
    return sorted(told)


def _once(match: re.Match[str]) -> Parts | None:
    return (2,) if _rest(match[1]) == Fraction(without_groups(match[2])) else None


def _multiplied(asked_in: Set[str], match: re.Match[str]) -> Parts:
    names = (match[2] or match[3]).lower().replace("-", " ").split()
    if set(names) <= asked_in and not match[5]:
        return (plain_decimal(Fraction(without_groups(match[1]))),)
    magnitude = prod((MAGNITUDES | _SHORT)[name] for name in names)
    value = Fraction(without_groups(match[1])) * magnitude
    rest = _rest(match[5]) if match[5] else Fraction(0)
    if rest is None:
        return (NO_VALUE,)
    # "5 thousand and two hundred" is one number, "5 million and two ants" are two.
    least = magnitude // 1000 if match[4] and "and " in match[4] else 0
    is_one = least <= rest < magnitude
    return (plain_decimal(value + rest),) if is_one else (plain_decimal(value), 4)


def _rest(text: str) -> Fraction | None:
    """Return the value of what follows a magnitude, or None if it is no single number: "two fifty"."""
    head, *tail = text.split()
    if not head.isdigit():
        try:
            return parse_words(text)
        except NumdiagError:
            return None
    if not tail:
        return Fraction(head)
    scale = 100 if tail[0].lower() == "hundred" else 1000
    return Fraction(head) * scale + Fraction(tail[1] if tail[1:] else 0)


def _with_share(match: re.Match[str]) -> Parts:
    number = Fraction(without_groups(match[1]))
    value = number + Fraction(1, _PARTS[match[2]]) if match[2] else number / _PARTS[match[3]]
    return (plain_number(value),)


def _money(match: re.Match[str]) -> Parts:
    whole, cents = _amount(match[1] or match[2]), _amount(match[3])
    return (NO_VALUE if whole is None or cents is None else plain_decimal(whole + cents / 100),)


def _amount(text: str) -> Fraction | None:
    return Fraction(without_groups(text)) if text[0].isdigit() else _rest(text)
