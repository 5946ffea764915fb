"""Chunks of a number word: words of numbers below the smallest scale, scale words, connectors.

"two hundred and forty-five" is ``two | hundred | and | forty-five``. The classes of these chunks,
``unit hundred and compound``, are its shape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from numdiag_datasets.text_pairs.number_words.languages import Language

#: The classes of a number word's chunks, in order.
Shape = tuple[str, ...]

_SCALE_NAMES = {10: "ten", 100: "hundred", 1000: "thousand", 10_000: "myriad"}
AND = "and"
#: Classes that are neither scales nor connectors.
COUNTS = ("zero", "one", "unit", "teen", "tens", "compound", "vigesimal")


class Chunks:
    """Splits number words of a language into chunks and joins chunks to number words."""

    def __init__(self, language: Language) -> None:
        """Derive the words below the smallest scale from the language's own spelling."""
        self.language = language
        self._classes = _below_scale(language) | _scale_words(language)
        longest_first = sorted(self._classes, key=len, reverse=True)
        self._lexer = re.compile("|".join(map(re.escape, longest_first)))
        #: Class -> its scale word as written within a number: "cent", not "cents".
        self.scales = {_SCALE_NAMES[value]: words[-1] for value, words, _ in language.scales}
        #: Words that only end a number, "eins", "cents", "quatre-vingts", -> their form within one.
        self.final = _final_words(language)

    def cut(self, text: str) -> list[str]:
        """Return the chunks of a number word."""
        return self._lexer.findall(text)

    def shape(self, chunks: Sequence[str]) -> Shape:
        """Return the class of each chunk."""
        return tuple(map(self._classes.__getitem__, chunks))

    def join(self, chunks: Sequence[str]) -> str:
        """Join chunks, in any order, with the language's separator."""
        return self.language.separator.join(chunks)

    def looks_large(self, text: str) -> bool:
        """Return whether another scale precedes the largest one, as in numbers from 100,000 on."""
        shape = self.shape(self.cut(text))
        greatest = _SCALE_NAMES[self.language.scales[0][0]]
        before = shape[: shape.index(greatest)] if greatest in shape else ()
        return any(name in self.scales for name in before)


@lru_cache(maxsize=16)
def chunks_of(language: Language) -> Chunks:
    """Return the chunks of a language, computed once."""
    return Chunks(language)


def _below_scale(language: Language) -> dict[str, str]:
    """Return every word below the smallest scale, alone and before the largest scale, with its class."""
    found = {}
    for value in range(language.scales[-1][0]):
        word = language.spell(value)
        found[word] = _class(value, language)
        if bound := _bound(value, language):
            found.setdefault(bound, "unit" if value == 1 else found[word])
    return found


def _bound(value: int, language: Language) -> str:
    """Return the form of a number before the largest scale: "ein", "quatre-vingt"; "" if it is omitted."""
    greatest, words, _ = language.scales[0]
    text = language.spell(value * greatest)
    for word in words:
        text = text.removesuffix(word)
    return text.strip(" -") if value else ""


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


def _scale_words(language: Language) -> dict[str, str]:
    scales = {word: _SCALE_NAMES[value] for value, words, _ in language.scales for word in words}
    return scales | dict.fromkeys(language.connectors, AND)


def _final_words(language: Language) -> dict[str, str]:
    alone = {value: language.spell(value) for value in range(1, language.scales[-1][0])}
    below = {word: _bound(value, language) for value, word in alone.items()}
    plurals = {
        word: words[-1]
        for value, words, _ in language.scales
        for word in words[:-1]
        if language.spell(2 * value).endswith(word)
    }
    return {word: bound for word, bound in below.items() if bound not in ("", word)} | plurals
