"""The format of the language pack's data files: ``[name]`` lines, each followed by the lines of its section."""

from __future__ import annotations

from pathlib import Path


def sections(file: str) -> dict[str, list[str]]:
    """Read a data file of this folder.

    Returns:
        Name -> the lines of the section, without empty ones.
    """
    found: dict[str, list[str]] = {}
    for line in Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            lines = found.setdefault(line.strip("[]"), [])
        elif line:
            lines.append(line)
    return found
