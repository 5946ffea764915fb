"""What every source of problems has in common: splits, errors and checksummed files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.problem import Problem

SPLITS = ("train", "validation", "test")


class SourceError(ValueError):
    """A source file that is missing, damaged, hostile or not in the expected layout."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: its name within the source, its bytes and their sha256."""

    name: str
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class SourceData:
    """The originals of one data set.

    Attributes:
        dataset: "asdiv_a".
        kind: "sample", "official" or "directory".
        splits: split -> problems in source order.
        files: name -> sha256 of every file they came from.
    """

    dataset: str
    kind: str
    splits: dict[str, tuple[Problem, ...]]
    files: dict[str, str]


def read_file(path: Path, name: str) -> SourceFile:
    """Read a source file whole.

    Raises:
        SourceError: it is missing or unreadable; the message names the path.
    """
    try:
        return SourceFile(name, path.read_bytes())
    except FileNotFoundError as error:
        raise SourceError(
            f"{path}: no such file; a source directory holds {name}, or --configs names what it does hold"
        ) from error
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror})") from error
