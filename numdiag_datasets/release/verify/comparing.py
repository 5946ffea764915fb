"""Comparison of a release with its rebuild: every row, value and byte that differs, with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from numdiag_datasets.core.input_files import reading_parquet
from numdiag_datasets.core.manifest import MANIFEST, Manifest, ReleaseError, Violation
from numdiag_datasets.release.release_types import Rebuilt

_LONGEST = 80


def compare(
    directory: Path, manifest: Manifest, out: Path, rebuilt: Rebuilt
) -> Iterator[Violation]:
    """Yield every difference between a release and its rebuild.

    Args:
        directory, manifest: of the release.
        out: the directory of the rebuild.
        rebuilt: its result.
    """
    built = rebuilt.manifest
    if built is None:
        return
    files = manifest.files
    for path in sorted({*files, *built.files}):
        if path not in files:
            yield Violation(path, "is missing, though its configs are there")
        elif path not in built.files:
            yield Violation(path, "is no part of its configs")
        elif files[path].sha256 != built.files[path].sha256:
            yield from _compare_tables(path, directory, out, rebuilt.same_bytes)
    yield from _compare_manifests(manifest, built, rebuilt.same_bytes)


def _compare_tables(path: str, directory: Path, out: Path, same_bytes: bool) -> Iterator[Violation]:
    from pyarrow import parquet

    try:
        with reading_parquet(path, ReleaseError):
            old, new = parquet.read_table(directory / path), parquet.read_table(out / path)
    except ReleaseError as error:
        yield Violation(path, str(error))
        return
    same = True
    if not old.schema.equals(new.schema, check_metadata=same_bytes):
        yield Violation(path, "its columns are not those of a release")
        same = False
    for number, (row, again) in enumerate(zip_longest(old.to_pylist(), new.to_pylist())):
        if row != again:
            yield Violation(_place(path, number, row or again), _difference(row, again))
            same = False
    if same and same_bytes:
        yield Violation(path, "has the right rows, but not the bytes of a release")


def _place(path: str, number: int, row: Mapping[str, Any]) -> str:
    return f"{path} {row['id']}" if "id" in row else f"{path} row {number}"


def _difference(row: Mapping[str, Any] | None, again: Mapping[str, Any] | None) -> str:
    if row is None or again is None:
        return "is missing" if row is None else "is a row too many"
    columns = [name for name in {**row, **again} if row.get(name) != again.get(name)]
    name = columns[0]
    others = f" (and {', '.join(columns[1:])})" if columns[1:] else ""
    return f"{name}{others} is {short(row.get(name))}, but built again {short(again.get(name))}"


def _compare_manifests(
    manifest: Manifest, built: Manifest, same_bytes: bool
) -> Iterator[Violation]:
    # A release with some data sets only does not list the unavailable configs of the others.
    built = replace(built, unavailable=manifest.unavailable)
    value, again = manifest.to_json(), built.to_json()
    if not same_bytes:
        del value["made_with"], again["made_with"]
    for path in {*manifest.files, *built.files}:
        same = value["files"].get(path, {}).get("sha256") == again["files"].get(path, {}).get(
            "sha256"
        )
        if not (same and same_bytes):
            value["files"].pop(path, None)  # already compared row by row
            again["files"].pop(path, None)
    yield from _values(MANIFEST, value, again)


def _values(place: str, value: object, again: object) -> Iterator[Violation]:
    """Yield the differences between two JSON values, with their places."""
    if isinstance(value, dict) and isinstance(again, dict):
        for key in {**value, **again}:
            yield from _values(f"{place} {key}", value.get(key), again.get(key))
        if list(value) != list(again) and set(value) == set(again):
            yield Violation(place, "is in another order")
    elif value != again:
        yield Violation(place, f"is {short(value)}, but built again {short(again)}")


def short(value: object) -> str:
    text = "missing" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
