"""Labels that are known from another sentence: "with bus 5 than with bus 7", since "bus 7 brought 38 visitors"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.references import REFERENCES, SERIES

#: The noun before a number, or before the first of several: "bus 5", "chapters 3 and 4". In "the room 5 boys" and "by bus
#: 7 times" the number counts.
_BEHIND = re.compile(
    r"(?:^|(?<!\bby)(?<!\bthe)(?<!\ba) )(?P<noun>[A-Za-z]+) (?P<others>(?:\d{1,4},? (?:(?:and|or|to) )?){0,9})$"
)
_COUNTED = re.compile(r" (?:[a-z]+ )?[a-z]+s\b")
_FAR = 48
_NAMING = ("reference", "label")


def labelled_nouns(numbers: Iterable[NumberMention]) -> frozenset[str]:
    """Return the nouns, in the singular, whose things have numbers: "room" of "Room 12"."""
    nouns = (_noun(number) for number in numbers if number.role in _NAMING)
    return frozenset(noun for noun in nouns if noun in SERIES | REFERENCES)


def with_labels(
    numbers: Iterable[NumberMention], nouns: frozenset[str]
) -> tuple[NumberMention, ...]:
    """Return the numbers; those that follow one of the nouns become references."""
    return tuple(
        replace(number, role="reference")
        if nouns and number.role == "quantity" and number.text.isdigit() and _noun(number) in nouns
        else number
        for number in numbers
    )


def _noun(number: NumberMention) -> str:
    """Return the noun right before a number, in the singular; "" if none, or if it has an article."""
    found = _BEHIND.search(number.field_text[max(0, number.start - _FAR) : number.start])
    # "in house 1, 20 carpets in house 2"
    if found is None or (found["others"] and _COUNTED.match(number.field_text, number.end)):
        return ""
    noun = found["noun"].lower()
    is_one = noun == singular(noun)
    return singular(noun) if is_one or found["others"] or _is_first(number) else ""


def _is_first(number: NumberMention) -> bool:
    return bool(
        re.match(
            r"(?:,|,? (?:and|or|to)) \d{1,4}\b", number.field_text[number.end : number.end + 12]
        )
    )
