"""Sentences that number words are put into, of our own writing: eleven a language, which translate each other.

A counted noun must agree with a number in -1 as num2words spells it: masculine in French ("vingt et un"),
neuter in Danish ("og et"). In German "-eins" stands before no noun, so such numbers stand in the other sentences.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("templates.tsv")
_PLACE = "{n}"
_LARGE = 100_000


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with a place for a number.

    Attributes:
        id: ``en-6``, which translates ``da-6``.
        least, most: the numbers that it is natural with: one who counts letters has two or more, and no million people
            come to a concert.
        no_end: what no number word in it may end with; "" for anything.
        text: the sentence; ``{n}`` is the place.
    """

    id: str
    least: int
    most: int
    no_end: str
    text: str

    def fits(self, values: Sequence[int], words: Sequence[str], looks_large: bool = False) -> bool:
        """Whether it is natural with numbers and their words.

        Args:
            values: of number words.
            words: these, and ungrammatical ones that have no value.
            looks_large: whether one of the latter looks like 100,000 or more, by which it could be told from numbers
                in a sentence that takes none of these.
        """
        return (
            all(self.least <= value <= self.most for value in values)
            and not (self.no_end and any(word.endswith(self.no_end) for word in words))
            and not (looks_large and self.most < _LARGE)
        )

    def filled(self, number_word: str) -> str:
        return self.text.replace(_PLACE, number_word)

    def number_word(self, filled: str) -> str | None:
        """What stands in the place of the number; None if it is another sentence."""
        before, _, after = self.text.partition(_PLACE)
        if not (filled.startswith(before) and filled.endswith(after)):
            return None
        return filled[len(before) : len(filled) - len(after)]


@cache
def templates_of(language: str) -> tuple[Template, ...]:
    """The templates of a language, in order."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return tuple(
            Template(
                f"{language}-{row['id']}",
                int(row["least"]),
                int(row["most"]),
                row["no_end"],
                row["text"],
            )
            for row in rows
            if row["language"]
            == language.rstrip("0123456789")  # "fr1990" has the sentences of "fr"
        )


#: A number word without a sentence.
BARE = Template("", 0, 0, "", _PLACE)
