"""Staging directories: a release is written next to its target and moved there in one step when complete."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from numdiag_datasets.core.manifest import (
    MANIFEST,
    TEXTS,
    ReleaseError,
    StoredFile,
    is_release_path,
    read_manifest,
)
from numdiag_datasets.core.processes import interrupts_ignored
from numdiag_datasets.release.exchange import exchange
from numdiag_datasets.release.replacing import Contents, check_losses, own_files

if TYPE_CHECKING:
    import pyarrow

#: Infixes of the directories next to a release: one that is being written, and the previous release
#: if two directories cannot be exchanged in one step.
_BUILDING: Final = "building"
_REPLACED: Final = "replaced"

#: How often another build may remove the new directory as abandoned before this build gives up.
_TRIES: Final = 20


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
        arrow_bytes=table.nbytes,
        parquet_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """Yield a staging directory next to ``out``, and remove it afterwards even after an error.

    It is locked as long as this process lives. A directory without a lock was left by a killed process;
    the next build removes it. Its permissions are those of the directory that it replaces.

    Raises:
        ReleaseError: the directory cannot be written.
    """
    out = Path(os.path.realpath(out))
    recover(out)
    for abandoned in _beside(out, _BUILDING) + _beside(out, _REPLACED):
        _remove_abandoned(abandoned)
    try:
        directory, lock = _locked_directory(out)
    except OSError as error:
        raise ReleaseError(f"{out}: cannot be written ({error.strerror})") from error
    try:
        directory.chmod(stat.S_IMODE(out.stat().st_mode) if out.is_dir() else 0o755)
        yield directory
    except OSError as error:
        place, why = error.filename or out, error.strerror or error
        raise ReleaseError(f"{place}: cannot be written ({why}); nothing was changed") from error
    finally:
        if directory.is_dir():
            _remove(directory)
        if lock is not None:
            os.close(lock)


def move_into_place(staging: Path, out: Path, contents: Contents, replace: bool = False) -> None:
    """Move the finished directory to ``out`` in one step, so that a release exists at any moment.

    Only files of the old release are removed. Ctrl-C is ignored meanwhile.

    Args:
        staging: the finished directory.
        out, contents, replace: see `check_losses`, which is called again: another build may have put its
            release there since this one began.

    Raises:
        ReleaseError: the move failed, or foreign files or a larger release appeared since the build
            began; ``out`` is unchanged.
    """
    out = Path(os.path.realpath(out))
    with interrupts_ignored():
        old = check_losses(out, contents, replace)
        try:
            if old is None:
                staging.rename(out)  # also replaces an empty directory
            else:
                exchange(
                    staging, out, staging.with_name(staging.name.replace(_BUILDING, _REPLACED))
                )
        except OSError as error:
            raise ReleaseError(
                f"{out}: cannot be replaced ({error.strerror}); it is as it was"
            ) from error
        if old is not None:
            _remove(staging, own_files(old))


def recover(out: Path) -> None:
    """Restore a release that was moved away by a process that was killed before it moved the new one in.

    Call this before anything reads ``out``. An empty directory at ``out`` does not prevent it.
    """
    out = Path(os.path.realpath(out))
    if not os.path.lexists(out) or _is_empty(out):
        for old in _beside(out, _REPLACED):
            if (old / MANIFEST).is_file():
                old.rename(out)
                return


def _is_empty(out: Path) -> bool:
    try:
        return not out.is_symlink() and next(out.iterdir(), None) is None
    except OSError:
        return False


def _beside(out: Path, what: str) -> list[Path]:
    """Return the directories that builds of ``out`` created next to it."""
    prefix = f".{out.name}.{what}-"
    try:
        return sorted(p for p in out.parent.iterdir() if p.name.startswith(prefix) and p.is_dir())
    except OSError:
        return []  # the code that writes there reports the problem


def _locked_directory(out: Path) -> tuple[Path, int | None]:
    """Return a new directory next to ``out``, and the file descriptor that locks it."""
    for _ in range(_TRIES):
        directory = Path(tempfile.mkdtemp(prefix=f".{out.name}.{_BUILDING}-", dir=out.parent))
        try:
            if (lock := _lock(directory)) is not None:
                return directory, lock
        except OSError:
            return directory, None  # no locks here: a directory left by a killed build stays
    raise OSError(errno.EBUSY, "other builds remove each new directory")


def _lock(directory: Path) -> int | None:
    """Lock a directory until its file is closed or the process ends; return None if it is gone or already locked.

    Raises:
        OSError: the system or the file system has no locks, or another user owns the directory.
    """
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "no locks")
    import fcntl  # not available on every system

    try:
        file = os.open(directory, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        if isinstance(error, BlockingIOError):
            return None
        raise
    if not directory.exists():
        os.close(file)
        return None
    return file


def _remove_abandoned(directory: Path) -> None:
    """Remove a directory that a killed build left: a partly written release, or the release that it replaced."""
    try:
        lock = _lock(directory)
    except OSError:
        return  # it may still be in use
    if lock is None:
        return
    try:
        _remove(directory, own_files(read_manifest(directory)))
    except ReleaseError:
        _remove(directory)
    finally:
        os.close(lock)


def _remove(directory: Path, names: Collection[str] | None = None) -> None:
    """Remove the files of a release and the folders that become empty; keep other files.

    Files that cannot be removed stay as well.

    Args:
        directory: of the release.
        names: its files; None if only this library has written there.
    """
    for folder, _, files in os.walk(directory, topdown=False):
        place = Path(folder)
        for name in files:
            path = (place / name).relative_to(directory).as_posix()
            if path in names if names is not None else _may_be_own(path):
                with suppress(OSError):
                    (place / name).unlink()
        with suppress(OSError):  # a foreign file is in it
            place.rmdir()


def _may_be_own(path: str) -> bool:
    return path in TEXTS or is_release_path(path)
