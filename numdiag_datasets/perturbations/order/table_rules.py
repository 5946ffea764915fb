"""Another order of a report, chosen for as many of its questions as it can serve."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice

from numdiag_datasets.core.problem import (
    Edit,
    Problem,
    cell_of,
)
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.order.column_orders import column_orders
from numdiag_datasets.perturbations.order.gate import order_gate
from numdiag_datasets.perturbations.order.paragraph_orders import paragraph_orders
from numdiag_datasets.perturbations.order.row_orders import row_orders
from numdiag_datasets.texts.evidence import occurrences
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group
from numdiag_datasets.texts.table.figures import (
    note_columns,
    table_numbers,
)

ROWS, COLUMNS, PARAGRAPHS = "row_swap", "column_swap", "paragraph_swap"
#: Rule -> what it does.
TABLE_ORDER_RULES: dict[str, str] = {
    PARAGRAPHS: "paragraphs of a report change places",
    ROWS: "rows of a table change places",
    COLUMNS: "the years of a table stand in the opposite order",
}
# New orders of one report; each is read as a whole.
_MOST_TRIED = 200
# Years stand everywhere; which of them is the answer, figures decide.
_YEAR = re.compile(r"(?:fiscal |FY ?|F)?(?:(?:19|20)\d\d|\d\d)", re.IGNORECASE)
# A value of fewer digits may stand somewhere by chance.
_DISTINCTIVE_DIGITS = 3


@dataclass(frozen=True, slots=True)
class NewOrder:
    """What changes places in a report, and for which of its questions that matters.

    Attributes:
        edits: of all paragraphs and cells that moved, in reading order.
        rules: id of a question -> the rule that moved what it needs.
        possible: whether anything may change places, be it of use to a question or not.
    """

    edits: tuple[Edit, ...] = ()
    rules: dict[str, str] = field(default_factory=dict)
    possible: bool = False


def new_order(group: Group, rng: Rng) -> NewOrder:
    """The order that moves what most of the questions need; what moves in the table and which paragraphs do
    are chosen apart.

    Returns:
        No edits where no other order is sound, or none serves a question.
    """
    readings = group.readings
    rows = ((ROWS, edits) for edits in row_orders(readings, rng))
    columns = ((COLUMNS, edits) for edits in column_orders(readings))
    paragraphs = ((PARAGRAPHS, edits) for edits in paragraph_orders(readings[0].problem))
    in_table = _best(readings, [*rows, *columns], rng)
    in_text = _best(readings, paragraphs, rng)
    return NewOrder(
        (*in_text.edits, *in_table.edits),
        in_text.rules | in_table.rules,
        in_text.possible or in_table.possible,
    )


def _best(readings: list[Reading], orders: Iterable[tuple[str, list[Edit]]], rng: Rng) -> NewOrder:
    """The order that most questions need; of several one is drawn."""
    tried = list(islice(orders, _MOST_TRIED))
    found = [
        NewOrder(tuple(edits), dict.fromkeys(served, rule), possible=True)
        for rule, edits in tried
        if (served := [r.problem.id for r in readings if _moves_what_it_needs(edits, r)])
        and not _gate(readings[0].problem, edits)
    ]
    most = max((len(order.rules) for order in found), default=0)
    best = [order for order in found if len(order.rules) == most]
    return best[rng.below(len(best))] if best else NewOrder(possible=bool(tried))


def _moves_what_it_needs(edits: Collection[Edit], reading: Reading) -> bool:
    """Whether what moved holds an operand or the answer; or, where a year or a count is asked for, figures of
    a row that the question names."""
    problem = reading.problem
    fields = {edit.field for edit in edits}
    in_table = any(map(cell_of, fields))
    if ("table" if in_table else "text") not in problem.answer_from:
        return False
    if reading.equation:
        return any(
            mention.field in fields
            for group in reading.bound
            for mention in group.mentions
            if _is_distinctive(mention.numeral) or _names_row(mention.field, reading)
        )
    if problem.answer_type == "count" or all(map(_YEAR.fullmatch, problem.answers)):
        return any(_names_row(name, reading) for name in fields)
    moved = {edit.before for edit in edits}
    return any(
        next(occurrences(answer, text), None) is not None
        for answer in problem.answers
        for text in moved
    )


def _is_distinctive(numeral: str) -> bool:
    return sum(map(str.isdigit, numeral)) >= _DISTINCTIVE_DIGITS


def _names_row(field: str, reading: Reading) -> bool:
    """Whether the question has all words of the name of a cell's row."""
    cell = cell_of(field)
    name = content_words(reading.problem.table[cell[0]][0]) if cell else set()
    return bool(name) and name <= content_words(reading.problem.question)


def _gate(problem: Problem, edits: list[Edit]) -> str:
    """The gate for paragraphs or cells that change places; nothing else is read again."""
    rows = sorted({cell[0] for edit in edits if (cell := cell_of(edit.field))})
    if not rows:
        before, after = (
            [mention for text in side for mention in find_numbers(text)]
            for side in ([edit.before for edit in edits], [edit.after for edit in edits])
        )
        return order_gate(before, after)
    table = [list(row) for row in problem.table]
    for edit in edits:
        row, column = cell_of(edit.field) or (0, 0)
        table[row][column] = edit.after
    # What a row's numbers are depends on the headings above it too.
    alike = rows[0] > 0 and note_columns(table) == note_columns(problem.table)
    before, after = (
        list(table_numbers(t, rows if alike else None)) for t in (problem.table, table)
    )
    return order_gate(before, after)
