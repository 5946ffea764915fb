"""The words of a text, and those of them that carry its content."""

from __future__ import annotations

import re
from functools import lru_cache

from numdiag_datasets.english.nouns import singular

#: Letters, also with an apostrophe or a hyphen within: "Cindy's", "half-full".
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
#: A dollar sign is the noun of its number: "$8" counts dollars.
WORD_OR_DOLLAR = re.compile(rf"{WORD.pattern}|\$")

# Of longer texts, the words are not kept in memory.
_LONGEST_KEPT = 1000

#: Function words, and content words that say nothing of what a problem is about.
STOP_WORDS = frozenset(
    "a about above after again all also altogether am an and another any are around as ask at away "
    "be because become been before began begin being below between both bring brought but buy by "
    "came can come could cost day days decide did different do does done down during each either "
    "end equal equally even every few fewer find first five for found four from gave get gets give "
    "given go goes going gone good got had half has have he her here hers him himself his how i if "
    "in into is it its itself just keep kept last later least leave left less let like longer lot "
    "made make makes many me more morning most mr mrs ms much must my need needs never new next nice "
    "no not now of off old on once one only or other others our out over own people per put rest "
    "same saw say second see sell several she should sold some still such take taken than that the "
    "their them then there these they thing things third this those three through time times to "
    "today together told too took total two under until up use used very want wanted wants was way "
    "we week well went were what when where which while who whole will with would year yesterday "
    "yet you your".split()
)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case."""
    return _words_of(text) if len(text) <= _LONGEST_KEPT else _words_of.__wrapped__(text)


@lru_cache(maxsize=16384)  # every rule asks for the words of the same clauses
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.lower()))


def content_words(text: str) -> set[str]:
    """The words of ``text`` that carry its content: singular, lower case, no function words."""
    found = set(map(_content_word, WORD_OR_DOLLAR.findall(text)))
    found.discard("")
    return found


@lru_cache(maxsize=16384)
def _content_word(word: str) -> str:
    """The singular of a word in lower case, "" for a function word."""
    word = word.lower().replace("’", "'").removesuffix("'s").strip("'-")
    return "" if word in STOP_WORDS else singular(word)
