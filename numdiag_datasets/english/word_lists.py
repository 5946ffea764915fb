"""The word lists of the language pack, by name; see ``word_lists.txt``."""

from __future__ import annotations

from functools import cache

from numdiag_datasets.english.sections import sections


def word_list(name: str) -> frozenset[str]:
    """Return the words of a section of ``word_lists.txt``.

    Raises:
        KeyError: there is no section of this name.
    """
    return _word_lists()[name]


@cache
def _word_lists() -> dict[str, frozenset[str]]:
    return {
        name: frozenset(" ".join(lines).split())
        for name, lines in sections("word_lists.txt").items()
    }
