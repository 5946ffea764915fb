"""Checks of a table's columns against those of a release."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numdiag_datasets.core.manifest import ReleaseError

if TYPE_CHECKING:
    import datasets
    import pyarrow

#: Columns of text pairs that may be empty: a text that is not a number has no value.
_MAY_BE_NULL = ("value", "value_pair")


def check_columns(table: pyarrow.Table, schema: pyarrow.Schema, place: str) -> None:
    """Refuse a table that lacks one of the columns, or has one of another type or with an empty value.

    Raises:
        ReleaseError: names ``place`` and the column.
    """
    for field in schema:
        if table.column_names.count(field.name) != 1:
            found = ", ".join(table.column_names)
            raise ReleaseError(f"{place}: has no column {field.name!r}, or several; it has {found}")
        column = table[field.name]
        if column.type != field.type:
            raise ReleaseError(
                f"{place}: column {field.name!r} holds {column.type} where {field.type} is expected"
            )
        if field.name not in _MAY_BE_NULL and any(map(_has_null, column.chunks)):
            raise ReleaseError(f"{place}: column {field.name!r} is empty in some row")


def _has_null(array: pyarrow.Array) -> bool:
    """Return whether any value is missing, at any depth."""
    from pyarrow import types

    if array.null_count:
        return True
    if types.is_list(array.type):
        return _has_null(array.flatten())
    return types.is_struct(array.type) and any(map(_has_null, array.flatten()))


def check_all_columns(table: pyarrow.Table, features: datasets.Features) -> None:
    """Apply `check_columns`, and refuse any other column and other features in the file's metadata.

    `datasets` trusts these features, including the names of labels.

    Raises:
        ReleaseError: names the fault.
    """
    from datasets import Features

    schema = features.arrow_schema
    check_columns(table, schema, "the table")
    if table.column_names != schema.names:
        raise ReleaseError(f"its columns are not {', '.join(schema.names)}, in this order")
    if Features.from_arrow_schema(table.schema) != features:
        raise ReleaseError("its metadata tells of other columns or labels")
