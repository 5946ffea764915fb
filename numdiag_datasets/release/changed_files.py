"""The files that differ between two releases, found from the two manifests alone.

If the older release itself is available, `differences` finds the changed rows and the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass

from numdiag_datasets.core.manifest import Manifest, StoredFile


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A Parquet file whose bytes differ between two releases, or that only one of them has.

    Attributes:
        path: in the release.
        old, new: the stored file in each release; None if the release has no such file.
    """

    path: str
    old: StoredFile | None
    new: StoredFile | None


def changed_files(old: Manifest, new: Manifest) -> list[ChangedFile]:
    """Return the files that differ, in the order of the new release; files that it lacks come last."""
    found = [
        ChangedFile(path, old.files.get(path), stored)
        for path, stored in new.files.items()
        if path not in old.files or old.files[path].sha256 != stored.sha256
    ]
    lost = (ChangedFile(path, s, None) for path, s in old.files.items() if path not in new.files)
    return [*found, *lost]
