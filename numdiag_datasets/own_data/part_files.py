"""Writing of perturbed rows: parts of a file, and the file that they become."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.own_data.columns import DataError
from numdiag_datasets.own_data.json_text import json_text, with_values
from numdiag_datasets.own_data.row_files import (
    COMMAS,
    PARQUET,
    Record,
    Row,
    format_of,
    separator_of,
)

if TYPE_CHECKING:
    import pyarrow


def write_part(
    path: Path,
    records: Sequence[Record],
    rows: Sequence[Row],
    header: Sequence[str],
    schema: pyarrow.Schema | None,
    separator: str = "",
) -> None:
    """Write some perturbed rows to their own file, in the format of its suffix.

    Args:
        path: of the file.
        records: the rows as they were read, whose JSON text stays where nothing was edited.
        rows: the perturbed rows.
        header: the columns of a CSV, which are those of the first row.
        schema: of the rows in Parquet, if it is known.
        separator: between the cells of a CSV, see `separator_of`.

    Raises:
        DataError: the format cannot store them.
    """
    if format_of(path.name) == PARQUET:
        # Imported here, like below: rows of other formats do not need Arrow.
        from pyarrow import parquet

        from numdiag_datasets.own_data.arrow_tables import table_of, writing

        table = table_of(rows, schema)
        with writing("a column"):
            parquet.write_table(table, path)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        if format_of(path.name) == COMMAS:
            writer = csv.writer(file, delimiter=separator_of(path.name, separator))
            writer.writerows([header, *(_cells(row, header) for row in rows)])
        else:
            for (row, text), new in zip(records, rows, strict=True):
                file.write((with_values(text, row, new) if text else json_text(new)) + "\n")


def _cells(row: Row, header: Sequence[str]) -> list[Any]:
    known = set(header)
    if other := next((name for name in row if name not in known), ""):
        raise DataError(
            f"a row has a column {other!r} that the first row has not, which CSV cannot; write JSON lines instead "
            "(--out ....jsonl)"
        )
    cells = (row.get(name) for name in header)
    return [json_text(cell) if isinstance(cell, list | dict) else cell for cell in cells]


def join_parts(parts: Sequence[Path], out: Path, separator: str = "") -> None:
    """Join parts in one file, one part at a time, packed if its name ends in ``.gz``.

    Raises:
        DataError: the parts have columns of different types.
    """
    if format_of(out.name) == PARQUET:
        from numdiag_datasets.own_data.arrow_tables import write_joined

        write_joined(parts, out)
        return
    opened = gzip.open if out.suffix == ".gz" else open
    with opened(out, "wt", encoding="utf-8", newline="") as file:
        for number, part in enumerate(parts):
            with part.open(encoding="utf-8", newline="") as lines:
                if format_of(out.name) == COMMAS:
                    between = separator_of(out.name, separator)
                    read = csv.reader(lines, delimiter=between)
                    without_header = islice(read, min(number, 1), None)
                    csv.writer(file, delimiter=between).writerows(without_header)
                else:
                    file.writelines(lines)
