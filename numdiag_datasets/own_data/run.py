"""Perturbation of a whole file in parts, with constant memory; it resumes after Ctrl-C."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import count, islice
from pathlib import Path

from numdiag_datasets._version import __version__
from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.locks import locked
from numdiag_datasets.core.output_files import check_output, move_output, write_output
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.own_data.columns import ADDED, DataError
from numdiag_datasets.own_data.part_files import join_parts, write_part
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.row_files import PARQUET, Record, Row, RowSource, format_of

PART_ROWS = 5000
_PLAN = "plan.json"
#: Files that this module writes into the directory of parts, including their temporary names.
_OWN = re.compile(r"\.?(\d{6}|part|whole|plan)\.[\w.]+")

Counts = Counter[str]


def check_out(out: Path, source: RowSource, replace: bool) -> None:
    """Raise an error if an output path is already in use or cannot be written.

    Raises:
        DataError, OutputError: names the problem.
    """
    if format_of(str(out)) == PARQUET and out.suffix == ".gz":
        raise DataError(f"{out}: Parquet packs its columns itself; name a file without .gz")
    check_output(out, [Path(source.name)])
    if out.exists() and not replace:
        raise DataError(f"{out}: exists; name another --out, or give --replace")
    if not out.absolute().parent.is_dir():
        raise DataError(f"{out}: the directory {out.absolute().parent} does not exist")


def perturb_file(
    source: RowSource,
    out: Path,
    perturber: Perturber,
    *,
    limit: int = 0,
    replace: bool = False,
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
        replace: whether ``out`` may exist; it stays until the new one is whole.
        progress: called with (what, done, total; 0 if unknown).

    Returns:
        Reason code -> number of rows unchanged for it; "" -> number of perturbed rows.

    Raises:
        DataError: rows cannot be used, the source changed meanwhile, or another run writes ``out``.
        OutputError: see `check_output`.
    """
    first = source.head(1)[0]
    schema = None
    if source.schema:
        # Imported here: rows of other formats do not need Arrow.
        from numdiag_datasets.own_data.arrow_tables import check_texts, for_schema

        check_texts(source.schema, out)
        perturber, schema = for_schema(perturber, source.schema)
    perturber = perturber.like(first)
    header = [*first, *ADDED]
    before = source.fingerprint()
    plan = {
        "version": __version__,
        "input": [source.name, before],
        "perturbation": perturber.perturbation,
        "seed": perturber.seed,
        "columns": asdict(perturber.columns(first)),
        "separator": source.separator,
        "limit": limit,
    }
    suffix = Path(out.name.removesuffix(".gz")).suffix
    partial = out.with_name(out.name + ".partial")
    try:
        with locked(out, DataError):
            check_out(out, source, replace)  # another run may have ended meanwhile
            _begin(partial, json.dumps(plan), suffix)
            done = list(_whole_parts(partial, suffix, source.separator))
            records = islice(
                source.records(), len(done) * PART_ROWS, min(limit, sys.maxsize) or None
            )
            try:
                while batch := list(islice(records, PART_ROWS)):
                    start = len(done) * PART_ROWS
                    rows = list(perturbed_rows(perturber, batch, source.name, start))
                    path = partial / f"part{suffix}"
                    write_part(path, batch, rows, header, schema, source.separator)
                    path.replace(_part(partial, len(done), suffix))
                    done.append(counts_of(rows))
                    progress("perturbing", *source.progress)
            except DataError:
                if not done:  # nothing to go on with
                    _remove(partial)
                raise
            if source.fingerprint() != before:
                _remove(partial)
                raise DataError(f"{source.name}: was written to while it was read; run it again")
            whole = partial / f"whole{suffix}{out.suffix}"
            parts = [_part(partial, number, suffix) for number in range(len(done))]
            join_parts(parts, whole, source.separator)
            check_out(out, source, replace)  # somebody may have written it meanwhile
            move_output(whole, out, [Path(source.name)])
            _part(partial, 0, suffix).unlink()  # the rest alone does not count as a begun run
            _remove(partial)
    except OSError as error:
        raise DataError(
            f"{out}: cannot be written ({error.strerror}); run it again to go on"
        ) from error
    return sum(done, Counter())


def perturbed_rows(
    perturber: Perturber, records: Iterable[Record], source: str, start: int
) -> Iterator[Row]:
    """Yield the perturbed rows of a source, of which ``start`` rows come before these.

    Raises:
        DataError: a row cannot be used; the message names the source and the row.
    """
    for number, (row, _) in enumerate(records, start + 1):
        try:
            yield perturber.row(row)
        except DataError as error:
            raise DataError(f"{source}, row {number}: {error}") from error


def counts_of(rows: Iterable[Row]) -> Counts:
    """Return reason code -> number of rows unchanged for it; "" -> number of perturbed rows."""
    return Counter("" if row["status"] == APPLIED else row["reason"] for row in rows)


def _begin(partial: Path, plan: str, suffix: str) -> None:
    """Make the directory of parts, or check that an interrupted run with the same plan left it.

    Raises:
        DataError: a run with another plan has finished a part there, or it holds what no run wrote.
    """
    there = list(partial.iterdir()) if partial.is_dir() else []
    names = {path.name for path in there}
    parts = [
        name for name in names if not name.startswith(f".{_PLAN}.")
    ]  # a kill may leave half a plan
    is_ours = all(map(_is_own, there)) and (_PLAN not in parts or _is_plan(partial / _PLAN))
    if partial.is_symlink() or (parts and _PLAN not in parts) or not is_ours:
        raise DataError(f"{partial}: holds what no run wrote; move it away")
    is_begun = _part(partial, 0, suffix).name in names
    if is_begun and (partial / _PLAN).read_bytes() != plan.encode():
        raise DataError(
            f"{partial}: was begun with another input or other options; delete it to begin anew"
        )
    write_output(partial / _PLAN, plan)


def _is_plan(path: Path) -> bool:
    """Return whether a file is the plan of a run, of any version."""
    try:
        found = json_file(path, DataError)
    except DataError:
        return False
    return isinstance(found, dict) and found.keys() >= {"version", "input", "perturbation"}


def _is_own(path: Path) -> bool:
    """Return whether a path has the name of a file that a run writes, and is a file."""
    return bool(_OWN.fullmatch(path.name)) and path.is_file() and not path.is_symlink()


def _remove(partial: Path) -> None:
    """Remove the files of a run, the plan last, and the directory unless something else came in."""
    for path in sorted(filter(_is_own, partial.iterdir()), key=lambda path: path.name == _PLAN):
        path.unlink()
    if not any(partial.iterdir()):
        partial.rmdir()


def _part(partial: Path, number: int, suffix: str) -> Path:
    return partial / f"{number:06}{suffix}"


def _whole_parts(partial: Path, suffix: str, separator: str) -> Iterator[Counts]:
    """Yield the counts of the parts of an interrupted run, up to the first that is missing or damaged."""
    for number in count():
        try:
            part = RowSource(str(_part(partial, number, suffix)), separator=separator)
            counts = counts_of(row for row, _ in part.records())
        except (DataError, KeyError):
            return
        # A shorter part was the last one; rows may have been added to the source since.
        if counts.total() != PART_ROWS:
            return
        yield counts
