"""Ungrammatical number words, each as like a grammatical one as can be: two number words joined or interleaved.

Johnson et al. (2020, appendix B.2) join two random number words. Counts of characters tell those from numbers
without fault: two "thousand", no "and". Here the two are chosen so that together they have the very characters
of a number word, its *neighbour*, where there are such two; only the order of the words can tell then.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from enum import IntEnum
from itertools import combinations

from numdiag_datasets.draws import Draws
from numdiag_datasets.text_pairs.number_words.languages import Language

#: Words of the number word that is joined to or put into the other.
_MOST_WORDS = 5
#: Pairs of number words that are tried for one neighbour, of each kind.
_MOST_PAIRS = 60
#: By how many characters an ungrammatical number word may differ from its neighbour, and how often one is drawn
#: before it may differ by more: nothing is as short as "one".
_SLACK, _ATTEMPTS, _MOST_ATTEMPTS = 2, 50, 2000

#: The words of a number word, sorted.
_Words = tuple[str, ...]


class Likeness(IntEnum):
    """What an ungrammatical number word shares with its neighbour."""

    LENGTH = 1
    WORDS = 2  # but not their hyphens
    CHARACTERS = 3


class WordIndex:
    """The values of a split by the words of their number words."""

    def __init__(self, language: Language, pool: Sequence[int]) -> None:
        """Sort the values.

        Args:
            language: a row of the table.
            pool: the values, in a random order.
        """
        self._language = language
        self.values: dict[_Words, list[int]] = {}
        self.by_digits: dict[int, list[int]] = {}
        for value in pool:
            self.values.setdefault(self.words(value), []).append(value)
            self.by_digits.setdefault(len(str(value)), []).append(value)
        #: Characters of the longest number word.
        self.longest = max(map(len, map(language.spell, pool)))
        self._parts: dict[_Words, list[tuple[_Words, _Words]]] = {}

    def words(self, value: int) -> _Words:
        return tuple(sorted(self._language.words(self._language.spell(value))))

    def parts(self, words: _Words) -> list[tuple[_Words, _Words]]:
        """Every way to deal words out to two number words of the split; the second has few."""
        if words not in self._parts:
            self._parts[words] = list(self._split(words))
        return self._parts[words]

    def _split(self, words: _Words) -> Iterator[tuple[_Words, _Words]]:
        for size in range(1, min(_MOST_WORDS, len(words) - 1) + 1):
            for inner in sorted(set(combinations(words, size)) & self.values.keys()):
                rest = list(words)
                for word in inner:
                    rest.remove(word)
                if (outer := tuple(rest)) in self.values:
                    yield outer, inner


class Ungrammatical:
    """Ungrammatical number words made of the values of one split."""

    def __init__(
        self, language: Language, index: WordIndex, draws: Draws, taken: Container[str] = ()
    ) -> None:
        """Hold what is needed.

        Args:
            language: a row of the table.
            index: the values of the split.
            draws: what is random.
            taken: number words that may not be made: other splits have them, of other values.
        """
        self._language, self._index = language, index
        self._draws, self._taken = draws, taken

    def like(self, value: int, least: Likeness) -> tuple[str, tuple[int, int]] | None:
        """An ungrammatical number word like that of a value, and the two values that it is made of.

        Args:
            value: of the neighbour.
            least: what they have to share; None is returned if no two values give that.
        """
        if found := self._of_same_words(value, least):
            return found
        return self._of_same_length(value) if least == Likeness.LENGTH else None

    def _is_none(self, text: str) -> bool:
        return text not in self._taken and self._language.read(text) is None

    # --- with the same words --------------------------------------------------------------------

    def _of_same_words(self, value: int, least: Likeness) -> tuple[str, tuple[int, int]] | None:
        """The first that has the same characters, else the first that has the same words, if that will do."""
        wanted = sorted(self._language.spell(value))
        other = None
        for outer, inner in self._pairs(self._index.words(value)):
            for text in self._joined(outer, inner):
                same = len(text) == len(wanted) and sorted(text) == wanted
                if (same or other is None) and self._is_none(text):
                    if same:
                        return text, (outer, inner)
                    other = text, (outer, inner)
        return other if least <= Likeness.WORDS else None

    def _pairs(self, words: _Words) -> Iterator[tuple[int, int]]:
        """Pairs of values that have some words between them, in a random order."""
        parts = self._index.parts(words)
        start = self._draws.below(len(parts)) if parts else 0
        pairs = (
            (outer, inner)
            for outer_words, inner_words in parts[start:] + parts[:start]
            for inner in self._turned(inner_words)
            for outer in self._turned(outer_words)
        )
        yield from (pair for pair, _ in zip(pairs, range(_MOST_PAIRS), strict=False))

    def _turned(self, words: _Words) -> list[int]:
        values = self._index.values[words]
        start = self._draws.below(len(values))
        return values[start:] + values[:start]

    def _joined(self, outer: int, inner: int) -> Iterator[str]:
        """One number word before, behind and between the words of another, from a random place on."""
        spelled = self._language.spell(outer)
        places = [0, *self._language.boundaries(spelled), len(spelled)]
        start = self._draws.below(len(places))
        for place in places[start:] + places[:start]:
            yield self._join(spelled[:place], self._language.spell(inner), spelled[place:])

    def _join(self, *parts: str) -> str:
        stripped = (part.strip(" -") for part in parts)
        return self._language.separator.join(part for part in stripped if part)

    # --- of the same length ---------------------------------------------------------------------

    def _of_same_length(self, value: int) -> tuple[str, tuple[int, int]] | None:
        digits, length = len(str(value)), len(self._language.spell(value))
        by_digits = self._index.by_digits
        sizes = [
            (a, b) for a in by_digits for b in by_digits if digits <= a + b <= max(digits, 2) + 1
        ]
        if not sizes:
            return None  # no two of the split's values have so few digits together
        for attempt in range(_MOST_ATTEMPTS):
            size = sizes[self._draws.below(len(sizes))]
            outer, inner = (by_digits[n][self._draws.below(len(by_digits[n]))] for n in size)
            slack = _SLACK * (1 + attempt // _ATTEMPTS)
            for text in self._joined(outer, inner):
                fits = length - slack <= len(text) <= min(length + slack, self._index.longest)
                if fits and self._is_none(text):
                    return text, (outer, inner)
        return None
