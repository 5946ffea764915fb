"""A cluster of Ray on this machine, each node a process of its own, and an object store on 127.0.0.1 that speaks S3."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import fsspec
import pyarrow
from pyarrow import parquet

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

_REGION = "us-east-1"


@contextmanager
def object_store(bucket: str) -> Iterator[dict[str, str]]:
    """A server with an empty bucket, in this process's environment as well; what another needs to reach it."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # which tells of every request
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    environment = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_DEFAULT_REGION": _REGION,
        "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
    }  # fmt: skip
    before = {name: os.environ.get(name) for name in environment}
    os.environ |= environment
    try:
        fsspec.filesystem("s3", skip_instance_cache=True).mkdir(bucket)
        yield environment
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        server.stop()


@contextmanager
def ray_nodes(count: int) -> Iterator[tuple[Cluster, list[Any]]]:
    """A cluster of so many nodes with a core each: itself, and the nodes beside the head."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        yield cluster, [cluster.add_node(num_cpus=1) for _ in range(count - 1)]
    finally:
        cluster.shutdown()


def read_folder(folder: str) -> pyarrow.Table:
    """The rows of a folder of Parquet at an address, in the order of its files' names."""
    files, path = fsspec.core.url_to_fs(folder, skip_instance_cache=True)
    names = sorted(name for name in files.find(path) if name.endswith(".parquet"))
    return pyarrow.concat_tables([parquet.read_table(name, filesystem=files) for name in names])
