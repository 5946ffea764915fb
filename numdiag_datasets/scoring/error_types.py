"""Types of wrong answers: the error answers of the row, then mistakes with its equation and its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import log10
from typing import Any

from numdiag_datasets.core.decimals import exact_number, plain_decimal
from numdiag_datasets.core.equation import Equation, EquationError, Step, parse_equation
from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.schema import RowError
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.scoring.equation import TOLERANCE, read_equation, value_of
from numdiag_datasets.scoring.equation_types import (
    OPERATORS,
    is_other_operation,
    is_part,
    is_reversed,
    parts,
    reversals,
)
from numdiag_datasets.scoring.predictions import Prediction
from numdiag_datasets.scoring.tatqa import scale_factor

#: Wrong answers from here on are near if they miss by a fiftieth at most; below, such a miss is often chance.
_LEAST_NEAR, _NEAR = 50, Fraction(1, 50)
_FEWEST_DIGITS, _DECIMALS = 3, 4
#: A wrong answer with the right number, power 0, lacks its scale.
_TEN, _MOST_POWERS = Fraction(10), 9
CALCULATION, UNREADABLE, OTHER = "calculation", "unreadable", "other"
#: The errors that an equation shows by an operand.
OF_INSERTED = (Error.INSERTED_NUMBER_USED, Error.DISTRACTOR_TAKEN)


def predicted_value(prediction: Prediction, scale: str = "") -> Fraction | None:
    """Return the value of a predicted number or equation, None if it is neither: ``192 / 4``, ``$1,048``, ``48%``.

    Args:
        prediction: of any data set.
        scale: of the row's answer. A value of another scale is written in it: 91 million is 91,000 thousand.
    """
    if len(prediction.spans) != 1:
        return None
    try:
        value = value_of(prediction.spans[0].strip().removesuffix("%"))
    except EquationError:
        return None
    if prediction.scale in ("", scale):
        return value
    return (
        value * Fraction(str(scale_factor(prediction.scale))) / Fraction(str(scale_factor(scale)))
    )


def predicted_equation(prediction: Prediction) -> Equation | None:
    """Return the predicted equation, None if it is a number or unreadable: ``192 / 4``, ``192 / 4 = 48``."""
    if len(prediction.spans) != 1:
        return None
    try:
        read = read_equation(prediction.spans[0].strip())
    except EquationError:
        return None
    return read if any(step.symbol in OPERATORS for step in read.steps) else None


def types_of(
    value: Fraction | None,
    row: Mapping[str, Any],
    equation: Equation | None = None,
    *,
    is_miscalculated: bool = False,
) -> list[str]:
    """Return all types of a wrong answer; the first counts.

    The types, in this order: an error of the row's ``error_answers``; ``other_operation``, the same operands with
    another operator; ``reversed``, a - b for b - a; ``operand_left_out``, the result of a part of the equation, or without one of its inputs;
    ``number_copied``, a number of the text; ``calculation``, the bare calculation is wrong too; ``power_of_ten``, the
    right digits, also in a wrong scale or without their scale; ``sign``; ``near``, within 2% of an answer from 50 on, or
    with one wrong digit of three or more; ``unreadable``; ``other``.

    The type of an equation comes from its structure and not from its value, which can be that of another mistake by
    chance: only ``inserted_number_used``, ``distractor_taken`` (it has such a number), other errors of
    ``error_answers`` (by value), ``other_operation``, ``reversed``, ``operand_left_out`` and ``other``.

    Args:
        value: of the prediction, None if it has none.
        row: with ``answers``, ``equation``, ``context``, ``table`` and ``question``; ``error_answers`` where the
            release has them, and their ``edits``.
        equation: the predicted equation, see `predicted_equation`.
        is_miscalculated: whether the answer to the row's equation without the story is wrong too.
    """
    return list(_types(value, row, equation, is_miscalculated))


def type_of(
    value: Fraction | None,
    row: Mapping[str, Any],
    equation: Equation | None = None,
    *,
    is_miscalculated: bool = False,
) -> str:
    """Return the first of `types_of`, without looking for the others."""
    return next(_types(value, row, equation, is_miscalculated))


def _types(
    value: Fraction | None,
    row: Mapping[str, Any],
    equation: Equation | None,
    is_miscalculated: bool,
) -> Iterator[str]:
    gold = _equation(row.get("equation") or "")
    if equation is not None and gold is not None:
        fitting: Iterable[str] = (
            name for name, fits in _STRUCTURES.items() if fits(equation, gold)
        )
    elif value is not None:
        number = value
        fitting = chain(
            (name for name, fits in _MISTAKES.items() if fits(number, row)),
            [CALCULATION] * is_miscalculated,
            (name for name, fits in _SLIPS.items() if fits(number, row)),
        )
    else:
        yield UNREADABLE
        return
    own = error_of(value, row, equation)
    found = chain([own] if own else [], fitting)
    yield next(found, OTHER)
    yield from found


def error_of(
    value: Fraction | None, row: Mapping[str, Any], equation: Equation | None = None
) -> str:
    """Return the first error of ``error_answers`` that a wrong prediction shows, "" if it shows none of them.

    A number shows an error if it is its answer. An equation shows that an inserted number was used if it has an operand
    that the edits inserted and the rest of the text lacks.
    """
    taken: set[Fraction] = set()
    gold = _equation(row.get("equation") or "")
    by_structure: Iterable[str] = ()
    if equation is not None and gold is not None:
        taken = (set(equation.operands) - set(gold.operands)) & _inserted(row)
        by_structure = OF_INSERTED
    return next(
        (
            error
            for error, answer in stated_errors(row)
            if (taken if error in by_structure else value is not None and _is(value, answer))
        ),
        "",
    )


def _inserted(row: Mapping[str, Any]) -> set[Fraction]:
    """Return the numbers that only inserted text has."""
    edits = row.get("edits")
    added: Counter[Fraction] = Counter()
    for edit in () if edits is None else edits:
        added += Counter(_numbers(edit["after"])) - Counter(_numbers(edit["before"]))
    present = Counter(number for text in _texts(row) for number in _numbers(text))
    return {number for number, count in added.items() if count >= present[number]}


def is_error_answer(right: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Return whether a right answer of a row is an error answer of another one."""
    return any(_is(one, other) for _, other in stated_errors(row) for one in right_answers(right))


