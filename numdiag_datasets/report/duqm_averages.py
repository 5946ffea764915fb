"""Averages stated by Zhu et al. (2022), compared with those computed from their table 1.

Micro averages weight every pair equally, macro averages every operation. The paper (section 4.1) does not
define its macro averages; only averages over operations reproduce its table 4.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from numdiag_datasets.text_pairs.question_matching.taxonomy import (
    MODELS,
    Operation,
    duqm_operations,
)

_AVERAGES = Path(__file__).with_name("duqm_averages.tsv")
_EVERYTHING = "DuQM"
#: The largest rounding error of a number with one decimal.
_ROUNDING = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class PaperAverage:
    """An average stated in the paper (table 4), and the one computed from its table 1.

    Attributes:
        scope: ``DuQM``, a category or a subcategory.
        average: micro or macro.
        model: a key of `taxonomy.MODELS`.
        stated: in points.
        computed: from the rounded accuracies of table 1.
        follows: whether the two agree within rounding.
    """

    scope: str
    average: str
    model: str
    stated: Fraction
    computed: Fraction
    follows: bool


def paper_averages() -> list[PaperAverage]:
    """Return every average of table 4, computed again from table 1."""
    with _AVERAGES.open(encoding="utf-8", newline="") as file:
        return [
            _computed(row["scope"], row["average"], model, Fraction(row[model]))
            for row in csv.DictReader(file, delimiter="\t")
            for model in MODELS
        ]


def _computed(scope: str, average: str, model: str, stated: Fraction) -> PaperAverage:
    inside = [o for o in duqm_operations() if scope in (_EVERYTHING, o.category, o.subcategory)]
    mean = paper_mean(inside, average, lambda operation: accuracy_of(operation, model))
    # Inputs, and so their mean, are rounded to a tenth, and so is the stated average.
    follows = abs(mean - stated) <= 2 * _ROUNDING
    return PaperAverage(scope, average, model, stated, mean, follows)


def paper_mean(
    inside: Sequence[Operation], average: str, points: Callable[[Operation], Fraction]
) -> Fraction:
    """Return the micro or macro average of some operations."""
    weights = [o.pairs if average == "micro" else 1 for o in inside]
    return sum((w * points(o) for w, o in zip(weights, inside, strict=True)), Fraction(0)) / sum(
        weights
    )


def accuracy_of(operation: Operation, model: str) -> Fraction:
    """Return the paper's accuracy of a model on an operation, in points."""
    return next(Fraction(points) for name, points, _ in operation.accuracies if name == model)
