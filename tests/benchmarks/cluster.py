"""``python -m tests.benchmarks.cluster SVAMP.json [ROWS]``: rows a second on one, two and three nodes of Ray.

Verbosity on the problems of a file, repeated to so many rows (100,000 by default), from and to an object store on
127.0.0.1. Each node is a process with one core of Ray's; they share the cores of this machine, so the first line says
what those are worth. With three nodes it runs once more, and a node is killed when a quarter of the rows is there.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import fsspec
from pyarrow import parquet

from numdiag_datasets import perturb
from numdiag_datasets.own_data.cluster import TASK_ROWS, perturb_on_cluster
from tests.benchmarks.own_data import bench_machine, repeated, seconds
from tests.cluster import object_store, ray_nodes, read_folder

_BUCKET = "numdiag-benchmark"


def main() -> None:
    path, *counts = sys.argv[1:]
    rows: list[dict[str, Any]] = json.loads(Path(path).read_text(encoding="utf-8"))
    count = int(counts[0]) if counts else 100_000
    bench_machine()
    with object_store(_BUCKET), tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "rows.parquet"
        repeated(rows, count, source)
        files = fsspec.filesystem("s3", skip_instance_cache=True)
        files.put(str(source), f"{_BUCKET}/rows.parquet")
        function = perturb("verbosity")
        expected = [function.row(row) for row in parquet.read_table(source).to_pylist()]
        first = 0.0
        for nodes, is_killed in ((1, False), (2, False), (3, False), (3, True)):
            out = f"s3://{_BUCKET}/out-{nodes}-{is_killed}"
            took = bench_nodes(nodes, out, count if is_killed else 0)
            first = first or took
            same = read_folder(out).to_pylist() == expected
            print(
                f"{nodes} nodes{', one killed' * is_killed:12} {count:9,} rows {took:7.1f} s {count / took:8,.0f} rows/s "
                f"{first / took:5.2f} x one node, {'the same rows' if same else 'OTHER ROWS'}",
                flush=True,
            )


def bench_nodes(nodes: int, out: str, kill_of: int) -> float:
    """Seconds of a run; a node is killed when a quarter of ``kill_of`` rows is there, unless that is 0."""
    with ray_nodes(nodes) as (cluster, others):

        def kill() -> None:
            files, path = fsspec.core.url_to_fs(out, skip_instance_cache=True)
            while not files.exists(f"{path}/{kill_of // TASK_ROWS // 4:06}.parquet"):
                files.invalidate_cache()
                time.sleep(0.2)
            cluster.remove_node(others[0], allow_graceful=False)

        if kill_of:
            threading.Thread(target=kill, daemon=True).start()
        return seconds(
            lambda: perturb_on_cluster(
                f"s3://{_BUCKET}/rows.parquet", out, perturb("verbosity"), address=cluster.address
            )
        )


if __name__ == "__main__":
    main()
