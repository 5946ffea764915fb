"""What LLM harnesses run: which configs are tasks, what the tasks are called, and how they score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from numdiag_datasets.core.configs import (
    CONFIGS,
    Config,
)
from numdiag_datasets.scoring.harness.prompts import Style
from numdiag_datasets.scoring.predictions import Prediction
from numdiag_datasets.scoring.scorers import scorer_of

#: Of prompts, reading and scoring; the harnesses print it beside every score. Raised when one changes a score.
TASK_VERSION = 2

#: Augment is no task: its test rows are the originals. Those of defense are the attack's; its examples
#: are perturbed, so that it differs in few-shot prompts; those of transfer come before questions in another form.
_SETTINGS = ("", "attack", "defense", "transfer")

#: The share of rows that are answered right: the first metric of each scorer under one name, so that
#: groups across data sets have something to average.
ACCURACY = "accuracy"
#: The same over the rows that the perturbation changed.
ACCURACY_APPLIED = "accuracy_applied"
#: The share of rows whose completion gives no answer that could be read.
UNREADABLE = "unreadable"
#: The standard error of the accuracy where rows share a text.
CLUSTERED_ERROR = "clustered_se"


def harness_configs() -> list[Config]:
    """The configs that are tasks, in the order of `configs.CONFIGS`."""
    return [config for config in CONFIGS.values() if config.setting in _SETTINGS]


def task_name(config: Config, style: Style = "direct") -> str:
    """``numdiag_asdiv_a_extra_attack``, for originals ``numdiag_asdiv_a_original``; with a chain of thought
    ``numdiag_asdiv_a_original_cot``."""
    parts = (config.perturbation, config.setting) if config.setting else ("original",)
    last = () if style == "direct" else (style,)
    return "_".join(("numdiag", config.dataset, *parts, *last))


def score_prediction(row: Mapping[str, Any], prediction: Prediction) -> dict[str, float]:
    """The scores of what was read for a row, each 0 to 1, by official rules for TAT-QA.

    Args:
        row: of any config, with the columns that `Scorer.score` reads, and ``dataset``.
        prediction: without spans where nothing could be read.
    """
    scorer = scorer_of(row["dataset"])
    scores = scorer.score(prediction, row, "official")
    return (
        {ACCURACY: scores[scorer.metrics[0]]}
        | {metric: scores[metric] for metric in scorer.of_free_text}
        | {UNREADABLE: float(not prediction.spans)}
    )


def clustered_error(scores: Sequence[float], groups: Sequence[str]) -> float:
    """The standard error of a mean over rows of which those of a group share a text (Miller, 2024, equation 4).

    sqrt(sum over groups of (sum of the deviations in a group) ** 2) / n: where every row is a group of its own, that of a mean.

    Args:
        scores: of each row, 0 to 1.
        groups: of each row.
    """
    mean = sum(scores) / len(scores)
    sums: dict[str, float] = {}
    for score, group in zip(scores, groups, strict=True):
        sums[group] = sums.get(group, 0.0) + score - mean
    return sqrt(sum(total * total for total in sums.values())) / len(scores)
