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
        mean: their mean.
        deviation: their sample standard deviation, n - 1.
        worst: the split with the lowest score.
    """

    config: str
    metric: str
    scores: dict[str, float]
    mean: float
    deviation: float
    worst: str


def over_draws(results: Iterable[Result]) -> list[OverDraws]:
    """Return the scores of every config with two or more scored draws, by the first metric of its data set.

    Only the rows that the perturbation changed are scored: the others are the same in all draws.
    Performance is a distribution, and one draw is one sample of it (GSM-Symbolic, Mirzadeh et al., ICLR
    2025).
    """
    by_config: dict[str, dict[str, float]] = {}
    for result in results:
        split = str(result.about.get("split", ""))
        if base_of(split) != split:
            cells = result.applied or result.scores
            score = float(cells[scorer_of(result.dataset).metrics[0]])
            by_config.setdefault(result.config, {})[split] = score
    return [_over(config, scores) for config, scores in by_config.items() if len(scores) > 1]


def _over(config: str, scores: dict[str, float]) -> OverDraws:
    mean = sum(scores.values()) / len(scores)
    squares = sum((score - mean) ** 2 for score in scores.values())
    return OverDraws(
        config,
        scorer_of(config.partition("-")[0]).metrics[0],
        scores,
        mean,
        sqrt(squares / (len(scores) - 1)),
        min(scores, key=lambda split: scores[split]),
    )
