"""Numbers that a solution may use though no amount of the text shows them: a closed list, each told by a word of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

_FILE = Path(__file__).with_name("known_facts.tsv")


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that everybody knows.

    Attributes:
        name: what it is, as the derivation says.
        values: the numbers that stand for it.
        cues: words of the problem, each of them needed, without which nobody would use it.
    """

    name: str
    values: tuple[Fraction, ...]
    cues: tuple[re.Pattern[str], ...]


def _read_facts() -> Iterator[Fact]:
    """Yield the facts of ``known_facts.tsv``: name, values, and one pattern for each cue."""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        name, values, *cues = line.split("\t")
        yield Fact(
            name,
            tuple(map(Fraction, values.split())),
            tuple(re.compile(rf"\b(?:{cue})\b", re.IGNORECASE) for cue in cues),
        )


_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)
#: Closed; a number that is none of these and stands in no text cannot be told from one that depends on the text.
FACTS = (
    Fact("percent", (Fraction(100), Fraction(1, 100)), (_PERCENT,)),
    *_read_facts(),
)


#: Facts that say how many times, or which part: a sum never adds them.
FACTORS = frozenset(
    "half twice both third quarter fifth sixth eighth tenth dozen percent".split()
) | {"three times", "two thirds", "three quarters", "four times", "cents of a dollar"}


def facts_of(text: str) -> dict[Fraction, str]:
    """Value -> the name of a fact, of all that the words of a problem bring to mind."""
    found: dict[Fraction, str] = {}
    for value, name in _told(text):
        found.setdefault(value, name)
    return found


def _told(text: str) -> Iterator[tuple[Fraction, str]]:
    for fact in FACTS:
        if all(cue.search(text) for cue in fact.cues):
            for value in fact.values:
                yield value, fact.name
