"""What a model quotes from the texts that it was asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPACE = re.compile(r"\s+")
_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
#: A shorter phrase may stand in the texts by chance.
_FEWEST_WORDS = 4
_WITH_ITS_SCALE = re.compile(r"[$€£¥]?[\d.,]+(?:k|m|mn|b|bn)")


class Quotes:
    """The texts of a row: what stands there word for word is an answer as it is, and no sentence to look for one in.

    Args:
        texts: the paragraphs, and the cells of the table.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = "\n".join(map(_normal, texts))

    def holds(self, part: str) -> bool:
        """Whether a part of an answer is quoted: four words or more, or a figure that carries its scale as "£59.1m" does."""
        part = _normal(part)
        is_long = len(part.split(" ")) >= _FEWEST_WORDS or _WITH_ITS_SCALE.fullmatch(part)
        return bool(self._texts and is_long) and part.rstrip(".") in self._texts


def _normal(text: str) -> str:
    return _SPACE.sub(" ", text.translate(_TYPOGRAPHY)).strip().lower()
