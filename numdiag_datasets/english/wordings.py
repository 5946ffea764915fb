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


def phrases(section: str) -> tuple[str, ...]:
    """Return the lines of a section without numbers."""
    return tuple(_SECTIONS[section])


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

#: Nouns with the range of their price.
PRICES_IN_CENTS = _read("PRICES_IN_CENTS")
PRICES_IN_DOLLARS = _read("PRICES_IN_DOLLARS")

#: A measure of a thing, in the present and the past ("is|was {n} inches wide"), and the nouns that have it.
MEASURES = _read("MEASURES")
