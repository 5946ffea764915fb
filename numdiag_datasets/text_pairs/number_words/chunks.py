"""Chunks of a number word: words of numbers below the smallest scale, scale words, connectors.

"two hundred and forty-five" is ``two | hundred | and | forty-five``. The classes of these chunks,
``unit hundred and compound``, are its shape: "two" and "seven" have the same class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from numdiag_datasets.text_pairs.number_words.languages import MAX_VALUE, Language

#: The classes of a number word's chunks, in order. A class of other forms of its words has a mark: "cents" is
#: ``hundred~``.
Shape = tuple[str, ...]

_SCALE_NAMES = {
    10: "ten",
    100: "hundred",
    1000: "thousand",
    10_000: "myriad",
    10**6: "million",
    10**8: "oku",
    10**9: "billion",
}
AND = "and"
_FORM = "~"
#: Classes of a multiplier's last word, with scales that they never precede in train, validation and test.
HELD_OUT = {("teen", "thousand"), ("tens", "million"), ("ten", "myriad"), ("hundred", "oku")}


class Chunks:
    """Splits number words of a language into chunks and joins chunks to number words.

    Attributes:
        scales: word -> the value of the scale.
    """

    def __init__(self, language: Language) -> None:
        """Derive the words below the smallest scale from the language's own spelling."""
        self.language = language
        self.scales = {word: value for value, words, _ in language.scales for word in words}
        self._classes = _below_scale(language) | dict.fromkeys(language.connectors, AND)
        for value, words, _ in language.scales:
            for n, word in enumerate(reversed(words)):
                self._classes[word] = _SCALE_NAMES[value] + _FORM * n
        longest_first = sorted(self._classes, key=len, reverse=True)
        self._lexer = re.compile("|".join(map(re.escape, longest_first)))

    def cut(self, text: str) -> list[str]:
        """Return the chunks of a number word."""
        return self._lexer.findall(text)

    def shape(self, chunks: Sequence[str]) -> Shape:
        """Return the class of each chunk."""
        return tuple(map(self._classes.__getitem__, chunks))

    def join(self, chunks: Sequence[str]) -> str:
        """Join chunks, in any order, with the language's separator; nouns ("Millionen") stand apart."""
        parts = (f" {chunk} " if chunk[0].isupper() else chunk for chunk in chunks)
        return " ".join(self.language.separator.join(parts).split())

    @cached_property
    def trigrams(self) -> frozenset[Shape]:
        """Every three neighbouring classes, with the edges as "", that some number word has.

        A trigram touches at most two groups (a scale word separates them), so that numbers of two groups, of
        every shape and at every place, have all of them. Only a thousand may have no multiplier, "mille".
        """
        spell, group = self.language.spell, self.language.group
        places = [group**n for n in range(len(str(MAX_VALUE))) if group**n <= MAX_VALUE]
        of_shapes = {
            tuple(self.shape(self.cut(spell(n * place))) for place in places): n
            for n in range(group)
        }
        groups = [*of_shapes.values()]
        high = {n * place: place for n in groups for place in places}
        lowers = high | {group + n: group for n in groups}
        found: set[Shape] = set()
        for number, place in high.items():
            for lower in (0, *(n for n, below in lowers.items() if below < place)):
                found.update(trigrams_of(self.shape(self.cut(spell(number + lower)))))
        return frozenset(found)


def trigrams_of(shape: Shape) -> Iterator[Shape]:
    """Yield every three neighbouring classes, with the edges as ""."""
    ends = ("", *shape, "")
    return zip(ends, ends[1:], ends[2:], strict=False)


def has_held_out(shape: Shape) -> bool:
    """Return whether a scale has a multiplier that is held out of training."""
    names = [name.rstrip(_FORM) for name in shape]
    return not HELD_OUT.isdisjoint(pairwise(names))


@lru_cache(maxsize=16)
def chunks_of(language: Language) -> Chunks:
    """Return the chunks of a language, computed once."""
    return Chunks(language)


def _below_scale(language: Language) -> dict[str, str]:
    """Return every word below the smallest scale, alone and before the scales of groups, with its class."""
    found: dict[str, str] = {}
    for value in range(language.scales[-1][0]):
        forms = [language.spell(value)]
        for scale, words, _ in language.scales:
            if value and scale >= language.group:
                text = language.spell(value * scale)
                for word in words:
                    text = text.removesuffix(word)
                forms.append(text.strip(" -"))
        name = _class(value, language)
        for n, form in enumerate(dict.fromkeys(filter(None, forms))):
            found.setdefault(form, name + _FORM * n)
    return found


def _class(value: int, language: Language) -> str:
    if value < 10:
        # "un", "eins", 一: the word for one is a separate class if it does not precede the smallest scale.
        least = language.spell(language.scales[-1][0])
        is_apart = value == 1 and not least.startswith(language.spell(1))
        return "one" if is_apart else "unit" if value else "zero"
    if value < 20:
        return "teen"
    if 0 < language.vigesimal_from <= value:
        return "vigesimal"
    return "compound" if value % 10 else "tens"
