"""Prompts of a config as lm-eval's requests, with their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import UNCHANGED
from numdiag_datasets.scoring.harness.tasks import task_name

from .models import Asking, Model


@dataclass(frozen=True, slots=True)
class Questions:
    """The prompts of a config for a model.

    Attributes:
        rows: the rows of the test split, in its order.
        requests: lm-eval's requests, one per row.
        too_long: id -> tokens, for rows whose prompt leaves no room for an answer; these are not sent.
    """

    rows: list[dict[str, Any]]
    requests: list[Any]
    too_long: dict[str, int]

    @property
    def asked(self) -> list[int]:
        """The indices of the rows that are sent."""
        return [i for i, row in enumerate(self.rows) if row["id"] not in self.too_long]


def questions(
    release: Path, config: str, model: Model, limit: int | None, *, applied_only: bool = False
) -> Questions:
    """Build the prompts of a config's test split.

    Args:
        release: its directory.
        config: the name of the config.
        model: the model to query.
        limit: the most rows, see `rows_to_ask`; None for all.
        applied_only: whether to leave out the rows that the perturbation did not change.

    Raises:
        InputError: more examples are requested than the train split has.
    """
    asking = model.asking
    task = _task(release, config, asking)
    task.set_config("num_fewshot", asking.few_shot)
    train = len(task.fewshot_docs())
    if asking.few_shot > train:
        raise InputError(f"--few-shot {asking.few_shot}: {config} has {train} examples")
    rows = list(task.eval_docs)
    chosen = rows_to_ask([row["id"] for row in rows], len(rows) if limit is None else limit)
    if applied_only:
        chosen = [i for i in chosen if rows[i]["status"] != UNCHANGED]
    task.build_all_requests(
        samples=chosen,
        apply_chat_template=model.is_chat,
        fewshot_as_multiturn=model.is_chat,
        chat_template=model.chat_template if model.is_chat else None,
    )
    too_long = {}
    for request in task.instances:
        prompt, generation = request.arguments
        request.arguments = (prompt, {**generation, "max_gen_toks": asking.most_tokens})
        tokens = model.tokens(prompt)
        if tokens and model.context and tokens + asking.most_tokens > model.context:
            too_long[request.doc["id"]] = tokens
    return Questions([request.doc for request in task.instances], task.instances, too_long)


def rows_to_ask(ids: Sequence[str], limit: int) -> list[int]:
    """Return the indices of a limited number of rows, in order.

    A hash of their ids selects them, as the first rows of a split may share a passage or a table. So the
    originals and each perturbation have the same problems, and a larger limit adds rows to those of a smaller
    one.
    """
    chosen = sorted(range(len(ids)), key=lambda i: blake2b(ids[i].encode()).digest())[:limit]
    return sorted(chosen)


def _task(release: Path, config: str, asking: Asking) -> Any:
    """Return the task of a config, for a release in any directory."""
    # Imported here, as lm-eval takes seconds to import.
    from numdiag_datasets.scoring.harness.lm_eval_task import NumdiagTask

    return NumdiagTask(
        {
            "task": task_name(parse_config(config), asking.style),
            # An absolute path, as a relative one could be a repository.
            "dataset_path": str(release.resolve()),
            "dataset_name": config,
            "style": asking.style,
            "metadata": {"few_shot_seed": asking.seed},
        }
    )
