"""The choice of donor sentence and insertion point in a passage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.perturbations.extra.blocks import block_of, most_rows, skip_to
from numdiag_datasets.perturbations.extra.donors import Donor, donors_of, least_used
from numdiag_datasets.perturbations.extra.passage_sentences import subjects_of
from numdiag_datasets.texts.insertion_points import (
    InsertionPoint,
    leans_on_end,
    points_in_prose,
    start_seldom,
)
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group, Split

#: "How many years does this passage cover?": an inserted sentence becomes part of the passage.
ASKS_OF_TEXT = re.compile(r"\b(?:passage|article|paragraphs?|sentences?)\b", re.IGNORECASE)
# "Couples living together" does not ask for a sum.
_LIVING_TOGETHER = re.compile(r"\bliving together\b", re.IGNORECASE)
# How often a sentence that shares a word is tried first; about half of the passages then get one.
_SHARES_WORD = 0.9
# With more shared words it would have the same topic.
_MOST_SHARED = 2


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Insert a sentence that the questions about a passage share, up to the limit for one sentence."""
    group = split.groups[reading.problem.group]
    block, rows = block_of(reading, group, most_rows(len(split.readings)))
    skip_to(block, rng)
    edit, rule = group.once(("extra", rng.key, block), lambda: insertion(group, rng, split, rows))
    return apply_edits(reading.problem, [edit], rule=rule)


def insertion(group: Group, rng: Rng, split: Split, rows: int) -> tuple[Edit, str]:
    """Return the insertion for some questions of a passage, and its rule.

    The sentence shares no content word with any question of the passage, no number with the passage, and has
    a different subject. It may be inserted at any sentence boundary that `points_in_prose` finds for all
    questions.

    Args:
        rows: the number of questions that get it.
    """
    if any(ASKS_OF_TEXT.search(reading.problem.question) for reading in group.readings):
        raise Rejected(Reason.ASKS_OF_WHOLE_TEXT)
    points = points_for_all(group.readings)
    if not points:
        raise Rejected(Reason.NO_PLACE)
    donors = donors_of(split)
    uses = split.once(("uses", rng.stream), lambda: [0] * len(donors))
    most = most_rows(len(split.readings)) - rows + 1
    first = group.readings[0]
    questions = frozenset().union(
        *(content_words(reading.problem.question) for reading in group.readings)
    )
    words, names = first.passage.words, _names_in(first)
    asked = _classes_asked(group)
    subjects = subjects_of(" ".join(first.problem.context), often=True)

    def sound(donor: Donor) -> bool:
        return (
            donor.classes.isdisjoint(asked)
            and donor.values.isdisjoint(group.values)
            and donor.words.isdisjoint(questions)
            and donor.group != first.problem.group
            and subjects_of(donor.text, often=False).isdisjoint(subjects)
        )

    def unrelated(donor: Donor) -> bool:
        return donor.words.isdisjoint(words) and sound(donor)

    def shared(donor: Donor) -> bool:
        common = donor.words & words
        return 0 < len(common) <= _MOST_SHARED and common.isdisjoint(names) and sound(donor)

    from_ = rng.below(len(donors))

    def in_turn() -> Iterator[int]:
        yield from range(from_, len(donors))
        yield from range(from_)

    ways: list[tuple[str, Callable[[Donor], bool]]] = [
        ("shared_word", shared),
        ("unrelated", unrelated),
    ]
    shares_first = rng.uniform() < _SHARES_WORD
    in_order = start_seldom(points, rng)
    for rule, fits in ways if shares_first else ways[::-1]:
        for point in in_order:
            found = least_used(donors, in_turn(), fits, point.impersonal, uses, most)
            if found is not None:
                uses[found] += rows
                text = donors.sentences[found].text
                insert = f" {text}" if point.at_end else f"{text} "
                return Edit(point.field, point.offset, "", insert), rule
    raise Rejected(Reason.NO_DONOR)


def points_for_all(readings: list[Reading]) -> list[InsertionPoint]:
    """Return the insertion points that are sound for every question; only the end depends on the question."""
    points = points_in_prose(readings[0])
    if any(leans_on_end(reading.problem.question) for reading in readings):
        return [point for point in points if not point.at_end]
    return points


def _names_in(reading: Reading) -> frozenset[str]:
    """Return the content words that are capitalized in the passage."""
    text = " ".join(reading.problem.context)
    return frozenset(content_words(" ".join(re.findall(r"\b[A-Z]\w+", text))))


def _classes_asked(group: Group) -> frozenset[str]:
    """Return the classes of the things that the questions may ask for.

    Questions about prose name the thing that they ask for, and the donor shares no word with them. Only a
    question for all of something may mean anything that is counted.
    """
    asked: set[str] = set()
    for reading in group.readings:
        asked |= reading.asked
        if ASKS_FOR_ALL.search(_LIVING_TOGETHER.sub("", reading.problem.question)):
            asked |= reading.counted
    return frozenset(asked)
