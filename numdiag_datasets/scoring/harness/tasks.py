"""Tasks of LLM harnesses: their configs, names and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from numdiag_datasets.core.argument_types import checks_arguments
from numdiag_datasets.core.configs import CONFIGS, Config
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import APPLIED, ORIGINAL
from numdiag_datasets.core.schema import check_row
from numdiag_datasets.scoring.answer_extraction.reader import (
    answer_line,
    from_answer_line,
    read_completion,
)
from numdiag_datasets.scoring.harness.prompts import Style, is_asked
from numdiag_datasets.scoring.predictions import Prediction
from numdiag_datasets.scoring.scorers import scorer_of

#: The version of prompts, answer extraction and scoring, which harnesses print with every score. Raised when
#: a change affects a score.
TASK_VERSION = 3

#: The share of right answers: the first metric of each scorer under one name, so that groups of tasks
#: across data sets can be averaged.
ACCURACY = "accuracy"
#: The same over the rows that the perturbation changed.
ACCURACY_APPLIED = "accuracy_applied"
#: The share of completions without a readable answer.
UNREADABLE = "unreadable"
#: The standard error of the accuracy where rows share a text.
CLUSTERED_ERROR = "clustered_se"


def harness_configs(style: Style = "direct") -> list[Config]:
    """Return the configs that are tasks in a style, in the order of `configs.CONFIGS`.

    Augment is not a task: its test rows are the originals. Defense has the test rows of the attack but perturbed
    examples, so that its few-shot prompts differ. Transfer has examples of another form than its questions.
    """
    return [
        config
        for config in CONFIGS.values()
        if config.setting != "augment" and is_asked(config.dataset, style)
    ]


def task_name(config: Config, style: Style = "direct") -> str:
    """Return the name of a config's task.

    ``numdiag_asdiv_a_extra_attack``, for originals ``numdiag_asdiv_a_original``; with a chain of thought
    ``numdiag_asdiv_a_original_cot``.
    """
    parts = (config.perturbation, config.setting) if config.setting else ("original",)
    last = () if style == "direct" else (style,)
    return "_".join(("numdiag", config.dataset, *parts, *last))


def further_metrics(dataset: str, style: Style = "direct") -> tuple[str, ...]:
    """Return the metrics after `ACCURACY` that are meaningful in a style; those of equations only for equations."""
    scorer = scorer_of(dataset)
    return scorer.of_equations if style == "equation" else scorer.of_free_text


def score_prediction(
    row: Mapping[str, Any], prediction: Prediction, style: Style = "direct"
) -> dict[str, float]:
    """Return the scores of a prediction for a row, each 0 to 1, by official rules for TAT-QA.

    Args:
        row: of any config, with the columns that `Scorer.score` reads, and ``dataset``.
        prediction: without spans if no answer could be read.
        style: how the model was asked.
    """
    scorer = scorer_of(row["dataset"])
    scores = scorer.score(prediction, row, "official")
    return (
        {ACCURACY: scores[scorer.metrics[0]]}
        | {metric: scores[metric] for metric in further_metrics(row["dataset"], style)}
        | {UNREADABLE: float(not prediction.spans)}
    )


@checks_arguments
def answer_lines(
    completions: Sequence[Sequence[str]],
    rows: Sequence[Mapping[str, Any]],
    style: Style = "direct",
) -> list[list[str]]:
    """Return the extracted answers, one line each, as a filter of lm-eval.

    Raises:
        InputError: a completion is not a text.
        RowError: a row lacks a column.
    """

    def read(row: Mapping[str, Any], completion: str) -> str:
        return answer_line(read_completion(row, completion, style))

    return [
        [read(row, completion) for completion in of_row]
        for of_row, row in zip(completions, rows, strict=True)
    ]


@checks_arguments
def process_results(
    row: Mapping[str, Any], results: Sequence[str], style: Style = "direct"
) -> dict[str, Any]:
    """Return the scores of one answer line. ``accuracy_applied`` is None for a row that was not changed.

    Raises:
        InputError: the line is not a text.
        RowError: the row lacks a column.
    """
    check_row(row, ("dataset", "group", "status"))
    check_row(row, scorer_of(row["dataset"]).columns)
    if len(results) != 1:
        raise InputError(f"results holds {len(results)} answer lines, and one is expected")
    prediction = from_answer_line(row["dataset"], results[0])
    scores: dict[str, Any] = {**score_prediction(row, prediction, style)}
    scores[CLUSTERED_ERROR] = (scores[ACCURACY], row["group"])
    if row["status"] != ORIGINAL:
        scores[ACCURACY_APPLIED] = scores[ACCURACY] if row["status"] == APPLIED else None
    return scores


def mean_applied(scores: Sequence[float | None]) -> float:
    """Return the mean over the rows that the perturbation changed; not a number if there are none.

    lm-eval expects equally many values of every metric, so the value of other rows is None.
    """
    applied = [score for score in scores if score is not None]
    return sum(applied) / len(applied) if applied else float("nan")


def clustered_se(scores: Sequence[tuple[float, str]]) -> float:
    """Return the standard error of a mean over rows whose groups share a text (Miller, 2024, equation 4).

    sqrt(sum over groups of (sum of the deviations in a group) ** 2) / n. If every row is its own group,
    this is the usual standard error of a mean.

    Args:
        scores: the score of each row, 0 to 1, and its group.
    """
    mean = sum(score for score, _ in scores) / len(scores)
    sums: dict[str, float] = {}
    for score, group in scores:
        sums[group] = sums.get(group, 0.0) + score - mean
    return sqrt(sum(total * total for total in sums.values())) / len(scores)
