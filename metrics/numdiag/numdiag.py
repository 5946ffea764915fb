"""numdiag for `evaluate`: a thin module over the plain functions of ``numdiag_datasets.scoring``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import datasets
import evaluate

_DESCRIPTION = """\
Scores predictions for numdiag, the benchmark of numerical robustness: equations and their answers
(asdiv_a), numeracy-focused F1 (drop_num), exact match and F1 that know the scale (tatqa_a), and the accuracy of labels
by phenomenon (question_matching) or sentence (number_words).
"""

_CITATION = """\
@inproceedings{xu-etal-2022-towards-robust,
    title = "Towards Robust Numerical Question Answering: Diagnosing Numerical Capabilities of {NLP} Systems",
    author = "Xu, Jialiang and Zhou, Mengyu and He, Xinyi and Han, Shi and Zhang, Dongmei",
    booktitle = "Proceedings of EMNLP 2022",
    year = "2022",
}
"""

_INPUTS = """
Args:
    predictions: one a row: text for asdiv_a (an equation or an answer), text or a list of spans for
        drop_num, {"answer": [...], "scale": "..."} for tatqa_a, 0 or 1 for question_matching and number_words.
    references: the rows of the data set, as they are. ``answers`` is needed, and where the data
        has them ``equation``, ``answer_type`` and ``scale``; or ``label``, and what the row is about.
    config: the config of the rows, for the signature, or one config a row, for averages.
    revision: of the data set, for the signature.
    mode: "official", or "strict", which mends how TAT-QA's scorer reads numbers.
Returns:
    every metric in points (0 to 100), "applied", "breakdown", "averages" and "signature"; for labels "accuracy" (micro)
    with its 95% "interval", for question_matching "macro_accuracy", the mean over operations, and a "breakdown" by
    category, subcategory and operation.