def count_errors(types: Iterable[str], rows: Iterable[Mapping[str, Any]] = ()) -> dict[str, int]:
    """Return ``wrong``, the number of wrong answers, then type -> how many of them are of it.

    Args:
        types: of each wrong answer, "" for none.
        rows: all rows; an error that any of them states is counted, also if no answer has it.
    """
    found = list(types)
    stated = dict.fromkeys(sorted({error for row in rows for error, _ in stated_errors(row)}), 0)
    counts = {name: found.count(name) for name in ALL_TYPES}
    own = {name: found.count(name) for name in sorted(set(found) - {"", *counts})}
    return {"wrong": len(found)} | stated | own | {name: n for name, n in counts.items() if n}


def stated_errors(row: Mapping[str, Any]) -> list[tuple[str, Fraction]]:
    """Return the errors of a row's ``error_answers`` with their answers, none if its release is one without them."""
    found = row.get("error_answers")  # an array in some libraries, which has no truth value
    try:
        return [
            (str(each["error"]), _number(each["answer"]))
            for each in (() if found is None else found)
        ]
    except NumdiagError as error:
        raise RowError(f"row {row.get('id', '')}: an error answer is {error}") from error


@lru_cache(maxsize=65536)
def _number(answer: str) -> Fraction:
    return exact_number(answer)


def _is(one: Fraction, other: Fraction) -> bool:
    # As integers, since half of the time of types is spent here.
    distance = abs(one.numerator * other.denominator - other.numerator * one.denominator)
    both = one.denominator * other.denominator
    return distance * TOLERANCE.denominator <= TOLERANCE.numerator * both


def right_answers(row: Mapping[str, Any]) -> list[Fraction]:
    """Return the right answers that are numbers."""
    found = []
    for answer in row["answers"]:
        with suppress(EquationError):
            found.append(value_of(str(answer)))
    return found


@lru_cache(maxsize=4096)
def _equation(text: str) -> Equation | None:
    try:
        return parse_equation(text) if text else None
    except EquationError:
        return None


