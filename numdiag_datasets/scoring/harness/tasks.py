"""What LLM harnesses run: which configs are tasks, what the tasks are called, and how they score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numdiag_datasets.release.configs import CONFIGS, Config
from numdiag_datasets.scoring.harness.completions import read_completion
from numdiag_datasets.scoring.scorers import scorer_of

#: Augment is no task: its test rows are the originals. Those of defense are the attack's; its examples
#: are perturbed, so that it differs in few-shot prompts; those of transfer come before questions in another form.
_SETTINGS = ("", "attack", "defense", "transfer")

#: The share of rows that are answered right: the first metric of each scorer under one name, so that
#: groups across data sets have something to average.
ACCURACY = "accuracy"
#: The same over the rows that the perturbation changed.
ACCURACY_APPLIED = "accuracy_applied"


def harness_configs() -> list[Config]:
    """The configs that are tasks, in the order of `configs.CONFIGS`."""
    return [config for config in CONFIGS.values() if config.setting in _SETTINGS]


def task_name(config: Config) -> str:
    """``numdiag_asdiv_a_extra_attack``, for originals ``numdiag_asdiv_a_original``."""
    parts = (config.perturbation, config.setting) if config.setting else ("original",)
    return "_".join(("numdiag", config.dataset, *parts))


def score_completion(row: Mapping[str, Any], completion: str) -> dict[str, float]:
    """The scores of what a model wrote about a row, each 0 to 1, by official rules for TAT-QA.

    Args:
        row: of any config, with the columns that `Scorer.score` reads, and ``dataset``.
        completion: the generated text, without the prompt.
    """
    dataset = row["dataset"]
    scorer = scorer_of(dataset)
    scores = scorer.score(read_completion(dataset, completion), row, "official")
    return {ACCURACY: scores[scorer.metrics[0]]} | {
        metric: scores[metric] for metric in scorer.of_free_text
    }
