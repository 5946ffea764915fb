"""Results of the paper as outcomes, for comparison, and its averages computed again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import nan
from pathlib import Path

from numdiag_datasets.core.configs import DATASETS
from numdiag_datasets.report.outcomes import PAPER_MARK, Outcome, System
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.stages import NUMERICAL, SEMANTIC, stage_average
from numdiag_datasets.report.summary import Summary, Value

_RESULTS = Path(__file__).with_name("paper_results.json")
#: The largest rounding error of an average that is rounded to hundredths, like its inputs.
_ROUNDING = 0.011


@cache
def paper_outcomes() -> tuple[Outcome, ...]:
    """Return the results of the paper (tables 5, 6 and 9)."""
    return tuple(
        replace(o, system=replace(o.system, name=o.system.name + PAPER_MARK, is_paper=True))
        for o in read_runs([str(_RESULTS)])
    )


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of table 11 to be averaged.

    Attributes:
        kind: one of `stages.KINDS`.
        stage: a key of `stages.STAGES`.
        systems, datasets: the columns; for ASDiv-a those of answers.
    """

    kind: str
    stage: str
    systems: tuple[str, ...]
    datasets: tuple[str, ...] = DATASETS

    def __str__(self) -> str:
        return f"{self.kind}, {self.stage}: {', '.join(self.systems)} on {', '.join(self.datasets)}"


@dataclass(frozen=True, slots=True)
class Average:
    """An average stated in the paper (table 12).

    Attributes:
        stated: its value.
        formula: the cells in the formula printed with it.
        computed: their average.
        other: cells whose average is the stated value if that of the formula is not; None if unknown.
        other_computed: their average.
    """

    stated: float
    formula: Cells
    computed: float
    other: Cells | None = None
    other_computed: float | None = None

    @property
    def verdict(self) -> str:
        """A statement of whether and how the value follows."""
        if abs(self.computed - self.stated) <= _ROUNDING:
            return "follows from its formula"
        if self.other_computed is not None and abs(self.other_computed - self.stated) <= _ROUNDING:
            return f"does not follow from its formula, but is the average of: {self.other}"
        return "does not follow from its formula, nor from any reading tried"


_TRANSFORMERS = ("T5", "BART", "GPT2")
_ALL = (*_TRANSFORMERS, "Graph2Tree", "TagOps")
# Formulas about Transformers, and those about Graph2Tree itself, leave out the column of Graph2Tree.
_OTHERS = (*_TRANSFORMERS, "TagOps")
_ASDIV = ("asdiv_a",)
_STATED: tuple[tuple[float, Cells, Cells | None], ...] = (
    (19.66, Cells("drop", SEMANTIC, _ALL), None),
    (13.15, Cells("drop", NUMERICAL, _ALL), None),
    (17.42, Cells("drop", SEMANTIC, _OTHERS), Cells("drop", NUMERICAL, _TRANSFORMERS, _ASDIV)),
    (3.07, Cells("drop", NUMERICAL, _OTHERS), Cells("drop", NUMERICAL, ("Graph2Tree",), _ASDIV)),
    (17.96, Cells("change", SEMANTIC, _ALL), Cells("recovery", SEMANTIC, _ALL)),
    (6.52, Cells("change", NUMERICAL, _ALL), Cells("recovery", NUMERICAL, _ALL[:4], _ASDIV)),
    (12.53, Cells("change", SEMANTIC, _OTHERS), Cells("recovery", SEMANTIC, _OTHERS)),
    (11.58, Cells("change", NUMERICAL, _OTHERS), Cells("recovery", SEMANTIC, ("Graph2Tree",), _ASDIV)),
)  # fmt: skip


def paper_averages() -> list[Average]:
    """Return the averages of table 12, computed again from the results."""
    summary = Summary(paper_outcomes())
    made = []
    for stated, formula, other in _STATED:
        computed = _average(summary, formula)
        read = _average(summary, other) if other else None
        made.append(Average(stated, formula, computed, other, read))
    return made


def _average(summary: Summary, cells: Cells) -> float:
    """Average the available cells; signs as in the paper: a drop is positive."""
    cell = stage_average(summary, _columns(summary, cells), cells.stage, cells.kind)
    return cell.mean if isinstance(cell, Value) else nan


def _columns(summary: Summary, cells: Cells) -> list[tuple[System, str]]:
    """Return the columns of table 9, which has neither answer targets nor GPT2 with placeholders."""
    return [
        (system, dataset)
        for dataset in cells.datasets
        for system in summary.systems_of(dataset)
        if system.name.removesuffix(PAPER_MARK) in cells.systems
        and system.target != "answer"
        and not (system.name.startswith("GPT2") and system.numbers == "placeholders")
    ]
