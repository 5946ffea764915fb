"""Baselines of error answers: how many a row has, and how often a wrong answer has one of another row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from numdiag_datasets.scoring.error_types import OF_INSERTED, right_answers, stated_errors
from numdiag_datasets.scoring.scored_rows import ScoredRow

#: The decimals to which answers are compared here, as exact as they are scored.
_DECIMALS = 4


def answers_per_row(rows: Sequence[ScoredRow]) -> dict[str, float]:
    """Return error -> the mean number of its error answers in a row: with more of them, more are hit by chance."""
    stated = Counter(error for scored in rows for error, _ in stated_errors(scored.row))
    return {error: stated[error] / len(rows) for error in sorted(stated)}


def errors_of_other_rows(rows: Sequence[ScoredRow]) -> dict[str, float]:
    """Return how many wrong answers would have an error answer if each were compared with another row at random.

    The other row states error answers, shares no text with the row of the answer, and its right answer has as many
    digits before the point. This is the exact expectation over all such rows, so nothing is drawn.

    Returns:
        ``wrong``, the number of wrong answers for which there is such a row, then error -> the expected number of them
        that have its answer; empty if there are none.
    """
    stating = [(scored, _size(scored)) for scored in rows if stated_errors(scored.row)]
    # Counted by size, and by size and text, so that no row is compared with every other one.
    peers = Counter(key for scored, size in stating for key in _keys(scored, size))
    hits = Counter(
        (*key, error, answer)
        for scored, size in stating
        for error, answer in {(e, round(a, _DECIMALS)) for e, a in stated_errors(scored.row)}
        for key in _keys(scored, size)
    )
    errors = {error for scored, _ in stating for error, _ in stated_errors(scored.row)}
    if any(scored.equation for scored in rows):
        errors -= set(OF_INSERTED)  # which an equation shows by an operand, not by its value
    found: Counter[str] = Counter()
    expected = dict.fromkeys(sorted(errors), Fraction(0))
    for scored in rows:
        own, size_key = _keys(scored, _size(scored))
        others = peers[size_key] - peers[own]
        if scored.is_right or not others:
            continue
        found["wrong"] += 1
        if scored.value is not None:
            value = round(scored.value, _DECIMALS)
            for error in expected:
                there = hits[(*size_key, error, value)] - hits[(*own, error, value)]
                expected[error] += Fraction(there, others)
    return {**found, **{error: float(hit) for error, hit in expected.items()}} if found else {}


def _keys(scored: ScoredRow, size: int | None) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return the key of the rows of a size that share a text, and that of all rows of the size."""
    return (size, str(scored.row.get("group") or scored.row["id"])), (size,)


def _size(scored: ScoredRow) -> int | None:
    """Return the number of digits before the point of the right answer, None if it is not a number."""
    right = next(iter(right_answers(scored.row)), None)
    return None if right is None else len(str(int(abs(right))))
