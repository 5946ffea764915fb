"""Results and averages of two papers (Xu et al., 2022; Zhu et al., 2022), for comparison."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path

from numdiag_datasets.report.outcomes import PAPER_MARK, Outcome
from numdiag_datasets.report.runs import read_runs

_FOLDER = Path(__file__).parent
_RESULTS = (_FOLDER / "paper_results.json", _FOLDER / "duqm_results.json")
_OPTIONS = _FOLDER / "paper_options.json"
_AVERAGES = _FOLDER / "paper_averages.tsv"


@cache
def paper_outcomes() -> tuple[Outcome, ...]:
    """Return the results of the papers: tables 5, 6 and 9 of the first, 1 and 4 of the second (on DuQM)."""
    return _of_paper(*_RESULTS)


@cache
def paper_options() -> tuple[Outcome, ...]:
    """Return the results of tables 7 and 8 of Xu et al. (2022): Graph2Tree and T5 with other rates and batches."""
    return _of_paper(_OPTIONS)


def _of_paper(*paths: Path) -> tuple[Outcome, ...]:
    return tuple(
        replace(o, system=replace(o.system, name=o.system.name + PAPER_MARK, is_paper=True))
        for o in read_runs(list(map(str, paths)))
    )


def paper_averages() -> list[dict[str, str]]:
    """Return the averages that table 12 of Xu et al. (2022) states, each next to the one computed from table 9.

    The columns are the stated value, the formula printed with it, the value that the formula gives, and a
    statement of whether and how the stated value follows.
    """
    with _AVERAGES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))
