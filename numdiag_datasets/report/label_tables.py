"""Accuracies of text pairs, number words and question matching, as cells averaged over seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.report.outcomes import Outcome, check_cell, check_parts
from numdiag_datasets.report.summary import NOT_RUN, Cell, mean_value
from numdiag_datasets.text_pairs import FAMILIES

#: The accuracy of random labels.
CHANCE = 50


class LabelSummary:
    """The outcomes of text pairs, by system and config."""

    def __init__(self, outcomes: Sequence[Outcome], *, pool: bool = False) -> None:
        """Group outcomes.

        Args:
            pool: whether to average results of different data too.

        Raises:
            ReportError: see `outcomes.check_cell`.
        """
        self._cells: dict[tuple[str, str], list[Outcome]] = {}
        for outcome in outcomes:
            if outcome.result.dataset in FAMILIES:
                key = (outcome.system.label, outcome.result.config)
                self._cells.setdefault(key, []).append(outcome)
        for found in self._cells.values():
            check_cell(found, pool)
        check_parts(outcome for outcome in outcomes if outcome.result.dataset in FAMILIES)

    def systems_of(self, family: str) -> list[str]:
        """Return the systems in the order in which their outcomes were passed."""
        return list(dict.fromkeys(s for s, config in self._cells if dataset_of(config) == family))

    def configs_of(self, family: str) -> list[str]:
        return list(dict.fromkeys(c for _, c in self._cells if dataset_of(c) == family))

    def outcomes(self, system: str, config: str) -> list[Outcome]:
        return self._cells.get((system, config), [])

    def accuracy(self, system: str, config: str) -> Cell:
        """Return points over all rows; for several seeds the mean, with the mean of their intervals."""
        results = [outcome.result for outcome in self.outcomes(system, config)]
        return mean_cell([made.scores | {"interval": made.interval} for made in results], NOT_RUN)


def mean_cell(parts: Iterable[Mapping[str, Any]], missing: str, metric: str = "accuracy") -> Cell:
    """Return the mean of a metric over several runs, with the mean of their intervals if all have one.

    Args:
        parts: the scores of each run, or of a part of its rows.
        missing: the cell if no run has the metric.
        metric: only the accuracy has intervals.
    """
    told = [part for part in parts if metric in part]
    if not told:
        return missing
    interval = told[0].get("interval") if metric == "accuracy" else None
    return mean_value([part[metric] for part in told], interval)
