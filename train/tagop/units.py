"""A table with paragraphs as units: cells and words, which a tagger chooses among."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.texts.table.figures import (
    signed_value,
    table_numbers,
)

_WORD = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+|[^\W\d_]+|\S")
# What tells "$  1,305" from "1305", or "(71)" from "( 71 )", but not for a reader.
_IMMATERIAL = re.compile(r"[\s$€£¥,]")

#: What no calculation is made of: of "February 2, 2018" a cell is neither.
_NO_VALUES = ("date", "year")


@dataclass(frozen=True, slots=True)
class Unit:
    """A cell of the table or a word of a paragraph.

    Attributes:
        text: the cell or the word.
        value: the number of the word, or the first of the cell that is no date, with its sign, if there is one.
        paragraph: the number of the paragraph, -1 for a cell.
        start, end: where the word stands in its paragraph.
    """

    text: str
    value: Fraction | None = None
    paragraph: int = -1
    start: int = 0
    end: int = 0

    @property
    def is_cell(self) -> bool:
        return self.paragraph < 0


def units_of(row: Mapping[str, Any]) -> list[Unit]:
    """The units of a row in reading order: filled cells by row, then the words of each paragraph."""
    return list(_units(tuple(map(tuple, row["table"])), tuple(row["context"])))


# The questions of one table and its paragraphs mostly come one after another.
@lru_cache(maxsize=64)
def _units(table: tuple[tuple[str, ...], ...], paragraphs: tuple[str, ...]) -> tuple[Unit, ...]:
    return (*_cells(table), *_words(paragraphs))


def _cells(table: Sequence[Sequence[str]]) -> Iterator[Unit]:
    found: dict[str, list[NumberMention]] = {}
    for number in table_numbers(table):
        found.setdefault(number.field, []).append(number)
    for r, cells in enumerate(table):
        for c, cell in enumerate(cells):
            if cell.strip():
                field = f"table[{r}][{c}]"
                numbers = found.get(field, [])
                if len(numbers) != 1:  # none that is a figure, or a figure with a note
                    prose = find_numbers(cell, field)
                    numbers = [n for n in prose if n.role not in _NO_VALUES]
                yield Unit(cell.strip(), signed_value(numbers[0]) if numbers else None)


def _words(paragraphs: Sequence[str]) -> Iterator[Unit]:
    for i, paragraph in enumerate(paragraphs):
        values = {number.numeral_start: number.value for number in find_numbers(paragraph)}
        for match in _WORD.finditer(paragraph):
            start, end = match.span()
            yield Unit(match[0], values.get(start), i, start, end)


def spans(units: Sequence[Unit], chosen: Sequence[int]) -> list[list[int]]:
    """Chosen units, each cell by itself and neighbouring words of a paragraph together."""
    runs: list[list[int]] = []
    for i in sorted(chosen):
        last = runs[-1][-1] if runs else -2
        joined = i == last + 1 and not units[i].is_cell
        if joined and units[i].paragraph == units[last].paragraph:
            runs[-1].append(i)
        else:
            runs.append([i])
    return runs


def span_text(units: Sequence[Unit], span: Sequence[int], paragraphs: Sequence[str]) -> str:
    """What stands there: a cell, or a paragraph from the first word to the last."""
    first, last = units[span[0]], units[span[-1]]
    if first.is_cell:
        return first.text
    return paragraphs[first.paragraph][first.start : last.end]


def find_cell(units: Sequence[Unit], text: str) -> list[int]:
    """The first cell that says the text, as a list of one; empty if none does."""
    wanted = _plain(text)
    for i, unit in enumerate(units):
        if unit.is_cell and _plain(unit.text) == wanted:
            return [i]
    return []


def find_words(units: Sequence[Unit], text: str, paragraphs: Sequence[str]) -> list[int]:
    """The words of the first place where a paragraph says the text; empty if none does."""
    for i, paragraph in enumerate(paragraphs):
        start = paragraph.lower().find(text.strip().lower())
        if start >= 0:
            end = start + len(text.strip())
            return [
                n
                for n, unit in enumerate(units)
                if unit.paragraph == i and unit.start < end and unit.end > start
            ]
    return []


def find_value(units: Sequence[Unit], value: Fraction, *, in_table: bool) -> list[int]:
    """The first unit of that value, or else of that size, among cells or words."""
    ours = [(i, unit.value) for i, unit in enumerate(units) if unit.is_cell == in_table]
    exact = [i for i, found in ours if found == value]
    of_size = [i for i, found in ours if found is not None and abs(found) == abs(value)]
    return (exact or of_size)[:1]


def _plain(text: str) -> str:
    return _IMMATERIAL.sub("", text.lower())
