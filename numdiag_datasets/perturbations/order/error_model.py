"""The mistake that order provokes: the numbers are used in the order of the text, as in the original."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.calculation import Calculation, calculation_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import mentions_of

Position = tuple[str, int]


def errors(reading: Reading, problem: Problem) -> list[tuple[Error, str]] | None:
    """Return the answer of a solver that uses the new numbers in the places of the old ones.

    In a story the places are the first, second, ... number that the equation uses; in a report they are its
    cells, and the first, second, ... number of each paragraph.
    """
    calculation = calculation_of(reading)
    if calculation is None:
        return None
    places = _in_report if problem.table else _in_story
    taken = places(calculation, reading, problem)
    if taken is None:
        return None
    answers = calculation.mistaken(lambda i, mention: taken.get((mention.field, mention.start)))
    return [(Error.ORDER_IGNORED, answer) for answer in islice(answers, 1)]


def _in_story(
    calculation: Calculation, reading: Reading, problem: Problem
) -> dict[Position, Fraction]:
    """Return position of a mention of an operand -> the number that is there among the operands of the new text."""
    used = {number.value for mentions in calculation.mentions.values() for number in mentions}
    before = [number for number in reading.numbers if number.value in used]
    after = [number for number in mentions_of(problem) if number.value in used]
    return {(old.field, old.start): new.value for old, new in zip(before, after, strict=False)}


def _in_report(
    calculation: Calculation, reading: Reading, problem: Problem
) -> dict[Position, Fraction] | None:
    """Return position of a mention of an operand -> the number that is in its place, None if a place has none."""
    before, after = _by_field(list(reading.numbers)), _by_field(mentions_of(problem))
    found: dict[Position, Fraction] = {}
    for mentions in calculation.mentions.values():
        for number in mentions:
            turn = before[number.field].index(number)
            others = after.get(number.field, [])
            if turn >= len(others):
                return None
            found[number.field, number.start] = others[turn].value
    return found


def _by_field(numbers: list[NumberMention]) -> dict[str, list[NumberMention]]:
    fields: dict[str, list[NumberMention]] = {}
    for number in numbers:
        fields.setdefault(number.field, []).append(number)
    return fields
