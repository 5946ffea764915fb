"""The same on many machines: Ray Data over batches of Arrow, Parquet to Parquet."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections import Counter
from typing import Any

import pyarrow

from numdiag_datasets.own_data.columns import DataError
from numdiag_datasets.own_data.files import PARQUET, format_of
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.run import Counts, perturbed_schema
from numdiag_datasets.problems.problem import APPLIED
from numdiag_datasets.release.processes import Progress, no_progress

BATCH_ROWS = 1000
BLOCK_ROWS = 10_000


def perturb_table(table: pyarrow.Table, perturber: Perturber) -> pyarrow.Table:
    """Perturb the rows of a table, for `ray.data.Dataset.map_batches(..., batch_format="pyarrow")`.

    Raises:
        DataError: the columns or a row cannot be used.
    """
    columns = perturber.columns(table.column_names)
    schema = perturbed_schema(table.schema, perturber, columns)
    touched = set(perturber.touched(columns))
    rows = [perturber.row(row) for row in table.to_pylist()]
    arrays = [
        pyarrow.array([row[field.name] for row in rows], type=field.type)
        if field.name in touched
        else table[field.name]
        for field in schema
    ]
    return pyarrow.table(arrays, schema=schema)


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
        source: a file or folder of Parquet, anywhere that fsspec reaches.
        out: a folder that is not there yet, or an address such as ``s3://bucket/folder``.
        perturber: what to do; every row comes out as in one process, in the same order.
        address: of a running cluster; "" starts one here.
        num_cpus: how many cores to use here; 0 for all.
        progress: called with (what, done, total; 0 if unknown).

    Returns:
        Reason code -> rows that it left unchanged; "" -> perturbed rows.

    Raises:
        DataError: Ray is missing, a place cannot be used, or rows cannot.
    """
    try:
        import ray
    except ImportError as error:
        raise DataError("--engine ray needs Ray: pip install 'numdiag[distributed]'") from error
    import fsspec
    from pyarrow import dataset

    source_files, source_path = fsspec.core.url_to_fs(source)
    files, path = fsspec.core.url_to_fs(out)
    if files.exists(path):
        raise DataError(f"{out}: exists; name another --out")
    if source.rstrip("/").rsplit("/", 1)[-1].count(".") and format_of(source) != PARQUET:
        raise DataError(
            f"{source}: with --engine ray the input is Parquet; --engine python reads it"
        )
    _start(ray, address, num_cpus)
    is_whole = False
    try:
        rows = ray.data.read_parquet(source_path, filesystem=source_files)
        # One file is read as one block, which one core would do alone.
        rows = rows.repartition(target_num_rows_per_block=BLOCK_ROWS)
        rows = rows.map_batches(
            perturb_table,  # type: ignore[arg-type]  # its second argument is given below
            batch_size=BATCH_ROWS,
            batch_format="pyarrow",
            fn_kwargs={"perturber": perturber},
        )
        rows.write_parquet(path, filesystem=files)
        is_whole = True
    except ray.exceptions.RayTaskError as error:
        # Of what a worker raised only the text arrives here.
        found = re.search(rf"{DataError.__name__}: (.*)", str(error))
        if not found:
            raise
        raise DataError(f"{source}: {found[1]}") from error
    finally:  # Ctrl-C, too, leaves no part that would pass for the whole
        if not is_whole and files.exists(path):
            files.rm(path, recursive=True)
    counts: Counter[str] = Counter()
    written = dataset.dataset(path, filesystem=files, format="parquet")
    for batch in written.to_batches(columns=["status", "reason"]):
        for status, reason in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            counts["" if status == APPLIED else reason] += 1
    progress("perturbing", sum(counts.values()), sum(counts.values()))
    return counts


def _start(ray: Any, address: str, num_cpus: int) -> None:
    """Join a cluster or start one here; results come in the order of the input."""
    # Ray would tell its makers of each start.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    options: dict[str, Any] = {"address": address} if address else {"num_cpus": num_cpus or None}
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
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = sys.stderr.isatty()
    # What fails is told by an exception, in a line.
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)
