"""Three nodes of Ray, one of them killed in the middle, from and to an object store: the rows of one process."""

import subprocess
import sys
import time

import fsspec
import pyarrow
import pytest
from pyarrow import parquet

from tests.cluster import object_store, ray_nodes, read_folder
from tests.commands import numdiag
from tests.own_rows import ROWS

pytest.importorskip("ray", reason="the extra distributed is not installed")
pytest.importorskip("moto", reason="the extra dev is not installed")

FILES = 3
COMMAND = "from numdiag_datasets.own_data import cluster; cluster.TASK_ROWS = 400; from numdiag_datasets.cli.app import entry_point; entry_point()"


@pytest.mark.slow
def test_a_node_is_killed(tmp_path, capsys):
    rows = [{**row, "ID": f"{row['ID']}{i}", "Answer": int(row["Answer"])} for i in range(1500) for row in ROWS]
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    options = ["--perturbation", "noise", "--json", "--out"]
    one = numdiag(capsys, "perturb", tmp_path / "a.parquet", *options, tmp_path / "b.parquet")
    with object_store("bucket") as environment, ray_nodes(3) as (cluster, nodes):
        files = fsspec.filesystem("s3", skip_instance_cache=True)
        for number in range(FILES):
            part = table.slice(number * len(rows) // FILES, len(rows) // FILES)
            parquet.write_table(part, f"bucket/rows/{number}.parquet", filesystem=files, row_group_size=700)
        out = "s3://bucket/out"
        command = [sys.executable, "-c", COMMAND, "perturb", "s3://bucket/rows", *options, out]
        process = subprocess.Popen(
            [*command, "--engine", "ray", "--address", cluster.address],
            env={**environment, "PATH": "", "RAY_USAGE_STATS_ENABLED": "0"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        while process.poll() is None:
            files.invalidate_cache()
            if len(nodes) == 2 and files.exists("bucket/out/000003.parquet"):
                cluster.remove_node(nodes.pop(), allow_graceful=False)
            time.sleep(0.1)
        printed, error = process.communicate()
        assert process.returncode == 0, error
        assert len(nodes) == 1, "nothing was killed"
        assert printed == one[1]
        assert read_folder(out).equals(parquet.read_table(tmp_path / "b.parquet"))
        assert files.exists("bucket/out/_SUCCESS")
        # A row that cannot be used, before anything is written: an object store has no folder then.
        bad = pyarrow.Table.from_pylist([{"question": 3}])
        parquet.write_table(bad, "bucket/bad.parquet", filesystem=files)
        failed = subprocess.run(
            [sys.executable, "-c", COMMAND, "perturb", "s3://bucket/bad.parquet", "--perturbation", "type", "--out",
             "s3://bucket/none", "--engine", "ray", "--address", cluster.address],
            env={**environment, "PATH": "", "RAY_USAGE_STATS_ENABLED": "0"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (failed.returncode, failed.stdout) == (2, ""), failed.stderr
        assert "column 'question' holds int '3'" in failed.stderr.splitlines()[-1]
        files.invalidate_cache()
        assert not files.exists("bucket/none")
