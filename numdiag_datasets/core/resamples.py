"""Several draws of one test split: ``test_1`` .. ``test_5``, whose numbers are sampled with seeds of their own."""

from __future__ import annotations

import re

from numdiag_datasets.core.configs import Config
from numdiag_datasets.sources import SPLITS

#: The perturbations that sample numbers.
SAMPLED = ("noise", "distribution")
#: The settings that show them in test.
_SETTINGS = ("attack", "defense")
#: More draws of one problem tell nothing new.
MOST_DRAWS = 100
_TEST = "test"
_DRAW = re.compile(r"test_([1-9]\d{0,2})")


def splits_of(config: Config, draws: int) -> tuple[str, ...]:
    """The splits of a config: train, validation, test, and behind them the draws where its numbers are sampled.

    GSM-Symbolic (Mirzadeh et al., ICLR 2025): what a system scores on one draw is one sample of what it scores.
    """
    if not draws or config.perturbation not in SAMPLED or config.setting not in _SETTINGS:
        return SPLITS
    return (*SPLITS, *(f"{_TEST}_{number}" for number in range(1, draws + 1)))


def draw_of(split: str) -> int:
    """The number of a draw, 1 of a split that is none: the first draw is the test split itself."""
    match = _DRAW.fullmatch(split)
    return int(match[1]) if match else 1


def base_of(split: str) -> str:
    """The split whose originals a draw perturbs: ``test`` of ``test_3``."""
    return _TEST if _DRAW.fullmatch(split) else split


def stored_as(split: str) -> str:
    """The split under whose name the rows are stored: those of the first draw are those of ``test``."""
    return _TEST if draw_of(split) == 1 and base_of(split) == _TEST else split


def seed_of(seed: int, split: str) -> int:
    """The seed of a split's draws in a release of this seed."""
    return seed + draw_of(split) - 1
