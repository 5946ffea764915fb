"""Facts beside the point of a passage or a report, each in words of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("wordings.txt")


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence with a number, and perhaps with a name.

    Attributes:
        form: with ``{n}`` where the number stands, and ``{name}`` for what the text names.
        least, most: the range of the number.
    """

    form: str
    least: int
    most: int


@cache
def _sections() -> dict[str, list[str]]:
    """Read ``wordings.txt``: ``[NAME]`` lines, each followed by lines of wordings."""
    found: dict[str, list[str]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), [])
        elif line:
            section.append(line)
    return found


def _read(section: str) -> tuple[Wording, ...]:
    """Input -> output: "41 78 It was {n} degrees." -> Wording("It was {n} degrees.", 41, 78)."""
    lines = (line.split(maxsplit=2) for line in _sections()[section])
    return tuple(Wording(form, int(least), int(most)) for least, most, form in lines)


#: What goes on around a match: weather, stands, music, reporters.
MATCH_DAY = _read("MATCH_DAY")

#: What others have made of someone or something that a passage names.
ABOUT_NAME = _read("ABOUT_NAME")

#: What is made of statistics, for a passage that tells many.
ABOUT_FIGURES = _read("ABOUT_FIGURES")

#: What others have made of wars, for a passage that tells of one.
ABOUT_EVENTS = _read("ABOUT_EVENTS")

#: Work on an item of a report's table that is not asked about.
WORK_ON_ITEM = _read("WORK_ON_ITEM")

#: The company's house and its people.
THE_COMPANY = _read("THE_COMPANY")
