"""Checks of a table's columns against those of a release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.core.input_files import reading_parquet
from numdiag_datasets.core.manifest import ReleaseError, StoredFile

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


def num_bytes(path: Path) -> int:
    """Return the size of the columns of a Parquet file without compression."""
    from pyarrow import parquet

    metadata = parquet.read_metadata(path)
    groups = range(metadata.num_row_groups)
    return sum(metadata.row_group(group).total_byte_size for group in groups)


def read_table(
    directory: Path, path: str, features: datasets.Features, stored: StoredFile
) -> pyarrow.Table:
    """Return the table of a file of a release with exactly these columns, rows and size, and these features in its metadata.

    `datasets` trusts the features in the metadata, including the names of labels.

    Raises:
        ReleaseError: names the file and the fault.
    """
    from datasets import Features
    from pyarrow import parquet

    with reading_parquet(path, ReleaseError):
        table = parquet.read_table(directory / path)
    schema = features.arrow_schema
    check_columns(table, schema, path)
    if table.column_names != schema.names:
        raise ReleaseError(f"{path}: its columns are not {', '.join(schema.names)}, in this order")
    metadata = (
        table.schema.metadata == schema.metadata
    )  # `from_arrow_schema` passes over a false type
    if Features.from_arrow_schema(table.schema) != features or not metadata:
        raise ReleaseError(f"{path}: its metadata has other columns or labels")
    if table.num_rows != stored.rows:
        raise ReleaseError(f"{path}: has {table.num_rows} rows, but {stored.rows} in the manifest")
    if stored.num_bytes and (size := num_bytes(directory / path)) != stored.num_bytes:
        raise ReleaseError(
            f"{path}: has {size} bytes, but num_bytes {stored.num_bytes} in the manifest"
        )
    return table
