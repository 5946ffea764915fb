"""Names that end in a number: "five Avro 504 were bought", "on Fox Sports 1."."""

from __future__ import annotations

import re

from numdiag_datasets.english.nouns import classes_of
from numdiag_datasets.english.number_marks import MONTHS, YEAR_LIKE, DigitNumber
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.english.word_lists import word_list

#: The end of a word with a capital within: "MorphInk 99", "iPhone 12".
INNER_CAPITAL = re.compile(r"[a-z]{3}[A-Z]|\bi[A-Z]")
_RISINGS = ("in the ", "during the ", "after the ", "before the ")
_TITLE_CASE = re.compile(r" [A-Z][a-z]")
# Behind the first word of a sentence, whose capital tells nothing: "Cloud 9 Diving Company".
_TITLE = re.compile(r" [A-Z][a-z]+ [A-Z][a-z]")
#: Follow the last word of a name: "on the Billboard 200 on 23 July", "Hill 950 overlooking".
COUNTS_NOTHING = word_list("counts nothing")

# The cue of a name at a mark: "on Fox Sports 1.", "for the Atari 7800, which", "at the Tennessee 22."
_NAME_AT_MARK = re.compile(r"(?:\b[Tt]he|\b[A-Z][a-z]+) [A-Z]\w+ $")
#: "the 2007 elections", "fiscal 2019 sales"
BEFORE_YEAR = MONTHS | frozenset("the our fiscal quarter year in".split())


def is_rising(number: DigitNumber) -> bool:
    """Return whether a number is the year that names a rising: "his part in the 45, he"."""
    text, start, end = number.text, number.start, number.end
    return end - start == 2 and text[end : end + 1] in ",." and text.endswith(_RISINGS, 0, start)


def ends_name(number: DigitNumber) -> bool:
    """Return whether a number ends the name before it: "five Avro 504 were bought"."""
    text, start, end, previous = number.text, number.start, number.end, number.previous
    if "," in text[start:end]:
        return False
    is_closed = number.following in COUNTS_NOTHING and "." not in text[start:end]
    return (
        (is_closed or bool(_TITLE_CASE.match(text, end)))
        and not (end - start == 4 and text[start] in "12")
        and text[start - 2 : start - 1].isalnum()
        and (
            not starts_sentence(text, start - 1 - len(previous))
            or (bool(_TITLE.match(text, end)) and bool(classes_of(previous)))
        )
        and previous.lower() not in BEFORE_YEAR
    )


def ends_name_at_mark(number: DigitNumber) -> bool:
    """Return whether a number ends a name at the end of a clause, or before "'s": "on Fox Sports 1.", "BBC 2's news".

    At the end of a clause such a name has another capital or an article before its last word, and no decimals.
    """
    text, start, end = number.text, number.start, number.end
    if (
        number.whole < 0
        or number.features & YEAR_LIKE
        or number.hyphenated
        or number.previous.lower() in BEFORE_YEAR
    ):
        return False
    if text[end : end + 2] in ("'s", "’s"):
        return number.previous[:1].isupper()
    if text[end : end + 1] not in (".", ",", ";", ")", ""):
        return False
    name = _NAME_AT_MARK.search(text, max(0, start - 32), start)
    return name is not None and not starts_sentence(text, name.start())
