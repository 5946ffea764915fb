"""Numerals: their patterns, which longer patterns contain, and their groups of digits; names of months."""

from __future__ import annotations

import re

_GROUP_MARK = re.compile(r"[, \xa0\u2009\u202f'’，]")
#: Digits in groups of three: "1,200".
GROUPED = r"\d{1,3}(?:,\d{3})+"
#: The same between other marks that mean nothing else, "1'234'567", and Indian groups, "12,34,567".
OTHERWISE_GROUPED = (
    r"(?:\d{1,3}(?:(?:['’]\d{3}){1,9}|(?:[\xa0\u2009\u202f]\d{3}){1,9}|(?:，\d{3}){1,9})"
    r"|\d{1,2}(?:,\d\d){1,9},\d{3})(?!,?\d)"
)
#: A numeral of other languages that shows itself: "1.234,5", "1 234,5", "1.234.567", "0,188".
EUROPEAN = (
    r"(?:\d{1,3}(?:(?:\.\d{3}){1,9},|(?:[ \xa0]\d{3}){1,9},(?!\d{3}(?!\d)))\d+"
    r"|\d{1,3}(?:\.\d{3}){2,9}|(?<![\d.,])0,\d+)(?![.,]?\d)"
)
#: Digits in groups of three between spaces, if the last is zero or there are three: "70 000", "1 234 567";
#: "12 300-page books" has two numbers.
SPACED = r"(?:\d{1,3}(?:[ \xa0]\d{3})*[ \xa0]000|\d{1,2}(?: \d{3}){2,9})(?![\d,.]*\d)"
#: The same after a currency sign, which counts one number: "$409 500".
SPACED_MONEY = r"(?<=[$€£])\d{1,3}(?:[ \xa0]\d{3})+(?![\d,.]*\d)"
#: A numeral without a sign: "1,200.50", "12", "3.5".
NUMERAL = rf"{GROUPED}(?:\.\d+)?|\d+(?:\.\d+)?"

#: The names of the months.
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"


def without_groups(numeral: str) -> str:
    """Return a numeral in plain digits: "1,200", "1 200", "12,34,567", "1.234,5" -> "1200", "1200", "1234567", "1234.5"."""
    if _EUROPEAN.fullmatch(numeral):
        return re.sub(r"[. \xa0]", "", numeral).replace(",", ".")
    return _GROUP_MARK.sub("", numeral)


def grouped_like(source: str, whole: str) -> str:
    """Return digits in groups if a numeral has them, with its mark: "1,200", "70 000", "12,34,567"."""
    if source.isdigit():  # nearly always
        return whole
    marks = _GROUP_MARK.findall(source)
    if not marks:
        return whole
    if _INDIAN.match(source):
        pairs, last = whole[:-3], whole[-3:]
        return ",".join([*_PAIRS.split(pairs), last]) if pairs else last
    return f"{int(whole):,}".replace(",", marks[0])


_EUROPEAN = re.compile(EUROPEAN)
_INDIAN = re.compile(r"\d{1,2},\d\d,")
_PAIRS = re.compile(r"(?<=\d)(?=(?:\d\d)+$)")
