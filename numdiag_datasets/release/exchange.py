"""The exchange of two directories, in one step where the system supports it."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path
from typing import Final

#: ``AT_FDCWD``: relative paths start at the working directory.
_HERE: Final = -100
#: ``RENAME_EXCHANGE`` of renameat2 on Linux, and ``RENAME_SWAP`` of renamex_np on macOS.
_EXCHANGE: Final = 2


def exchange(one: Path, other: Path, aside: Path) -> None:
    """Exchange two directories.

    Args:
        one, other: directories of the same file system.
        aside: a temporary place for ``other`` if the exchange takes several steps; a process killed
            between these steps leaves it there.

    Raises:
        OSError: the exchange failed; both directories are unchanged.
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
    """Call the exchange system call that Python lacks; return False if the system or file system lacks it."""
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
