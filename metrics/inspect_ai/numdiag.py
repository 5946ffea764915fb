"""numdiag as a task of inspect-ai, by its file: thin over `numdiag_datasets.scoring.harness.inspect_task`.

``inspect eval metrics/inspect_ai/numdiag.py -T config=asdiv_a-extra-attack --model openai/...``
"""

from __future__ import annotations

from inspect_ai import Task, task

from numdiag_datasets.scoring.harness import inspect_task


# inspect-ai looks into a file for the decorator, and reads the options from the signature.
@task
def numdiag(
    config: str = "asdiv_a",
    dataset: str = "numdiag",
    revision: str | None = None,
    fewshot: int = 0,
) -> Task:
    """The test split of a config; see `inspect_task.numdiag`."""
    return inspect_task.numdiag(config, dataset, revision, fewshot)
