"""The word lists of the language pack, by name; see ``word_lists.txt``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("word_lists.txt")


def word_list(name: str) -> frozenset[str]:
    """Return the words of a section of ``word_lists.txt``.

    Raises:
        KeyError: there is no section of this name.
    """
    return _sections()[name]


@cache
def _sections() -> dict[str, frozenset[str]]:
    """Read the file: ``[name]`` lines, each followed by lines of words."""
    found: dict[str, set[str]] = {}
    words: set[str] = set()
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            words = found.setdefault(line.strip("[]"), set())
        else:
            words.update(line.split())
    return {name: frozenset(words) for name, words in found.items()}
