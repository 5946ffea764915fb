"""Signs that predictions belong to another config or to the originals, or lack their scales."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.core.configs import CONTROLLED, parse_config
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.scoring.error_types import right_answers
from numdiag_datasets.scoring.scored_rows import ScoredRow
from numdiag_datasets.scoring.tatqa import SCALES

#: The fewest wrong answers that are equal to those of other rows by more than chance.
_MANY = 10
#: How many answers of another row come on each right one, and the least share of them.
MORE_OF_OTHER, MANY_OF_OTHER = 4, 0.1


def lack_scales(rows: Sequence[ScoredRow]) -> bool:
    """Return whether gold answers have a scale, and no prediction has one, or one has another than TAT-QA's."""
    given = {scored.predicted_scale for scored in rows}
    return any(s.row.get("scale") for s in rows) and (given == {""} or not given <= SCALES)


def are_shifted(rows: Sequence[ScoredRow]) -> bool:
    """Return whether many predictions are numbers that answer the previous or the next row, and few their own."""
    answers = [right_answers(scored.row) for scored in rows]
    for others in (answers[1:] + answers[:1], answers[-1:] + answers[:-1]):
        pairs = [
            (scored, other)
            for scored, own, other in zip(rows, answers, others, strict=True)
            if scored.value is not None and own != other
        ]
        found = sum(scored.value in other for scored, other in pairs)
        right = sum(scored.is_right for scored, _ in pairs)
        if found >= max(_MANY, MORE_OF_OTHER * right, MANY_OF_OTHER * len(rows)):
            return True
    return False


def are_of_originals(rows: Sequence[ScoredRow], baseline: Sequence[ScoredRow]) -> bool:
    """Return whether all predictions for changed rows, many wrong ones too, are those for their originals.

    Edits of the form of numbers are passed over: a system may not see them.
    """
    before = {scored.original: scored for scored in baseline}
    pairs = [
        (scored, before[scored.original])
        for scored in rows
        if scored.applied
        and scored.config
        and scored.original in before
        and parse_config(scored.config).setting != CONTROLLED
        and PERTURBATION_TABLE[scored.perturbation].capability != "number detection"
    ]
    return _are_same(pairs)


def are_of_other_config(rows: Sequence[ScoredRow], others: Sequence[ScoredRow]) -> bool:
    """Return whether predictions are those for another config on all rows with other answers, and many are wrong."""
    by_original = {scored.original: scored for scored in others}
    pairs = [
        (scored, by_original[scored.original])
        for scored in rows
        if scored.original in by_original
        and scored.row["answers"] != by_original[scored.original].row["answers"]
    ]
    return _are_same(pairs)


def _are_same(pairs: Sequence[tuple[ScoredRow, ScoredRow]]) -> bool:
    same = all(made.value is not None and _answer(made) == _answer(old) for made, old in pairs)
    return same and sum(not (made.is_right and old.is_right) for made, old in pairs) >= _MANY


def _answer(scored: ScoredRow) -> object:
    return scored.equation.text if scored.equation else scored.value