def _values_of(
    row: Mapping[str, Any], changed: Callable[[Equation], Iterable[tuple[Step, ...]]]
) -> Iterator[Fraction]:
    """Yield the value of the row's equation with each change of its steps."""
    equation = _equation(row.get("equation") or "")
    if equation is None:
        return
    for steps in changed(equation):
        with suppress(EquationError):
            yield replace(equation, steps=steps).results()[-1]


def _other_operation(value: Fraction, row: Mapping[str, Any]) -> bool:
    def changed(equation: Equation) -> Iterator[tuple[Step, ...]]:
        for i, step in enumerate(equation.steps):
            # A step of another symbol is a sign or a rounding.
            others = OPERATORS.replace(step.symbol, "") if step.symbol in OPERATORS else ""
            for symbol in others:
                other = replace(step, symbol=symbol)
                yield (*equation.steps[:i], other, *equation.steps[i + 1 :])

    return any(_is(value, other) for other in _values_of(row, changed))


def _reversed(value: Fraction, row: Mapping[str, Any]) -> bool:
    return any(_is(value, other) for other in _values_of(row, reversals))


def _operand_left_out(value: Fraction, row: Mapping[str, Any]) -> bool:
    return any(_is(value, part) for part in _values_of(row, parts))


def _number_copied(value: Fraction, row: Mapping[str, Any]) -> bool:
    return any(_is(value, number) for text in _texts(row) for number in _numbers(text))


def _texts(row: Mapping[str, Any]) -> tuple[str, ...]:
    cells = [cell for cells in row.get("table") or () for cell in cells]
    return (*row.get("context", ()), *cells, row.get("question", ""))


@lru_cache(maxsize=65536)
def _numbers(text: str) -> tuple[Fraction, ...]:
    # The rows of a config are seen twice, and attack and control share most of their sentences.
    return tuple(Fraction(number.value) for number in find_numbers(text))


def _power_of_ten(value: Fraction, row: Mapping[str, Any]) -> bool:
    return bool(value) and any(
        _is(value, right * _TEN**power)
        for right in right_answers(row)
        if right and abs(power := _magnitude(value / right)) <= _MOST_POWERS
    )


def _magnitude(ratio: Fraction) -> int:
    """Return the power of ten next to a ratio."""
    return round(log10(abs(ratio.numerator)) - log10(ratio.denominator))


def _sign(value: Fraction, row: Mapping[str, Any]) -> bool:
    return any(_is(value, -right) for right in right_answers(row))


def _near(value: Fraction, row: Mapping[str, Any]) -> bool:
    return any(_is_near(value, right) for right in right_answers(row))


def _is_near(value: Fraction, right: Fraction) -> bool:
    if abs(right) >= _LEAST_NEAR and abs(value - right) <= _NEAR * abs(right):
        return True
    one, other = (plain_decimal(round(number, _DECIMALS)) for number in (value, right))
    differ = sum(a != b for a, b in zip(one, other, strict=False))
    digits = sum(map(str.isdigit, other))
    return len(one) == len(other) and differ == 1 and digits >= _FEWEST_DIGITS


#: Type -> whether a wrong answer is of it, in the order in which they count. First the mistakes that have an answer of
#: their own, which they explain whether the model can calculate or not.
_MISTAKES: dict[str, Callable[[Fraction, Mapping[str, Any]], bool]] = {
    "other_operation": _other_operation,
    "reversed": _reversed,
    "operand_left_out": _operand_left_out,
    "number_copied": _number_copied,
}
#: Last what looks like a slip of calculation. Before it `CALCULATION`: an answer to the bare equation that is wrong too is
#: measured, and a likeness is a guess.
_SLIPS: dict[str, Callable[[Fraction, Mapping[str, Any]], bool]] = {
    "power_of_ten": _power_of_ten,
    "sign": _sign,
    "near": _near,
}
#: All types besides the errors of ``error_answers``, in the order in which they count.
ALL_TYPES = (*_MISTAKES, CALCULATION, *_SLIPS, UNREADABLE, OTHER)
#: The same of a wrong equation.
_STRUCTURES: dict[str, Callable[[Equation, Equation], bool]] = {
    "other_operation": is_other_operation,
    "reversed": is_reversed,
    "operand_left_out": is_part,
}
