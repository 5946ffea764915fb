"""Wholes of a word problem and the parts that it lists after them: "45 members: 20 play tennis, 25 do not"."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from numdiag_datasets.texts.reading import Reading

_LISTS = re.compile(r"[^.:;\d]{1,40}(?::|, of (?:which|whom|these|them)\b)")
_OUT_OF = re.compile(r" of (?:the|these|those|his|her|their) ")
_OTHERS = re.compile(r"\b(?:other|remaining) $", re.IGNORECASE)
#: A text with more is not a word problem.
_MOST_NUMBERS = 40


class Partition(NamedTuple):
    """A whole and its parts, which add up to it."""

    whole: Fraction
    parts: tuple[Fraction, ...]


def partitions(reading: Reading) -> list[Partition]:
    """Return the wholes that a sentence divides, as "Four of the six were sold. The other two ..." does, too."""
    if len(reading.numbers) > _MOST_NUMBERS:
        return []
    sentences = [
        [n for n in reading.numbers if n.field == field and start <= n.start < end]
        for field, start, end in reading.sentences
    ]
    listed = [
        (numbers[place], numbers[place + 1 :])
        for numbers in sentences
        for place in range(len(numbers) - 2)
        if _LISTS.match(numbers[place].field_text, numbers[place].end)
    ]
    others = [
        n
        for n in reading.numbers
        if _OTHERS.search(n.field_text, max(0, n.start - len("remaining ")), n.start)
    ]
    listed += [
        (whole, [part, rest])
        for part, whole in (pairwise(reading.numbers) if others else ())
        if part.field == whole.field and _OUT_OF.fullmatch(part.field_text, part.end, whole.start)
        for rest in others
    ]
    found = [Partition(whole.value, tuple(n.value for n in parts)) for whole, parts in listed]
    return [partition for partition in found if partition.whole == sum(partition.parts)]
