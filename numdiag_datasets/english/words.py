"""Words of a text, and those of them that carry its content."""

from __future__ import annotations

import re
from functools import lru_cache

from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.word_lists import word_list

#: Letters, also with an apostrophe or a hyphen within: "Cindy's", "half-full".
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
#: A dollar sign is the noun of its number: "$8" counts dollars.
WORD_OR_DOLLAR = re.compile(rf"{WORD.pattern}|\$")

# The words of longer texts are not kept in memory.
_LONGEST_KEPT = 1000

#: Function words, and content words that do not characterise a problem.
STOP_WORDS = word_list("stop words")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case."""
    return _words_of(text) if len(text) <= _LONGEST_KEPT else _words_of.__wrapped__(text)


@lru_cache(maxsize=16384)  # every rule uses the words of the same clauses
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.lower()))


def content_words(text: str) -> set[str]:
    """Return the words of ``text`` that carry its content: singular, lower case, no function words."""
    found = set(map(_content_word, WORD_OR_DOLLAR.findall(text)))
    found.discard("")
    return found


@lru_cache(maxsize=16384)
def _content_word(word: str) -> str:
    """Return the singular of a word in lower case, "" for a function word."""
    word = word.lower().replace("’", "'").removesuffix("'s").strip("'-")
    return "" if word in STOP_WORDS else singular(word)
