"""Quotes in a model's answer from the texts that it was asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPACE = re.compile(r"\s+")
_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
#: A shorter phrase may occur in the texts by chance.
_FEWEST_WORDS = 4
_WITH_ITS_SCALE = re.compile(r"[$€£¥]?[\d.,]+(?:k|m|mn|b|bn)")


class Quotes:
    """The texts of a row; a phrase quoted from them verbatim is a complete answer.

    Args:
        texts: the paragraphs, and the cells of the table.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = "\n".join(map(_normal, texts))

    def holds(self, part: str) -> bool:
        """Return whether a part of an answer is a quote: four words, or a figure with scale ("£59.1m")."""
        part = _normal(part)
        is_long = len(part.split(" ")) >= _FEWEST_WORDS or _WITH_ITS_SCALE.fullmatch(part)
        return bool(self._texts and is_long) and part.rstrip(".") in self._texts


def _normal(text: str) -> str:
    return _SPACE.sub(" ", text.translate(_TYPOGRAPHY)).strip().lower()
