"""The two stages of the paper, and averages of their drops, changes and recoveries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from statistics import fmean

from numdiag_datasets.core.configs import APPLICABILITY
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.outcomes import System
from numdiag_datasets.report.summary import NOT_RUN, Cell, Summary, Value
from numdiag_datasets.scoring.scorers import scorer_of

_STAGE_OF = {
    "number detection": "numerical parsing",
    "number value understanding": "numerical parsing",
    "operand selection": "semantic parsing",
    "operation reasoning": "semantic parsing",
}
#: Stage -> its perturbations (Xu et al., 2022, section 3).
STAGES: dict[str, tuple[str, ...]] = {
    stage: tuple(name for name, p in PERTURBATION_TABLE.items() if _STAGE_OF[p.capability] == stage)
    for stage in dict.fromkeys(_STAGE_OF.values())
}
NUMERICAL, SEMANTIC = STAGES
#: Averaged quantities: the drop under attack, the change under defense, and the part of the drop that
#: training on perturbed data recovers.
KINDS = ("drop", "change", "recovery")


def stage_average(
    summary: Summary, columns: Iterable[tuple[System, str]], stage: str, kind: str
) -> Cell:
    """Average the available cells (Xu et al., 2022, table 12), by first metrics.

    Args:
        columns: (system, data set).
        stage: a key of `STAGES`.
        kind: one of `KINDS`.

    Returns:
        The average; if an applicable perturbation of a column has no value, the note lists those that count.
    """
    told: list[tuple[str, Value]] = []
    is_partial = False
    for system, dataset in columns:
        for name in STAGES[stage]:
            if cell := _quantity(summary, system, dataset, name, kind):
                told.append((name, cell))
            elif not APPLICABILITY[dataset][name]:
                is_partial = True
    if not told:
        return NOT_RUN
    return Value(
        fmean(cell.mean for _, cell in told),
        note=f"of {', '.join(dict.fromkeys(name for name, _ in told))}" * is_partial,
        is_floor=all(cell.is_floor for _, cell in told),
    )


def _quantity(summary: Summary, system: System, dataset: str, name: str, kind: str) -> Value | None:
    """Return the drop, change or recovery of a perturbation; None if it was not run."""
    metric = scorer_of(dataset).metrics[0]
    attack, defense = (
        summary.change(system, dataset, (setting, name), metric)
        for setting in ("attack", "defense")
    )
    if kind == "change":
        return defense if isinstance(defense, Value) else None
    if not isinstance(attack, Value):
        return None
    if kind == "drop":
        return replace(attack, mean=-attack.mean)
    return Value(defense.mean - attack.mean) if isinstance(defense, Value) else None
