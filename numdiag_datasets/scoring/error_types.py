"""Errors of wrong answers: which of a row's error answers a prediction gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from numdiag_datasets.core.equation import EquationError
from numdiag_datasets.scoring.equation import TOLERANCE, value_of
from numdiag_datasets.scoring.predictions import Prediction


def predicted_value(prediction: Prediction) -> Fraction | None:
    """Return the value of a predicted number or equation, None if it is neither: ``192 / 4``, ``$1,048``, ``48%``."""
    if len(prediction.spans) != 1:
        return None
    try:
        return value_of(prediction.spans[0].strip().removesuffix("%"))
    except EquationError:
        return None


def error_of(value: Fraction | None, row: Mapping[str, Any]) -> str:
    """Return the first error whose answer a wrong prediction has, "" if it has none of them.

    Args:
        value: of the prediction.
        row: with ``error_answers``, if the release has them.
    """
    if value is None:
        return ""
    return next(
        (
            str(found["error"])
            for found in _stated(row)
            if abs(Fraction(found["answer"]) - value) <= TOLERANCE
        ),
        "",
    )


def _stated(row: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the error answers of a row, none if it is of a release without them; some libraries return arrays."""
    found = row.get("error_answers")
    return () if found is None else list(found)


def count_errors(
    wrong: Iterable[tuple[Fraction | None, Mapping[str, Any]]], rows: Iterable[Mapping[str, Any]]
) -> dict[str, int]:
    """Return ``wrong``, the number of wrong answers, then error -> how many of them have its answer.

    Args:
        wrong: (value of the prediction, row with ``error_answers``) of each wrong answer.
        rows: all rows; an error that any of them states is counted, also if no answer has it.
    """
    found = [error_of(value, row) for value, row in wrong]
    stated = {str(each["error"]) for row in rows for each in _stated(row)}
    return {"wrong": len(found)} | {error: found.count(error) for error in sorted(stated)}
