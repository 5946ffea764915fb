"""Scorers by form of answer, and the names of their metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from numdiag_datasets.core.data_sets import NUMBER_WORDS, QUESTION_MATCHING, AnswerForm, data_set_of
from numdiag_datasets.core.schema import RowError
from numdiag_datasets.scoring import drop, equation, tatqa
from numdiag_datasets.scoring.predictions import Prediction, PredictionError
from numdiag_datasets.scoring.tatqa import Mode


@dataclass(frozen=True, slots=True)
class Scorer:
    """A way to score predictions.

    Attributes:
        metrics: the names of its scores; the first is for comparing systems.
        score: (prediction, row, mode) -> metric -> 0 to 1, in hundredths. From the row it reads `columns`
            and ``published_answers``.
        columns: the columns that a row needs.
        is_readable: whether it finds anything to score in a prediction, right or wrong.
        breakdowns: the columns of a row for breakdowns of its results, one or several together.
        of_equations: the metrics in which only a prediction with an equation can score.
        of_free_text: the further metrics that are meaningful for a language model's text. One that is asked
            for a number writes no equation, so the metrics of equations are not.
        is_binary: whether a row is only right or wrong, as labels are.
        macro_over: columns whose values macro averages weight equally; the first that the rows have is used.
            May be empty.
    """

    metrics: tuple[str, ...]
    score: Callable[[Prediction, Mapping[str, Any], Mode], dict[str, float]]
    columns: tuple[str, ...]
    is_readable: Callable[[Prediction], bool]
    breakdowns: tuple[tuple[str, ...], ...] = ()
    of_equations: tuple[str, ...] = ()
    of_free_text: tuple[str, ...] = ()
    is_binary: bool = False
    macro_over: tuple[str, ...] = ()

    @property
    def has_modes(self) -> bool:
        """Whether scores depend on the mode."""
        return "scale_accuracy" in self.metrics


def _is_text(prediction: Prediction) -> bool:
    return not prediction.is_empty


def _is_number(prediction: Prediction) -> bool:
    return drop.is_number(prediction.spans)


def _is_equation(prediction: Prediction) -> bool:
    return equation.is_readable("".join(prediction.spans))


def _equation(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    if len(prediction.spans) > 1:
        raise PredictionError("one equation or answer is expected, not a list")
    text = "".join(prediction.spans)
    return asdict(equation.score_row(text, row["equation"], row["answers"]))


def _answer(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    return {"answer_accuracy": _equation(prediction, row, mode)["answer_accuracy"]}


def _drop(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    return asdict(drop.score_row(prediction.spans, row["answers"]))


def _tatqa(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    golds = [row["answers"]]
    if mode == "strict" and row.get("published_answers"):
        golds.append(row["published_answers"])
    scores = [
        tatqa.score_row(
            prediction.spans,
            prediction.scale,
            gold,
            row["answer_type"],
            row["scale"],
            mode=mode,
        )
        for gold in golds
    ]
    return asdict(max(scores, key=lambda score: (score.exact_match, score.f1)))


def _label(prediction: Prediction, row: Mapping[str, Any], mode: Mode) -> dict[str, float]:
    if prediction.is_empty:
        raise PredictionError("no label; 0 or 1 is expected")
    label = "".join(prediction.spans).strip()
    if label not in ("0", "1"):
        raise PredictionError(f"{label!r:.60}; a label, 0 or 1, is expected")
    if row.get("label") not in (0, 1):
        raise RowError("it has no label, 0 or 1")
    return {"accuracy": float(int(label) == row["label"])}


_SCORERS: dict[AnswerForm, Scorer] = {
    AnswerForm.EQUATION: Scorer(
        ("answer_accuracy", "equation_accuracy", "equation_equivalence"),
        _equation,
        ("equation", "answers"),
        _is_equation,
        of_equations=("equation_accuracy", "equation_equivalence"),
    ),
    AnswerForm.SOLUTION: Scorer(
        ("answer_accuracy",), _answer, ("equation", "answers"), _is_equation
    ),
    AnswerForm.NUMBER: Scorer(
        ("exact_match", "f1"), _drop, ("answers",), _is_number, of_free_text=("f1",)
    ),
    AnswerForm.SPANS: Scorer(
        ("exact_match", "f1", "scale_accuracy"),
        _tatqa,
        ("answers", "answer_type", "scale"),
        _is_text,
        (("answer_type",), ("answer_from",), ("answer_type", "answer_from"), ("scale",)),
        of_free_text=("f1", "scale_accuracy"),
    ),
}


_LABEL_SCORERS: dict[str, Scorer] = {
    NUMBER_WORDS: Scorer(
        ("accuracy",),
        _label,
        (),
        _is_text,
        (("label",), ("template",), ("error",), ("stratum",), ("scope",)),
        is_binary=True,
    ),
    QUESTION_MATCHING: Scorer(
        ("accuracy", "macro_accuracy"),
        _label,
        (),
        _is_text,
        (
            ("label",),
            ("contrast",),
            ("contrast", "label"),
            ("category",),
            ("subcategory",),
            ("operation",),
        ),
        is_binary=True,
        macro_over=("contrast", "operation"),
    ),
}


def scorer_of(dataset: str) -> Scorer:
    """Return the scorer of a data set, or of a family of text pairs.

    Raises:
        DataSetError: the name is neither.
    """
    return _LABEL_SCORERS.get(dataset) or _SCORERS[data_set_of(dataset).form]
