"""Perturbation of a whole file in parts, with constant memory; it resumes after Ctrl-C."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.input_files import json_lines
from numdiag_datasets.core.output_files import check_output, move_output, write_output
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.own_data.columns import ADDED, NEEDS_EQUATION, Columns, DataError
from numdiag_datasets.own_data.nested_columns import find_place
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.row_files import (
    Row,
    RowSource,
    format_of,
    join_parts,
    write_part,
)

if TYPE_CHECKING:
    import pyarrow

PART_ROWS = 5000
_PLAN, _DONE = "plan.json", "done.jsonl"
#: Files that this module writes into the directory of parts, including their temporary names.
_OWN = re.compile(r"\.?(\d{6}|whole|plan|done)\.[\w.]+")

Counts = Counter[str]


def first_rows(source: RowSource, count: int) -> list[Row]:
    """Return the first rows of a source.

    Raises:
        DataError: there are none.
    """
    rows = list(islice(source, count))
    if not rows:
        raise DataError(f"{source.name}: holds no rows")
    return rows


def check_out(out: Path, source: RowSource, overwrite: bool) -> None:
    """Raise an error if an output path is already in use or cannot be written.

    Raises:
        DataError, OutputError: names the problem.
    """
    format_of(str(out))
    check_output(out, [Path(source.name)])
    if out.exists() and not overwrite:
        raise DataError(f"{out}: exists; name another --out, or give --overwrite")
    if not out.absolute().parent.is_dir():
        raise DataError(f"{out}: the directory {out.absolute().parent} does not exist")


def perturb_file(
    source: RowSource,
    out: Path,
    perturber: Perturber,
    *,
    limit: int = 0,
    progress: Progress = no_progress,
) -> Counts:
    """Perturb every row of a source into a file.

    Rows are written to ``OUT.partial`` in parts of 5,000; when all are complete they become ``OUT`` in one step.
    The same call after an interruption resumes after the last intact part.

    Args:
        source: the input.
        out: a file that ends in .jsonl, .csv or .parquet.
        perturber: the perturbation.
        limit: the maximum number of rows; 0 for all.
        progress: called with (what, done, total; 0 if unknown).

    Returns:
        Reason code -> number of rows unchanged for it; "" -> number of perturbed rows.

    Raises:
        DataError: rows cannot be used, or the source changed meanwhile.
        OutputError: see `check_output`.
    """
    (first,) = first_rows(source, 1)
    if source.task is not None and not out.name.removesuffix(".gz").endswith(".json"):
        raise DataError(
            f"{out}: {source.name} is a task of BIG-bench, whose other values only JSON can hold; name an --out that ends in .json"
        )
    perturber = perturber.like(skeleton(source.schema) if source.schema else first)
    columns = perturber.columns(first)
    header = [*first, *ADDED]
    kind, partial = format_of(str(out)), out.with_name(out.name + ".partial")
    before = source.fingerprint()
    plan = json.dumps(
        {
            "version": __version__,
            "input": [source.name, before],
            "perturbation": perturber.perturbation,
            "seed": perturber.seed,
            "columns": asdict(columns),
            "limit": limit,
        }
    )
    done = _begun(partial, plan, out.suffix)
    try:
        for part in _parts(source, perturber, limit, len(done) * PART_ROWS):
            path = _part_path(partial, len(done), out.suffix)
            schema = source.schema and perturbed_schema(source.schema, perturber, columns)
            write_part(path, part, kind, schema, header)
            counts = Counter(row["reason"] if row["status"] != APPLIED else "" for row in part)
            done.append({"sha256": _checksum(path), "counts": counts})
            with (partial / _DONE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(done[-1]) + "\n")
            progress("perturbing", *source.place)
        if source.fingerprint() != before:
            shutil.rmtree(partial)
            raise DataError(f"{source.name}: was written to while it was read; run it again")
        whole = partial / f"whole{out.suffix}"
        parts = [_part_path(partial, number, out.suffix) for number in range(len(done))]
        join_parts(parts, whole, kind, header, source.task)
        move_output(whole, out, [Path(source.name)])
        shutil.rmtree(partial)
    except OSError as error:
        raise DataError(
            f"{out}: cannot be written ({error.strerror}); run it again to go on"
        ) from error
    return sum((part["counts"] for part in done), Counter())


def perturbed_schema(
    schema: pyarrow.Schema, perturber: Perturber, columns: Columns
) -> pyarrow.Schema:
    """Return the Arrow schema of perturbed rows: whole answers become floats, and four columns are added."""
    # Imported here: rows of other formats do not need it.
    import pyarrow

    answer = find_place(skeleton(schema), columns.answer) if columns.answer else None
    if answer and perturber.perturbation in NEEDS_EQUATION:
        name = str(answer[0])
        field = schema.field(name)
        kind = _with_decimals(field.type, [str(step) for step in answer[1:]])
        schema = schema.set(schema.get_field_index(name), field.with_type(kind))
    for name in ADDED:
        schema = schema.append(pyarrow.field(name, pyarrow.string()))
    return schema.remove_metadata()


def _with_decimals(kind: pyarrow.DataType, steps: Sequence[str]) -> pyarrow.DataType:
    """Return the type with floats instead of integers, inside an object if there are further steps."""
    import pyarrow

    if steps:
        fields = [
            field.with_type(_with_decimals(field.type, steps[1:]))
            if field.name == steps[0]
            else field
            for field in kind.fields
        ]
        return pyarrow.struct(fields)
    if pyarrow.types.is_integer(kind):
        return pyarrow.float64()
    if pyarrow.types.is_list(kind) and pyarrow.types.is_integer(kind.value_type):
        return pyarrow.list_(pyarrow.float64())
    return kind


def skeleton(schema: pyarrow.Schema) -> Row:
    """Return a row with the columns of a schema, and the objects in them, but without values."""
    import pyarrow

    def inside(kind: pyarrow.DataType) -> Any:
        if not pyarrow.types.is_struct(kind):
            return None
        return {field.name: inside(field.type) for field in kind.fields}

    return {field.name: inside(field.type) for field in schema}


def _begun(partial: Path, plan: str, suffix: str) -> list[dict[str, Any]]:
    """Return the checksums and counts of the intact parts of an interrupted run with the same plan.

    Raises:
        DataError: a run with another plan was begun there, or the directory cannot be written.
    """
    try:
        partial.mkdir(exist_ok=True)
        written, finished = partial / _PLAN, partial / _DONE
        is_same = written.is_file() and written.read_bytes() == plan.encode()
        if not is_same and not (
            written.is_file() and finished.is_file() and finished.stat().st_size
        ):
            # No part is complete: an error came first, or a process was killed before it had written its plan or
            # while it removed the parts.
            is_same = all(_OWN.fullmatch(path.name) for path in partial.iterdir())
            if is_same:
                finished.unlink(missing_ok=True)
                write_output(written, plan)
    except OSError as error:
        raise DataError(f"{partial}: cannot be written ({error.strerror})") from error
    if not is_same:
        raise DataError(
            f"{partial}: was begun with another input or other options; delete it to begin anew"
        )
    done = list(_whole_parts(partial, suffix))
    # Later entries of the list are cut off, or belong to damaged parts.
    write_output(partial / _DONE, "".join(json.dumps(part) + "\n" for part in done))
    return done


def _whole_parts(partial: Path, suffix: str) -> Iterator[dict[str, Any]]:
    try:
        for number, (_, part) in enumerate(json_lines(partial / _DONE, DataError)):
            counts = Counter(part["counts"])
            checksum = _checksum(_part_path(partial, number, suffix))
            # A shorter part was the last one; rows may have been added to the source since.
            if checksum != part["sha256"] or counts.total() != PART_ROWS:
                return
            yield {"sha256": checksum, "counts": counts}
    except (DataError, OSError):
        return


def _part_path(partial: Path, number: int, suffix: str) -> Path:
    return partial / f"{number:06}{suffix}"


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _parts(
    source: RowSource, perturber: Perturber, limit: int, skip: int
) -> Iterator[list[dict[str, Any]]]:
    """Yield perturbed rows, one part at a time, after the first ``skip`` rows."""
    rows = islice(enumerate(source, 1), skip, limit or None)
    while part := list(islice(rows, PART_ROWS)):
        made = []
        for number, row in part:
            try:
                made.append(perturber.row(row))
            except DataError as error:
                raise DataError(f"{source.name}, row {number}: {error}") from error
        yield made
