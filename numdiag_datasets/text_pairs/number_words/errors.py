"""Kinds of error that make a number word ungrammatical, made by changing the order of its own words.

Errors are orders of a number word's chunks, or of the words within a chunk ("forty-three" -> "three-forty"). Only
`repeated` changes a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import Chunks, Shape, trigrams_of
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.values import shuffled

#: Kind of error -> its description.
ERRORS = {
    "scales": "scale words exchanged",
    "moved": "some words put at another place",
    "connector": "the word for and misplaced",
    "vigesimal": "the parts of a number counted by twenties misplaced",
    "repeated": "a scale word in place of another, so that it occurs twice",
    "tens_units": "a ten and its unit exchanged",
    "kanji_order": "a digit after the scale that it multiplies",
}
#: Kinds that only the test of unseen errors has, unless others are requested.
UNSEEN = ("repeated", "tens_units", "kanji_order")
#: Scope -> its description.
SCOPES = {
    "local": "three neighbouring words of it occur in no number word",
    "global": "each three neighbouring words of it occur in number words, if words that may replace each other count as "
    "equal",
}
LOCAL, GLOBAL = SCOPES

#: (kind of error, scope)
Cell = tuple[str, str]
#: Number of random moves tried.
_MOVES = 6


def seen_errors(requested: Sequence[str]) -> list[str]:
    """Return the kinds of error of train, validation and test: the requested ones, or all but `UNSEEN`."""
    return list(requested) or [error for error in ERRORS if error not in UNSEEN]


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A number word in chunks.

    Attributes:
        language: its chunks and spelling.
        parts: the chunks.
    """

    language: Chunks
    parts: Sequence[str]

    def with_exchanged(self, one: int, other: int) -> list[str]:
        parts = list(self.parts)
        parts[one], parts[other] = parts[other], parts[one]
        return parts

    def scales(self, least: int, below: int) -> list[int]:
        """Return the places of scale words from ``least`` to less than ``below``."""
        values = self.language.scales
        return [n for n, part in enumerate(self.parts) if least <= values.get(part, 0) < below]

    def has_long_groups(self) -> bool:
        """Return whether all groups have several words and the word for and starts none of them.

        Otherwise what stands next to a scale word, such as "billion and", would show that it is in another's
        place.
        """
        language, size = self.language.language, 0
        for part in self.parts:
            if self.language.scales.get(part, 0) >= language.group:
                if size < 2:
                    return False
                size = 0
            elif not size and part in language.connectors:
                return False
            else:
                size += len(language.words(part))
        return size != 1


def scope_of(chunks: Chunks, shape: Shape) -> str:
    """Return `GLOBAL` if number words have every three neighbouring classes of a shape."""
    return GLOBAL if chunks.trigrams.issuperset(trigrams_of(shape)) else LOCAL


# --- kinds of error: number word -> its chunks in other orders, which may be number words too ------

_NO_LIMIT = 10**18


def _scale_order(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    """Exchange the scales of whole groups: millions, thousands."""
    places = word.scales(word.language.language.group, _NO_LIMIT)
    found = [word.parts[n] for n in places]
    for order in permutations(found):
        if list(order) != found:
            parts = list(word.parts)
            for n, scale in zip(places, order, strict=True):
                parts[n] = scale
            yield parts


def _small_scales(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    """Exchange a scale within a group, such as hundred, with any other."""
    for n in word.scales(1, word.language.language.group):
        for m in word.scales(1, _NO_LIMIT):
            if word.parts[n] != word.parts[m]:
                yield word.with_exchanged(n, m)


def _repeated(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    places = word.scales(word.language.language.group, _NO_LIMIT)
    for n, m in permutations(places, 2):
        yield [*word.parts[:n], word.parts[m], *word.parts[n + 1 :]]


def _moved(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    """Exchange two neighbouring runs of chunks, of which at least one has several."""
    parts, count = word.parts, len(word.parts)
    for _ in range(_MOVES if count > 4 else 0):
        start, middle, end = sorted(1 + rng.below(count - 1) for _ in range(3))
        if start < middle < end and end - start > 2:
            yield [*parts[:start], *parts[middle:end], *parts[start:middle], *parts[end:]]


def _connector(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    language = word.language.language
    for n, part in enumerate(word.parts):
        rest = [*word.parts[:n], *word.parts[n + 1 :]]
        if part in language.connectors:
            yield from ([*rest[:m], part, *rest[m:]] for m in range(1, len(rest)) if m != n)
        words = language.words(part)
        if len(words) == 3 and words[1] == language.joiner:
            ten, joiner, unit = words
            for order in ((joiner, ten, unit), (ten, unit, joiner)):
                yield [*rest[:n], _rejoined(part, words, order), *rest[n:]]


def _tens_units(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    for n, name in enumerate(word.language.shape(word.parts)):
        if name == "compound":
            words = word.language.language.words(word.parts[n])
            order = [words[-1], *words[1:-1], words[0]]
            yield [*word.parts[:n], _rejoined(word.parts[n], words, order), *word.parts[n + 1 :]]


def _vigesimal(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    for n, name in enumerate(word.language.shape(word.parts)):
        if name.startswith("vigesimal"):
            for other in _other_orders(word.language.language, word.parts[n]):
                yield [*word.parts[:n], other, *word.parts[n + 1 :]]


def _kanji_order(word: NumberWord, rng: Rng) -> Iterator[list[str]]:
    language = word.language.language
    if language.group == 10_000:
        for n in word.scales(1, language.group):
            if n and word.parts[n - 1] not in word.language.scales:
                yield word.with_exchanged(n - 1, n)


#: Every kind and scope of error -> its candidates.
_CANDIDATES: dict[Cell, Callable[[NumberWord, Rng], Iterator[list[str]]]] = {
    ("scales", GLOBAL): _scale_order,
    ("scales", LOCAL): _small_scales,
    ("moved", LOCAL): _moved,
    ("connector", LOCAL): _connector,
    ("vigesimal", LOCAL): _vigesimal,
    ("repeated", GLOBAL): _repeated,
    ("tens_units", LOCAL): _tens_units,
    ("kanji_order", LOCAL): _kanji_order,
}
CELLS = tuple(_CANDIDATES)


def candidates(cell: Cell, word: NumberWord, rng: Rng) -> list[list[str]]:
    """Return chunks of a number word in orders of a kind of error, at random; some may be number words too."""
    if cell[1] == GLOBAL and not word.has_long_groups():
        return []
    return shuffled(list(_CANDIDATES[cell](word, rng)), rng)


@lru_cache(maxsize=1 << 10)
def _other_orders(language: Language, chunk: str) -> tuple[str, ...]:
    words = language.words(chunk)
    orders = [_rejoined(chunk, words, order) for order in permutations(words)]
    return tuple(order for order in dict.fromkeys(orders) if order != chunk)


def _rejoined(chunk: str, words: Sequence[str], order: Sequence[str]) -> str:
    """Put other words in place of the words of a chunk and keep the characters between them."""
    text, start = "", 0
    for word, other in zip(words, order, strict=True):
        place = chunk.index(word, start)
        text += chunk[start:place] + other
        start = place + len(word)
    return text
