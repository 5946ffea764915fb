"""New orders of a report, chosen to serve as many of its questions as possible."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice

from numdiag_datasets.core.problem import Edit, Problem, cell_of
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
from numdiag_datasets.texts.table.figures import note_columns, table_numbers

ROWS, COLUMNS, PARAGRAPHS = "row_swap", "column_swap", "paragraph_swap"
#: Rule -> its one-line summary.
TABLE_ORDER_RULES: dict[str, str] = {
    PARAGRAPHS: "paragraphs of a report change places",
    ROWS: "rows of a table change places",
    COLUMNS: "the years of a table stand in the opposite order",
}
# Maximum number of new orders of one report that are tried; each is read as a whole.
_MOST_TRIED = 200
# Years occur everywhere; figures distinguish the one that is the answer.
_YEAR = re.compile(r"(?:fiscal |FY ?|F)?(?:(?:19|20)\d\d|\d\d)", re.IGNORECASE)
# Values with fewer digits often occur by chance.
_DISTINCTIVE_DIGITS = 3


@dataclass(frozen=True, slots=True)
class NewOrder:
    """A new order of a report, and the questions that it serves.

    Attributes:
        edits: of all paragraphs and cells that moved, in reading order.
        rules: id of a question -> the rule that moved its evidence.
        possible: whether any other order was found, even if it serves no question.
    """

    edits: tuple[Edit, ...] = ()
    rules: dict[str, str] = field(default_factory=dict)
    possible: bool = False


def new_order(group: Group, rng: Rng) -> NewOrder:
    """Return the order that moves the evidence of most questions; table and paragraphs are chosen separately.

    Returns:
        No edits if no other order is sound, or if none serves a question.
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
    """Return the order that serves the most questions; ties are broken at random."""
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
    """Return whether the edits move an operand or the answer.

    If a year or a count is asked for, they must move figures of a row that the question names.
    """
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
    """Return whether the question has all words of the name of a cell's row."""
    cell = cell_of(field)
    name = content_words(reading.problem.table[cell[0]][0]) if cell else set()
    return bool(name) and name <= content_words(reading.problem.question)


def _gate(problem: Problem, edits: list[Edit]) -> str:
    """Return a reason code if moved paragraphs or cells break the gate, else ""; only they are read again."""
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
    # The reading of a row's numbers also depends on the headings above it.
    alike = rows[0] > 0 and note_columns(table) == note_columns(problem.table)
    before, after = (
        list(table_numbers(t, rows if alike else None)) for t in (problem.table, table)
    )
    return order_gate(before, after)
