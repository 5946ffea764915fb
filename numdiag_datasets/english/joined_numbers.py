"""Numbers that form a unit with a sign or another number: bounds, ranges before a unit, ratios."""

from __future__ import annotations

import re

# The reach of a ratio and its cue, in characters on either side of one of its numbers.
_REACH = 48
_NUMERAL = r"\d[\d,.]{0,12}"
_BOUND_BEFORE = ("<", ">", "≤", "≥", "< ", "> ", "≤ ", "≥ ")
_CURRENCY_BEHIND = re.compile(r" ?: ?[$€£]")
_CURRENCY_BEFORE = re.compile(rf"[$€£]{_NUMERAL} ?: ?$")
# Four digits may be a year: "the rate of 2018 to 2019".
_SIDE = r"\d{1,3}(?:\.\d{1,4})?(?![\d%])"
_UNIT_BEHIND_RANGE = re.compile(rf"[ -]to[ -]{_SIDE}-\w")
_RANGE_BEFORE_UNIT = re.compile(r"\d[ -]to[ -]$")
_JOINTS = (" to ", "-to-", " for ", "-for-")
_RATIO = re.compile(
    rf"\b(?:outnumber(?:ed|ing)?|odds|ratio|votes?|rate|score|lost|won|beat)(?: (?!from\b|between\b)[a-z]{{1,6}}){{0,3}} {_SIDE} to {_SIDE}"
    rf"|(?<![\d.,]){_SIDE} to {_SIDE} (?:ratio|odds|vote|majority|margin|victory|win|lead|loss|defeat)\b"
    rf"|{_NUMERAL}-(?:to|for)-{_NUMERAL}"
    rf"|(?:\b(?:was|is|went|going) |\(){_NUMERAL} for {_NUMERAL}(?: (?:on|in|from|passing|with)\b|[.,;)])"
)


_SMALL = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)\b"
_END = rf"(?:{_NUMERAL}|{_SMALL})"
_AMOUNT = rf"[$€£₹`]?{_END}(?:%| (?:thousand|million|billion)\b)?"
_GOES_ON = re.compile(r"%?(?: (?:thousand|million|billion))? (?:to|and|through|until|-) ")
_RANGES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<!from )(?<![\d$€£.,])\b(?P<ends>{_END} (?:to|-) {_END})(?= (?:years|months|weeks|days|hours|minutes)\b)",
        rf"\b(?:from|between) (?P<ends>{_END} (?:to|and|until|-) {_END})(?=:\d\d| o['’]clock| ?[ap]\.?m\b)",
        rf"\bbetween (?P<ends>{_AMOUNT} and {_AMOUNT})(?= (?:years|months|weeks|days|hours|minutes)\b)",
        rf"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)) (?:from |between )?(?P<ends>{_AMOUNT} (?:to|and|through) {_AMOUNT})",
        rf"\bage[sd]? (?:of |between |from )?(?P<ends>{_END} (?:to|and|through|-) {_END})(?! other\b)",
        # The first number has the magnitude of the second.
        rf"(?P<ends>[$€£]{_NUMERAL}) to [$€£]?{_NUMERAL} (?:thousand|million|billion)\b",
    )
)


def is_bound(text: str, start: int, end: int) -> bool:
    """Return whether a sign makes a number a bound: "360+", ">360", "≤ 5"; "2 + 3" has none."""
    if text[end : end + 1] == "+":
        return not text[end + 1 : end + 2].isdigit()
    return text.endswith(_BOUND_BEFORE, 0, start)


def is_rate_of_currencies(text: str, start: int, end: int) -> bool:
    """Return whether an amount is one side of an exchange rate: "€1:£0.88"."""
    return bool(
        _CURRENCY_BEHIND.match(text, end)
        or _CURRENCY_BEFORE.search(text, max(0, start - 18), start)
    )


def is_range_before_unit(text: str, start: int, end: int) -> bool:
    """Return whether a number is one end of a range that a hyphen joins to its unit: "2 to 5-year notes"."""
    if text.startswith((" to ", "-to-"), end) and _UNIT_BEHIND_RANGE.match(text, end):
        return True
    return (
        text.endswith((" to ", "-to-"), 0, start)
        and text[end : end + 1] == "-"
        and bool(_RANGE_BEFORE_UNIT.search(text, max(0, start - 6), start))
    )


def is_end_of_range(text: str, start: int, end: int) -> bool:
    """Return whether a number is one end of a range.

    "lives of 5 to 40 years", "ranging from 1% to 5%", "$2.3 to $2.9 million"; "rose from 5 to 10 years"
    contains two amounts instead.
    """
    if not (
        _GOES_ON.match(text, end)
        or text.endswith((" to ", " and ", " through ", " until ", " - "), 0, start)
    ):
        return False
    nearby = (
        match
        for range_ in _RANGES
        for match in range_.finditer(text, max(0, start - _REACH), end + _REACH)
    )
    return any(match.start("ends") <= start and end <= match.end("ends") for match in nearby)


def is_part_of_ratio(text: str, start: int, end: int) -> bool:
    """Return whether a number is one side of a ratio: "outnumbered 3 to 1", "was 4 for 4 on field goals"."""
    if not (text.startswith(_JOINTS, end) or text.endswith(_JOINTS, 0, start)):
        return False
    nearby = _RATIO.finditer(text, max(0, start - _REACH), end + _REACH)
    return any(match.start() <= start and end <= match.end() for match in nearby)
