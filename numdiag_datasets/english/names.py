"""Proper names, recognised by their capitals."""

from __future__ import annotations

import re

from numdiag_datasets.english.nouns import classes_of
from numdiag_datasets.english.number_words import TEENS, TENS, UNITS
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import STOP_WORDS, WORD

_COMMON_OPENINGS = frozenset(
    (
        *UNITS,
        *TEENS,
        *TENS,
        *"mom dad across aside beside along next once however every it's there's".split(),
    )
)
# Names that are also common words.
_NAMES_TOO = word_list("names too")


#: Including vehicles: "There are 7 buses. They entered the tent."
BEINGS = frozenset({"person", "animal", "vehicle"})
# A pack of paper and an egg are not beings, although the words may have other meanings.
_NO_BEINGS = word_list("no beings")

#: Names of days, months and feasts may occur in two problems without meaning the same person.
DATES = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|June|July|August"
    r"|September|October|November|December|Halloween|Christmas|Easter|Thanksgiving"
)


def names_someone(sentence: str, *, doubtful: bool) -> bool:
    """Return whether a sentence or its beginning contains a proper name.

    A capital at the very start belongs to a name unless the word is a function or number word. A word
    that may also be an adverb or a participle ("Finally, he ...", but "Billy", "Ted") is a name only if
    ``doubtful`` is true.
    """
    words = WORD.findall(sentence)
    if any(word[0].isupper() for word in words[1:]):
        return True
    first = words[0].lower() if words else ""
    if not first or first in _COMMON_OPENINGS or first in STOP_WORDS:
        return False
    return doubtful if first.endswith(("ing", "ed", "ly")) else True


def begins_with_name(sentence: str) -> bool:
    """Return whether the capital at the start of a sentence belongs to a name, which keeps it anywhere."""
    match = WORD.match(sentence)
    if match is None:
        return False
    first = match[0].lower()
    if first in _NAMES_TOO:
        return True
    is_common = first in _COMMON_OPENINGS or first in STOP_WORDS or bool(classes_of(first))
    return not is_common


def names_or_means_beings(text: str) -> bool:
    """Return whether a later pronoun could mean someone or something living that a statement mentions."""
    # "Will had ...": a name, since no statement begins with the verb.
    return (
        text.startswith("Will ")
        or names_someone(text, doubtful=True)
        or any(_means_being(word.lower()) for word in WORD.findall(text))
    )


def _means_being(word: str) -> bool:
    return word not in _NO_BEINGS and not BEINGS.isdisjoint(classes_of(word))
