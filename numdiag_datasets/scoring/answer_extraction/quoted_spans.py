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
_VERB = re.compile(
    r"is|are|was|were|be|been|has|have|had|will|would|can|could|may|include[sd]?|represents?|equals|consists?"
)
#: "is based on", "is defined as"
_JOINS = re.compile(r"on|as|to|by|in|for|of|over|at")
_WITH_ITS_SCALE = re.compile(r"[$€£¥]?[\d.,]+(?:k|m|mn|b|bn)")


#: A duration keeps its unit in the gold answers, other figures mostly do not.
_WITH_ITS_UNIT = re.compile(r"\d[\d.,]* (?:year|month|week|day)s?")


class Quotes:
    """The texts of a row; a phrase quoted from them verbatim is a complete answer.

    Args:
        texts: the paragraphs, and the cells of the table.
        question: the question about them.
    """

    def __init__(self, texts: Iterable[str] = (), question: str = "") -> None:
        self.question = question
        self._words = set(_WORD.findall(question))
        self._asked = set(map(_stem, self._words))
        texts = list(texts)
        self._texts = "\n".join(map(_normal, texts))
        self._cells = "\n".join(("", *(text.strip("$€£¥ ()-") for text in texts), ""))

    def holds(self, part: str) -> bool:
        """Return whether a part of an answer is a quote: four words, a figure with scale ("£59.1m"), or a duration ("2.5 years")."""
        part = _normal(part)
        if _WITH_ITS_UNIT.fullmatch(part):
            return bool(re.search(rf"(?<![\d.,]){re.escape(part)}\b", self._texts))
        is_long = len(part.split(" ")) >= _FEWEST_WORDS or _WITH_ITS_SCALE.fullmatch(part)
        return bool(self._texts and is_long) and part.rstrip(".") in self._texts

    def tells(self, words: str) -> bool:
        """Return whether words are part of the texts."""
        return bool(re.search(rf"\b{re.escape(_normal(words))}\b", self._texts))

    def has_cell(self, figure: str) -> bool:
        """Return whether a figure is all of one text, as a cell of a table is."""
        return f"\n{figure.strip('$€£¥ ()-')}\n" in self._cells

    def new_part(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Return the part of a sentence that is new, if the rest repeats the question; else all of it.

        It follows the subject and verb, "Revenue is based on | the address", or precedes them.

        Args:
            text: with the sentence.
            start, end: of the sentence.
        """
        words = list(_WORD.finditer(text, start, end))
        known = [_stem(word[0]) in self._asked | _ARTICLES for word in words]
        verbs: list[bool] = []
        for word in words:
            verbs.append(self._is_verb(word[0], is_behind=verbs[-1:] == [True]))
        verb = next((n for n, is_verb in enumerate(verbs) if n and is_verb), 0)
        behind = zip(known[verb:], verbs[verb:], strict=True)
        if verb and not all(known[:verb]) and all(map(any, behind)) and sum(known[verb:]) > 1:
            return start, words[verb - 1].end()
        if not verb or not all(known[:verb]):
            return start, end
        while verb < len(words) and verbs[verb]:
            verb += 1
        joint = words[verb][0] if verb < len(words) else ""
        if _JOINS.fullmatch(joint) and (known[verb] or joint == "by"):
            verb += 1
        rest = text[words[verb - 1].end() : end]
        return (end - len(rest.lstrip()), end) if verb < len(words) else (start, end)

    def _is_verb(self, word: str, *, is_behind: bool) -> bool:
        """Return whether a word is a verb: "is", or "increased" after one or if the question has "increase"."""
        is_asked = word.endswith("ed") and _stem(word) in self._asked
        return bool(_VERB.fullmatch(word)) or (is_asked and (is_behind or word not in self._words))


def _stem(word: str) -> str:
    return _ENDING.sub("", word.lower())


def _normal(text: str) -> str:
    return _SPACE.sub(" ", text.translate(_TYPOGRAPHY)).strip().lower()
