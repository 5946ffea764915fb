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
# Names that are common words as well.
_NAMES_TOO = word_list("names too")


#: Vehicles, too: "There are 7 buses. They entered the tent."
BEINGS = frozenset({"person", "animal", "vehicle"})
# A pack of paper and an egg are no beings, whatever else the words may mean.
_NO_BEINGS = word_list("no beings")

#: Names of days, months and feasts may stand in two problems without being the same person.
DATES = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|June|July|August"
    r"|September|October|November|December|Halloween|Christmas|Easter|Thanksgiving"
)


def names_someone(sentence: str, *, doubtful: bool) -> bool:
    """Whether a proper name stands in a sentence or its beginning.

    A capital at the very start is that of a name unless the word is a function or number word. One
    that may be an adverb or a participle as well ("Finally, he ...", but "Billy", "Ted") is
    a name only where ``doubtful`` is true.
    """
    words = WORD.findall(sentence)
    if any(word[0].isupper() for word in words[1:]):
        return True
    first = words[0].lower() if words else ""
    if not first or first in _COMMON_OPENINGS or first in STOP_WORDS:
        return False
    return doubtful if first.endswith(("ing", "ed", "ly")) else True


def begins_with_name(sentence: str) -> bool:
    """Whether the capital at the start of a sentence is that of a name, which keeps it anywhere."""
    match = WORD.match(sentence)
    if match is None:
        return False
    first = match[0].lower()
    if first in _NAMES_TOO:
        return True
    is_common = first in _COMMON_OPENINGS or first in STOP_WORDS or bool(classes_of(first))
    return not is_common


def names_or_means_beings(text: str) -> bool:
    """Whether a later pronoun could mean someone or something living that a statement mentions."""
    # "Will had ...": no statement begins with the verb.
    return (
        text.startswith("Will ")
        or names_someone(text, doubtful=True)
        or any(_means_being(word.lower()) for word in WORD.findall(text))
    )


def _means_being(word: str) -> bool:
    return word not in _NO_BEINGS and not BEINGS.isdisjoint(classes_of(word))
