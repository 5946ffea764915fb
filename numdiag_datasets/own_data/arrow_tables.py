"""Perturbed rows as Arrow tables, whose columns keep their types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from numdiag_datasets.own_data.columns import ADDED, DataError
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.places import Place, find_place
from numdiag_datasets.own_data.row_files import PARQUET, format_of

#: The most decimals that a new answer has more than the old one.
_MORE_DECIMALS = 10


def for_schema(perturber: Perturber, schema: pyarrow.Schema) -> tuple[Perturber, pyarrow.Schema]:
    """Return a perturber for rows of a schema, and the schema of its rows.

    Whole answers become floats if the perturbation changes answers, and four columns are added.

    Raises:
        DataError: see `choose_columns`.
    """
    empty = _row_without_values(schema)
    perturber = perturber.like(empty)
    answer = perturber.changed_answer(empty)
    place = find_place(empty, answer) if answer else None
    fields = _with_floats(pyarrow.struct(list(schema)), place) if place else schema
    added = (pyarrow.field(name, pyarrow.string()) for name in ADDED)
    return perturber, pyarrow.schema([*fields, *added])


def check_texts(schema: pyarrow.Schema, out: Path) -> None:
    """Refuse bytes in a format of text, which cannot store them.

    Raises:
        DataError: names the column.
    """
    if format_of(out.name) == PARQUET:
        return
    for field in schema:
        if _has_bytes(field.type):
            raise DataError(
                f"{out}: column {field.name!r} holds bytes; write Parquet instead (--out ....parquet)"
            )


def _has_bytes(kind: pyarrow.DataType) -> bool:
    """Return whether a type stores bytes, at any depth."""
    if pyarrow.types.is_dictionary(kind):
        return _has_bytes(kind.value_type)
    if pyarrow.types.is_nested(kind):
        return any(_has_bytes(kind.field(number).type) for number in range(kind.num_fields))
    return "binary" in str(kind)


def _row_without_values(kind: Any) -> dict[str, Any]:
    """Return a row with the columns of a schema (or struct), and the objects in them, but without values."""
    return {
        field.name: _row_without_values(field.type) if pyarrow.types.is_struct(field.type) else None
        for field in kind
    }


def _with_floats(kind: pyarrow.DataType, place: Place) -> pyarrow.DataType:
    """Return a type for new answers, which may have more decimals, at a place in it: floats of 64 bits, or decimals of the most digits."""
    if pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind):
        return pyarrow.float64()
    if pyarrow.types.is_decimal(kind):
        digits, scale = kind.precision + _MORE_DECIMALS, kind.scale + _MORE_DECIMALS
        return pyarrow.decimal128(digits, scale) if digits <= 38 else pyarrow.decimal256(76, scale)
    if pyarrow.types.is_list(kind):
        return pyarrow.list_(_with_floats(kind.value_type, place))
    if not place:
        return kind
    return pyarrow.struct(
        field.with_type(_with_floats(field.type, place[1:])) if field.name == place[0] else field
        for field in kind
    )


def table_of(rows: Sequence[dict[str, Any]], schema: pyarrow.Schema | None) -> pyarrow.Table:
    """Return rows as a table of a schema; without one, the values determine the types.

    Raises:
        DataError: a column has values that Parquet cannot store.
    """
    columns = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        values = [row.get(name) for row in rows]
        with writing(f"column {name!r}"):
            columns[name] = pyarrow.array(values, schema.field(name).type if schema else None)
    return pyarrow.table(columns, schema)


@contextmanager
def writing(what: str) -> Iterator[None]:
    """Raise a one-line error for values that Parquet cannot store.

    Such values have mixed types, are too large, or are objects without keys.
    """
    try:
        yield
    except (pyarrow.ArrowException, OverflowError, UnicodeError) as error:
        raise DataError(
            f"{what} holds values that Parquet cannot ({' '.join(str(error).split())[:120]}); write JSON lines "
            "instead (--out ....jsonl)"
        ) from error


def write_joined(parts: Sequence[Any], out: Any) -> None:
    """Join files of Parquet, one at a time, in one with the columns of all.

    Raises:
        DataError: a column has different types.
    """
    with writing("a column"):
        schema = pyarrow.unify_schemas(map(parquet.read_schema, parts), promote_options="permissive")  # fmt: skip
        with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
            for part in parts:
                tables = [schema.empty_table(), parquet.read_table(part)]
                writer.write_table(pyarrow.concat_tables(tables, promote_options="permissive"))
