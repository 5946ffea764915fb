"""Two directories change places, in one step where the system can do that."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path
from typing import Final

#: ``AT_FDCWD``: paths that are not absolute start at the working directory.
_HERE: Final = -100
#: ``RENAME_EXCHANGE`` of Linux' renameat2, and ``RENAME_SWAP`` of macOS' renamex_np.
_EXCHANGE: Final = 2


def exchange(one: Path, other: Path, aside: Path) -> None:
    """Let two directories change places.

    Args:
        one, other: directories of a file system.
        aside: where ``other`` stands for a moment, if it cannot be done in one step; there it is left by
            a process that is killed in that moment.

    Raises:
        OSError: they cannot; both are as they were.
    """
    if _exchange_at_once(one, other):
        return
    other.rename(aside)
    try:
        one.rename(other)
    except OSError:
        aside.rename(other)
        raise
    aside.rename(one)


def _exchange_at_once(one: Path, other: Path) -> bool:
    """The system call that Python lacks; False where there is none, or not for this file system."""
    if os.name != "posix":
        return False
    library = ctypes.CDLL(None, use_errno=True)
    paths = os.fsencode(one), os.fsencode(other)
    if sys.platform == "linux" and hasattr(library, "renameat2"):
        failed = library.renameat2(_HERE, paths[0], _HERE, paths[1], _EXCHANGE)
    elif sys.platform == "darwin" and hasattr(library, "renamex_np"):
        failed = library.renamex_np(*paths, _EXCHANGE)
    else:
        return False
    code = ctypes.get_errno()
    if failed and code not in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        raise OSError(code, os.strerror(code), str(other))
    return not failed
