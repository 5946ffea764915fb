"""Calculation apart from understanding: answers to bare equations beside answers to the whole problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from numdiag_datasets.core.significance import Drop
from numdiag_datasets.scoring.comparison import Difference, compare_drops
from numdiag_datasets.scoring.scored_rows import ScoredRow, drops


@dataclass(frozen=True, slots=True)
class Split:
    """A drop, and the part of it that calculating explains, on the same rows and the first metric.

    Attributes:
        whole: the drop on the whole problems.
        calculation: the drop on their equations without the story.
        rest: the first less the second, paired row by row: ``a`` is the drop on the equations, ``b`` that on the problems.
    """

    whole: Drop
    calculation: Drop
    rest: Difference


def with_calculations(
    rows: Sequence[ScoredRow], calculations: Mapping[str, ScoredRow]
) -> list[ScoredRow]:
    """Return rows with their scored calculations.

    Args:
        rows: of one data set.
        calculations: equation -> the scored answer to it. Rows with the same equation have the same prompt.
    """
    if not calculations:
        return list(rows)
    return [
        replace(scored, calculation=calculations.get(str(scored.row.get("equation"))))
        for scored in rows
    ]


def split_drop(
    before: Sequence[ScoredRow], after: Sequence[ScoredRow], metric: str
) -> Split | None:
    """Split the drop between two versions of the same problems.

    Args:
        before: the originals, or the control.
        after: the attacked rows to count; those without a row in `before` are left out.
        metric: the compared score.

    Returns:
        The parts; None if there are no rows, all equations are the same, or some were not asked.
    """
    there = {scored.original: scored for scored in before}
    new = [scored for scored in after if scored.original in there]
    old = [there[scored.original] for scored in new]
    old_bare, new_bare = (
        [_bare(scored) for scored in rows if scored.calculation] for rows in (old, new)
    )
    is_asked = len(old_bare) == len(new_bare) == len(new)
    if not is_asked or all(
        a.row["equation"] == b.row["equation"] for a, b in zip(old, new, strict=True)
    ):
        return None
    return Split(
        drops(old, new)[metric],
        drops(old_bare, new_bare)[metric],
        compare_drops((old_bare, new_bare), (old, new), metric),
    )


def _bare(scored: ScoredRow) -> ScoredRow:
    """Return a row with the scores of its calculation, whose own row may be another one with the same equation."""
    scores = scored.calculation.scores if scored.calculation else {}
    return replace(scored, scores=scores, for_drops={})


def not_split(
    by_config: Mapping[str, tuple[Sequence[ScoredRow], Sequence[ScoredRow]]],
) -> Iterator[str]:
    """Yield a note for each attack with new equations of which some were not asked.

    Args:
        by_config: config -> its rows, and those of the originals.
    """
    for config, (rows, baseline) in by_config.items():
        before = {scored.row["id"]: scored for scored in baseline}
        pairs = [(before[s.original], s) for s in rows if s.applied and s.original in before]
        new = [pair for pair in pairs if len({s.row.get("equation") for s in pair}) > 1]
        missing = sum(scored.calculation is None for pair in pairs for scored in pair)
        if new and missing and config.endswith("-attack"):
            yield f"{config}: its drop is not split, since --calculation lacks {missing} of {2 * len(pairs)} answers"
