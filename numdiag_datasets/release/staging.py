"""Staging directories: a release is written next to its target and moved there when it is complete."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.core.locks import locked
from numdiag_datasets.core.manifest import MANIFEST, ReleaseError, StoredFile
from numdiag_datasets.core.processes import interrupts_ignored
from numdiag_datasets.core.table_columns import num_bytes
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.replacing import Contents, check_losses, check_out

if TYPE_CHECKING:
    import pyarrow

#: The file by which a build knows a directory that an earlier one left.
_MARKER = ".numdiag-build"


def write_parquet(table: pyarrow.Table, directory: Path, name: str, applied: int = 0) -> StoredFile:
    """Write a Parquet file of a release; its bytes depend only on the rows and the version of pyarrow."""
    from pyarrow import parquet

    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, path, compression="zstd")
    content = path.read_bytes()
    return StoredFile(
        rows=table.num_rows,
        applied=applied,
        parquet_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        num_bytes=num_bytes(path),
    )


@contextmanager
def staging(out: Path, contents: Contents, replace: bool = False) -> Iterator[Path]:
    """Yield a directory to write a release in, which takes the place of ``out`` if nothing fails.

    It lies next to ``out``, as do a lock file and, between two renames, the old release. A process that is killed
    leaves them there; the next build removes them, or brings the old release back.

    Args:
        out, contents, replace: see `check_losses`, which is called before the work and again before the move:
            something may have come in meanwhile.

    Raises:
        ReleaseError: ``out`` cannot be written, another build writes there, or data would be lost; nothing was changed.
    """
    check_out(out, contents.holds)
    real = Path(os.path.realpath(out))
    building, replaced = (
        real.with_name(f".{real.name}.{what}") for what in ("building", "replaced")
    )
    try:
        with locked(real, ReleaseError):
            _recover(real, replaced)
            check_losses(out, contents, replace)
            for left in (building, replaced):
                _check_own(left)
                _remove(left)
            building.mkdir()
            (building / _MARKER).touch()
            try:
                building.chmod(stat.S_IMODE(real.stat().st_mode) if real.is_dir() else 0o755)
                yield building
                _flush(building)
                with interrupts_ignored():
                    (building / _MARKER).unlink()
                    has_old = check_losses(out, contents, replace) is not None
                    _move(building, real, replaced if has_old else None)
            finally:
                _remove(building)
    except OSError as error:
        place, why = error.filename or out, error.strerror or error
        raise ReleaseError(f"{place}: cannot be written ({why}); nothing was changed") from error


def _check_own(left: Path) -> None:
    """Raise an error unless a directory next to the output is one that a killed build left, or is not there."""
    if not os.path.lexists(left):
        return
    is_folder = left.is_dir() and not left.is_symlink()
    names = {path.name for path in left.iterdir()} if is_folder else set()
    if not is_folder or (names and names.isdisjoint({_MARKER, MANIFEST})):
        raise ReleaseError(
            f"{left}: is in the way, and no build made it; move it away. Nothing was changed"
        )


def _remove(left: Path) -> None:
    """Remove what a build left, its marker last, so that it is known as such until it is gone."""
    if not left.is_dir():
        return
    with suppress(OSError):  # such as on a full disk; the next build removes the rest
        (left / _MARKER).touch()
        for path in left.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != _MARKER:
                path.unlink()
        (left / _MARKER).unlink()
        left.rmdir()


def _recover(out: Path, replaced: Path) -> None:
    """Bring back a release that was moved away by a process that was killed before it moved the new one in."""
    if (replaced / MANIFEST).is_file() and not (out / MANIFEST).exists():
        replaced.rename(out)  # also replaces an empty directory
        say(f"{out}: a build was killed while it replaced this release; it is back", to_log=True)


def _flush(directory: Path) -> None:
    """Wait until the disk has every file, since a rename may reach it before the content does."""
    for path in directory.rglob("*"):
        if path.is_file():
            with path.open("rb+") as file:
                os.fsync(file.fileno())


def _move(building: Path, out: Path, replaced: Path | None) -> None:
    """Move a finished release to its place; an old one goes to ``replaced``, and then away."""
    if replaced is None:
        building.rename(out)  # also replaces an empty directory
        return
    out.rename(replaced)
    try:
        building.rename(out)
    except OSError:
        replaced.rename(out)
        raise
    _remove(replaced)
