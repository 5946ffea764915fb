"""Quotes in a model's answer from the texts that it was asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPACE = re.compile(r"\s+")
_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
#: A shorter phrase may occur in the texts by chance.
_FEWEST_WORDS = 4
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_ENDING = re.compile(r"(?:es|s|ed|ing|e)$")
#: Stems of words that a question may lack.
_ARTICLES = frozenset(("th", "a", "an", "our", "it", "their"))
#: "is based on", "is defined as"
_ASKED_AS = re.compile(r"(\w+ed) (on|as|to|by|in|for) ")
_WITH_ITS_SCALE = re.compile(r"[$€£¥]?[\d.,]+(?:k|m|mn|b|bn)")


class Quotes:
    """The texts of a row; a phrase quoted from them verbatim is a complete answer.

    Args:
        texts: the paragraphs, and the cells of the table.
        question: the question about them.
    """

    def __init__(self, texts: Iterable[str] = (), question: str = "") -> None:
        self.question = question
        self._asked = set(map(_stem, _WORD.findall(question)))
        self._texts = "\n".join(map(_normal, texts))

    def holds(self, part: str) -> bool:
        """Return whether a part of an answer is a quote: four words, or a figure with scale ("£59.1m")."""
        part = _normal(part)
        is_long = len(part.split(" ")) >= _FEWEST_WORDS or _WITH_ITS_SCALE.fullmatch(part)
        return bool(self._texts and is_long) and part.rstrip(".") in self._texts

    def new_part(self, text: str, start: int, verb: tuple[int, int], end: int) -> tuple[int, int]:
        """Return the part of a sentence that is new, if the rest repeats the question: "Revenue is based on | the address".

        Args:
            text: with the sentence.
            start, end: of the sentence.
            verb: of its verb.
        """
        subject = _WORD.findall(text, start, verb[0])
        if not subject or any(_stem(word) not in self._asked | _ARTICLES for word in subject):
            return start, end
        after = _ASKED_AS.match(text, verb[1], end)
        is_asked = after and all(_stem(word) in self._asked for word in after.groups())
        return (after.end() if after and is_asked else verb[1]), end


def _stem(word: str) -> str:
    return _ENDING.sub("", word.lower())


def _normal(text: str) -> str:
    return _SPACE.sub(" ", text.translate(_TYPOGRAPHY)).strip().lower()
