"""Functions that the task files name with ``!function``: thin over `numdiag_datasets.scoring`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numdiag_datasets.core.problem import APPLIED, ORIGINAL
from numdiag_datasets.scoring.answer_extraction.reader import (
    answer_line,
    from_answer_line,
    read_completion,
    row_texts,
)
from numdiag_datasets.scoring.harness import prompts, tasks

direct_question = prompts.question
direct_target = prompts.target


def cot_question(doc: Mapping[str, Any]) -> str:
    """Return the question with a request for a chain of thought."""
    return prompts.question(doc, "cot")


def cot_target(doc: Mapping[str, Any]) -> str:
    """Return an example's chain of thought and its answer."""
    return prompts.target(doc, "cot")


def read(
    completions: Sequence[Sequence[str]], docs: Sequence[Mapping[str, Any]]
) -> list[list[str]]:
    """Return the extracted answers, one line each, for ``filtered_resps`` in the log."""
    return [
        [
            answer_line(read_completion(doc["dataset"], completion, row_texts(doc)))
            for completion in of_doc
        ]
        for of_doc, doc in zip(completions, docs, strict=True)
    ]


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """Return the scores of one answer. ``accuracy_applied`` is None for a row that was not changed."""
    prediction = from_answer_line(doc["dataset"], results[0])
    scores: dict[str, Any] = {**tasks.score_prediction(doc, prediction)}
    scores[tasks.CLUSTERED_ERROR] = (scores[tasks.ACCURACY], doc["group"])
    if doc["status"] != ORIGINAL:
        applied = doc["status"] == APPLIED
        scores[tasks.ACCURACY_APPLIED] = scores[tasks.ACCURACY] if applied else None
    return scores


def mean_applied(scores: Sequence[float | None]) -> float:
    """Return the mean over the rows that the perturbation changed; not a number if there are none.

    lm-eval expects equally many values of every metric, so the value of other rows is None.
    """
    applied = [score for score in scores if score is not None]
    return sum(applied) / len(applied) if applied else float("nan")


def clustered_se(scores: Sequence[tuple[float, str]]) -> float:
    """Return the standard error of the accuracy, clustered by the texts that rows share."""
    return tasks.clustered_error([score for score, _ in scores], [group for _, group in scores])
