"""The most that a number may be in an everyday story: 24 hours of a day, 110 years of age, 120 people on a bus."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from numdiag_datasets.english.counted_facts import most_of_whole
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import WORD
from numdiag_datasets.texts.word_problem.clauses import MOST_CHARACTERS

#: Units of a row for any unit.
_ANY: Final = "*"
# The words that may name the unit of a number: "4 more hours", "9-inch".
_BEHIND = re.compile(rf"(?:[ -]{WORD.pattern}){{1,2}}")
_BEHIND_UNIT = re.compile(rf"^[ -]{WORD.pattern}")


@dataclass(frozen=True, slots=True)
class Limit:
    """A line of ``plausible_ranges.tsv``.

    Attributes:
        most: the greatest plausible number.
        limits_results: whether it limits results too: an age, but not all slices of several pizzas.
        cue: words of the text that imply it, None if none are needed.
        place: "after" or "before" if the cue is directly after the number's unit or before the number, else "".
    """

    most: int
    limits_results: bool
    cue: re.Pattern[str] | None
    place: str


def _read() -> dict[str, list[Limit]]:
    """Return unit in the singular -> its limits; "^" in front of a cue places it after the unit, "$" before the number."""
    limits: dict[str, list[Limit]] = {}
    path = Path(__file__).with_name("plausible_ranges.tsv")
    for line in path.read_text("utf-8").splitlines()[1:]:
        units, most, results, cue, _ = line.split("\t")
        place = "after" if cue.startswith("^") else "before" if cue.endswith("$") else ""
        pattern = re.compile(cue.removeprefix("^")) if cue else None
        limit = Limit(int(most), results == "yes", pattern, place)
        for unit in units.split():
            limits.setdefault(unit, []).append(limit)
    return limits


_LIMITS = _read()


def most_plausible(number: NumberMention) -> int | None:
    """Return the greatest plausible value of a number in its text, None if it has no limit."""
    text, start, end = number.field_text, number.start, number.end
    before, behind = (
        text[max(0, start - MOST_CHARACTERS) : start],
        text[end : end + MOST_CHARACTERS],
    )
    units = _units(behind) if text[start] != "$" else ["$"]
    limits = _limits(units, before, behind, f"{before}{text[start:end]}{behind}")
    found = [most] if (most := most_of_whole(number)) else []
    return min((*found, *(limit.most for limit in limits)), default=None)


def most_plausible_of(numbers: Iterable[NumberMention]) -> int | None:
    """Return the greatest plausible value that several mentions of an amount may have."""
    return min(filter(None, map(most_plausible, numbers)), default=None)


def most_plausible_result(unit: str, text: str) -> int | None:
    """Return the greatest plausible result in a unit, in a text that asks for it or states it."""
    limits = _limits(_units(f" {unit}"), "", f" {unit}", text)
    return min((limit.most for limit in limits if limit.limits_results), default=None)


def _units(behind: str) -> list[str]:
    """Return the singular of the two words that may name the unit of a number."""
    words = _BEHIND.match(behind)
    return [singular(word.lower()) for word in re.split("[ -]", words[0][1:])] if words else []


def _limits(units: Sequence[str], before: str, behind: str, text: str) -> Iterator[Limit]:
    """Yield the limits of a number with one of these units between two parts of a text."""
    behind_unit = behind if "$" in units else _BEHIND_UNIT.sub("", behind, count=1)
    for unit in (*units, _ANY):
        for limit in _LIMITS.get(unit, ()):
            where = {"after": behind_unit, "before": before}.get(limit.place, text)
            search = limit.cue and (limit.cue.match if limit.place == "after" else limit.cue.search)
            if search is None or search(where):
                yield limit
