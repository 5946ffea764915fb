"""Tampering with a release: rows or manifest change, and checksums are written to fit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from numdiag_datasets.cli.release_types import release_type_of
from numdiag_datasets.core.manifest import MANIFEST, read_manifest
from numdiag_datasets.core.table_columns import num_bytes
from numdiag_datasets.release.verify.directory import Verification, verify

Row = dict[str, Any]


def verified(release: Path, source: str = "") -> Verification:
    """Verify a release of any type."""
    return verify(release, source, release_type=release_type_of(read_manifest(release)))


def retell(release: Path, change: Callable[[Any], object]) -> None:
    """Change the JSON of a manifest in place."""
    values = json.loads((release / MANIFEST).read_text())
    change(values)
    text = json.dumps(values, indent=1, ensure_ascii=False) + "\n"
    (release / MANIFEST).write_text(text, encoding="utf-8")


def with_table(path: str, change: Callable[[pyarrow.Table], pyarrow.Table]) -> Callable[[Path], None]:
    """Return a function that changes the table of a file, and the manifest to fit."""

    def tamper(release: Path) -> None:
        table = change(parquet.read_table(release / path))
        parquet.write_table(table, release / path, compression="zstd")
        content = (release / path).read_bytes()
        sha256 = hashlib.sha256(content).hexdigest()
        fitting = {
            "sha256": sha256,
            "rows": table.num_rows,
            "parquet_bytes": len(content),
            "num_bytes": num_bytes(release / path),
        }
        retell(release, lambda manifest: manifest["files"][path].update(fitting))

    return tamper


def with_rows(path: str, change: Callable[[list[Row]], object]) -> Callable[[Path], None]:
    """Return a function that changes the rows of a file in place, and the manifest to fit."""

    def change_table(table: pyarrow.Table) -> pyarrow.Table:
        rows = table.to_pylist()
        change(rows)
        return pyarrow.Table.from_pylist(rows, table.schema)

    return with_table(path, change_table)


def with_card(old: str, new: str) -> Callable[[Path], None]:
    """Return a function that changes the card, and the manifest to fit."""

    def tamper(release: Path) -> None:
        text = (release / "README.md").read_text("utf-8")
        assert old in text
        changed = text.replace(old, new, 1).encode()
        (release / "README.md").write_bytes(changed)
        checksum = {"README.md": hashlib.sha256(changed).hexdigest()}
        retell(release, lambda manifest: manifest["texts"].update(checksum))

    return tamper
