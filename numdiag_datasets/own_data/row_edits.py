"""The edits of a perturbed problem in the user's row, and undoing them."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from decimal import Decimal, InvalidOperation
from itertools import groupby
from operator import attrgetter
from typing import Any

from numdiag_datasets.core.problem import APPLIED, Edit, EditError, Problem, edit_text, unedit_text
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.core.schema import check_row
from numdiag_datasets.own_data.answers import answer_like, only_one, stated_equation
from numdiag_datasets.own_data.columns import ADDED, Columns, DataError
from numdiag_datasets.own_data.places import find_place, value_at, with_values
from numdiag_datasets.own_data.row_conversion import Conversion
from numdiag_datasets.own_data.unknowns import unknown_of


def perturbed_row(
    row: Mapping[str, Any], conversion: Conversion, perturbed: Problem, columns: Columns
) -> dict[str, Any]:
    """Return the row with the edits of a perturbed problem, and the four added columns.

    ``edits`` is JSON text, the same in every format: a list of ``field`` (a column of the row, or an
    element of one), ``start``, ``before`` and ``after``. Equation and answer have edits too. A numeric
    answer becomes a float, so that a column has one type; a decimal stays one.
    """
    problem = conversion.problem
    edits = [_own_edit(edit, conversion, columns) for edit in perturbed.edits]
    has_equation = columns.equation and value_at(row, columns.equation)
    if perturbed.equation != problem.equation and has_equation:
        edits.append(_replacement(row, columns.equation, perturbed.equation))
    if perturbed.answers != problem.answers and columns.answer:
        written = only_one(value_at(row, columns.answer))
        if problem.rationale:
            answer = perturbed.rationale or f"{FINAL} {perturbed.answers[0]}"
        elif not columns.equation and (stated := stated_equation(written)):
            answer = perturbed.equation + (stated[1] and f"{stated[1]}{perturbed.answers[0]}")
        else:
            answer = answer_like(written, perturbed.answers[0])
        edits.append(_replacement(row, columns.answer, answer))
    return _with_edits(row, edits) | added_columns(
        perturbed.status, perturbed.reason, perturbed.rule, edits
    )


def added_columns(
    status: str, reason: str = "", rule: str = "", edits: Sequence[Edit] = ()
) -> dict[str, str]:
    """Return the four columns that are added to every row."""
    listed = json.dumps([asdict(edit) for edit in edits], ensure_ascii=False)
    return dict(zip(ADDED, (status, reason, rule, listed), strict=True))


def undo_own(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row before it was perturbed.

    Raises:
        EditError: the recorded edits do not fit the row, or are missing.
        RowError: it has no edits, or something else in their column.
    """
    edits: Any = row.get("edits")
    if isinstance(edits, str):
        with suppress(ValueError, RecursionError):  # invalid JSON is reported below
            edits = json.loads(edits)
    check_row({**row, "edits": edits} if "edits" in row else row, ["edits"])
    if not edits and row.get("status") == APPLIED:
        raise EditError("the row is marked as perturbed, and its edits are missing")
    original = {name: value for name, value in row.items() if name not in ADDED}
    try:
        return _with_edits(original, [Edit(**edit) for edit in edits], undo=True)
    except RecursionError as error:
        raise EditError("an edited column is nested too deeply") from error


def _own_edit(edit: Edit, conversion: Conversion, columns: Columns) -> Edit:
    """Return an edit with the user's name for the field."""
    if edit.field.startswith("table"):
        return replace(edit, field=columns.table + edit.field.removeprefix("table"))
    start = conversion.question_start if edit.field == "question" else 0
    return replace(edit, field=conversion.names[edit.field], start=edit.start + start)


def whole_edit(field: str, old: Any, new: Any) -> Edit:
    """Return the edit that replaces a text or a number as a whole."""
    if isinstance(old, str) and isinstance(new, str):
        return Edit(field, 0, old, new)
    return Edit(field, 0, *map(_number_text, (old, new)))


def _replacement(row: Mapping[str, Any], column: str, new: str) -> Edit:
    """Return the edit that replaces an equation or answer by a new one in the form of the old."""
    old = value_at(row, column)
    value = only_one(old)
    field = f"{column}[0]" if isinstance(old, list | tuple) else column
    if isinstance(value, str):
        return Edit(field, 0, value, unknown_of(value) + new)
    made = Decimal(new) if isinstance(value, Decimal) else float(new)
    return Edit(field, 0, _number_text(value), _number_text(made))


def _number_text(value: Any) -> str:
    return str(value) if isinstance(value, Decimal) else json.dumps(value, default=float)


def _with_edits(
    row: Mapping[str, Any], edits: Sequence[Edit], *, undo: bool = False
) -> dict[str, Any]:
    """Return a copy of the row with the edits applied or undone.

    Raises:
        EditError: they do not fit.
    """
    values = {}
    in_order = sorted(edits, key=attrgetter("field", "start"))
    for field, group in groupby(in_order, attrgetter("field")):
        place = find_place(row, field)
        if place is None:
            raise EditError(f"no column is called {field!r}")
        values[place] = _edited(value_at(row, field), list(group), undo)
    return with_values(row, values)


def _edited(value: Any, edits: Sequence[Edit], undo: bool) -> Any:
    """Return a value with its edits applied or undone; numbers are replaced as a whole."""
    if isinstance(value, str):
        return (unedit_text if undo else edit_text)(value, edits)
    new = edits[0].before if undo else edits[0].after
    with suppress(ValueError, InvalidOperation):
        return Decimal(new) if isinstance(value, Decimal) else json.loads(new)
    error = EditError if undo else DataError
    raise error(f"{edits[0].field!r} holds {reprlib.repr(value):.40}, and only texts can be edited")
