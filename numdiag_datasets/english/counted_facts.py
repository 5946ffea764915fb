"""Counts that are facts of the world in any text: "7 days of the week", "February has 28 days"."""

from __future__ import annotations

import re
from pathlib import Path

from numdiag_datasets.english.numbers import NumberMention

_LINKS = r"(?: (?:of|in|per|for|a|an|each|every|the|one|all|this|that)){1,3}"


def _read() -> dict[int, list[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]]]:
    """Return number -> (thing, thing followed by its whole, whole before the number) of ``counted_facts.tsv``."""
    facts: dict[int, list[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]]] = {}
    for line in Path(__file__).with_name("counted_facts.tsv").read_text("utf-8").splitlines():
        numbers, things, whole = line.split("\t")
        patterns = (
            re.compile(rf"[ -](?:{things})\b"),
            re.compile(rf"[ -](?:{things}){_LINKS} (?:{whole})\b"),
            re.compile(rf"\b(?:{whole})s? (?:has|have|had|is|contains?|equals?) (?:\w+ )?$"),
        )
        for number in numbers.split():
            facts.setdefault(int(number), []).append(patterns)
    return facts


_FACTS = _read()


def is_counted_fact(number: NumberMention) -> bool:
    """Return whether a number is the fixed count of the parts of a whole that the text names."""
    if number.value.denominator != 1:
        return False
    text, start, end = number.field_text, number.start, number.end
    return any(
        behind.match(text, end)
        or (thing.match(text, end) and before.search(text, max(0, start - 40), start))
        for thing, behind, before in _FACTS.get(int(number.value), ())
    )


def most_of_whole(number: NumberMention) -> int | None:
    """Return how many parts the whole has of which a number counts some: 7 in "on 4 days of the week", None if it names none."""
    return max(
        (
            count
            for count, patterns in _FACTS.items()
            if any(behind.match(number.field_text, number.end) for _, behind, _ in patterns)
        ),
        default=None,
    )
