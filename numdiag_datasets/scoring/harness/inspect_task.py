"""numdiag as a task of inspect-ai: the prompts, reading and scores that the lm-eval tasks have.

``inspect eval numdiag_datasets/numdiag -T config=asdiv_a-extra-attack --model openai/...``: inspect-ai finds this module by
its entry point. Nothing else imports it, so that the library does without inspect-ai.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample, hf_dataset
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser, GenerateConfig
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import TaskState, generate

from numdiag_datasets.errors import NumdiagError
from numdiag_datasets.release.configs import parse_config
from numdiag_datasets.scoring.harness import prompts, tasks
from numdiag_datasets.scoring.harness.completions import read_completion


@task
def numdiag(
    config: str = "asdiv_a",
    dataset: str = "numdiag",
    revision: str | None = None,
    fewshot: int = 0,
) -> Task:
    """The test split of a config, answered and scored.

    Args:
        config: such as ``asdiv_a-extra-attack``; ``asdiv_a`` are the originals.
        dataset: a release directory, or a repository of the Hub.
        revision: of the repository, such as a tag.
        fewshot: how many examples from the train split stand before each problem, as turns of a chat.

    Raises:
        ConfigError: an unknown config; the message lists the choices.
        NumdiagError: more examples than the split has.
    """
    parse_config(config)
    path = _found(dataset)
    shots = _examples(path, config, revision, fewshot) if fewshot else []

    def to_sample(row: dict[str, Any]) -> Sample:
        return Sample(
            id=row["id"],
            input=[*shots, ChatMessageUser(content=prompts.prompt(row))],
            target=prompts.target(row),
            metadata=row,
        )

    return Task(
        dataset=_load(path, config, revision, "test", to_sample),
        solver=generate(),
        scorer=answers(),
        config=GenerateConfig(temperature=0),
        version=1,
        metadata={"config": config, "revision": revision or ""},
    )


@scorer(metrics={"*": [grouped(mean(), "status")]})
def answers() -> Scorer:
    """Scores of 0 to 1, averaged by ``status``: over the rows that the perturbation changed (``applied``),
    those that it left alone (``unchanged``), and ``all``."""

    async def score(state: TaskState, target: Target) -> Score:
        completion = state.output.completion
        scores = tasks.score_completion(state.metadata, completion)
        return Score(value=dict(scores), answer=_shown(state.metadata["dataset"], completion))

    return score


def _shown(dataset: str, completion: str) -> str:
    prediction = read_completion(dataset, completion)
    return " ".join(("; ".join(prediction.spans), prediction.scale)).strip()


def _found(dataset: str) -> str:
    """A release directory by its whole path, or the name of a repository.

    inspect-ai makes a task in the folder of its file; users name a directory from where they are.
    """
    for start in (Path.cwd(), Path(os.environ.get("PWD", "."))):
        if (start / dataset / "manifest.json").is_file():
            return str(start / dataset)
    return dataset


def _examples(path: str, config: str, revision: str | None, count: int) -> list[ChatMessage]:
    rows: list[dict[str, Any]] = []

    def keep(row: dict[str, Any]) -> Sample:
        rows.append(row)
        return Sample(input=row["id"])

    _load(path, config, revision, "train", keep)
    order = prompts.few_shot_order(
        [row["source_id"] for row in rows],
        [row["group"] for row in rows],
        [row["status"] for row in rows],
    )
    if count > len(order):
        raise NumdiagError(f"fewshot={count}, but {config} has {len(order)} examples")
    turns: list[ChatMessage] = []
    for i in order[:count]:
        turns.append(ChatMessageUser(content=prompts.prompt(rows[i])))
        turns.append(ChatMessageAssistant(content=prompts.target(rows[i])))
    return turns


def _load(path: str, config: str, revision: str | None, split: str, to_sample: Any) -> Any:
    # Not cached: inspect-ai's cache knows a directory by its name, and would show an old release.
    return hf_dataset(
        path, split, name=config, revision=revision, sample_fields=to_sample, cached=False
    )
