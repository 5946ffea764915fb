"""Reading a release: its manifest, which names every file and its checksum, and its rows."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numdiag_datasets.errors import InputError
from numdiag_datasets.sources import SPLITS
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.family import Family

MANIFEST = "manifest.json"
CARD = "README.md"
LICENCE = "LICENSE"
#: What the rows of a release are: ``manifest["records"]``.
PROBLEMS, TEXT_PAIRS = "problems", "text_pairs"

#: No part of a path begins with a dot, so none leads out of the directory; none is a pattern either.
_SAFE_PATH = re.compile(r"\w[\w-]*(/\w[\w-]*)*\.parquet", re.ASCII)


class ReleaseError(InputError):
    """A directory that cannot be written, or that is no numdiag release."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a release promises and does not keep: where, and what."""

    place: str
    what: str


def manifest_text(manifest: dict[str, Any]) -> str:
    """The manifest as it is written."""
    return json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"


def read_manifest(directory: Path) -> dict[str, Any]:
    """Return the manifest of a release directory.

    Raises:
        ReleaseError: there is none, or it is not readable as one.
    """
    path = directory / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ReleaseError(
            f"{directory}: no numdiag release (no {MANIFEST}); `python -m builders --out {directory}` makes one"
        ) from error
    except OSError as error:
        raise ReleaseError(f"{path}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise ReleaseError(f"{path}: not valid UTF-8 ({error}); build the release again") from error
    return parse_manifest(text, str(path))


def parse_manifest(text: str, place: str) -> dict[str, Any]:
    """Return the manifest that a text holds, once everything in it that readers rely on was looked at.

    Raises:
        ReleaseError: it holds none; ``place`` names it.
    """
    try:
        manifest: dict[str, Any] = json.loads(text)
    except ValueError as error:
        raise ReleaseError(f"{place}: not valid JSON ({error}); build the release again") from error
    try:
        _touch(manifest)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ReleaseError(
            f"{place}: is no manifest of a release, or damaged ({error}); build the release again"
        ) from error
    return manifest


def _touch(manifest: dict[str, Any]) -> None:
    """Look at every value that readers of a manifest rely on.

    Raises:
        AttributeError, KeyError, TypeError: one is missing or of another kind.
        ValueError: a path leads out of the release.
    """
    _ = manifest["version"], manifest["seed"], manifest["unavailable"].items()
    if manifest["records"] not in (PROBLEMS, TEXT_PAIRS):
        raise ValueError(f"unknown records {manifest['records']!r}")
    if manifest["records"] == TEXT_PAIRS:
        _ = manifest["generation"], manifest["facts"].items(), kind_of(manifest)
    _ = manifest["made_with"].items()
    for source in manifest["sources"].values():
        _ = source["kind"], source["files"].items(), list(source["notes"])
    for row in manifest["coverage"].values():
        for counted in row.values():
            _ = counted["problems"] + counted["eligible"] + counted["applied"] + counted["share"]
            _ = counted["reasons"].items(), counted["rules"].items(), counted["splits"].items()
    for path, stored in manifest["files"].items():
        _ = stored["rows"] + stored["applied"], stored["sha256"].encode()
        if not _SAFE_PATH.fullmatch(path):
            raise ValueError(f"{path!r} is no path inside a release")
    for splits in manifest["configs"].values():
        for split in SPLITS:
            _ = [manifest["files"][path] for path in splits[split]]


def kind_of(manifest: dict[str, Any]) -> str:
    """What a release holds: ``problems``, or the family of its text pairs, such as ``number_words``."""
    if manifest["records"] == PROBLEMS:
        return PROBLEMS
    (family,) = manifest["sources"]
    return str(family)


def read_rows(directory: Path, paths: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of some Parquet files of a release, as dictionaries.

    Raises:
        ReleaseError: a file cannot be read.
    """
    from pyarrow import ArrowInvalid, parquet

    rows: list[dict[str, Any]] = []
    for path in paths:
        try:
            rows += parquet.read_table(directory / path).to_pylist()
        except (OSError, ArrowInvalid) as error:
            raise ReleaseError(
                f"{directory / path}: cannot be read; build the release again"
            ) from error
    return rows


def family_of(manifest: dict[str, Any]) -> Family:
    """The family of a release of text pairs, which holds one.

    Raises:
        ReleaseError: the manifest names none that there is.
    """
    if (name := kind_of(manifest)) not in FAMILIES:
        raise ReleaseError(
            f"unknown family {name!r} of text pairs; choose from {', '.join(FAMILIES)}"
        )
    return FAMILIES[name]
