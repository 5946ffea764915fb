"""Perturbation on many machines: each Ray task reads some rows of a Parquet file and writes its own file.

If a machine is lost, its task is repeated elsewhere and writes the same file. So no rows are lost, duplicated or
out of order; Ray Data processes streams of rows and may change their order in this case.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import pyarrow
from pyarrow import parquet

from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.own_data.columns import DataError
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.row_files import (
    PARQUET,
    Row,
    format_of,
)
from numdiag_datasets.own_data.run import Counts, perturbed_schema, skeleton

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

#: Rows of a task: about one second of work.
TASK_ROWS = 10_000
#: A task reads whole row groups, so tasks of a large row group take more rows.
_TASKS_OF_GROUP: Final = 20
#: How often the machine of a task may be lost.
_RETRIES: Final = 5
_SUFFIX: Final = ".parquet"
#: Written last, as by Hadoop and Spark; Parquet readers skip names that begin with an underscore.
DONE = "_SUCCESS"


@dataclass(frozen=True, slots=True)
class Rows:
    """A range of rows of a Parquet file: from ``start`` up to but excluding ``stop``."""

    path: str
    start: int
    stop: int


def perturb_table(table: pyarrow.Table, perturber: Perturber) -> pyarrow.Table:
    """Perturb the rows of a table, also for `ray.data.Dataset.map_batches(..., batch_format="pyarrow")`.

    Raises:
        DataError: the columns or a row cannot be used.
    """
    head = skeleton(table.schema)
    perturber = perturber.like(head)
    columns = perturber.columns(head)
    schema = perturbed_schema(table.schema, perturber, columns)
    touched = set(perturber.touched(columns, head))
    rows = [perturber.row(row) for row in table.to_pylist()]
    arrays = [
        pyarrow.array([row[field.name] for row in rows], type=field.type)
        if field.name in touched
        else table[field.name]
        for field in schema
    ]
    return pyarrow.table(arrays, schema=schema)


def first_rows_of(source: str, count: int) -> list[Row]:
    """Return the first rows of a Parquet file or folder.

    Raises:
        DataError: there are no rows.
    """
    files, paths = _parquet_files(source)
    rows: list[Row] = []
    for path in paths:
        with files.open(path, "rb") as file:
            batches = parquet.ParquetFile(file).iter_batches(batch_size=count)
            found = (row for batch in batches for row in batch.to_pylist())
            rows += islice(found, count - len(rows))
        if len(rows) == count:
            break
    if not rows:
        raise DataError(f"{source}: holds no rows")
    return rows


def perturb_on_cluster(
    source: str,
    out: str,
    perturber: Perturber,
    *,
    address: str = "",
    num_cpus: int = 0,
    progress: Progress = no_progress,
) -> Counts:
    """Perturb Parquet files into a folder of Parquet files, on this machine's cores or a cluster.

    Args:
        source: a file or folder of Parquet, anywhere that fsspec can read.
        out: a folder that does not exist yet, or an address such as ``s3://bucket/folder``. Its files contain
            the rows in the order of the sorted input files; ``_SUCCESS`` is written when all files are complete.
        perturber: the perturbation; every row is the same as in one process.
        address: of a running cluster; "" starts one here.
        num_cpus: the number of local cores to use; 0 for all.
        progress: called with (what, done, total).

    Returns:
        Reason code -> number of rows unchanged for it; "" -> number of perturbed rows.

    Raises:
        DataError: Ray is missing, or a path or rows cannot be used.
    """
    try:
        import ray
    except ImportError as error:
        raise DataError("--engine ray needs Ray: pip install 'numdiag[distributed]'") from error
    import fsspec

    source_files, paths = _parquet_files(source)
    files, path = fsspec.core.url_to_fs(out)
    if files.exists(path):
        unfinished = files.isdir(path) and not files.exists(f"{path}/{DONE}")
        raise DataError(
            f"{out}: exists{', but was not finished' * unfinished}; name another --out, or delete it first"
        )
    units = list(_units(source_files, paths))
    is_ours = not ray.is_initialized()
    _start(ray, address, num_cpus)
    files.makedirs(path, exist_ok=True)
    work = ray.remote(num_cpus=1, max_retries=_RETRIES)(_perturb_rows)
    shared = ray.put((perturber, source_files, files))
    tasks = {
        work.remote(unit, f"{path}/{number:06}{_SUFFIX}", shared): unit
        for number, unit in enumerate(units)
    }
    is_whole = False
    try:
        counts = _gather(ray, tasks, progress)
        files.touch(f"{path}/{DONE}")
        is_whole = True
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, DataError):
            raise DataError(f"{source}: {error.cause}") from error
        if isinstance(error.cause, OSError):
            raise DataError(f"{out}: cannot be written ({error.cause})") from error
        raise
    except (ray.exceptions.RayActorError, ray.exceptions.WorkerCrashedError) as error:
        raise DataError(f"{out}: the machines of a task died {_RETRIES + 1} times") from error
    finally:  # Ctrl-C must not leave a partial result that looks complete
        if not is_whole:
            # Cancelling a task that has just ended can end this process (ray-project/ray#54798).
            _, running = ray.wait(list(tasks), num_returns=len(tasks), timeout=0)
            for task in running:
                ray.cancel(task, force=True)
            ray.wait(list(tasks), num_returns=len(tasks), timeout=10)
            files.invalidate_cache()
            if files.exists(path):  # an object store has no folder without a file
                files.rm(path, recursive=True)
        if is_ours:
            ray.shutdown()
    return counts


def _gather(ray: Any, tasks: dict[Any, Rows], progress: Progress) -> Counts:
    """Return the total counts of all tasks, added up as they end."""
    counts: Counter[str] = Counter()
    total, waiting = sum(unit.stop - unit.start for unit in tasks.values()), list(tasks)
    while waiting:
        ended, waiting = ray.wait(waiting)
        counts += ray.get(ended[0])
        progress("perturbing", counts.total(), total)
    return counts


def _perturb_rows(
    unit: Rows, out: str, shared: tuple[Perturber, AbstractFileSystem, AbstractFileSystem]
) -> Counts:
    """Read, perturb and write the rows of a task; repeating it gives the same file."""
    perturber, source_files, files = shared
    table = perturb_table(_read(source_files, unit), perturber)
    with files.open(out, "wb") as file:
        parquet.write_table(table, file)
    statuses, reasons = (table[name].to_pylist() for name in ("status", "reason"))
    return Counter(
        "" if status == APPLIED else reason
        for status, reason in zip(statuses, reasons, strict=True)
    )


def _parquet_files(source: str) -> tuple[AbstractFileSystem, list[str]]:
    """Return a file system and its Parquet files, sorted.

    Raises:
        DataError: there are none.
    """
    import fsspec

    files, path = fsspec.core.url_to_fs(source)
    if files.isdir(path):
        found = sorted(
            name
            for name in files.find(path)
            if name.endswith(_SUFFIX) and not name.rsplit("/", 1)[-1].startswith(("_", "."))
        )
        if not found:
            raise DataError(f"{source}: holds no file that ends in {_SUFFIX}")
        return files, found
    if format_of(source) != PARQUET:
        raise DataError(
            f"{source}: with --engine ray the input is Parquet; --engine python reads it"
        )
    if not files.exists(path):
        raise DataError(f"{source}: no such file or folder")
    return files, [path]


def _units(files: AbstractFileSystem, paths: Sequence[str]) -> Iterator[Rows]:
    """Yield ranges of rows, one for each task.

    Raises:
        DataError: a file is not Parquet, or has other columns than the first.
    """
    first = None
    for path in paths:
        try:
            with files.open(path, "rb") as file:
                metadata = parquet.read_metadata(file)
        except (OSError, pyarrow.ArrowInvalid) as error:
            raise DataError(f"{path}: cannot be read as Parquet ({error})") from error
        schema = metadata.schema.to_arrow_schema()
        first = first or schema
        if not schema.equals(first):
            raise DataError(f"{path}: has other columns than {paths[0]}")
        largest = max(
            (metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)), default=0
        )
        rows = max(TASK_ROWS, largest // _TASKS_OF_GROUP)
        for start in range(0, metadata.num_rows, rows):
            yield Rows(path, start, min(start + rows, metadata.num_rows))


def _read(files: AbstractFileSystem, unit: Rows) -> pyarrow.Table:
    """Return the rows of a unit; only the row groups that contain them are read."""
    with files.open(unit.path, "rb") as opened:
        file = parquet.ParquetFile(opened)
        groups: list[int] = []
        position = first = 0
        for number in range(file.num_row_groups):
            end = position + file.metadata.row_group(number).num_rows
            if position < unit.stop and end > unit.start:
                first = first if groups else position
                groups.append(number)
            position = end
        return file.read_row_groups(groups).slice(unit.start - first, unit.stop - unit.start)


def _start(ray: Any, address: str, num_cpus: int) -> None:
    """Connect to a cluster, or start one on this machine."""
    # By default Ray reports each start to its developers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    options: dict[str, Any] = {"address": address}
    if not address:  # a separate cluster, even if another is running
        options = {"address": "local", "num_cpus": num_cpus or None}
    try:
        ray.init(
            ignore_reinit_error=True,
            log_to_driver=False,
            include_dashboard=False,
            logging_level=logging.WARNING,
            **options,
        )
    except (ConnectionError, ValueError) as error:
        raise DataError(f"--address {address}: no Ray cluster answers there ({error})") from error
