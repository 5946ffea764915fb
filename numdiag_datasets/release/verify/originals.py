"""Cached readings of originals, each made once for all rows that are checked against it."""

from __future__ import annotations

from functools import lru_cache

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.texts.reading import Passage, Reading

# The questions about a passage are consecutive in every file of a data set.
_KEPT = 8192


@lru_cache(maxsize=_KEPT)
def reading_of(original: Problem) -> Reading:
    """Return the reading of an original, with the passage that it shares."""
    return Reading(original, _passage_of(original.context, original.table))


@lru_cache(maxsize=_KEPT)
def _passage_of(context: tuple[str, ...], table: tuple[tuple[str, ...], ...]) -> Passage:
    return Passage(context, table)
