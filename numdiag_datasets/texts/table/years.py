"""The years that the cells of a table belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numdiag_datasets.texts.table.figures import HEADER_ROWS

_YEAR = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?!\d)(?:\s*[/–-]\s*(?:(?:19|20)?\d\d)(?!\d))?|\bF(?:Y|YE)?\s?'?(\d\d)\b"
)


def year_of(table: Sequence[Sequence[str]], cell: tuple[int, int], along: str) -> int | None:
    """Return the year of a cell: that of its column's heading, or of its row's name.

    Args:
        along: "row" if the years are those of columns, "column" if they are those of rows.

    Returns:
        None if there is no year, or more than one.
    """
    row, column = cell
    if along == "column":
        headings = [table[row][0]]
    else:
        headings = [head[column] for head in table[: min(row, HEADER_ROWS)] if column < len(head)]
    years = set().union(*map(years_in, headings))
    return years.pop() if len(years) == 1 else None


def years_in(heading: str) -> set[int]:
    """Return the years that a cell names."""
    return {full_year(match[1] or match[2]) for match in _YEAR.finditer(heading)}


def full_year(year: str) -> int:
    """Input -> output: "19" -> 2019."""
    return int(year) if len(year) == 4 else 2000 + int(year)
