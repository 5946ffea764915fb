"""Several draws of one test split: ``test_1`` .. ``test_5``, whose numbers are sampled with seeds of their own."""

from __future__ import annotations

import re

#: More draws of one problem add no information.
MOST_DRAWS = 100
_TEST = "test"
_DRAW = re.compile(r"test_([1-9]\d{0,2})")


def draw_splits(draws: int) -> tuple[str, ...]:
    """Return the names of the draws of the test split: 2 -> ("test_1", "test_2")."""
    return tuple(f"{_TEST}_{number}" for number in range(1, draws + 1))


def draw_of(split: str) -> int:
    """Return the number of a draw; 1 for other splits, since the first draw is the test split itself."""
    match = _DRAW.fullmatch(split)
    return int(match[1]) if match else 1


def base_of(split: str) -> str:
    """Return the split whose originals a draw perturbs: ``test`` for ``test_3``."""
    return _TEST if _DRAW.fullmatch(split) else split


def stored_as(split: str) -> str:
    """Return the split whose name the rows are stored under: the first draw is stored as ``test``."""
    return _TEST if draw_of(split) == 1 and base_of(split) == _TEST else split


def seed_of(seed: int, split: str) -> int:
    """Return the seed of a split's draws in a release of this seed."""
    return seed + draw_of(split) - 1
