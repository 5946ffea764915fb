"""numdiag as a task of inspect-ai, by its file: thin over `numdiag_datasets.scoring.harness.inspect_task`.

``inspect eval metrics/inspect_ai/numdiag.py -T config=asdiv_a-extra-attack --model openai/...``
"""

from __future__ import annotations

from inspect_ai import Task, task

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.scoring.harness import inspect_task
from numdiag_datasets.scoring.harness.prompts import FEW_SHOT_SEED, Style


# inspect-ai searches a file for the decorator, and reads the options from the signature.
@task
def numdiag(
    config: str = "asdiv_a",
    dataset: str = "numdiag",
    revision: str | None = None,
    style: Style = "direct",
    fewshot: int = 0,
    fewshot_seed: int = FEW_SHOT_SEED,
) -> Task:
    """Return the task for the test split of a config; see `inspect_task.config_task`.

    Raises:
        ConfigError: the config is unknown; the message lists the choices.
    """
    parse_config(config)
    return inspect_task.config_task(config, dataset, revision, style, fewshot, fewshot_seed)
