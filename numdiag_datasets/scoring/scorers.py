"""Which scorer serves which data set, and the names of what it measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from numdiag_datasets.scoring import drop, equation, tatqa
from numdiag_datasets.scoring.predictions import Prediction, PredictionError
from numdiag_datasets.scoring.tatqa import Mode


@dataclass(frozen=True, slots=True)
class Family:
    """A way to score.

    Attributes:
        metrics: the names of its scores, the one to compare systems by first.
        score: (prediction, row, mode) -> metric -> 0 to 1, in hundredths. Of the row it reads
            ``equation``, ``answers``, ``answer_type`` and ``scale``.
        breakdowns: the columns of a row that its results are broken down by.
    """

    metrics: tuple[str, ...]
    score: Callable[[Prediction, Mapping[str, Any], Mode], dict[str, float]]
    breakdowns: tuple[str, ...] = ()


def _equation(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    if len(prediction.spans) > 1:
        raise PredictionError("one equation or answer is expected, not a list")
    text = "".join(prediction.spans)
    return asdict(equation.score_row(text, row["equation"], row["answers"]))


def _drop(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    return asdict(drop.score_row(prediction.spans, row["answers"]))


def _tatqa(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    scores = tatqa.score_row(
        prediction.spans,
        prediction.scale,
        row["answers"],
        row["answer_type"],
        row["scale"],
        mode=mode,
    )
    return asdict(scores)


#: Data set -> its family.
FAMILIES: dict[str, Family] = {
    "asdiv_a": Family(("answer_accuracy", "equation_accuracy", "equation_equivalence"), _equation),
    "drop_num": Family(("exact_match", "f1"), _drop),
    "tatqa_a": Family(
        ("exact_match", "f1", "scale_accuracy"), _tatqa, ("answer_type", "answer_from")
    ),
}
