"""Check a release: replay every edit, derive every answer anew, recount, and compare checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from numdiag_datasets.release.kinds import kind_of
from numdiag_datasets.release.manifest import (
    CARD,
    LICENCE,
    MANIFEST,
    Manifest,
    Violation,
    read_manifest,
)
from numdiag_datasets.release.processes import Progress, no_progress


def verify(directory: Path | str, progress: Progress = no_progress) -> tuple[int, list[Violation]]:
    """Return the number of rows checked and every violation found.

    Args:
        directory: of a release.
        progress: called with (what, done, total).

    Raises:
        ReleaseError: the directory is no release at all.
    """
    directory = Path(directory)
    manifest = read_manifest(directory)
    violations = list(_check_files(directory, manifest))
    broken = {violation.place for violation in violations}
    rows, found = kind_of(manifest).check(directory, manifest, broken, progress)
    return rows, violations + found


def _check_files(directory: Path, manifest: Manifest) -> Iterator[Violation]:
    for path, stored in manifest.files.items():
        try:
            content = (directory / path).read_bytes()
        except OSError as error:
            yield Violation(path, f"is missing or unreadable ({error.strerror})")
            continue
        if hashlib.sha256(content).hexdigest() != stored.sha256:
            yield Violation(path, f"its sha256 is not the one in {MANIFEST}")
    on_disk = {path.relative_to(directory).as_posix() for path in directory.rglob("*.parquet")}
    for path in sorted(on_disk - set(manifest.files)):
        yield Violation(path, f"is not in {MANIFEST}")
    for name in (CARD, LICENCE):
        if not (directory / name).is_file():
            yield Violation(name, "is missing")
