"""The numbers of a problem, and the figures among those of its table: not years, notes, headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from numdiag_datasets.core.decimals import MOST_DIGITS
from numdiag_datasets.core.problem import Problem, cell_of
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.english.numerals import NUMERAL

#: Maximum number of rows above the first row of values.
HEADER_ROWS = 4

# A cell with one figure and nothing else: "$ (1,452.4)", "(17", "12.5 %", "28.72c", "£4.8bn", "44.1 (2)",
# "206,753(*)". Runs of blanks and signs are possessive, so that they are never split in another way.
_FIGURE = re.compile(
    r"\s*+(?P<written>(?P<marks>[(+–—−-]*+)\s*+(?P<currency>(?:[A-Z]{1,3}\s?)?[$€£¥]|RMB|Rs\.?)?\s*+"
    rf"(?P<sign>[(–—−-]*+)\s*+(?P<numeral>{NUMERAL}|\.\d+)"
    r"(?:\s*+\)?\s*+(?P<percent>%)|\s*+\)?\s?(?P<unit>c|p|m|bn|x|bps|pts|pp))?"
    r"(?:\s*+\))?)\s*+(?:\((?:[a-z\d]{1,2}|\*{1,3})\)|\*++)?\s*+"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_NOTES = re.compile(r"\s*notes?\b", re.IGNORECASE)
_NEGATIVE = re.compile(r"[(–—−-]")
_MINUS = re.compile(r"[–—−-]")


def problem_numbers(problem: Problem) -> Iterator[NumberMention]:
    """Yield every number of context, table and question, in reading order."""
    yield from passage_numbers(problem.context, problem.table)
    yield from find_numbers(problem.question, "question")


def passage_numbers(
    context: Iterable[str], table: Sequence[Sequence[str]]
) -> Iterator[NumberMention]:
    """Yield every number of context and table, in reading order."""
    for i, paragraph in enumerate(context):
        yield from find_numbers(paragraph, f"context[{i}]")
    yield from table_numbers(table)


def mentions_of(problem: Problem) -> list[NumberMention]:
    """Return the numbers of a problem, as a list."""
    return list(problem_numbers(problem))


def note_columns(table: Sequence[Sequence[str]]) -> set[int]:
    """Return the columns with the heading "Note"."""
    return {
        c
        for row in table[:HEADER_ROWS]
        for c, cell in enumerate(row)
        if cell and _NOTES.match(cell)
    }


def table_numbers(
    table: Sequence[Sequence[str]], rows: Iterable[int] | None = None
) -> Iterator[NumberMention]:
    """Yield the numbers of a table, or of some of its rows, cell by cell.

    A figure is the only content of a cell, in any column but the first, which contains the names of the rows.
    Years, plain integers of the first row and the references of a column with the heading "Note" are not
    figures. Numbers in any other cell are labels.
    """
    notes = note_columns(table)
    for r in range(len(table)) if rows is None else rows:
        for c, cell in enumerate(table[r]):
            if not any(map(str.isdigit, cell)):
                continue
            field = f"table[{r}][{c}]"
            match = _FIGURE.fullmatch(cell)
            if match and len(match["numeral"]) > MOST_DIGITS:
                continue
            role = "label" if c == 0 or match is None else _role(match, r, is_note=c in notes)
            if match is None:
                yield from map(_as_label, find_numbers(cell, field))
            else:
                yield _figure(match, role, field)


#: The figures of a row by their columns, or of a column by their rows.
Line = dict[int, NumberMention]


def lines_of(figures: Iterable[NumberMention]) -> tuple[dict[int, Line], dict[int, Line]]:
    """Return the rows and the columns of a table with figures; numbers of other fields are skipped."""
    rows: dict[int, Line] = {}
    columns: dict[int, Line] = {}
    for figure in figures:
        cell = cell_of(figure.field)
        if cell:
            rows.setdefault(cell[0], {})[cell[1]] = figure
            columns.setdefault(cell[1], {})[cell[0]] = figure
    return rows, columns


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """The form of a figure in its cell, without surrounding blanks and footnotes.

    Attributes:
        start: its offset in the cell.
        text: "$ (1,452.4)".
        currency, unit: "$", "c"; "" for none.
        is_percent: whether a percent sign follows it.
        bracketed: whether brackets enclose it; another cell may contain the closing one.
        mark: "+" or "-" for a sign before it, "" for none.
    """

    start: int
    text: str
    currency: str
    unit: str
    is_percent: bool
    bracketed: bool
    mark: str


def written_figure(cell: str) -> WrittenFigure:
    """Return the form of the figure in a cell with one figure (see `table_numbers`).

    Raises:
        ValueError: the cell contains something else.
    """
    match = _FIGURE.fullmatch(cell)
    if match is None:
        raise ValueError(f"{cell!r:.80} is no figure")
    signs = match["marks"] + match["sign"]
    mark = "-" if _MINUS.search(signs) else "+" if "+" in signs else ""
    return WrittenFigure(
        match.start("written"),
        match["written"],
        match["currency"] or "",
        match["unit"] or "",
        bool(match["percent"]),
        "(" in signs,
        mark,
    )


def signed_value(number: NumberMention) -> Fraction:
    """Return the value of a figure as in accounting: negative in brackets or after a minus sign."""
    negative = _NEGATIVE.search(number.field_text, 0, number.numeral_start)
    return -number.value if negative else number.value


def _role(match: re.Match[str], row: int, is_note: bool) -> str:
    numeral = match["numeral"]
    if match["percent"]:
        return "percent"
    if numeral.startswith("00"):
        return "label"  # the "£000" of a column
    if match["currency"]:
        return "money"
    if _YEAR.fullmatch(numeral) and not match["sign"]:
        return "year"
    if is_note and numeral.isdigit():
        return "reference"
    return "label" if row == 0 and numeral.isdigit() else "quantity"


def _figure(match: re.Match[str], role: str, field: str) -> NumberMention:
    start, end = match.span("numeral")
    value = Fraction(match["numeral"].replace(",", ""))
    return NumberMention(
        start,
        end,
        match["numeral"],
        value,
        "digits",
        role,
        start,
        end,
        "",
        False,
        field,
        match.string,
    )


def _as_label(mention: NumberMention) -> NumberMention:
    return replace(mention, role="label") if mention.is_quantity else mention
