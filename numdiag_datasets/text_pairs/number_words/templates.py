"""Sentences that number words are put into, of our own writing, eleven a language.

A counted noun must agree with a number in -1 as num2words spells it: masculine in French ("vingt et un"),
neuter in Danish ("og et"); German has none, since "-eins" stands before no noun.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("templates.tsv")
_PLACE = "{n}"


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with a place for a number.

    Attributes:
        id: ``en-6``.
        least: the least number that it is natural with: one who counts letters has two or more.
        text: the sentence; ``{n}`` is the place.
    """

    id: str
    least: int
    text: str

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
            Template(f"{language}-{row['id']}", int(row["least"]), row["text"])
            for row in rows
            if row["language"] == language
        )


#: A number word without a sentence.
BARE = Template("", 0, _PLACE)


def template_of(template_id: str) -> Template:
    """A template by its id, ``en-6``; that of bare number words for "".

    Raises:
        KeyError: there is none.
    """
    if not template_id:
        return BARE
    language = template_id.partition("-")[0]
    return {template.id: template for template in templates_of(language)}[template_id]
