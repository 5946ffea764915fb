"""numdiag for `evaluate`: a thin module over the plain functions of ``numdiag_datasets.scoring``."""

from __future__ import annotations

from typing import Any

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
    with its 95% "interval", for question_matching "macro_accuracy", the mean over contrasts, and a "breakdown" by
    category, subcategory and operation.
"""


def _library() -> Any:
    # Imported in a function, as `evaluate` would otherwise advise to install a package of the module's name.
    try:
        from numdiag_datasets.scoring import evaluate_metric
    except ImportError as error:
        raise ImportError("this metric needs the library: pip install numdiag") from error
    return evaluate_metric


class Numdiag(evaluate.Metric):  # type: ignore[misc]  # published without types
    """The metric; its configs are the data sets."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=_library().features(self.config_name),
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one prediction and its row."""
        self.add_batch(predictions=[prediction], references=[reference], **kwargs)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add predictions and their rows; only the columns needed for scoring are kept.

        Raises:
            ValueError: there are none, their numbers differ, or one has the wrong type; names which.
        """
        predictions, references = _library().checked(self.config_name, predictions, references)
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> Any:
        """Score predictions passed here, or those added before."""
        if predictions is None and references is None and self.writer is None:
            predictions = references = []  # `add_batch` refuses them
        return super().compute(predictions=predictions, references=references, **kwargs)

    def _compute(self, **given: Any) -> Any:
        return _library().compute(self.config_name, **given)
