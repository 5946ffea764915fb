"""Which files of a release are not those of an older one, told from the two manifests alone.

Where the older release itself is at hand, `differences` says which rows changed, and why.
"""

from __future__ import annotations

from dataclasses import dataclass

from numdiag_datasets.core.manifest import (
    Manifest,
    StoredFile,
)


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A Parquet file with other bytes, or one that only one of two releases has.

    Attributes:
        path: in the release.
        old, new: what is stored there; None where there is no such file.
    """

    path: str
    old: StoredFile | None
    new: StoredFile | None


def changed_files(old: Manifest, new: Manifest) -> list[ChangedFile]:
    """The files that differ, in the order of the new release; those that it lacks come last."""
    found = [
        ChangedFile(path, old.files.get(path), stored)
        for path, stored in new.files.items()
        if path not in old.files or old.files[path].sha256 != stored.sha256
    ]
    lost = (ChangedFile(path, s, None) for path, s in old.files.items() if path not in new.files)
    return [*found, *lost]
