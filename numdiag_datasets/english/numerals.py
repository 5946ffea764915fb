"""Numerals: their patterns, which longer patterns contain, and their groups of digits; names of months."""

from __future__ import annotations

import re

_GROUP_MARK = re.compile(r"[, \xa0]")
#: Digits in groups of three: "1,200".
GROUPED = r"\d{1,3}(?:,\d{3})+"
#: Digits in groups of three between spaces, if the last is zero: "70 000"; "12 300-page books" has two numbers.
SPACED = r"\d{1,3}(?:[ \xa0]\d{3})*[ \xa0]000(?![\d,.]*\d)"
#: The same after a currency sign, which counts one number: "$409 500".
SPACED_MONEY = r"(?<=[$€£])\d{1,3}(?:[ \xa0]\d{3})+(?![\d,.]*\d)"
#: A numeral without a sign: "1,200.50", "12", "3.5".
NUMERAL = rf"{GROUPED}(?:\.\d+)?|\d+(?:\.\d+)?"

#: The names of the months.
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"


def without_groups(numeral: str) -> str:
    """Return a numeral without the marks between its groups: "1,200", "1 200" -> "1200"."""
    return _GROUP_MARK.sub("", numeral)


def grouped_like(source: str, whole: str) -> str:
    """Return digits in groups of three if a numeral has them, with its mark: "1,200", "70 000"."""
    if source.isdigit():  # nearly always
        return whole
    mark = next((mark for mark in (",", " ", "\xa0") if mark in source), "")
    return f"{int(whole):,}".replace(",", mark) if mark else whole
