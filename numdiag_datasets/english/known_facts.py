"""Numbers that a solution may use although the text does not show them: a closed list, with cue words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

_FILE = Path(__file__).with_name("known_facts.tsv")


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of general knowledge.

    Attributes:
        name: its name in the derivation.
        values: the numbers that express it.
        cues: words that the problem must contain, all of them; otherwise a solution would not use the fact.
        stems: for each cue parts of words in lower case, one of which every text with the cue contains.
    """

    name: str
    values: tuple[Fraction, ...]
    cues: tuple[re.Pattern[str], ...]
    stems: tuple[tuple[str, ...], ...] = ()

    def is_evoked(self, text: str, stems: set[str]) -> bool:
        """Return whether a text contains all cues; its stems come first, which takes a tenth of the time."""
        return not any(map(stems.isdisjoint, self.stems)) and all(
            cue.search(text) for cue in self.cues
        )


def _read_facts() -> Iterator[Fact]:
    """Yield the facts of ``known_facts.tsv``: name, values, and one pattern for each cue."""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        name, values, *cues = line.split("\t")
        yield Fact(
            name,
            tuple(map(Fraction, values.split())),
            tuple(re.compile(rf"\b(?:{cue})\b", re.IGNORECASE) for cue in cues),
            tuple(tuple(map(_stem, cue.split("|"))) for cue in cues),
        )


def _stem(pattern: str) -> str:
    """Return the beginning of a pattern that is plain text, "" if there is none: "cent" of "cents?"."""
    plain = re.match(r"[\w /]*", pattern)[0]  # type: ignore[index]  # it matches any text
    return plain[:-1] if pattern[len(plain) :].startswith("?") else plain


_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)
#: Closed: any other number that no text shows cannot be distinguished from one that depends on the text.
FACTS = (
    Fact("percent", (Fraction(100), Fraction(1, 100)), (_PERCENT,)),
    *_read_facts(),
)
_STEMS = {stem for fact in FACTS for stems in fact.stems for stem in stems}


#: Facts that are multiples or parts: a sum never adds them.
FACTORS = frozenset(
    "half twice both third quarter fifth sixth eighth tenth dozen percent".split()
) | {"three times", "two thirds", "three quarters", "four times", "cents of a dollar"}


def facts_of(text: str) -> dict[Fraction, str]:
    """Return value -> the name of a fact, for all facts whose cues the problem contains."""
    found: dict[Fraction, str] = {}
    for fact in _evoked(text):
        for value in fact.values:
            found.setdefault(value, fact.name)
    return found


@lru_cache(maxsize=16384)  # each perturbation asks for the facts of the same texts
def _evoked(text: str) -> tuple[Fact, ...]:
    lower = text.lower()
    stems = {stem for stem in _STEMS if stem in lower}
    return tuple(fact for fact in FACTS if fact.is_evoked(text, stems))
