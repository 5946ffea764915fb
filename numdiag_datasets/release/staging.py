"""Writing a release: Parquet files beside their place, moved there when all is complete."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.release.manifest import MANIFEST, ReleaseError, StoredFile, read_manifest

if TYPE_CHECKING:
    import pyarrow


def check_out(out: Path, kind: str) -> None:
    """Refuse an output directory that holds anything but an older release of the same kind.

    Args:
        out: the directory.
        kind: see `Manifest.holds`.

    Raises:
        ReleaseError: names the path and says what is in the way.
    """
    if out.is_dir():
        if any(out.iterdir()) and not (out / MANIFEST).is_file():
            raise ReleaseError(
                f"{out}: holds files but no {MANIFEST}, so it is no numdiag release; nothing was changed"
            )
    elif out.exists():
        raise ReleaseError(f"{out}: is a file; name a directory")
    if (found := _kind_there(out)) not in ("", kind):
        raise ReleaseError(
            f"{out}: holds a release of {found}, not of {kind}; name another --out. Nothing was changed"
        )
    parent = out.absolute().parent
    if not parent.is_dir():
        raise ReleaseError(f"{out}: the directory {parent} does not exist")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise ReleaseError(f"{out}: the directory {parent} is not writable")


def _kind_there(out: Path) -> str:
    """What a release directory holds; "" if there is none, or one so damaged that it may go."""
    if not (out / MANIFEST).is_file():
        return ""
    try:
        return read_manifest(out).holds
    except ReleaseError:
        return ""


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
    """A directory beside ``out`` that is gone afterwards, whatever happens."""
    out = out.absolute()
    try:
        directory = Path(tempfile.mkdtemp(prefix=f".{out.name}.building-", dir=out.parent))
    except OSError as error:
        raise ReleaseError(f"{out}: cannot be written ({error.strerror})") from error
    try:
        directory.chmod(0o755)
        yield directory
    except OSError as error:
        why = error.strerror or error
        raise ReleaseError(f"{out}: cannot be written ({why}); nothing was changed") from error
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def move_into_place(staging: Path, out: Path) -> None:
    """Swap the finished directory in; if that fails, what was there is put back."""
    old = staging.with_name(staging.name + "-old")
    try:
        if out.exists():
            out.rename(old)
        try:
            staging.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise
    except OSError as error:
        raise ReleaseError(
            f"{out}: cannot be replaced ({error.strerror}); it is as it was"
        ) from error
    shutil.rmtree(old, ignore_errors=True)


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file, making its folder; what was there before stays until the new one is complete.

    Raises:
        OSError: it cannot be written.
    """
    if path.is_dir():  # also ".", which has no name to write beside
        raise IsADirectoryError(errno.EISDIR, "is a directory", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    staging = path.with_name(path.name + ".tmp")
    staging.write_bytes(content.encode() if isinstance(content, str) else content)
    staging.replace(path)
