"""Rows of a config, read from a release directory."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.configs import dataset_of, parse_config
from numdiag_datasets.core.data_sets import TEXT_PAIR_FAMILIES
from numdiag_datasets.core.input_files import check_regular, reading_parquet
from numdiag_datasets.core.manifest import PROBLEMS, TEXT_PAIRS, Manifest, ReleaseError
from numdiag_datasets.core.release_paths import paths_of
from numdiag_datasets.core.schema import features
from numdiag_datasets.core.table_columns import check_columns

if TYPE_CHECKING:
    import pyarrow


def check_config(manifest: Manifest, directory: Path, config: str) -> None:
    """Refuse a config that a release does not contain.

    Raises:
        ConfigError: an unknown config of problems; the message lists the choices.
        ReleaseError: the release was built without it, or contains other records.
    """
    is_pairs = dataset_of(config) in TEXT_PAIR_FAMILIES
    if not is_pairs:
        parse_config(config)
    if config in manifest.configs:
        if is_pairs != (manifest.records == TEXT_PAIRS):
            raise ReleaseError(
                f"{directory}: its manifest says that it holds {manifest.records}, and {config} does not; "
                "build the release again"
            )
        return
    if is_pairs or manifest.records != PROBLEMS:
        raise ReleaseError(
            f"{directory}: holds no {config}, but {len(manifest.configs)} configs of {', '.join(manifest.sources)}; "
            f"`numdiag list {directory}` shows them"
        )
    raise ReleaseError(
        f"{directory}: was built without {config}; build it with --configs '{config}'"
    )


def config_rows(
    directory: Path, manifest: Manifest, config: str, splits: Iterable[str]
) -> list[dict[str, Any]]:
    """Return the rows of some splits of a config.

    Args:
        directory, manifest: a release.

    Raises:
        ConfigError, ReleaseError: see `check_config`.
        ReleaseError: a file cannot be read, is not the one of the manifest, lacks a column, or has a value of another type; the message
            names both.
    """
    from pyarrow import BufferReader, parquet

    check_config(manifest, directory, config)
    splits = list(splits)
    shown = manifest.configs[config]
    if unknown := [split for split in splits if split not in shown]:
        raise ReleaseError(
            f"{directory}: {config} has no split {unknown[0]!r}; it has {', '.join(shown)}"
        )
    others = (split for split in splits if not _has_own_files(manifest, config, split))
    if other := next(others, ""):
        raise ReleaseError(
            f"{directory}: its manifest names other files for {config}, split {other}, than that config has; "
            "build it again"
        )
    rows: list[dict[str, Any]] = []
    for path in (path for split in splits for path in shown[split]):
        place = str(directory / path)
        check_regular(directory / path, ReleaseError)
        with reading_parquet(place, ReleaseError):
            data = (directory / path).read_bytes()
            # Not `read_table`: a thread of Arrow that still holds the data when Python ends aborts it.
            with parquet.ParquetFile(BufferReader(data)) as file:
                table = file.read(use_threads=False)
            read = table.to_pylist()
        if manifest.records == PROBLEMS:
            check_columns(table, features().arrow_schema, place)
        else:
            _check_labels(table, read, place)
        # Checked last, since the errors above are more exact. A score has the signature of the files in the manifest.
        if sha256(data).hexdigest() != manifest.files[path].sha256:
            raise ReleaseError(f"{place}: is another file than manifest.json says; build it again")
        rows += read
    return rows


def _has_own_files(manifest: Manifest, config: str, split: str) -> bool:
    """Return whether the files of a split are those of its config; a part without rows has no file."""
    own = [path for path in paths_of(config, split) if path in manifest.files]
    return manifest.has_older_rules or list(manifest.configs[config][split]) == own


def _check_labels(table: pyarrow.Table, rows: list[dict[str, Any]], place: str) -> None:
    """Refuse rows without a text or with a label that their own features do not name.

    Raises:
        ReleaseError: names ``place`` and the column.
    """
    from datasets import Features

    known = Features.from_arrow_schema(table.schema)
    for column in ("text", "label"):
        if column not in known:
            raise ReleaseError(
                f"{place}: has no column {column!r}; it has {', '.join(table.column_names)}"
            )
    check_columns(table, table.schema, place)
    labels = getattr(known["label"], "num_classes", 0)
    if not all(0 <= row["label"] < labels for row in rows):
        raise ReleaseError(
            f"{place}: column 'label' holds a number that is none of {labels} labels"
        )
