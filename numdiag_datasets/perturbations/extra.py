"""Extra: a sentence of another problem, with numbers that do not matter, is inserted."""

from __future__ import annotations

import re

from numdiag_datasets.donors import Donor, names_someone
from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.problem import Edit, Problem, apply_edits
from numdiag_datasets.reading import Reading
from numdiag_datasets.split import Split
from numdiag_datasets.things import GENERAL

_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|hers|its|their|theirs)\b", re.IGNORECASE
)
# Questions that a reader may take to ask about everything that is counted.
_ASKS_FOR_ALL = re.compile(
    r"\b(?:altogether|all|total|combined|sum|together|things|items|objects|pieces|everything|"
    r"everyone|people|animals|toys|pets)\b",
    re.IGNORECASE,
)


# What begins a sentence that goes on from the one before it.
_GOES_ON = re.compile(
    r"(?:(?:the|a) (?:total|rest|remaining|other|others|first|second|third|last|next|same|following|sum)"
    r"|then|each|both|all|some|another|now|after|later|next|finally|also|so|but|and|that|this|these|"
    r"those|one|most|half|if|together|here|however|unfortunately|instead|suddenly)\b",
    re.IGNORECASE,
)


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """ "Sam has 12 pens." -> "Lena fed 4 goats. Sam has 12 pens."

    DNC paper, Appendix A. The donor sentence comes from the same split; it shares no content word
    and no number with the problem and counts another class of thing than the question asks for.
    """
    problem = reading.problem
    if not problem.context or not problem.context[0].strip():
        return reject(problem, "no_place")
    paragraph = problem.context[0]
    _, start, end = reading.sentences[0]
    nameless = _refers_back(paragraph[start:end])
    donors = split.donors
    start = draws.below(len(donors)) if donors else 0
    for i in range(len(donors)):
        donor = donors[(start + i) % len(donors)]
        if not (nameless and donor.names_someone) and _unrelated(donor, reading):
            break
    else:
        return reject(problem, "no_donor")
    places = [0, *_inner_places(reading)]
    place = places[draws.below(len(places))]
    return apply_edits(problem, [Edit("context[0]", place, "", f"{donor.text} ")])


def _unrelated(donor: Donor, reading: Reading) -> bool:
    """Whether the donor can be taken neither for a part of the problem nor for what it asks."""
    problem = reading.problem
    if donor.problem_id == problem.id or not donor.values.isdisjoint(reading.values):
        return False
    if not donor.words.isdisjoint(reading.words):
        return False
    if not donor.classes.isdisjoint(reading.asked):
        return False
    if not reading.asked or _ASKS_FOR_ALL.search(problem.question):
        return GENERAL not in donor.classes and donor.classes.isdisjoint(reading.counted)
    return True


def _refers_back(opening: str) -> bool:
    """Whether the first sentence has a pronoun and no name before it, as in "Next she bought ..."."""
    pronoun = _PRONOUN.search(opening)
    return pronoun is not None and not names_someone(opening[: pronoun.start()])


def _inner_places(reading: Reading) -> list[int]:
    """Offsets within the first paragraph where a sentence may be inserted before another.

    Only where neither the next sentence nor the question refers back with a pronoun, and where the
    next sentence neither goes on from the one before ("The rest ...") nor has a number without its
    noun ("6 are blue").
    """
    problem = reading.problem
    if _PRONOUN.search(problem.question):
        return []
    paragraph = problem.context[0]
    bare = [
        number.mention.start
        for number, noun in zip(reading.numbers, reading.nouns, strict=True)
        if number.field == "context[0]" and not noun
    ]
    return [
        start
        for field, start, end in reading.sentences[1:]
        if field == "context[0]"
        and not _PRONOUN.search(paragraph, start, end)
        and not _GOES_ON.match(paragraph, start)
        and not any(start <= position < end for position in bare)
    ]
