"""What a number word consists of: words of numbers below the least scale, scale words, connectors.

"two hundred and forty-five" is ``two | hundred | and | forty-five``, of the classes ``unit hundred and compound``:
its shape.
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
#: Classes that are no scale and no connector.
COUNTS = ("zero", "one", "unit", "teen", "tens", "compound", "vigesimal")
#: French numbers from here on are sixty and ten, or four twenties.
_VIGESIMAL_FROM = 70


class Chunks:
    """Number words of a language cut into chunks, and put together again."""

    def __init__(self, language: Language) -> None:
        """Learn from the language's own spelling which words it has below its least scale."""
        self.language = language
        self._classes = _below_scale(language) | _scale_words(language)
        longest_first = sorted(self._classes, key=len, reverse=True)
        self._lexer = re.compile("|".join(map(re.escape, longest_first)))
        #: Scale words by their class, as they stand within a number: "cent", not "cents".
        self.scales = {_SCALE_NAMES[value]: words[-1] for value, words, _ in language.scales}
        #: Words that only end a number, "eins", "cents", "quatre-vingts", -> what stands for them within one.
        self.final = _final_words(language)

    def cut(self, text: str) -> list[str]:
        """The chunks of a number word."""
        return self._lexer.findall(text)

    def shape(self, chunks: Sequence[str]) -> Shape:
        """The class of each chunk."""
        return tuple(map(self._classes.__getitem__, chunks))

    def join(self, chunks: Sequence[str]) -> str:
        """Chunks in any order as the language would write them."""
        return self.language.separator.join(chunks)

    def looks_large(self, text: str) -> bool:
        """Whether another scale stands before the greatest one, as in numbers from 100,000 on."""
        shape = self.shape(self.cut(text))
        greatest = _SCALE_NAMES[self.language.scales[0][0]]
        before = shape[: shape.index(greatest)] if greatest in shape else ()
        return any(name in self.scales for name in before)


@lru_cache(maxsize=16)
def chunks_of(language: Language) -> Chunks:
    """The chunks of a language, learnt once."""
    return Chunks(language)


def _below_scale(language: Language) -> dict[str, str]:
    """Every word below the least scale, alone and before the greatest scale -> its class."""
    found = {}
    for value in range(language.scales[-1][0]):
        word = language.spell(value)
        found[word] = _class(value, language)
        if bound := _bound(value, language):
            found.setdefault(bound, "unit" if value == 1 else found[word])
    return found


def _bound(value: int, language: Language) -> str:
    """How a number is spelled before the greatest scale: "ein", "quatre-vingt"; "" if it is left out there."""
    greatest, words, _ = language.scales[0]
    text = language.spell(value * greatest)
    for word in words:
        text = text.removesuffix(word)
    return text.strip(" -") if value else ""


def _class(value: int, language: Language) -> str:
    if value < 10:
        # "un", "eins", 一: the one that does not stand before the least scale.
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
