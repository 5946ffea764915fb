"""The averages that Zhu et al. (2022) state of their systems, and whether they follow from their table 1.

Micro averages count every pair the same, macro averages every operation. The paper (section 4.1) does not say over what
its macro averages are; of all readings only that over operations gives its table 4.
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
#: What a figure with one decimal may be off by.
_ROUNDING = Fraction(1, 20)


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
