"""A release beside the one that was built again: every row, value and byte that differs, by its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from numdiag_datasets.release.manifest import CARD, LICENCE, MANIFEST, Manifest, Violation
from numdiag_datasets.release.text_files import text_files
from numdiag_datasets.release.verify.rebuilding import Rebuilt

_LONGEST = 80
#: What users load a release of problems by that was not published; one of text pairs goes by its family.
LOCAL_NAME = "numdiag"
_NAME = re.compile(r'load_dataset\("([\w.-]+(?:/[\w.-]+)?)"')


def compare(
    directory: Path, manifest: Manifest, out: Path, rebuilt: Rebuilt
) -> Iterator[Violation]:
    """Everything in which a release differs from one that was built again.

    Args:
        directory, manifest: of the release.
        out: where the other is.
        rebuilt: how it was built.
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
    if rebuilt.same_bytes:
        yield from _compare_texts(directory, manifest, out, built)


def card_name(directory: Path) -> str:
    """By what name users load a release, as its card says: ``numdiag``, or its repository on the Hub."""
    found = _NAME.search((directory / CARD).read_text(encoding="utf-8", errors="replace"))
    return found[1] if found else LOCAL_NAME


def _compare_tables(path: str, directory: Path, out: Path, same_bytes: bool) -> Iterator[Violation]:
    from pyarrow import parquet

    old, new = parquet.read_table(directory / path), parquet.read_table(out / path)
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
    return f"{name}{others} is {_short(row.get(name))}, but built again {_short(again.get(name))}"


def _compare_texts(
    directory: Path, manifest: Manifest, out: Path, built: Manifest
) -> Iterator[Violation]:
    # A release with some of its data sets only does not list what is unavailable of the others.
    built = replace(built, unavailable=manifest.unavailable)
    value, again = manifest.to_json(), built.to_json()
    for path in {*manifest.files, *built.files}:
        if value["files"].get(path, {}).get("sha256") != again["files"].get(path, {}).get("sha256"):
            value["files"].pop(path, None)  # it was compared row by row
            again["files"].pop(path, None)
    yield from _values(MANIFEST, value, again)
    texts = {name: (directory / name).read_bytes() for name in (MANIFEST, CARD, LICENCE)}
    expected = text_files(built, out, card_name(directory))
    expected[MANIFEST] = manifest.to_text()  # its values were compared
    for name, text in expected.items():
        yield from _lines(name, texts[name].decode(errors="replace"), text)


def _values(place: str, value: object, again: object) -> Iterator[Violation]:
    """Differences of JSON values, by place."""
    if isinstance(value, dict) and isinstance(again, dict):
        for key in {**value, **again}:
            yield from _values(f"{place} {key}", value.get(key), again.get(key))
        if list(value) != list(again) and set(value) == set(again):
            yield Violation(place, "is in another order")
    elif value != again:
        yield Violation(place, f"is {_short(value)}, but built again {_short(again)}")


def _lines(name: str, text: str, again: str) -> Iterator[Violation]:
    """The first line that differs."""
    lines = zip_longest(text.split("\n"), again.split("\n"))
    for number, (line, other) in enumerate(lines, 1):
        if line != other:
            yield Violation(
                f"{name} line {number}", f"is {_short(line)}, but written again {_short(other)}"
            )
            return


def _short(value: object) -> str:
    text = "missing" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
