"""Undoing the edits of a row, of a release or of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numdiag_datasets.core import problem as records
from numdiag_datasets.core.schema import (
    COLUMNS,
    from_row,
    to_row,
)
from numdiag_datasets.own_data.rows import undo_own


def undo(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a row was before it was perturbed, byte for byte.

    Of a row of a release, of any config: ``context``, ``table`` and ``question``; what was not edited
    comes back as it is. Of a row of one's own that `perturb` made: the whole row, with its equation and
    answer, without the columns that were added.

    Args:
        row: a mapping of columns, as `datasets` or `perturb` gives it.

    Returns:
        The original texts, or the original row.

    Raises:
        EditError: the recorded edits do not fit the texts.
        RowError: a column is missing, or holds something else; the message names it.
    """
    if not COLUMNS.keys() <= row.keys():
        return undo_own(row)
    original = to_row(records.undo(from_row(row)))
    return {column: original[column] for column in ("context", "table", "question")}
