"""The accuracy of predicted labels: over all rows, and by what each row is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from numdiag_datasets._version import __version__
from numdiag_datasets.release.configs import dataset_of
from numdiag_datasets.significance import wilson_interval
from numdiag_datasets.text_pairs.family import Row

#: ``rows`` and ``accuracy`` in points, with its 95% ``interval``; over groups also ``macro_accuracy``.
Accuracy = dict[str, Any]


def accuracy(right: Sequence[bool]) -> Accuracy:
    """How many are right, in points, with the Wilson interval.

    Args:
        right: of each row, at least one.
    """
    low, high = wilson_interval(sum(right), len(right))
    return {
        "rows": len(right),
        "accuracy": 100 * sum(right) / len(right),
        "interval": [100 * low, 100 * high],
    }


def accuracy_by(rows: Sequence[Row], right: Sequence[bool], column: str) -> dict[str, Accuracy]:
    """The accuracy over the rows that share a value of a column, in the order in which the values appear."""
    groups: dict[str, list[bool]] = {}
    for row, is_right in zip(rows, right, strict=True):
        groups.setdefault(str(row[column]), []).append(is_right)
    return {name: accuracy(found) for name, found in groups.items()}


def macro(groups: Mapping[str, Accuracy]) -> float:
    """The mean of the accuracies of groups, each counted the same."""
    return fmean(group["accuracy"] for group in groups.values())


def label_result(
    rows: Sequence[Row],
    predictions: Sequence[int],
    *,
    config: str,
    revision: str = "",
    columns: Sequence[str] = ("label", "template"),
) -> dict[str, Any]:
    """The result of one config, ready for JSON and for reports.

    Args:
        rows: of a split, with ``label``.
        predictions: a label for each.
        config, revision: what was predicted; they stand in the signature.
        columns: what to break the accuracy down by, where the rows have it.

    Returns:
        ``signature``, ``config``, ``dataset``, ``scores`` (``rows`` and ``accuracy``), ``interval``
        of the accuracy, and ``breakdown`` by column.

    Raises:
        ValueError: no rows, or not as many predictions.
    """
    if not rows or len(rows) != len(predictions):
        raise ValueError(
            f"{len(predictions)} predictions for {len(rows)} rows, of which one is needed"
        )
    right = [row["label"] == label for row, label in zip(rows, predictions, strict=True)]
    everything = accuracy(right)
    signed = {
        "config": config,
        "data": revision or "unknown",
        "rows": str(len(rows)),
        "version": __version__,
    }
    told = [name for name in columns if any(row.get(name) not in ("", None) for row in rows)]
    return {
        "signature": "|".join(f"{key}:{value}" for key, value in signed.items()),
        "config": config,
        "dataset": dataset_of(config),
        "scores": {key: everything[key] for key in ("rows", "accuracy")},
        "interval": everything["interval"],
        "breakdown": {name: accuracy_by(rows, right, name) for name in told},
    }
