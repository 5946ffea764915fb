"""The rows of a config, which hold what its kind of release promises."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numdiag_datasets.core.input_files import reading_parquet
from numdiag_datasets.core.manifest import (
    Manifest,
    ReleaseError,
)
from numdiag_datasets.core.table_columns import check_columns
from numdiag_datasets.release.release_types import (
    check_config,
    kind_of,
)


def config_rows(
    directory: Path, manifest: Manifest, config: str, splits: Iterable[str]
) -> list[dict[str, Any]]:
    """Return the rows of some splits of a config.

    Args:
        directory, manifest: of the release.

    Raises:
        ConfigError, ReleaseError: see `kinds.check_config`.
        ReleaseError: a file cannot be read, or lacks a column, or holds something else or nothing there;
            the message names both.
    """
    from pyarrow import parquet

    check_config(manifest, directory, config)
    features = kind_of(manifest).features(config)
    splits = list(splits)
    shown = manifest.configs[config]
    if unknown := [split for split in splits if split not in shown]:
        raise ReleaseError(
            f"{directory}: {config} has no split {unknown[0]!r}; it has {', '.join(shown)}"
        )
    rows: list[dict[str, Any]] = []
    for path in (path for split in splits for path in shown[split]):
        place = str(directory / path)
        with reading_parquet(place, ReleaseError):
            table = parquet.read_table(directory / path)
            read = table.to_pylist()
        check_columns(table, features.arrow_schema, place)
        labels = getattr(features.get("label"), "num_classes", 0)
        if labels and not all(0 <= row["label"] < labels for row in read):
            raise ReleaseError(
                f"{place}: column 'label' holds a number that is none of {labels} labels"
            )
        rows += read
    return rows
