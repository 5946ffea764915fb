"""Words that make the number after them one of a series: "Room 12", "in week 6"."""

from __future__ import annotations

import re

from numdiag_datasets.english.word_lists import word_list

#: With a capital: "Room 12", "Hill 950".
REFERENCES = word_list("references")
#: In lower case: "in week 6", "see note 12", "at number 11 on the chart"; "the number 35" is a value.
PLAIN_REFERENCES = word_list("plain references")
_PLAIN_REFERENCE = re.compile(
    r"\b(?:weeks?|notes?|pages|(?:on|in|see|at) page|(?:in|to|of|after|before|wins?|won|lost|loses?|played) (?:game|round)|versions?|pp\.?|levels?|scope|tier|(?<!can )(?<!to )(?<!could )(?<!will )(?<!he )(?<!they )type|sections?"
    r"|squadrons?|(?:[Oo]f|[Ii]n|[Dd]uring|[Ss]ince|[Uu]ntil) seasons?|(?<!the )wells"
    r"|(?:in|of) year) $"
    r"|(?<!\bthe )(?<!\bThe )\bnumber $"
)
#: Numbered things in a row, if no article marks a single one: "read page 12", "bus 7 has 30 seats", "on day 2
#: she". In "in the room 5 boys" and "by bus 7 times" the number counts.
_ONE = (
    "aisle apartment box bus chapter day exercise floor gate grade house lane lesson line locker page platform problem "
    "question room station"
).split()
_SEVERAL = "days grades chapters houses lanes rooms".split()
SERIES = frozenset((*_ONE, *_SEVERAL))
_BEFORE_ONE = (
    "in on at of from to for and or than as reads? until through between is if when after before then perhaps"
).split()
_ONE_OF_SERIES = re.compile(
    rf"(?:(?:^|[.!?;:,(] ?|\b(?:{'|'.join(_BEFORE_ONE)}) )(?:{'|'.join(_ONE)})|\b(?:in|on) (?:{'|'.join(_SEVERAL)})"
    r"(?: \w{1,12},? (?:and|or|to))?) $",
    re.IGNORECASE,
)


def is_reference(text: str, start: int) -> bool:
    """Return whether a word in lower case before a number makes it a reference: "in week four"."""
    return bool(_PLAIN_REFERENCE.search(text, max(0, start - 24), start))


def is_one_of_series(text: str, start: int) -> bool:
    """Return whether a number identifies one of many things in a row: "page 12"."""
    return bool(_ONE_OF_SERIES.search(text, max(0, start - 36), start))
