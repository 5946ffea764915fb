"""Sentence templates for number words, our own: eleven per language, which translate each other.

A counted noun must agree with a number in -1 as num2words spells it: masculine in French ("vingt et un"),
neuter in Danish ("og et"). In German "-eins" cannot precede a noun, so such numbers use the other sentences.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("templates.tsv")
_PLACE = "{n}"


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with a place for a number.

    Attributes:
        id: ``en-6``, which translates ``da-6``.
        least, most: the range of numbers that sound natural: letters to count are at least two, and no
            million people come to a concert.
        no_end: the ending that number words in it must not have; "" if any is allowed.
        text: the sentence; ``{n}`` is the place.
    """

    id: str
    least: int
    most: int
    no_end: str
    text: str

    def fits(self, values: Sequence[int], words: Sequence[str]) -> bool:
        """Return whether it is natural with some numbers and their words.

        Args:
            values: the values of number words.
            words: these number words, and ungrammatical ones without a value.
        """
        return all(self.least <= value <= self.most for value in values) and not (
            self.no_end and any(word.endswith(self.no_end) for word in words)
        )

    def filled(self, number_word: str) -> str:
        return self.text.replace(_PLACE, number_word)

    def number_word(self, filled: str) -> str | None:
        """Return the number word in a filled sentence; None if it is another sentence."""
        before, _, after = self.text.partition(_PLACE)
        if not (filled.startswith(before) and filled.endswith(after)):
            return None
        return filled[len(before) : len(filled) - len(after)]


@cache
def templates_of(language: str) -> tuple[Template, ...]:
    """Return the templates of a language, in order."""
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


#: The template of a number word without a sentence.
BARE = Template("", 0, 0, "", _PLACE)