"""

#: Columns of a row that are scored, named in the breakdowns, or say whether it was perturbed.
_COLUMNS = ("id", "group", "status", "equation", "answer_type", "answer_from", "scale")
#: Columns of a row with a label that say what it is about.
_PHENOMENA = ("category", "subcategory", "operation", "template")
_REPEATED = ("scores", "config", "dataset")


def _library() -> Any:
    # Imported in a function: `evaluate` would advise to install a package of the module's name.
    try:
        from numdiag_datasets.scoring import predictions, results
        from numdiag_datasets.sources import DATA_SETS
    except ImportError as error:
        raise ImportError("this metric needs the library: pip install numdiag") from error
    return results, DATA_SETS, predictions.to_prediction


def _label_results() -> dict[str, Any]:
    """Family of text pairs -> the function that scores its labels."""
    from numdiag_datasets.scoring.labels import label_result
    from numdiag_datasets.scoring.phenomena import question_result

    return {"question_matching": question_result, "number_words": label_result}


class Numdiag(evaluate.Metric):  # type: ignore[misc]  # published without types
    """The metric; its configs are the data sets."""

    def _info(self) -> evaluate.MetricInfo:
        _, families, _ = _library()
        names = (*families, *_label_results())
        if self.config_name not in names:
            raise ValueError(
                f"numdiag scores by data set: evaluate.load(..., name), where name is one of "
                f"{', '.join(names)}, not {self.config_name!r}"
            )
        text, whole = datasets.Value("string"), datasets.Value("int64")
        if self.config_name in _label_results():
            return evaluate.MetricInfo(
                description=_DESCRIPTION,
                citation=_CITATION,
                inputs_description=_INPUTS,
                features=datasets.Features(
                    {
                        "predictions": whole,
                        "references": {"label": whole} | dict.fromkeys(_PHENOMENA, text),
                    }
                ),
            )
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features(
                {
                    "predictions": {"answer": [text], "scale": text},
                    "references": {"answers": [text]} | dict.fromkeys(_COLUMNS, text),
                }
            ),
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one prediction and its row."""
        self.add_batch(predictions=[prediction], references=[reference], **kwargs)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add predictions and their rows, of which the columns that count are kept.

        Raises:
            ValueError: none, not as many of both, or one of the wrong kind; names which.
        """
        check = _checked_labels if self.config_name in _label_results() else _checked
        predictions, references = check(predictions, references)
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> Any:
        """Score what is given here, or what was added before."""
        if predictions is None and references is None and self.writer is None:
            raise ValueError("nothing to score: give predictions and references")
        return super().compute(predictions=predictions, references=references, **kwargs)

    def _compute(
        self,
        predictions: list[Any],
        references: list[dict[str, Any]],
        config: str | list[str] = "",
        revision: str = "",
        mode: str = "official",
    ) -> dict[str, Any]:
        if score := _label_results().get(self.config_name):
            names = [config] if isinstance(config, str) else list(dict.fromkeys(config))
            found = score(
                references,
                predictions,
                config=", ".join(names) if names[0] else self.config_name,
                revision=revision,
            )
            labels: dict[str, Any] = found["scores"]
            return labels | {key: found[key] for key in found if key not in _REPEATED}
        results, _, to_prediction = _library()
        configs = [config] * len(references) if isinstance(config, str) else config
        if len(configs) != len(references):
            raise ValueError(
                f"{len(configs)} configs for {len(references)} rows; give one, or one a row"
            )
        rows = results.score_rows(
            self.config_name,
            references,
            map(to_prediction, predictions),
            configs=configs,
            mode=mode,
        )
        made = results.result(
            rows,
            dataset=self.config_name,
            config=", ".join(dict.fromkeys(configs)),
            revision=revision,
            mode=mode,
        )
        if not isinstance(config, str):
            made["averages"] = results.averages(rows)
        scores: dict[str, Any] = made["scores"]
        return scores | {key: made[key] for key in made if key not in _REPEATED}


def _checked_labels(predictions: Any, references: Any) -> tuple[list[int], list[Any]]:
    """Predicted labels and rows as the features have them.

    Raises:
        ValueError: see `Numdiag.add_batch`.
    """
    predictions, references = _as_many(predictions, references)
    rows = []
    for i, (prediction, row) in enumerate(zip(predictions, references, strict=True)):
        if not isinstance(row, Mapping) or row.get("label") not in (0, 1):
            raise ValueError(f"reference {i}: a row (a dict with a label, 0 or 1) is expected")
        if prediction not in (0, 1):
            raise ValueError(f"prediction {i}: {prediction!r}; a label, 0 or 1, is expected")
        kept = {column: str(row.get(column) or "") for column in _PHENOMENA}
        rows.append({"label": int(row["label"]), **kept})
    return [int(prediction) for prediction in predictions], rows


def _as_many(predictions: Any, references: Any) -> tuple[list[Any], list[Any]]:
    predictions = [] if predictions is None else list(predictions)
    references = [] if references is None else list(references)
    if not predictions or len(predictions) != len(references):
        raise ValueError(
            f"as many predictions as references are needed, and at least one; "
            f"got {len(predictions)} and {len(references)}"
        )
    return predictions, references


def _checked(predictions: Any, references: Any) -> tuple[list[Any], list[Any]]:
    """Predictions and rows as the features have them.

    Raises:
        ValueError: see `Numdiag.add_batch`.
    """
    *_, to_prediction = _library()
    predictions, references = _as_many(predictions, references)
    rows, answers = [], []
    for i, (prediction, row) in enumerate(zip(predictions, references, strict=True)):
        if not isinstance(row, Mapping) or not isinstance(row.get("answers"), list | tuple):
            raise ValueError(f"reference {i}: a row (a dict with a list of answers) is expected")
        try:
            read = to_prediction(prediction)
        except ValueError as error:
            raise ValueError(f"prediction {i}: {error}") from error
        answers.append({"answer": list(read.spans), "scale": read.scale})
        kept = {column: str(row.get(column) or "") for column in _COLUMNS}
        rows.append(kept | {"answers": [str(answer) for answer in row["answers"]]})
    return answers, rows
