"""Wordings of irrelevant facts, from ``wordings.txt``."""

from __future__ import annotations

from dataclasses import dataclass

from numdiag_datasets.english.sections import sections

_SECTIONS = sections("wordings.txt")


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence with a number, and perhaps with a name.

    Attributes:
        form: with ``{n}`` for the number, and ``{name}`` for a name from the text.
        least, most: the range of the number.
    """

    form: str
    least: int
    most: int


def _read(section: str) -> tuple[Wording, ...]:
    """Return a section: "41 78 It was {n} degrees." -> Wording("It was {n} degrees.", 41, 78)."""
    lines = (line.split(maxsplit=2) for line in _SECTIONS[section])
    return tuple(Wording(form, int(least), int(most)) for least, most, form in lines)


#: Events around a match: weather, stands, music, reporters.
MATCH_DAY = _read("MATCH_DAY")

#: Works by others about someone or something that a passage names.
ABOUT_NAME = _read("ABOUT_NAME")

#: Works on statistics, for a passage with many of them.
ABOUT_FIGURES = _read("ABOUT_FIGURES")

#: Works by others on wars, for a passage about one.
ABOUT_EVENTS = _read("ABOUT_EVENTS")

#: Work on an item of a report's table that the question does not ask about.
WORK_ON_ITEM = _read("WORK_ON_ITEM")

#: The company's premises and people.
THE_COMPANY = _read("THE_COMPANY")

#: A set of nouns -> its nouns in the singular.
NOUN_SETS: dict[str, frozenset[str]] = {
    name: frozenset(nouns.split())
    for name, _, nouns in (line.partition(": ") for line in _SECTIONS["NOUN_SETS"])
}


@dataclass(frozen=True, slots=True)
class SideFact:
    """A statement about counted things that changes nothing.

    Attributes:
        rule: the kind of statement.
        number: "part" of the things, or "like" their number.
        nouns: the sets of nouns that it fits; "*" for all things, "persons" for people, "sold" for what shops have.
        now, then: its form in the present and in the past.
    """

    rule: str
    number: str
    nouns: tuple[str, ...]
    now: str
    then: str


def _tenses(form: str) -> tuple[str, str]:
    """Input -> output: "{n} are|were red." -> ("{n} are red.", "{n} were red.")."""
    words = [word.partition("|") for word in form.split(" ")]
    return " ".join(now for now, _, _ in words), " ".join(then or now for now, _, then in words)


#: Statements about things that a story counts.
SIDE_FACTS: tuple[SideFact, ...] = tuple(
    SideFact(rule, number, tuple(nouns.split()), *_tenses(form))
    for rule, number, nouns, form in (line.split(" | ", 3) for line in _SECTIONS["SIDE_FACTS"])
)
