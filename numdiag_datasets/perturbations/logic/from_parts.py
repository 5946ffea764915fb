"""Rules for intermediate results: from a question with several steps to one about the kinds added up first."""

from __future__ import annotations

import re

from numdiag_datasets.english.phrases import is_plural
from numdiag_datasets.english.verbs import verbs_of
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.perturbations.logic.owned_amounts import (
    HAPPENS,
    NewQuestion,
    OwnedAmount,
    OwnedAmounts,
    comparable,
    difference,
    kinds_compared,
    largest_and_smallest,
    ratio,
    sentence,
    total,
)

_DEEDS = word_list("verbs of getting")
_PRESENT = word_list("be and have in the present")
_NOT_YET = re.compile(r"\b(?:will|would|plans?|planned|needs?|estimated?)\b")
# "15 of the books were used": nothing is subtracted.
_SECOND_HAND = re.compile(r"\bwere used\b")
_EACH = re.compile(r"\b(?:each|every|per)\b")


def total_of_parts(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "She had 34 plain cookies and 29 oat cookies. If 7 fit in a bag, how many bags
    could she fill?" -> "how many plain cookies and oat cookies were there in all?"."""
    names = None if story.is_total else _names(story)
    if names is None:
        return None
    kinds = " and ".join(kinds_compared(*names))
    question = sentence(_how(story), kinds, _were(story, "in all"))
    return total(question, story, _thing(story) or kinds)


def difference_of_parts(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "how many more plain cookies than oat cookies were there?"."""
    names = _names(story)
    if names is None:
        return None
    big, small = largest_and_smallest(story.amounts)
    more, than = _compared(story, names, big, small)
    question = sentence(_how(story), "more", more, "than", than, _were(story))
    return difference(question, big, small, _thing(story) or more)


def ratio_of_parts(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "how many times as many plain cookies as oat cookies were there?"."""
    names = _names(story)
    if names is None:
        return None
    big, small = largest_and_smallest(story.amounts)
    more, than = _compared(story, names, big, small)
    question = sentence(_how(story), "times as many", more, "as", than, _were(story))
    return ratio(question, big, small)


def _names(story: OwnedAmounts) -> list[str] | None:
    """Return the names of the two amounts of a list, or None.

    The amounts must be two kinds of one thing that existed. They must not belong to one group of many
    ("inside each box there were 4 scarves and 6 mittens").
    """
    if not story.is_list or not comparable(*story.phrases):
        return None
    said = story.paragraph.sentence_around(story.phrases[0].start)
    if (
        _EACH.search(said)
        or _NOT_YET.search(said)
        or _SECOND_HAND.search(story.paragraph.text)
        or not all(map(is_plural, story.phrases))
    ):
        return None
    names = [phrase.counted for phrase in story.phrases]
    # "Ann had 57 new and 39 old games. Her friends had 34 new games": there were more than 57 new ones.
    counted = [phrase.counted for phrase in story.paragraph.phrases]
    if not _is_changed(story) and any(counted.count(name) > 1 for name in names):
        return None
    return names


def _compared(
    story: OwnedAmounts, names: list[str], big: OwnedAmount, small: OwnedAmount
) -> tuple[str, str]:
    more, than = (names[story.amounts.index(amount)] for amount in (big, small))
    return kinds_compared(more, than)


def _how(story: OwnedAmounts) -> str:
    """Return "how many", with the first letter as in the old question."""
    return "How many" if story.question[:1].isupper() else "how many"


def _were(story: OwnedAmounts, more: str = "") -> str:
    """Return "are there", "were sold" for the only deed, or "were there at first" if some are removed later."""
    verbs = verbs_of(story.paragraph.sentence_around(story.phrases[0].start))
    is_changed = _is_changed(story)
    if verbs & _PRESENT and not is_changed:
        return f"are there {more}".rstrip()
    deeds = verbs & _DEEDS
    were = f"were {next(iter(deeds))}" if len(deeds) == 1 else "were there"
    return " ".join(filter(None, (were, more, "at first" if is_changed else "")))


def _is_changed(story: OwnedAmounts) -> bool:
    """Return whether something happens to the two amounts later."""
    return story.reduced and bool(HAPPENS.search(f"{story.paragraph.text} {story.question}"))


def _thing(story: OwnedAmounts) -> str:
    """Return the noun that both share, or "" if they share none."""
    one, two = (phrase.counted.split(" of ")[0].split()[-1] for phrase in story.phrases)
    return one if one == two else ""
