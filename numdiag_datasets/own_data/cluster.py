"""Perturbation on many machines: each Ray task reads some rows of a Parquet file and writes its own file.

If a machine is lost, its task is repeated elsewhere and writes the same file. So no rows are lost, duplicated or
out of order. The files of the output are numbered in the order of the rows.
"""

from __future__ import annotations

import logging
import os
import re
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import fsspec
import pyarrow
from pyarrow import dataset, parquet

from numdiag_datasets.core.input_files import check_unpacked, reading_parquet
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.own_data.arrow_tables import for_schema, table_of
from numdiag_datasets.own_data.columns import DataError
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.row_files import Row
from numdiag_datasets.own_data.run import Counts, counts_of, perturbed_rows

#: Rows of a task: about one second of work.
TASK_ROWS = 10_000
#: A task reads whole row groups, so tasks of a large row group take more rows.
_TASKS_OF_GROUP: Final = 20
#: How often the machine of a task may be lost.
_RETRIES: Final = 5
_SUFFIX: Final = ".parquet"
_IS_PARQUET: Final = re.compile(r"(^|/)(?![._])[^/]*\.parquet$")
#: Written last, as by Hadoop and Spark; Parquet readers skip names that begin with an underscore.
DONE = "_SUCCESS"

#: The host and the port of a cluster.
_PLACE: Final = re.compile(r"(?:ray://)?\[?(?P<host>[^/\]]+)\]?:(?P<port>\d{1,6})")
_SECONDS: Final = 10

#: Some row groups of a file of Parquet, the row they begin with, and the rows of a task among theirs.
_Unit = tuple[dataset.ParquetFileFragment, int, range]


def perturb_table(
    table: pyarrow.Table, perturber: Perturber, *, name: str = "table", before: int = 0
) -> pyarrow.Table:
    """Perturb the rows of a table, also for `ray.data.Dataset.map_batches(..., batch_format="pyarrow")`.

    Args:
        table: the rows.
        perturber: the perturbation.
        name: of the table in errors.
        before: the number of rows of the same name that come before these.

    Raises:
        DataError: the columns or a row cannot be used.
    """
    perturber, schema = for_schema(perturber, table.schema)
    records = ((row, "") for row in table.to_pylist())
    return table_of(list(perturbed_rows(perturber, records, name, before)), schema)


def first_rows_of(source: str, count: int) -> list[Row]:
    """Return the first rows of a Parquet file or folder.

    Raises:
        DataError: there are no rows.
    """
    data = _parquet(source)
    with reading_parquet(source, DataError):
        rows: list[Row] = data.head(count).to_pylist()
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

    units = list(_units(_parquet(source)))
    files, path = fsspec.core.url_to_fs(out)
    if files.exists(path):
        unfinished = files.isdir(path) and not files.exists(f"{path}/{DONE}")
        raise DataError(
            f"{out}: exists{', but was not finished' * unfinished}; name another --out, or delete it first"
        )
    is_ours = not ray.is_initialized()
    _start(ray, address, num_cpus)
    files.makedirs(path, exist_ok=True)
    work = ray.remote(num_cpus=1, max_retries=_RETRIES)(_perturb_rows)
    shared = ray.put(perturber)
    folder = files.unstrip_protocol(path)  # absolute: a worker has a working directory of its own
    tasks: list[Any] = [
        work.remote(unit, f"{folder}/{number:06}{_SUFFIX}", shared)
        for number, unit in enumerate(units)
    ]
    total = sum(len(rows) for _, _, rows in units)
    counts: Counts = Counter()
    try:
        for task in tasks:
            counts.update(ray.get(task))
            progress("perturbing", counts.total(), total)
        files.touch(f"{path}/{DONE}")
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", error)
        if not isinstance(cause, DataError | OSError | ray.exceptions.RayError):
            raise  # a bug
        raise DataError(f"{out}: {' '.join(str(cause).split())[:400]}") from error
    finally:
        if is_ours:
            ray.shutdown()  # ends the tasks that still run
        files.invalidate_cache()
        if not files.exists(f"{path}/{DONE}") and files.exists(path):
            # Also after Ctrl-C: a partial result must not look complete.
            files.rm(path, recursive=True)
    return counts


def _perturb_rows(unit: _Unit, out: str, perturber: Perturber) -> Counts:
    """Read, perturb and write the rows of a task; repeating it gives the same file."""
    fragment, before, some = unit
    with reading_parquet(fragment.path, DataError):
        table = fragment.to_table().slice(some.start, len(some))
    made = perturb_table(table, perturber, name=fragment.path, before=before + some.start)
    with fsspec.open(out, "wb") as file:
        parquet.write_table(made, file)
    return counts_of(made.select(["status", "reason"]).to_pylist())


def _parquet(source: str) -> dataset.FileSystemDataset:
    """Return a file of Parquet, or those in a folder, sorted by name.

    Raises:
        DataError: there are none, one is not Parquet, or has other columns than the first.
    """
    files, path = fsspec.core.url_to_fs(source)
    found = [path] if files.isfile(path) else sorted(filter(_IS_PARQUET.search, files.find(path)))
    if not found:
        raise DataError(f"{source}: neither a file nor a folder with a file that ends in {_SUFFIX}")
    with reading_parquet(f"{source}: --engine ray reads Parquet", DataError):
        data = dataset.dataset(found, filesystem=files)
        for fragment in data.get_fragments():
            check_unpacked(fragment.metadata, files.size(fragment.path), fragment.path, DataError)
            if not fragment.physical_schema.equals(data.schema):
                raise DataError(f"{fragment.path}: has other columns than {found[0]}")
    return data


def _units(data: dataset.FileSystemDataset) -> Iterator[_Unit]:
    """Yield the rows of each task: several row groups, or a part of a large one."""
    for fragment in data.get_fragments():
        sizes = [group.num_rows for group in fragment.row_groups]
        groups = max(1, TASK_ROWS // max(sizes, default=1))
        for first in range(0, len(sizes), groups):
            some = sizes[first : first + groups]
            part = fragment.subset(row_group_ids=list(range(first, first + len(some))))
            step = max(TASK_ROWS, sum(some) // _TASKS_OF_GROUP)
            for start in range(0, sum(some), step):
                yield part, sum(sizes[:first]), range(start, min(start + step, sum(some)))


def _start(ray: Any, address: str, num_cpus: int) -> None:
    """Connect to a cluster, or start one on this machine."""
    if address and (place := _PLACE.fullmatch(address)):
        # Ray itself tries for minutes.
        try:
            socket.create_connection((place["host"], int(place["port"])), _SECONDS).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise DataError(f"--address {address}: nothing answers there ({error})") from error
    # By default Ray reports each start to its developers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Without an address a cluster of its own, even if another is running.
    here: dict[str, Any] = {"address": "local", "num_cpus": num_cpus or None}
    try:
        ray.init(
            ignore_reinit_error=True,
            log_to_driver=False,
            include_dashboard=False,
            logging_level=logging.WARNING,
            **({"address": address} if address else here),
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise DataError(f"--address {address}: no Ray cluster answers there ({error})") from error
