"""Which sentence stands where in prose and among the paragraphs of a table."""

from __future__ import annotations

import re
from functools import cache
from math import gcd

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.perturbations.extra.donors import Donor, donors_of, kind_of_text
from numdiag_datasets.perturbations.extra.insertion_points import (
    points_between_paragraphs,
    points_in_prose,
)
from numdiag_datasets.perturbations.split import Group, Split
from numdiag_datasets.problems.problem import Edit

# "How many years does this passage cover?": an inserted sentence is a part of the passage.
_ASKS_OF_TEXT = re.compile(r"\b(?:passage|article|paragraphs?|sentences?)\b", re.IGNORECASE)


def insertion(group: Group, draws: Draws, split: Split) -> Edit | str:
    """The insertion for every question of a passage, or the reason code why there is none.

    The donor shares no content word and no number with passage and questions; one sentence, unrelated
    to all questions, stands at the start. The paragraphs of a table get it as one more, parted by a
    newline from the paragraph behind it.
    """
    if any(_ASKS_OF_TEXT.search(reading.problem.question) for reading in group.readings):
        return "asks_of_whole_text"
    first = group.readings[0]
    has_table = kind_of_text(first) == "table"
    points = points_between_paragraphs(first) if has_table else points_in_prose(first)
    if not points:
        return "no_place"
    if _is_shared(group) and not has_table:
        points = points[:1]  # the start, which no question moves
    parting = "\n" if has_table else " "
    donors = donors_of(split).sentences
    first_point = draws.below(len(points))
    first_donor = draws.below(len(donors)) if donors else 0
    # One passage of prose rules out nearly all donors: going through them one by one, the first that
    # often fits would be taken behind every gap.
    step = _coprime(draws.below(len(donors)), len(donors)) if donors and _is_shared(group) else 1
    asked = _classes_asked(group)

    @cache
    def donor_for(impersonal: bool) -> Donor | None:
        in_turn = (donors[(first_donor + i * step) % len(donors)] for i in range(len(donors)))
        return next(
            (d for d in in_turn if d.impersonal >= impersonal and _unrelated(d, group, asked)), None
        )

    for point in (*points[first_point:], *points[:first_point]):
        if donor := donor_for(point.impersonal):
            return Edit(point.field, point.offset, "", f"{donor.text}{parting}")
    return "no_donor"


def _is_shared(group: Group) -> bool:
    return len(group.readings) > 1


def _coprime(number: int, count: int) -> int:
    """The first of number, number + 1, ... whose multiples reach every index modulo count."""
    while gcd(number, count) != 1:
        number += 1
    return number


def _unrelated(donor: Donor, group: Group, asked: frozenset[str]) -> bool:
    """Whether the donor can be taken neither for a part of the text nor for what is asked."""
    return (
        donor.words.isdisjoint(group.words)
        and donor.values.isdisjoint(group.values)
        and donor.classes.isdisjoint(asked)
    )


def _classes_asked(group: Group) -> frozenset[str]:
    """The classes of what the questions may ask for.

    Questions about prose name what they ask for, and the donor shares no word with them; only where one
    asks for all of something may anything that is counted be meant.
    """
    asked: set[str] = set()
    for reading in group.readings:
        asked |= reading.asked
        if ASKS_FOR_ALL.search(reading.problem.question):
            asked |= reading.counted
    return frozenset(asked)
