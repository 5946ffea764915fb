"""The rows of a config, which hold what its kind of release promises."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.files.reading import reading_parquet
from numdiag_datasets.release.kinds import check_config, kind_of
from numdiag_datasets.release.manifest import Manifest, ReleaseError

if TYPE_CHECKING:
    import pyarrow

#: Columns of text pairs that may be empty: the value of what is no number.
_MAY_BE_NULL = ("value", "value_pair")


def config_rows(
    directory: Path, manifest: Manifest, config: str, splits: Iterable[str]
) -> list[dict[str, Any]]:
    """Return the rows of some splits of a config.

    Args:
        directory, manifest: of the release.

    Raises:
        ConfigError, ReleaseError: see `kinds.check_config`.
        ReleaseError: a file cannot be read, or lacks a column, or holds something else or nothing there;
            the message names both.
    """
    from pyarrow import parquet

    check_config(manifest, directory, config)
    features = kind_of(manifest).features(config)
    rows: list[dict[str, Any]] = []
    for path in (path for split in splits for path in manifest.configs[config][split]):
        place = str(directory / path)
        with reading_parquet(place, ReleaseError):
            table = parquet.read_table(directory / path)
            read = table.to_pylist()
        _check_columns(table, features.arrow_schema, place)
        labels = getattr(features.get("label"), "num_classes", 0)
        if labels and not all(0 <= row["label"] < labels for row in read):
            raise ReleaseError(
                f"{place}: column 'label' holds a number that is none of {labels} labels"
            )
        rows += read
    return rows


def _check_columns(table: pyarrow.Table, schema: pyarrow.Schema, place: str) -> None:
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
    """Whether any value is missing, at whatever depth."""
    from pyarrow import types

    if array.null_count:
        return True
    if types.is_list(array.type):
        return _has_null(array.flatten())
    return types.is_struct(array.type) and any(map(_has_null, array.flatten()))
