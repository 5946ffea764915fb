"""Blocks of the questions about one passage; each block gets a sentence of its own."""

from __future__ import annotations

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group

# The number of passage or table rows that may share a sentence, if it exceeds a fiftieth of the split.
_FEW_ROWS = 9


def most_rows(rows: int) -> int:
    """Return how many of a split's `rows` may share one inserted sentence, where several share a passage."""
    return max(_FEW_ROWS, rows // 50)


def block_of(reading: Reading, group: Group, most: int) -> tuple[int, int]:
    """Return the index of a question's block within its passage, and the number of questions in that block.

    Args:
        most: the maximum number of questions in a block.
    """
    count = len(group.readings)
    blocks = -(-count // most)
    places = group.once("places", lambda: {id(other): i for i, other in enumerate(group.readings)})
    block = places[id(reading)] * blocks // count
    first, behind = (-(-edge * count // blocks) for edge in (block, block + 1))
    return block, behind - first


def skip_to(block: int, rng: Rng) -> None:
    """Skip draws, so that each block of a passage has its own."""
    for _ in range(block):
        rng.uniform()
