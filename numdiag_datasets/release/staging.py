"""Writing a release: files beside their place, and all of them moved there in one step when they are complete."""

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

#: What directories beside a release are called: one that is being written, and where two directories
#: cannot be exchanged in one step, the release that stood there before.
_BUILDING: Final = "building"
_REPLACED: Final = "replaced"

#: How often another build may take a new directory for an abandoned one before this one gives up.
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
    """A directory beside ``out`` that is gone afterwards, whatever happens.

    It is locked as long as this process lives, so that what a killed process left is known by its missing
    lock; that goes when the next one begins. It is as open to others as the directory that it is to replace.

    Raises:
        ReleaseError: nothing can be written there.
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
    """Put the finished directory at ``out`` in one step: there is no moment without a release.

    Of what was there only the files of that release are removed. Ctrl-C is not heard meanwhile.

    Args:
        staging: the directory.
        out, contents, replace: see `check_losses`, which is asked once more: another build may have put its
            release there since this one began.

    Raises:
        ReleaseError: it cannot be done, or something foreign or a release of more came in since the build
            began; ``out`` is as it was.
    """
    out = Path(os.path.realpath(out))
    with interrupts_ignored():
        old = check_losses(out, contents, replace)
        try:
            if old is None:
                staging.rename(out)  # over an empty directory too
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
    """Put back the release that a process moved away and was killed before it put the new one there.

    To be called before anything asks what is at ``out``. An empty directory, made since, is in nobody's way.
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
    """The directories that builds of ``out`` made beside it."""
    prefix = f".{out.name}.{what}-"
    try:
        return sorted(p for p in out.parent.iterdir() if p.name.startswith(prefix) and p.is_dir())
    except OSError:
        return []  # what is wrong with the place will be said by who writes there


def _locked_directory(out: Path) -> tuple[Path, int | None]:
    """A new directory beside ``out``, and the open file that locks it."""
    for _ in range(_TRIES):
        directory = Path(tempfile.mkdtemp(prefix=f".{out.name}.{_BUILDING}-", dir=out.parent))
        try:
            if (lock := _lock(directory)) is not None:
                return directory, lock
        except OSError:
            return directory, None  # without locks; what a killed build leaves stays
    raise OSError(errno.EBUSY, "other builds remove each new directory")


def _lock(directory: Path) -> int | None:
    """Lock a directory until its file is closed or the process ends; None if another holds it, or it is gone.

    Raises:
        OSError: the system or the file system has no locks, or the directory is somebody else's.
    """
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "no locks")
    import fcntl  # here: not every system has it

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
    """Remove what a killed build left: a release only half written, or the one that it had replaced."""
    try:
        lock = _lock(directory)
    except OSError:
        return  # nobody can say that it is abandoned
    if lock is None:
        return
    try:
        _remove(directory, own_files(read_manifest(directory)))
    except ReleaseError:
        _remove(directory)
    finally:
        os.close(lock)


def _remove(directory: Path, names: Collection[str] | None = None) -> None:
    """Remove the files of a release, and the folders that are empty then; anything else stays, and what
    cannot be removed.

    Args:
        directory: of the release.
        names: its files; None where none but this library has written there.
    """
    for folder, _, files in os.walk(directory, topdown=False):
        place = Path(folder)
        for name in files:
            path = (place / name).relative_to(directory).as_posix()
            if path in names if names is not None else _may_be_own(path):
                with suppress(OSError):
                    (place / name).unlink()
        with suppress(OSError):  # something foreign is in it
            place.rmdir()


def _may_be_own(path: str) -> bool:
    return path in TEXTS or is_release_path(path)
