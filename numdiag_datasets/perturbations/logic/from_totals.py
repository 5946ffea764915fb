"""Rules that turn a question for a total into one for a difference, a ratio or an average."""

from __future__ import annotations

import re

from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.english.phrases import is_plural
from numdiag_datasets.english.words import content_words, words_of
from numdiag_datasets.perturbations.logic.owned_amounts import (
    HowMany,
    NewQuestion,
    OwnedAmount,
    OwnedAmounts,
    average,
    comparable,
    difference,
    kinds_compared,
    largest_and_smallest,
    ratio,
    sentence,
)

_SINGULAR = {"do": "does", "did": "did", "were": "was"}
_BOTH = re.compile(
    r" (?:they|the (?:girls|boys|two|friends)|[A-Z]\w+ and [A-Z]\w+)\b ?(?P<rest>.*)"
)
_DAY = "monday tuesday wednesday thursday friday saturday sunday yesterday today"
# The last word of "on Monday", "in May", "in the second week" -> the words for each of its kind.
_EACH_OF = {
    **dict.fromkeys(_DAY.split(), "on each of these days"),
    **dict.fromkeys(MONTHS.lower().split("|"), "in each of these months"),
    "day": "on each of these days",
    **{noun: f"in each of these {noun}s" for noun in "week month year round game hour".split()},
}


def difference_of_kinds(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "41 red markers and 64 blue markers. How many markers does she have altogether?"
    -> "How many more blue markers than red markers does she have?"."""
    asked = story.asked_total
    kinds = _kinds(story) if asked and not asked.much else None
    if asked is None or kinds is None:
        return None
    big, small, more, than = kinds
    same = big.phrase.noun == small.phrase.noun
    named = big.phrase.noun in content_words(story.unit)
    unit = story.unit if same and named else more
    question = sentence(asked.how, "more", more, "than", than, asked.aux, asked.rest)
    return difference(question, big, small, unit)


def ratio_of_kinds(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many times as many blue markers as red markers does she have?"."""
    asked = story.asked_total
    kinds = _kinds(story) if asked and not asked.much else None
    if asked is None or kinds is None:
        return None
    big, small, more, than = kinds
    return ratio(sentence(asked.times, more, "as", than, asked.aux, asked.rest), big, small)


def difference_of_occasions(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "3 miles on Monday and 5 miles on Friday. How many miles did she run in all?" ->
    "How many more miles did she run on Friday than on Monday?"."""
    found = _occasions(story)
    if found is None:
        return None
    asked, unit, adverbials = found
    big, small = largest_and_smallest(story.amounts)
    more, than = (adverbials[story.amounts.index(amount)] for amount in (big, small))
    question = sentence(asked.how, "more", unit, asked.aux, asked.rest, more, "than", than)
    return difference(question, big, small, story.unit)


def ratio_of_occasions(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many times as many miles did she run on Friday as on Monday?"."""
    found = _occasions(story)
    if found is None or found[1] == "times":
        return None
    asked, unit, adverbials = found
    big, small = largest_and_smallest(story.amounts)
    more, than = (adverbials[story.amounts.index(amount)] for amount in (big, small))
    question = sentence(asked.times, unit, asked.aux, asked.rest, more, "as", than)
    return ratio(question, big, small)


def average_of_occasions(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many miles did she run on average on each of these days?"."""
    found = _occasions(story)
    if found is None:
        return None
    asked, unit, adverbials = found
    kinds = {_EACH_OF.get(words_of(adverbial)[-1]) for adverbial in adverbials}
    kind = kinds.pop()
    if kind is None or kinds or "that" in words_of(asked.rest):  # "run that week"
        return None
    # "She ran on Monday and Friday and swam on Sunday": which are "these days"?
    told = [word for word in words_of(story.paragraph.text) if _EACH_OF.get(word) == kind]
    if len(told) > len(adverbials):
        return None
    question = sentence(asked.how, unit, asked.aux, asked.rest, "on average", kind)
    return average(question, story)


def difference_of_owners(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "Ann has nine pens and Bo has seven pens. How many pens do they have together?"
    -> "How many more pens does Ann have than Bo?"."""
    found = _two_owners(story)
    if found is None:
        return None
    asked, unit, rest, owners = found
    big, small = largest_and_smallest(story.amounts)
    one, two = (owners[story.amounts.index(amount)] for amount in (big, small))
    comparative = "more"
    if one.lower().startswith(("his ", "her ")):  # "her sister" comes after her name
        one, two = two, one
        comparative = "less" if asked.much else "fewer"
    aux = _SINGULAR[asked.aux]
    question = sentence(asked.how, comparative, unit, aux, one, rest, "than", two)
    return difference(question, big, small, story.unit)


def ratio_of_owners(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many times as many pens does Ann have as Bo?"."""
    found = _two_owners(story)
    if found is None:
        return None
    asked, unit, rest, owners = found
    big, small = largest_and_smallest(story.amounts)
    one, two = (owners[story.amounts.index(amount)] for amount in (big, small))
    if one.lower().startswith(("his ", "her ")):
        return None
    question = sentence(asked.times, unit, _SINGULAR[asked.aux], one, rest, "as", two)
    return ratio(question, big, small)


def average_of_owners(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many pens does each of them have on average?"."""
    found = _two_owners(story)
    if found is None:
        return None
    asked, unit, rest, _ = found
    question = sentence(asked.how, unit, _SINGULAR[asked.aux], "each of them", rest, "on average")
    return average(question, story)


def _kinds(story: OwnedAmounts) -> tuple[OwnedAmount, OwnedAmount, str, str] | None:
    """Return the largest and the smallest of a list of kinds of one thing, with their names."""
    if not story.is_list:
        return None
    big, small = largest_and_smallest(story.amounts)
    if not comparable(big.phrase, small.phrase) or not (
        is_plural(big.phrase) and is_plural(small.phrase)
    ):
        return None  # "0.4 loaf of bread"
    more, than = (amount.phrase.counted.removeprefix("different ") for amount in (big, small))
    return big, small, *kinds_compared(more, than)


def _occasions(story: OwnedAmounts) -> tuple[HowMany, str, list[str]] | None:
    """Return the parts of the question, the counted unit, and the time or place of each amount."""
    asked = story.asked_total
    adverbials = story.adverbials if asked else []
    if asked is None or not adverbials:
        return None
    if any(words_of(adverbial)[0] in words_of(asked.rest) for adverbial in adverbials):
        return None
    unit = asked.unit
    if not unit and not asked.much:
        unit = next((phrase.counted for phrase in story.phrases if phrase.complete), "")
    return asked, unit, adverbials


def _two_owners(story: OwnedAmounts) -> tuple[HowMany, str, str, list[str]] | None:
    """Return the parts of a question about two people, its unit, its verb and rest, and the two people."""
    asked = story.asked_total
    owners = story.owners if asked else []
    both = _BOTH.fullmatch(asked.rest) if asked else None
    if asked is None or both is None or not owners or asked.aux not in _SINGULAR:
        return None
    return asked, asked.unit or story.phrases[0].counted, both["rest"], owners
