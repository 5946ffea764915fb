"""Progress of long work, reported to a caller."""

from __future__ import annotations

from collections.abc import Callable

#: Called with (activity, done, total).
Progress = Callable[[str, int, int], None]


def no_progress(what: str, done: int, total: int) -> None:
    """Ignore progress."""
