"""Surface baselines for pairs of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs.family import SurfaceBaselines
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    edited_characters,
    place_of_edit,
)


def _edited(row: Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return edited_characters(row["text"], row["text_pair"])


def _place(row: Row) -> Mapping[Any, int]:
    """Return where the contiguous edit begins and ends, its size, and whether the questions begin alike."""
    text, text_pair = row["text"], row["text_pair"]
    start, gone, come = place_of_edit(text, text_pair)
    end = len(text) - start - gone
    size = ("size", gone, come)
    return Counter(["always", ("start", start), ("end", end), size, ("begin alike", start > 0)])


def _size(row: Row) -> tuple[int, int]:
    gone, come = _edited(row)
    return len(gone), len(come)


def _edited_bag(row: Row) -> Mapping[Any, int]:
    gone, come = _edited(row)
    return Counter([("-", c) for c in gone] + [("+", c) for c in come] + [_size(row), "always"])


#: The baselines of every config.
SURFACE_BASELINES = SurfaceBaselines(
    traits={
        "always one label": lambda row: None,
        "first character": lambda row: (row["text"][:1], row["text_pair"][:1]),
        "last character": lambda row: (row["text"][-1:], row["text_pair"][-1:]),
        "length": lambda row: (len(row["text"]), len(row["text_pair"])),
        "longer text": lambda row: len(row["text"]) - len(row["text_pair"]),
        "size of the edit": _size,
        "edited characters": _edited,
        "begin alike": lambda row: row["text"][:1] == row["text_pair"][:1],
        "place of the edit": lambda row: place_of_edit(row["text"], row["text_pair"]),
    },
    bags={
        "bag of edited characters": _edited_bag,
        "begin and end of the edit": _place,
        "characters of the first question": lambda row: Counter([*row["text"], "always"]),
    },
)
