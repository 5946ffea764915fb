"""What the task files name with ``!function``: thin over `numdiag_datasets.scoring.harness`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numdiag_datasets.problems.problem import APPLIED, ORIGINAL
from numdiag_datasets.scoring.harness import prompts, tasks

doc_to_text = prompts.prompt
doc_to_target = prompts.target


def few_shot_docs(train: Any) -> Any:
    """A train split (a `datasets.Dataset`) in the order in which its rows serve as examples."""
    return train.select(prompts.few_shot_order(train["source_id"], train["group"], train["status"]))


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float | None]:
    """The scores of one completion. ``accuracy_applied`` is None for a row that was left alone."""
    scores: dict[str, float | None] = {**tasks.score_completion(doc, results[0])}
    if doc["status"] != ORIGINAL:
        applied = doc["status"] == APPLIED
        scores[tasks.ACCURACY_APPLIED] = scores[tasks.ACCURACY] if applied else None
    return scores


def mean_applied(scores: Sequence[float | None]) -> float:
    """The mean over the rows that the perturbation changed; not a number if there are none.

    lm-eval counts every metric's values alike, so the other rows hand in None instead of nothing.
    """
    applied = [score for score in scores if score is not None]
    return sum(applied) / len(applied) if applied else float("nan")
