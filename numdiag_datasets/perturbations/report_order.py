"""Reports in another order: two paragraphs or two rows of the table change places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

from numdiag_datasets.perturbations.base import Rule
from numdiag_datasets.places import leans_back
from numdiag_datasets.problem import Edit, cell_of
from numdiag_datasets.reading import Reading
from numdiag_datasets.totals import find_totals

# Words by which a paragraph points at another, at the table or at its own place.
_POINTS = re.compile(
    r"\b(?:above|below|following|follows|followed|preceding|previously|aforementioned|foregoing|next"
    r"|former|latter|herein|hereinafter|continued|also|further|additionally|in addition|similarly"
    r"|however|therefore|accordingly|as a result|respective paragraph)\b",
    re.IGNORECASE,
)
# A term that a paragraph gives a name: (the “Plan”), ("SAB 118").
_DEFINED = re.compile(r"\((?:[^()]{0,40}\s)?[“\"]([^”\"]{2,60})[”\"]\)|\(([A-Z][A-Za-z&]{1,9}s?)\)")
# Names of rows whose place means something: sums and balances, parts of what is above, time, levels.
_PLACED = re.compile(
    r"total|subtotal|net\b|gross|opening|closing|balance|beginning|ending|end of|start of|less\b|plus\b"
    r"|add\b|of which|including|excluding|thereof|other\b|others\b|remaining|thereafter|average|change"
    r"|as reported|adjusted|before|after|profit|income from|outstanding|granted|exercised|vested"
    r"|forfeited|cancel|expired|basic|diluted|current|level|tier|phase|stage|grade|per share|^[\s(–—-]"
    r"|\d|january|february|march|april|may\b|june|july|august|september|october|november|december"
    r"|quarter|month|year|week|day|first|second|third|fourth|north|high|low|maximum|minimum|:\s*$"
    r"|^(?:as a )?(?:percent|%|margin|ratio)",
    re.IGNORECASE,
)
_ASKS_OF_PLACE = re.compile(
    r"\b(?:first|last|top|bottom|above|below|next|rows?|order(?:ed)?|listed|paragraphs?|table)\b",
    re.IGNORECASE,
)

Apply = Callable[[list[Reading]], Iterator[list[Edit]]]


def _paragraph_swap(readings: list[Reading]) -> Iterator[list[Edit]]:
    """Two paragraphs that lean on nothing, and on which nothing behind them leans."""
    reading = readings[0]
    context = reading.problem.context
    free = [
        i
        for i, paragraph in enumerate(context)
        if _stands_alone(paragraph)
        and (i == 0 or _is_complete(context[i - 1]))
        and (i + 1 == len(context) or not leans_back(context[i + 1]))
    ]
    for i, j in combinations(free, 2):
        between = context[i : j + 1]
        if not _names_used(between[0], between[1:]) and not any(
            _names_used(paragraph, ()) and _mentions(_names(paragraph), context[j])
            for paragraph in between[:-1]
        ):
            yield [
                Edit(f"context[{i}]", 0, context[i], context[j]),
                Edit(f"context[{j}]", 0, context[j], context[i]),
            ]


def _stands_alone(paragraph: str) -> bool:
    return (
        paragraph[0].isupper()
        and _is_complete(paragraph)
        and not leans_back(paragraph)
        and not _POINTS.search(paragraph)
    )


def _is_complete(paragraph: str) -> bool:
    return paragraph.rstrip().endswith((".", ".”", '."'))


def _names(paragraph: str) -> set[str]:
    return {(match[1] or match[2]).strip(",. ") for match in _DEFINED.finditer(paragraph)}


def _mentions(names: set[str], paragraph: str) -> bool:
    return any(name in paragraph for name in names)


def _names_used(paragraph: str, others: tuple[str, ...]) -> bool:
    names = _names(paragraph)
    return any(_mentions(names, other) for other in others) if others else bool(names)


def _row_swap(readings: list[Reading]) -> Iterator[list[Edit]]:
    """Two rows with values in the same columns, in a table where no row's place means anything."""
    reading = readings[0]
    table = reading.problem.table
    figures = [n for n in reading.passage.quantities if cell_of(n.field)]
    filled: dict[int, set[int]] = {}
    for number in figures:
        row, column = cell_of(number.field) or (0, 0)
        filled.setdefault(row, set()).add(column)
    if len(filled) < 2 or find_totals(table, figures):
        return
    rows = list(range(min(filled), len(table)))
    plain = all(
        r in filled and table[r][0].strip() and not _PLACED.search(table[r][0]) for r in rows
    )
    questions = [r.problem.question for r in readings]
    if not plain or any(_ASKS_OF_PLACE.search(question) for question in questions):
        return
    for i, j in combinations(rows, 2):
        if filled[i] == filled[j]:
            yield [
                Edit(f"table[{row}][{c}]", 0, table[row][c], table[other][c])
                for row, other in ((i, j), (j, i))
                for c in range(len(table[row]))
                if table[i][c] != table[j][c]
            ]


REPORT_ORDER_RULES: tuple[Rule[Apply], ...] = (
    Rule("paragraph_swap", "two paragraphs of a report change places", _paragraph_swap),
    Rule("row_swap", "two rows of a table change places", _row_swap),
)
