"""Rules of order for a table with paragraphs: two paragraphs or two rows change places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

from numdiag_datasets.english.cohesion import continues_paragraph
from numdiag_datasets.english.cohesive_words import (
    ADDITIVE,
    ADVERSATIVE,
    ANAPHORIC_ADJECTIVES,
    DEMONSTRATIVES,
    HE_SHE,
    IT,
    ORDINALS_TO_THIRD,
    RESULT,
    SAME_OR_OTHER,
    SEQUENCE,
    TEXT_DEIXIS,
    THEY,
    alternatives,
)
from numdiag_datasets.english.sentences import first_sentence
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.base import Rule
from numdiag_datasets.problems.problem import Edit, cell_of
from numdiag_datasets.problems.reading import Reading
from numdiag_datasets.problems.table_totals import find_totals

# Words by which a sentence points at another, at the table or at its own place.
_POINTING_WORDS = (
    HE_SHE
    | (THEY - {"theirs"})  # accounts do not have it
    | IT
    | (DEMONSTRATIVES - {"that"})  # in long sentences mostly a conjunction
    | TEXT_DEIXIS
    | ANAPHORIC_ADJECTIVES
    | SAME_OR_OTHER
    | ORDINALS_TO_THIRD
    | ADVERSATIVE
    | SEQUENCE
    # These begin a sentence, where `continues_paragraph` finds them.
    | (ADDITIVE - {"furthermore", "moreover", "likewise"})
    | (RESULT - {"consequently"})
    | {"also", "again", "both", "each", "remaining", "collectively", "otherwise", "therefore"}
    | {"previously", "subsequently", "finally", "lastly", "continued"}
)
_POINTS = re.compile(
    rf"\b(?:{alternatives(_POINTING_WORDS)}|respective paragraph|part of|due to the)\b",
    re.IGNORECASE,
)
# A term that a paragraph gives a name: (the “Plan”), ("SAB 118").
_DEFINED = re.compile(r"\((?:[^()]{0,40}\s)?[“\"]([^”\"]{2,60})[”\"]\)|\(([A-Z][A-Za-z&]{1,9}s?)\)")
# "Service Revenue Service revenue"
_RUN_IN_HEADING = re.compile(r"((?:\w+ ){1,5})(?=\1)", re.IGNORECASE)
_NAME = re.compile(r"[a-z,;] ([A-Z][A-Za-z]{2,})\b(?! \d)")  # within a sentence; no months
# "the supply agreement", "the members"
_DEFINITE = re.compile(r"\b[Tt]he ((?:[a-z][\w-]* ){0,2}[a-z][\w-]*)")
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
# What is longer stays as it is: every pair of rows would be read, and every name looked for.
_MOST_ROWS, _MOST_CELLS, _LONGEST_PARAGRAPH = 100, 2_000, 10_000

Apply = Callable[[list[Reading]], Iterator[list[Edit]]]


def _paragraph_swap(readings: list[Reading]) -> Iterator[list[Edit]]:
    """Two neighbours that lean on nothing, the second not on what the first introduces either."""
    problem = readings[0].problem
    context = problem.context
    known = _Known()
    known.add(" ".join(row[0] for row in problem.table if row))
    for i in range(len(context) - 1):
        one, two = context[i], context[i + 1]
        behind = context[i + 2] if i + 2 < len(context) else ""
        if i:
            known.add(context[i - 1])
        if (
            _stands_alone(one)
            and _stands_alone(two)
            and (i == 0 or _is_complete(context[i - 1]))
            and not continues_paragraph(behind)
            and not _POINTS.search(first_sentence(behind))
            and not _depends(two, one, known)
            and not _depends(behind, two, known, one)
        ):
            yield [
                Edit(f"context[{i}]", 0, one, two),
                Edit(f"context[{i + 1}]", 0, two, one),
            ]


def _stands_alone(paragraph: str) -> bool:
    return (
        paragraph[:1].isupper()
        and len(paragraph) <= _LONGEST_PARAGRAPH
        and not _RUN_IN_HEADING.match(paragraph)
        and _is_complete(paragraph)
        and not continues_paragraph(paragraph)
        and not _POINTS.search(first_sentence(paragraph))
    )


def _is_complete(paragraph: str) -> bool:
    return paragraph.rstrip().endswith((".", ".”", '."'))


def _names(text: str) -> set[str]:
    return set(_NAME.findall(text))


class _Known:
    """The names and content words of what was read so far."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.words: set[str] = set()

    def add(self, text: str) -> None:
        self.names |= _names(text)
        self.words |= content_words(text)


def _depends(paragraph: str, before: str, known: _Known, also: str = "") -> bool:
    """Whether a paragraph speaks of what only the one before it introduced: by a defined term, by a
    name, or as "the agreement"."""
    names = {(match[1] or match[2]).strip(",. ") for match in _DEFINED.finditer(before)}
    if any(name in paragraph for name in names):
        return True
    if any(name in paragraph for name in _names(before) - known.names - _names(also)):
        return True
    introduced = content_words(before) - known.words - content_words(also)
    return any(introduced & content_words(match[1]) for match in _DEFINITE.finditer(paragraph))


def _row_swap(readings: list[Reading]) -> Iterator[list[Edit]]:
    """Two rows with values in the same columns, in a table where no row's place means anything."""
    reading = readings[0]
    table = reading.problem.table
    figures = [n for n in reading.passage.quantities if cell_of(n.field)]
    filled: dict[int, set[int]] = {}
    for number in figures:
        row, column = cell_of(number.field) or (0, 0)
        filled.setdefault(row, set()).add(column)
    cells = sum(map(len, table))
    if not 2 <= len(filled) <= _MOST_ROWS or cells > _MOST_CELLS or find_totals(table, figures):
        return
    rows = list(range(min(filled), len(table)))
    plain = all(
        r in filled and table[r][0].strip() and not _PLACED.search(table[r][0]) for r in rows
    )
    questions = [r.problem.question for r in readings]
    if not plain or any(_ASKS_OF_PLACE.search(question) for question in questions):
        return
    for i, j in combinations(rows, 2):
        if filled[i] == filled[j] and len(table[i]) == len(table[j]):
            yield [
                Edit(f"table[{row}][{c}]", 0, table[row][c], table[other][c])
                for row, other in ((i, j), (j, i))
                for c in range(len(table[row]))
                if table[i][c] != table[j][c]
            ]


TABLE_ORDER_RULES: tuple[Rule[Apply], ...] = (
    Rule(
        "paragraph_swap", "two neighbouring paragraphs of a report change places", _paragraph_swap
    ),
    Rule("row_swap", "two rows of a table change places", _row_swap),
)
