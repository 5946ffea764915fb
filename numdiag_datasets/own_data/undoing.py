"""Undoing of the edits of a row, of a release or of user data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numdiag_datasets.core import problem as records
from numdiag_datasets.core.schema import COLUMNS, from_row, to_row
from numdiag_datasets.own_data.row_edits import undo_own


def undo(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as it was before it was perturbed, byte for byte.

    For a row of a release, of any config: ``context``, ``table`` and ``question``, including unedited ones. For a
    user row that `perturb` made: the whole row, with its equation and answer, without the added columns.

    Args:
        row: a mapping of columns, as returned by `datasets` or `perturb`.

    Returns:
        The original texts, or the original row.

    Raises:
        EditError: the recorded edits do not fit the texts, or are missing.
        RowError: a column is missing, or contains something else; the message names it.
    """
    if not COLUMNS.keys() <= row.keys():
        return undo_own(row)
    problem = from_row(row)
    if problem.status == records.APPLIED and not problem.edits:
        raise records.EditError(
            f"row {problem.id:.60} is marked as perturbed, and its edits are missing"
        )
    original = to_row(records.undo(problem))
    return {column: original[column] for column in ("context", "table", "question")}
