"""Features of the texts of a row for surface baselines: parts, n-grams, counts, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from numdiag_datasets.core.schema import Row

Parts = Sequence[Any]
_EDGE = ""


def ngrams(size: int, parts_of: Callable[[str], Parts]) -> Callable[[str], Parts]:
    """Return the function from a text to its n-grams, with an edge at either end."""

    def found(text: str) -> Parts:
        parts = (_EDGE, *parts_of(text), _EDGE)
        return [parts[n : n + size] for n in range(len(parts) - size + 1)]

    return found


def of_text(feature: Callable[[str], Any]) -> Callable[[Row], Any]:
    """Return a feature of a row's text."""
    return lambda row: feature(row["text"])


def of_both(feature: Callable[[str], Hashable]) -> Callable[[Row], Hashable]:
    """Return a feature of a row's text together with that of its pair."""
    return lambda row: (feature(row["text"]), feature(row["text_pair"]))


def counts(parts: Callable[[str], Parts]) -> Callable[[Row], Mapping[Any, int]]:
    """Return how often each part occurs in a row's text."""
    return lambda row: Counter(parts(row["text"]))


def count_difference(parts: Callable[[str], Parts]) -> Callable[[Row], Mapping[Any, int]]:
    """Return how often each part occurs in a row's text, less its count in the pair."""

    def difference(row: Row) -> Mapping[Any, int]:
        found = Counter(parts(row["text"]))
        found.subtract(parts(row["text_pair"]))
        return found

    return difference
