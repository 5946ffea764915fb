"""Character counts in place of an encoder, to measure how far spelling predicts the labels."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from numdiag_datasets.core.schema import Row


def character_counts(rows: Sequence[Row], alphabet: Sequence[str]) -> Tensor:
    """Count each character of an alphabet, and all others together, in each text and its pair.

    A probe that scores equally well on these has learnt from spelling, not from meaning.

    Returns:
        Rows by twice (the alphabet and one), float32; the second half is 0 without a pair.
    """
    places = {character: n for n, character in enumerate(alphabet)}
    width = len(alphabet) + 1
    counts = torch.zeros(len(rows), 2 * width)
    for row, count in zip(rows, counts.numpy(), strict=True):
        for start, text in ((0, row["text"]), (width, row["text_pair"])):
            for character in text:
                count[start + places.get(character, width - 1)] += 1
    return counts


def alphabet_of(rows: Sequence[Row]) -> list[str]:
    """Return every character of the texts and their pairs, sorted."""
    return sorted({c for row in rows for c in row["text"] + row["text_pair"]})
