"""Blocks of the questions about one passage: each gets a sentence of its own."""

from __future__ import annotations

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group

# How many rows of passages or tables may have one sentence, if they are more than a fiftieth of a split.
_FEW_ROWS = 9


def most_rows(rows: int) -> int:
    """How many rows of a split of so many may have one sentence, where several share a passage."""
    return max(_FEW_ROWS, rows // 50)


def block_of(reading: Reading, group: Group, most: int) -> tuple[int, int]:
    """Which block of the questions of a passage one is in, and how many are in it.

    Args:
        most: of the questions of a block.
    """
    count = len(group.readings)
    blocks = -(-count // most)
    places = group.once("places", lambda: {id(other): i for i, other in enumerate(group.readings)})
    block = places[id(reading)] * blocks // count
    first, behind = (-(-edge * count // blocks) for edge in (block, block + 1))
    return block, behind - first


def skip_to(block: int, rng: Rng) -> None:
    """Give each block of a passage draws of its own."""
    for _ in range(block):
        rng.uniform()
