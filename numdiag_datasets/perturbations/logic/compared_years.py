"""The years that a question compares."""

from __future__ import annotations

import re
from dataclasses import dataclass

from numdiag_datasets.texts.table.years import full_year

# "the fiscal years ended December 31, 2018", "FY19"
_NAMED = (
    r"(?:(?:the|both|fiscal|financial|calendar|years?|year-end|ended|ending|as of|at|end of"
    r"|(?:January|March|April|June|July|September|October|December) \d{1,2},?) |FYE? ?|F){0,12}"
)
_YEAR = r"((?:19|20)\d\d|(?<=F)\d\d|(?<=FY)\d\d)"
_FIRST_BACK_TO_SECOND = re.compile(
    rf"\b(?:in|for|during|of) {_NAMED}{_YEAR},? "
    rf"(?:from|(?:as )?compared (?:to|with)|versus|vs\.?|over|against) {_NAMED}{_YEAR}\s*+$",
    re.IGNORECASE,
)
_FIRST_AND_SECOND = re.compile(
    rf"\b(?:(?:over|across|during|in|for) the (?:\d|two|three)[- ]years? (?:period )?)?"
    rf"(?:between|from|for|in|of|over|across|during|to) {_NAMED}{_YEAR},? ?(?:and|to|-|–|&)? ?"
    rf"{_NAMED}{_YEAR}\s*+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Period:
    """Two years at the end of a question.

    Attributes:
        start: the start of the words about the years; the words before it name the figure.
        years: the base and the year that is compared with it.
    """

    start: int
    years: tuple[int, int]


def find_period(text: str) -> Period | None:
    """Return the two years at the end of a question, the base first.

    "between 2019 and 2018" leads from the earlier to the later year, "from 2019 to 2018" back.
    """
    if "from," in text:  # "from, 2019 to 2018": which year is the base?
        return None
    match = _FIRST_BACK_TO_SECOND.search(text)
    back = match is not None
    match = match or _FIRST_AND_SECOND.search(text)
    if match is None:
        return None
    first, second = full_year(match[1]), full_year(match[2])
    if back:
        first, second = second, first
    elif not match[0].startswith("from"):
        first, second = sorted((first, second))
    start = len(text[: match.start()].rstrip().removesuffix(",").rstrip())
    return Period(start, (first, second)) if first != second else None
