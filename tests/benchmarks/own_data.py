"""``python -m tests.benchmarks.own_data SVAMP.json [ROWS ...]``: rows a second for data of one's own.

Verbosity on the problems of a file, repeated to so many rows (100,000 by default): a plain loop,
`Dataset.map` and Ray with one and two processes, each as a ratio to the loop, and the peak memory
of `numdiag perturb` at a tenth of the rows and at all of them. Further numbers of rows are for Ray
alone. Wall-clock time, since several processes share the work.
"""

from __future__ import annotations

import json
import logging
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow
from datasets import Dataset, disable_progress_bars
from pyarrow import parquet

from numdiag_datasets import perturb
from numdiag_datasets.own_data.cluster import perturb_on_cluster

_COMMAND = "from numdiag_datasets.cli.app import entry_point; entry_point()"


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _busy(_: int) -> int:
    return sum(i * i for i in range(30_000_000))


def bench_machine() -> None:
    """What a second process brings on this machine when both do nothing but count."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_busy, range(2)))  # started, and warm
        alone = seconds(lambda: list(pool.map(_busy, range(1))))
        both = seconds(lambda: list(pool.map(_busy, range(2))))
    print(f"two busy processes do {2 * alone / both:.2f} times the work of one", flush=True)


def repeated(rows: list[dict[str, Any]], count: int, path: Path) -> None:
    """Write a Parquet file of so many rows, in groups of as many as there are."""
    table = pyarrow.Table.from_pylist(rows)
    with parquet.ParquetWriter(path, table.schema) as writer:
        for _ in range(count // len(rows)):
            writer.write_table(table)


def bench_engines(rows: list[dict[str, Any]], count: int, folder: Path) -> float:
    """One process and two; returns the seconds of the plain loop for a row."""
    function = perturb("verbosity")
    source = folder / f"{count}.parquet"
    repeated(rows, count, source)
    data = Dataset.from_parquet(str(source), cache_dir=str(folder / "cache"))
    loop = seconds(lambda: [function.row(row) for row in parquet.read_table(source).to_pylist()])
    _print("plain Python loop", count, loop, loop)
    for processes in (1, 2):
        # Another seed is another fingerprint: what `datasets` finds in its cache it does not do again,
        # and where one process filled the cache it takes one process.
        function = perturb("verbosity", seed=processes)
        took = seconds(partial(data.map, function, batched=True, num_proc=processes))
        _print(f"Dataset.map, num_proc={processes}", count, took, loop)
    return loop / count


def bench_ray(rows: list[dict[str, Any]], count: int, cpus: int, folder: Path, loop: float) -> None:
    """Ray, which is started before the clock is."""
    import ray

    source = folder / f"{count}.parquet"
    repeated(rows, count, source)
    ray.init(num_cpus=cpus, log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
    out = source.with_name(f"ray{cpus}")
    took = seconds(lambda: perturb_on_cluster(str(source), str(out), perturb("verbosity")))
    ray.shutdown()
    shutil.rmtree(out)
    _print(f"Ray, {cpus} workers", count, took, loop * count)


def _print(name: str, count: int, took: float, loop: float) -> None:
    print(
        f"{name:24} {count:9,} rows {took:8.1f} s {count / took:8,.0f} rows/s  {loop / took:5.2f} x the loop",
        flush=True,
    )


def bench_memory(rows: list[dict[str, Any]], count: int, folder: Path) -> None:
    """The peak of the command, so far, over growing files: the largest one tells."""
    for part in (count // 10, count):
        source = folder / f"memory{part}.parquet"
        repeated(rows, part, source)
        arguments: list[str | Path] = [
            "perturb",
            source,
            "--perturbation",
            "verbosity",
            "--out",
            folder / f"m{part}.jsonl",
        ]
        subprocess.run([sys.executable, "-c", _COMMAND, *arguments], check=True, capture_output=True)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"numdiag perturb          {part:9,} rows {peak:8.0f} MB at most", flush=True)


def main() -> None:
    path, *counts = sys.argv[1:]
    rows = json.loads(Path(path).read_text(encoding="utf-8"))
    disable_progress_bars()
    bench_machine()
    with tempfile.TemporaryDirectory() as folder:
        sizes = [int(count) for count in counts] or [100_000]
        bench_memory(rows, sizes[0], Path(folder))
        loop = bench_engines(rows, sizes[0], Path(folder))
        for count in sizes:
            for cpus in (1, 2):
                bench_ray(rows, count, cpus, Path(folder), loop)


if __name__ == "__main__":
    main()
