"""Files that are there complete or not at all."""

from __future__ import annotations

from pathlib import Path


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file, making its folder; what was there before stays until the new one is complete.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    staging = path.with_name(path.name + ".tmp")
    staging.write_bytes(content.encode() if isinstance(content, str) else content)
    staging.replace(path)
