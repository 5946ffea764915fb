"""Scores of equations and their answers: Acc_eq and Acc_ans (Xu et al., EMNLP 2022, table 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from numdiag_datasets.core.decimals import exact_number, is_value
from numdiag_datasets.core.equation import (
    MAX_LENGTH,
    Equation,
    EquationError,
    parse_equation,
    with_plain_signs,
)
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER

#: The largest distance of a right value from the gold one.
TOLERANCE = Fraction(1, 10_000)

#: A number with a plus or a percent sign, which are no part of its value, as in DROP's scorer: "+5", "60%".
_SIGNED_NUMBER = re.compile(r"(?:\+(?=[\d.]))?(-?[\d.]+) ?%?")
_UNKNOWN = re.compile(r"[a-zA-Z]{1,10}")


@dataclass(frozen=True, slots=True)
class EquationScores:
    """The scores of one row, each 0 or 1.

    Attributes:
        equation_accuracy: the predicted string is the gold equation, except for white space.
        equation_equivalence: it is the same expression (`Equation.normal_form`).
        answer_accuracy: its exact value lies within `TOLERANCE` of an answer, or of the gold
            equation's value (10 / 3 is right if the data has 3.333).
    """

    equation_accuracy: float
    equation_equivalence: float
    answer_accuracy: float


_WRONG = EquationScores(0.0, 0.0, 0.0)


class _ContradictionError(EquationError):
    """An equation whose sides have different values: it is readable, but wrong."""


def score_row(prediction: str, equation: str, answers: Sequence[str]) -> EquationScores:
    """Score one prediction, which may be an equation (``192 / 4``) or a plain answer (``48``).

    ``x = 192 / 4`` and ``192 / 4 = 48`` are read as ``192 / 4``; if the two sides have different values, the
    prediction is wrong. Accepted signs are ``×``, ``÷``, ``x`` between numbers, the Unicode minus, square
    brackets, currency signs, thousands commas, a full stop at the end, and a plus or percent sign of a number alone. Other words and units are not
    accepted, so text around an answer must be removed first. Values are exact fractions, no text is evaluated
    as code, and a prediction that is too long for `parse_equation` is wrong.

    Args:
        prediction: the predicted text.
        equation: the gold equation, "" if there is none (only answer_accuracy can then be 1).
        answers: the gold answers as decimals, any of which is right.

    Raises:
        EquationError: the gold equation cannot be read.
        ValueError: a gold answer is not a number.
    """
    prediction = prediction.strip()
    if not prediction:
        return _WRONG
    accuracy = float(bool(equation) and _unspaced(prediction) == _unspaced(equation))
    form, values = _gold(equation, tuple(answers))
    try:
        predicted = read_equation(prediction)
        value = predicted.value()
    except EquationError:
        return EquationScores(accuracy, accuracy, 0.0)
    return EquationScores(
        accuracy,
        float(predicted.normal_form() == form),
        float(any(abs(value - gold) <= TOLERANCE for gold in values)),
    )


def check_equation(row: Mapping[str, Any]) -> None:
    """Refuse a row of a word problem with an answer that is not the value of its equation: either would count as right.

    Raises:
        NumdiagError: names both, unless the row is marked doubtful.
    """
    equation, answers = row.get("equation"), [*row.get("answers", ())]
    if not equation or not answers or DOUBTFUL_ANSWER in (row.get("lints") or ()):
        return
    value = value_of(str(equation))
    if other := [answer for answer in answers if not is_value(str(answer), value)]:
        raise NumdiagError(
            f"its answer {other[0]!r:.40} is not the value of its equation {equation!r:.60}"
        )


def value_of(prediction: str) -> Fraction:
    """Return the value of a predicted equation or plain answer, read as in `score_row`.

    Raises:
        EquationError: it is neither, or has no value.
    """
    return read_equation(prediction).value()


def is_readable(prediction: str) -> bool:
    """Return whether `score_row` finds an equation or a number in a prediction, right or wrong."""
    try:
        read_equation(prediction.strip())
    except _ContradictionError:
        return True
    except EquationError:
        return False
    return True


def read_equation(prediction: str) -> Equation:
    """Return the predicted equation, read as in `score_row`.

    Raises:
        EquationError: there is none, or the sides of its ``=`` have different values.
    """
    if len(prediction) > MAX_LENGTH:
        raise EquationError(f"more than {MAX_LENGTH} characters")
    text = with_plain_signs(prediction).rstrip(". ")
    if alone := _SIGNED_NUMBER.fullmatch(text.strip()):
        return parse_equation(alone[1])
    sides = [side.strip() for side in text.split("=")]
    if len(sides) == 1:
        return parse_equation(text)
    read = [parse_equation(side) for side in sides if not _UNKNOWN.fullmatch(side)]
    if len(sides) > 2 or not read:
        raise EquationError(f"one equals sign with an expression is expected: {prediction[:80]!r}")
    if abs(read[0].value() - read[-1].value()) > TOLERANCE:
        raise _ContradictionError(f"the sides of {prediction[:80]!r} have different values")
    return max(read, key=lambda side: len(side.steps))


def _unspaced(text: str) -> str:
    return "".join(text.split())


@lru_cache(maxsize=16384)
def _gold(equation: str, answers: tuple[str, ...]) -> tuple[str, tuple[Fraction, ...]]:
    """Return the normal form of the gold equation ("" if there is none) and all right values."""
    values = tuple(map(exact_number, answers))
    if not equation:
        return "", values
    parsed = parse_equation(equation)
    return parsed.normal_form(), (*values, parsed.value())
