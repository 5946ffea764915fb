"""Surface baselines for pairs of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs.family import SurfaceBaselines
from numdiag_datasets.text_pairs.question_matching.question_edits import edited_characters


def _edited(row: Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return edited_characters(row["text"], row["text_pair"])


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
    },
    bags={
        "bag of edited characters": _edited_bag,
        "characters of the first question": lambda row: Counter([*row["text"], "always"]),
    },
)
