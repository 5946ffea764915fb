"""numdiag as tasks of inspect-ai, with the prompts, answer extraction and scores of the lm-eval tasks.

``inspect eval numdiag/asdiv_a-extra-attack --model openai/...``: inspect-ai finds this module by its entry
point. No other module imports it, so that the library works without inspect-ai.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai._util.registry import RegistryInfo, registry_add  # see `_registered`
from inspect_ai.dataset import Sample, hf_dataset
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser, GenerateConfig
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from numdiag_datasets.core.configs import Config
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.manifest import MANIFEST
from numdiag_datasets.scoring.answer_extraction.reader import answer_line, read_answer
from numdiag_datasets.scoring.harness import prompts, tasks


def config_task(
    config: str,
    dataset: str = "numdiag",
    revision: str | None = None,
    style: prompts.Style = "direct",
    fewshot: int = 0,
    fewshot_seed: int = prompts.FEW_SHOT_SEED,
) -> Task:
    """Return the task of a config: its test split, answered and scored.

    Args:
        config: such as ``asdiv_a-extra-attack``; ``asdiv_a`` is the config of the originals.
        dataset: a release directory, or a repository on the Hub.
        revision: a revision of the repository, such as a tag.
        style: ``direct``, ``cot`` for a chain of thought, ``calculation`` for the value of the equation alone, or
            ``equation`` for the equation.
        fewshot: the number of examples from the train split before each problem, as turns of a chat.
        fewshot_seed: selects the examples.

    Raises:
        NumdiagError: the split has fewer examples, or the data set is not asked in this style.
    """
    path = _found(dataset)
    prompting = prompts.Prompting(style, True, fewshot, fewshot_seed)
    shots = _examples(path, config, revision, prompting) if fewshot else []

    def to_sample(row: dict[str, Any]) -> Sample:
        return Sample(
            id=row["id"],
            input=[*shots, ChatMessageUser(content=prompts.prompt(row, style, chat=True))],
            target=prompts.answer(row),
            metadata=row,
        )

    return Task(
        dataset=_load(path, config, revision, "test", to_sample),
        solver=generate(),
        scorer=answers(style),
        config=GenerateConfig(temperature=0),
        version=tasks.TASK_VERSION,
        metadata={"config": config, "revision": revision or "", "prompt": str(prompting)},
    )


def _registered(config: Config) -> Callable[..., Task]:
    """Return a task with the name of a config.

    inspect-ai names a task after the package that contains it, ``numdiag_datasets``. Users install
    ``numdiag``, so the task is also registered under that name.
    """

    @task(name=config.name)
    def of_config(
        dataset: str = "numdiag",
        revision: str | None = None,
        style: prompts.Style = "direct",
        fewshot: int = 0,
        fewshot_seed: int = prompts.FEW_SHOT_SEED,
    ) -> Task:
        return config_task(config.name, dataset, revision, style, fewshot, fewshot_seed)

    options = ["dataset", "revision", "style", "fewshot", "fewshot_seed"]
    registry_add(
        of_config,
        RegistryInfo(
            type="task",
            name=f"numdiag/{config.name}",
            metadata={"attribs": {}, "params": options},
        ),
    )
    made: Callable[..., Task] = of_config
    return made


#: Config -> its task.
TASKS = {config.name: _registered(config) for config in tasks.harness_configs()}


@scorer(metrics={"*": [grouped(mean(), "status"), stderr(cluster="group")]})
def answers(style: prompts.Style = "direct") -> Scorer:
    """Return a scorer whose scores, from 0 to 1, are averaged by ``status``.

    The averages are over the rows that the perturbation changed (``applied``), those that it left alone
    (``unchanged``), and ``all``. The standard error is clustered by the texts that rows share.
    """

    async def score(state: TaskState, target: Target) -> Score:
        row = state.metadata
        read = read_answer(row, state.output.completion, style)
        return Score(
            value=dict(tasks.score_prediction(row, read.prediction, style)),
            answer=answer_line(read.prediction),
            explanation=f"{read.rule}: {read.text}" if read.rule else "no answer could be read",
            metadata={"rule": read.rule, "start": read.start, "end": read.end},
        )

    return score


def _found(dataset: str) -> str:
    """Return the full path of a release directory, or the name of a repository.

    inspect-ai runs a task in the folder of its file, but users name a directory relative to their own folder.
    """
    places = (start / dataset for start in (Path.cwd(), Path(os.environ.get("PWD", "."))))
    return next((str(place) for place in places if (place / MANIFEST).is_file()), dataset)


def _examples(
    path: str, config: str, revision: str | None, prompting: prompts.Prompting
) -> list[ChatMessage]:
    rows: list[dict[str, Any]] = []

    def keep(row: dict[str, Any]) -> Sample:
        rows.append(row)
        return Sample(input=row["id"])

    _load(path, config, revision, "train", keep)
    order = prompts.few_shot_order(
        [row["source_id"] for row in rows],
        [row["group"] for row in rows],
        [row["status"] for row in rows],
        prompting.seed,
    )
    if prompting.shots > len(order):
        raise NumdiagError(f"fewshot={prompting.shots}, but {config} has {len(order)} examples")
    turns: list[ChatMessage] = []
    for i in order[: prompting.shots]:
        turns.append(ChatMessageUser(content=prompts.prompt(rows[i], prompting.style, chat=True)))
        turns.append(ChatMessageAssistant(content=prompts.target(rows[i], prompting.style)))
    return turns


def _load(path: str, config: str, revision: str | None, split: str, to_sample: Any) -> Any:
    # Not cached: inspect-ai caches a directory by its name, and would return an old release.
    return hf_dataset(
        path, split, name=config, revision=revision, sample_fields=to_sample, cached=False
    )
