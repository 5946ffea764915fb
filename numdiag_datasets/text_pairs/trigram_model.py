"""Trigram model of the sequences of one label, which recognises the other label by its least likely step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate

#: Added to every count, so that an unknown step is possible.
_ADDED = 0.1
_EDGE = ""
Steps = Iterator[tuple[Hashable, Hashable, Hashable]]


def trigram_guesses(
    known: Sequence[tuple[Sequence[Hashable], int]], tested: Sequence[Sequence[Hashable]]
) -> list[int]:
    """Return 1 for sequences with an unlikelier step than the model of label 0 usually has, else 0.

    The first half of the known sequences trains the model, without those of label 1. The second half, with
    either label, determines how unlikely a step must be.

    Args:
        known: sequences with their labels, in random order.
        tested: sequences without labels.
    """
    half = len(known) // 2
    trigrams: Counter[Hashable] = Counter()
    contexts: Counter[Hashable] = Counter()
    for sequence, label in known[:half]:
        if label == 0:
            trigrams.update(_steps(sequence))
            contexts.update(step[:2] for step in _steps(sequence))
    kinds = len({step[2] for step in trigrams if isinstance(step, tuple)}) or 1

    def least(sequence: Sequence[Hashable]) -> float:
        return min(
            (trigrams[step] + _ADDED) / (contexts[step[:2]] + _ADDED * kinds)
            for step in _steps(sequence)
        )

    limit = _best_limit([(least(sequence), label) for sequence, label in known[half:]])
    return [int(least(sequence) <= limit) for sequence in tested]


def _steps(sequence: Sequence[Hashable]) -> Steps:
    """Yield every part after the two before it; the edges are parts too."""
    parts = (_EDGE, _EDGE, *sequence, _EDGE)
    return zip(parts, parts[1:], parts[2:], strict=False)


def _best_limit(scores: Sequence[tuple[float, int]]) -> float:
    """Return the score up to which predicting label 1 is most often right; 0 if that never helps."""
    ordered = sorted(scores)
    gains = accumulate(1 if label else -1 for _, label in ordered)
    best, limit = 0, 0.0
    for n, gain in enumerate(gains):
        is_last = n + 1 == len(ordered) or ordered[n + 1][0] > ordered[n][0]
        if is_last and gain > best:
            best, limit = gain, ordered[n][0]
    return limit
