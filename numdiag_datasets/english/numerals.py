"""Patterns of numerals and month names, which longer patterns contain."""

from __future__ import annotations

#: Digits in groups of three: "1,200".
GROUPED = r"\d{1,3}(?:,\d{3})+"
#: A numeral without a sign: "1,200.50", "12", "3.5".
NUMERAL = rf"{GROUPED}(?:\.\d+)?|\d+(?:\.\d+)?"
#: The names of the months.
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
