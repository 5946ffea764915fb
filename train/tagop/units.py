"""Units of a table with paragraphs: cells and words, among which a tagger chooses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.texts.table.figures import signed_value, table_numbers

_WORD = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+|[^\W\d_]+|\S")
# What follows a number that is the answer of a cell: "294,954 (as stated)".
_NOTE = re.compile(r" \([^()]+\)")
# Differences that do not matter to a reader, as between "$  1,305" and "1305", or "(71)" and "( 71 )".
_IMMATERIAL = re.compile(r"[\s$€£¥,]")

#: Roles of numbers that are not operands: in "February 2, 2018" neither number of a cell is.
_NO_VALUES = ("date", "year")


@dataclass(frozen=True, slots=True)
class Unit:
    """A cell of the table, a number of a cell that has several, or a word of a paragraph.

    Attributes:
        text: the cell, the part of it that begins with the number, or the word.
        value: the number of the word, or the first signed number of the cell that is not a date; None if
            there is none.
        paragraph: the index of the paragraph, -1 for a cell.
        start, end: the offsets of the word in its paragraph, or of the number in its cell; 0 for a whole cell.
        cell: the text of the whole cell, "" for a word.
        number: the place of the cell in the table, counting filled cells; 0 for a word.
    """

    text: str
    value: Fraction | None = None
    paragraph: int = -1
    start: int = 0
    end: int = 0
    cell: str = ""
    number: int = 0

    @property
    def is_cell(self) -> bool:
        return self.paragraph < 0


def units_of(row: Mapping[str, Any]) -> list[Unit]:
    """Return the units of a row in reading order: filled cells by row, then the words of each paragraph."""
    return list(_units(tuple(map(tuple, row["table"])), tuple(row["context"])))


# Questions about the same table and paragraphs are mostly consecutive.
@lru_cache(maxsize=64)
def _units(table: tuple[tuple[str, ...], ...], paragraphs: tuple[str, ...]) -> tuple[Unit, ...]:
    return (*_cells(table), *_words(paragraphs))


def _cells(table: Sequence[Sequence[str]]) -> Iterator[Unit]:
    found: dict[str, list[NumberMention]] = {}
    for number in table_numbers(table):
        found.setdefault(number.field, []).append(number)
    filled = 0
    for r, cells in enumerate(table):
        for c, text in enumerate(cells):
            if not (cell := text.strip()):
                continue
            filled += 1
            field = f"table[{r}][{c}]"
            numbers = found.get(field, [])
            if len(numbers) != 1:  # no figure, or a figure with a note
                numbers = [n for n in find_numbers(cell, field) if n.role not in _NO_VALUES]
            if not numbers:
                yield Unit(cell, cell=cell, number=filled)
            # "294,954 (not 111)": which number is meant is for the system to find out.
            starts = [0, *(n.start for n in numbers[1:]), len(cell)]
            for i, number in enumerate(numbers):
                part = cell[starts[i] : starts[i + 1]].strip()
                start, end = number.start, number.end
                # The digits behind their words, "thirty-one dollars ($31)", are no negative number.
                is_gloss = i > 0 and number.value == numbers[i - 1].value
                value = number.value if is_gloss else signed_value(number)
                if value < 0 and (cell[start - 1 : start], cell[end : end + 1]) == ("(", ")"):
                    start, end = start - 1, end + 1
                if len(numbers) == 1 and not _NOTE.fullmatch(cell[end:]):
                    start = end = 0
                yield Unit(part, value, -1, start, end, cell, filled)


def _words(paragraphs: Sequence[str]) -> Iterator[Unit]:
    for i, paragraph in enumerate(paragraphs):
        values = {number.numeral_start: number.value for number in find_numbers(paragraph)}
        for match in _WORD.finditer(paragraph):
            start, end = match.span()
            yield Unit(match[0], values.get(start), i, start, end)


def spans(units: Sequence[Unit], chosen: Sequence[int]) -> list[list[int]]:
    """Group chosen units: adjacent words of a paragraph together, and adjacent numbers of a cell; other cells alone."""
    runs: list[list[int]] = []
    for i in sorted(chosen):
        last = runs[-1][-1] if runs else -2
        place = (units[i].paragraph, units[i].number)
        if i == last + 1 and place == (units[last].paragraph, units[last].number):
            runs[-1].append(i)
        else:
            runs.append([i])
    return runs


def span_text(units: Sequence[Unit], span: Sequence[int], paragraphs: Sequence[str]) -> str:
    """Return the text of a span: a cell, one of its numbers, or a paragraph from the first word to the last."""
    first, last = units[span[0]], units[span[-1]]
    if first.is_cell:
        return first.cell[first.start : first.end] if first is last and first.end else first.cell
    return paragraphs[first.paragraph][first.start : last.end]


def find_cell(units: Sequence[Unit], text: str) -> list[int]:
    """Return the first cell, or number of a cell, with the text; empty if there is none."""
    wanted = _plain(text)
    for i, unit in enumerate(units):
        if not unit.is_cell:
            break
        if _plain(unit.cell) == wanted:
            return [n for n, other in enumerate(units) if other.number == unit.number]
        if unit.end and _plain(unit.cell[unit.start : unit.end]) == wanted:
            return [i]
    return []


def find_words(units: Sequence[Unit], text: str, paragraphs: Sequence[str]) -> list[int]:
    """Return the words of the text's first occurrence in a paragraph; empty if there is none."""
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
    """Return the first unit of that value, or else of that absolute value, among cells or words."""
    ours = [(i, unit.value) for i, unit in enumerate(units) if unit.is_cell == in_table]
    exact = [i for i, found in ours if found == value]
    of_size = [i for i, found in ours if found is not None and abs(found) == abs(value)]
    return (exact or of_size)[:1]


def _plain(text: str) -> str:
    return _IMMATERIAL.sub("", text.lower())
