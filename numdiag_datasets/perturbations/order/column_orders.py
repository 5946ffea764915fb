"""Reversed columns of a table: the years of a report backwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from numdiag_datasets.core.problem import Edit
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import HEADER_ROWS
from numdiag_datasets.texts.table.years import years_in

# Columns that contain the remainder of the others, in that order.
_GOES_ON = re.compile(
    r"\b(?:thereafter|beyond|later|after|before|onwards?|cumulative|to date)\b", re.IGNORECASE
)
_LISTED = re.compile(r"\d[\d.]*(?:(?:,|,? and) [$€£]?\d[\d.]*)+")
_ASKS_OF_PLACE = re.compile(
    r"\b(?:columns?|left|right|leftmost|rightmost|(?:first|last|second|third) (?:year|period|figure|value|entry) (?:shown|listed|in the table))\b",
    re.IGNORECASE,
)
# Larger tables stay as they are.
_MOST_ROWS, _MOST_CELLS = 100, 2_000


def column_orders(readings: Sequence[Reading]) -> Iterator[list[Edit]]:
    """Yield the edits that reverse the columns of the years, including their headings.

    A heading over several years stays in place, and so do columns without a single year. If such a column is
    between the years, there is no other order.
    """
    problem = readings[0].problem
    table = problem.table
    if len(table) > _MOST_ROWS or sum(map(len, table)) > _MOST_CELLS:
        return
    texts = (*problem.context, *(reading.problem.question for reading in readings))
    if any(_ASKS_OF_PLACE.search(text) for text in texts):
        return
    header = next((r for r in range(min(HEADER_ROWS, len(table))) if _years(table[r])), None)
    if header is None or any(_GOES_ON.search(cell) for cell in table[header]):
        return
    columns = _years(table[header])
    if any(len(row) <= columns[-1] for row in table) or not _over_all(table[:header], columns):
        return
    if any(_lists_columns(row[0], len(columns)) for row in table[header:] if row):
        return
    pairs = list(zip(columns, columns[::-1], strict=True))
    edits = [
        Edit(f"table[{r}][{c}]", 0, row[c], row[other])
        for r, row in enumerate(table)
        if not _stands_over_all(row, columns, below=r > header)
        for c, other in pairs
        if row[c] != row[other]
    ]
    if edits:
        yield edits


def _lists_columns(name: str, columns: int) -> bool:
    """Return whether the name of a row has an amount for each column, in their order: "net of tax of $1, $11, and $4"."""
    amounts = _LISTED.search(name)
    return amounts is not None and len(re.findall(r"\d[\d.]*", amounts[0])) == columns


def _years(row: Sequence[str]) -> list[int]:
    """Return the adjacent columns that a row heads with one different year each; none if there is only one."""
    named = {c: years for c, cell in enumerate(row) if c and (years := years_in(cell))}
    columns = [c for c, years in named.items() if len(years) == 1]
    values = [next(iter(named[c])) for c in columns]
    neighbours = bool(columns) and columns == list(range(columns[0], columns[-1] + 1))
    distinct = len(set(values)) == len(values) > 1
    return columns if neighbours and distinct and len(named) == len(columns) else []


def _stands_over_all(row: Sequence[str], columns: list[int], *, below: bool) -> bool:
    """Return whether a row has one text for all the columns: "Years ended December 31," or "(in thousands)"."""
    filled = [row[c] for c in columns if row[c].strip()]
    if len(filled) != 1:
        return False
    return not below or (not row[0].strip() and not any(map(str.isdigit, filled[0])))


def _over_all(rows: Sequence[Sequence[str]], columns: list[int]) -> bool:
    """Return whether each row above has a heading over every one of the columns, or one over all together."""
    for row in rows:
        filled = [c for c in columns if row[c].strip()]
        if filled and filled != columns and len(filled) > 1:
            return False
    return True
