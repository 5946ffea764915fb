"""All amounts of a table times one whole number, which keeps every sum, difference and ratio of them."""

from __future__ import annotations

import re
from functools import lru_cache

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.new_values.restated_amounts import is_named
from numdiag_datasets.perturbations.new_values.table_gates import Position, position_of
from numdiag_datasets.texts.reading import Passage, Reading
from numdiag_datasets.texts.table.figures import lines_of
from numdiag_datasets.texts.table.ratios import column_headings, is_ratio, row_names

#: Names of what is no larger for a larger company; whole figures of them cannot be told from amounts.
_NO_AMOUNT = re.compile(
    r"\b(?:rates?|prices?|days|weeks|months|years|terms?|hours|times|multiples?|ind(?:ex|ices)|scores?|ranks?|degrees"
    r"|ages?|ratios?|factors?|basis points|bps|per|percent(?:age)?s?|proportions?)\b|%",
    re.IGNORECASE,
)
_LEAST = 1000


@lru_cache(maxsize=1)  # for all questions of a report
def amounts_of_table(
    passage: Passage, table: tuple[tuple[str, ...], ...]
) -> tuple[NumberMention, ...]:
    """Return the figures of a table that are amounts, none if it is unclear which they are.

    A percent beside amounts makes its column one of percents. Ratios with decimals are no amounts; of whole figures
    of days, prices and the like this is unclear, and so it is of a cell with a number and words.
    """
    figures = [n for n in passage.quantities if cell_of(n.field)]
    rows, columns = lines_of(figures)
    of_percents = {
        c
        for row in rows.values()
        if len({n.role == "percent" for n in row.values()}) > 1
        for c, n in row.items()
        if n.role == "percent"
    }
    names, headings = row_names(table), column_headings(table, columns)
    worked_out = {ratio.figure.field for ratio in passage.ratios}
    found = []
    for r, row in rows.items():
        for c, figure in row.items():
            if c in of_percents or figure.role == "percent" or figure.field in worked_out:
                continue
            both = names[r], headings[c]
            if any(is_ratio(name, figure) for name in both):
                continue
            if any(map(_NO_AMOUNT.search, both)):
                if "." not in figure.numeral:
                    return ()
                continue
            found.append(figure)
    fields = {figure.field for figure in figures}
    unread = (
        n
        for n in passage.numbers
        if (cell := cell_of(n.field)) and cell[1] and cell[0] in rows and n.field not in fields
    )
    return () if any(n.role not in ("year", "date") for n in unread) else tuple(found)


def leaves_amount(reading: Reading, told_again: frozenset[Position]) -> bool:
    """Return whether a sentence that names a row has a large amount that does not grow with the table."""
    table = reading.problem.table
    rows, _ = lines_of(reading.passage.quantities)
    names = [content_words(table[row][0]) for row in rows]
    for field, start, end in reading.passage.sentences:
        numbers = [
            n
            for n in reading.passage.numbers[reading.passage.within(field, start, end)]
            if n.is_quantity
            and (n.role == "money" or n.magnitude or n.value >= _LEAST)
            and n.role != "percent"
            and position_of(n) not in told_again
        ]
        if numbers:
            words = content_words(numbers[0].field_text[start:end])
            if any(is_named(name, words) for name in names):
                return True
    return False
