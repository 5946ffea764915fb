"""A lock on an output, so that of two runs at once one writes it, and the other says which."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from numdiag_datasets.core.errors import InputError


@contextmanager
def locked(out: Path, error: type[InputError]) -> Iterator[None]:
    """Hold the lock of an output, which the system frees if the process is killed.

    It is a file next to the output, ``.NAME.lock``, that names the process.

    Args:
        out: a file or a directory, which may not exist yet.
        error: the class to raise.

    Raises:
        InputError: of the class ``error``: another process has it; OSError: the file cannot be written.
    """
    path = out.with_name(f".{out.name}.lock")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    with open(descriptor, "r+", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
        # A file without a name was the lock of a run that has just ended.
        if not (_lock(file) and os.fstat(file.fileno()).st_nlink):
            other = file.read(200).strip() or "another process"
            raise error(
                f"{out}: is being written by {other}; wait, or name another --out. Nothing was changed"
            )
        file.truncate()
        file.write(f"process {os.getpid()} on {platform.node()}\n")
        file.flush()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _lock(file: IO[str]) -> bool:
    """Lock a file if nobody has; systems and file systems without locks let everybody pass."""
    if sys.platform == "win32":
        return True
    import fcntl  # not available on every system

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return not isinstance(error, BlockingIOError)
    return True
