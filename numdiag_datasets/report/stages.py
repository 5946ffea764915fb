"""The two stages of the paper, and averages of their drops, changes and recoveries."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

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
    """
    found, at_floor = [], []
    for system, dataset in columns:
        metric = scorer_of(dataset).metrics[0]
        for name in STAGES[stage]:
            attack, defense = (
                summary.change(system, dataset, (setting, name), metric)
                for setting in ("attack", "defense")
            )
            if kind == "drop" and isinstance(attack, Value):
                found.append(-attack.mean)
                at_floor.append(attack.is_floor)
            elif kind == "change" and isinstance(defense, Value):
                found.append(defense.mean)
            elif kind == "recovery" and isinstance(attack, Value) and isinstance(defense, Value):
                found.append(defense.mean - attack.mean)
    is_floor = bool(at_floor) and all(at_floor)
    return Value(fmean(found), is_floor=is_floor) if found else NOT_RUN
