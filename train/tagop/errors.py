"""Categories of wrong answers, as in the error analysis of TagOp (Zhu et al., ACL 2021, table 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.scored_rows import ScoredRow, score_rows

from .evidence import find_evidence
from .units import units_of

CATEGORIES = (
    "wrong evidence", "missing evidence", "wrong calculation", "unsupported calculation", "scale error"
)  # fmt: skip


def error_categories(
    rows: Sequence[Mapping[str, Any]], lines: Sequence[Mapping[str, Any]]
) -> dict[str, int]:
    """Return the number of wrong answers of each category.

    Args:
        rows: those of a TAT-QA config.
        lines: for each of them the prediction, its scale, and ``units``, the indices of the chosen units.
    """
    scored = _scored(rows, lines, [str(line["scale"]) for line in lines])
    # Right, if only the scale had been.
    unscaled = _scored(rows, lines, [str(row["scale"]) for row in rows])
    found = Counter(
        "scale error" if other.is_right else _category(row, frozenset(line["units"]))
        for row, line, given, other in zip(rows, lines, scored, unscaled, strict=True)
        if not given.is_right
    )
    return {name: found[name] for name in CATEGORIES}


def _scored(
    rows: Sequence[Mapping[str, Any]], lines: Sequence[Mapping[str, Any]], scales: Sequence[str]
) -> list[ScoredRow]:
    predictions = [
        to_prediction(line["prediction"], scale) for line, scale in zip(lines, scales, strict=True)
    ]
    return score_rows(str(rows[0]["dataset"]), rows, predictions)


def _category(row: Mapping[str, Any], chosen: frozenset[int]) -> str:
    evidence = find_evidence(row, units_of(row))
    if evidence is None:
        return "unsupported calculation"
    if chosen == evidence.units:
        return "wrong calculation"
    return "missing evidence" if chosen < evidence.units else "wrong evidence"
