"""Scores of a system over several draws of one test split: mean, spread and worst."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scorers import scorer_of


@dataclass(frozen=True, slots=True)
class OverDraws:
    """The scores of one config over its draws, on the applied rows, in points.

    Attributes:
        config, metric: the scored config and its metric.
        scores: split -> score.
        rows: split -> the number of scored rows.
        drops: split -> the drop from the originals of these rows; without predictions for them empty.
        mean: their mean.
        deviation: their sample standard deviation, n - 1.
        worst: the split with the lowest score.
    """

    config: str
    metric: str
    scores: dict[str, float]
    rows: dict[str, int]
    drops: dict[str, float]
    mean: float
    deviation: float
    worst: str


def over_draws(results: Iterable[Result]) -> list[OverDraws]:
    """Return the scores of every config with two or more scored draws, by the first metric of its data set.

    Only the rows that the perturbation changed are scored: the others are the same in all draws.
    Performance is a distribution, and one draw is one sample of it (GSM-Symbolic, Mirzadeh et al., ICLR
    2025).
    """
    by_config: dict[str, dict[str, Result]] = {}
    for result in results:
        split = str(result.about.get("split", ""))
        if base_of(split) != split:
            by_config.setdefault(result.config, {})[split] = result
    return [_over(config, results) for config, results in by_config.items() if len(results) > 1]


def _over(config: str, results: dict[str, Result]) -> OverDraws:
    metric = scorer_of(config.partition("-")[0]).metrics[0]
    cells = {split: result.applied or result.scores for split, result in results.items()}
    scores = {split: float(means[metric]) for split, means in cells.items()}
    mean = sum(scores.values()) / len(scores)
    squares = sum((score - mean) ** 2 for score in scores.values())
    return OverDraws(
        config,
        metric,
        scores,
        {split: int(means["rows"]) for split, means in cells.items()},
        {split: result.drop[metric].absolute for split, result in results.items() if result.drop},
        mean,
        sqrt(squares / (len(scores) - 1)),
        min(scores, key=lambda split: scores[split]),
    )
