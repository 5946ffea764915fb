"""Shared parts of all sources of problems: splits, errors and checksummed files."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import check_regular, json_value, reading, what_is_wrong

#: Longer texts are rejected as damaged: the longest published passage has about 6,000 characters.
LONGEST_TEXT = 100_000


class SourceError(InputError):
    """A source file that is missing, damaged, hostile or not in the expected layout."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: its name within the source, its bytes, and its path in messages."""

    name: str
    content: bytes
    place: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_file(path: Path, name: str) -> SourceFile:
    """Read a whole source file.

    Raises:
        SourceError: it is missing or unreadable; the message names the path.
    """
    check_regular(path, SourceError)
    try:
        return SourceFile(name, path.read_bytes(), str(path))
    except FileNotFoundError as error:
        raise SourceError(
            f"{path}: no such file; a source directory holds {name}, or --configs names what it does hold"
        ) from error
    except OSError as error:
        raise SourceError(f"{path}: {what_is_wrong(error)}") from error


@cache
def doubtful_ids(dataset: str) -> frozenset[str]:
    """Return the ids of the problems with a published answer that a careful reader would reject.

    They are in the file ``doubtful.tsv`` of the data set, each with the reason.
    """
    return _listed(dataset, "doubtful.tsv")


@cache
def inconsistent_ids(dataset: str) -> frozenset[str]:
    """Return the ids of the problems with a text that contradicts itself, from ``inconsistent.tsv``."""
    return _listed(dataset, "inconsistent.tsv")


def _listed(dataset: str, name: str) -> frozenset[str]:
    path = Path(__file__).parent / dataset / name
    with path.open(encoding="utf-8", newline="") as file:
        return frozenset(row["id"] for row in csv.DictReader(file, delimiter="\t"))


def hundredth_of(text: str) -> int:
    """Return a number from 0 to 99 that depends only on a text, to assign it to a split."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % 100


def parse_json(content: bytes, name: str) -> Any:
    """Return the value of a JSON file, its numbers as `Decimal`.

    Raises:
        SourceError: see `json_value`.
    """
    return json_value(content, name, SourceError, is_exact=True)


def parts(entry: Any, keys: tuple[str, ...], place: str) -> list[Any]:
    """Return the values of these keys of a JSON record.

    Raises:
        SourceError: it is not a record, or lacks a key; the message names the keys that it has.
    """
    if not isinstance(entry, dict):
        raise SourceError(f"{place} is no record of {', '.join(keys)}")
    missing = [key for key in keys if key not in entry]
    if missing:
        raise SourceError(f"{place} has no {missing[0]!r}; it has {', '.join(map(str, entry))}")
    return [entry[key] for key in keys]


def checked_text(text: Any, place: str) -> str:
    """Return a text, after a check of its type and length.

    Raises:
        SourceError: it is empty, not a text, or longer than `LONGEST_TEXT`.
    """
    if not isinstance(text, str) or not text.strip():
        raise SourceError(f"{place} has no text")
    if len(text) > LONGEST_TEXT:
        raise SourceError(
            f"{place} has {len(text):,} characters; at most {LONGEST_TEXT:,} are read"
        )
    return text


def parse_split_ids(content: bytes, name: str) -> list[tuple[str, str]]:
    """Return the (split, id) pairs of a tab-separated split file.

    Raises:
        SourceError: it lacks a column, or names an unknown split.
    """
    with reading(name, SourceError):
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter="\t")
        found = list(reader)
    if not {"split", "id"} <= set(reader.fieldnames or ()):
        raise SourceError(f"{name}: tab-separated columns split and id are expected")
    rows = [(row["split"], row["id"]) for row in found]
    for split, record_id in rows:
        if split not in SPLITS:
            raise SourceError(
                f"{name}: {record_id} is in {split!r}; splits are {', '.join(SPLITS)}"
            )
    return rows
