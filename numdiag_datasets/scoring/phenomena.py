"""Micro and macro accuracy by phenomenon, and whether the paper's own averages follow from its table 1.

Micro averages count every pair the same, macro averages every operation. The paper (Zhu et al., 2022, section 4.1)
does not say over what its macro averages are; of all readings only that over operations gives its table 4.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from numdiag_datasets.scoring.labels import Accuracy, accuracy_by, label_result, macro
from numdiag_datasets.text_pairs.family import Row
from numdiag_datasets.text_pairs.question_matching.taxonomy import (
    MODELS,
    Operation,
    duqm_operations,
)

_AVERAGES = Path(__file__).with_name("duqm_averages.tsv")
#: Columns of a row, from wide to narrow; the last is what macro averages are over.
SCOPES = ("category", "subcategory", "operation")
_EVERYTHING = "DuQM"
#: What a figure with one decimal may be off by.
_ROUNDING = Fraction(1, 20)


def by_phenomenon(rows: Sequence[Row], right: Sequence[bool]) -> dict[str, dict[str, Accuracy]]:
    """Accuracies by category, subcategory and operation; the wider two with ``macro_accuracy``.

    Args:
        rows: with the columns of `SCOPES`; those that do not tell their operation are left out.
        right: whether the prediction for each is right.
    """
    told = [(row, ok) for row, ok in zip(rows, right, strict=True) if row.get("operation")]
    if not told:
        return {scope: {} for scope in SCOPES}
    found = {
        scope: accuracy_by([row for row, _ in told], [ok for _, ok in told], scope)
        for scope in SCOPES
    }
    for scope in SCOPES[:-1]:
        for name, group in found[scope].items():
            part = [(row, ok) for row, ok in told if row[scope] == name]
            group["macro_accuracy"] = macro(
                accuracy_by([row for row, _ in part], [ok for _, ok in part], SCOPES[-1])
            )
    return found


def question_result(
    rows: Sequence[Row], predictions: Sequence[int], *, config: str, revision: str = ""
) -> dict[str, Any]:
    """The result of predicted labels: see `accuracy.label_result`, with ``macro_accuracy`` and the phenomena.

    Args:
        rows: of one config, or of several together.
        predictions: 0 or 1 for each.
        config, revision: what was predicted; they stand in the signature.

    Raises:
        ValueError: no rows, or not as many predictions.
    """
    made = label_result(rows, predictions, config=config, revision=revision, columns=("label",))
    right = [row["label"] == label for row, label in zip(rows, predictions, strict=True)]
    phenomena = by_phenomenon(rows, right)
    if phenomena[SCOPES[-1]]:
        made["scores"]["macro_accuracy"] = macro(phenomena[SCOPES[-1]])
    made["breakdown"] |= phenomena
    return made


# --- the paper ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PaperAverage:
    """An average that the paper states (table 4), and what its table 1 gives for it.

    Attributes:
        scope: ``DuQM``, a category or a subcategory.
        average: micro or macro.
        model: a key of `taxonomy.MODELS`.
        stated: in points.
        computed: from the rounded accuracies of table 1.
        follows: whether the two can be the same, given how both were rounded.
    """

    scope: str
    average: str
    model: str
    stated: Fraction
    computed: Fraction
    follows: bool


def paper_averages() -> list[PaperAverage]:
    """Every average of table 4, computed anew."""
    with _AVERAGES.open(encoding="utf-8", newline="") as file:
        return [
            _computed(row["scope"], row["average"], model, Fraction(row[model]))
            for row in csv.DictReader(file, delimiter="\t")
            for model in MODELS
        ]


def _computed(scope: str, average: str, model: str, stated: Fraction) -> PaperAverage:
    inside = [o for o in duqm_operations() if scope in (_EVERYTHING, o.category, o.subcategory)]
    mean = paper_mean(inside, average, lambda operation: accuracy_of(operation, model))
    # Every input is known to half a tenth, so is their mean, and so is what is stated.
    follows = abs(mean - stated) <= 2 * _ROUNDING
    return PaperAverage(scope, average, model, stated, mean, follows)


def paper_mean(
    inside: Sequence[Operation], average: str, points: Callable[[Operation], Fraction]
) -> Fraction:
    """The micro or macro average of some operations."""
    weights = [o.pairs if average == "micro" else 1 for o in inside]
    return sum((w * points(o) for w, o in zip(weights, inside, strict=True)), Fraction(0)) / sum(
        weights
    )


def accuracy_of(operation: Operation, model: str) -> Fraction:
    """The accuracy that the paper gives a model on an operation, in points."""
    return next(Fraction(points) for name, points, _ in operation.accuracies if name == model)
