"""Binding of each operand of a worked solution: to an amount of the text, an earlier result, or a fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.known_facts import FACTORS, facts_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.phrases import has_glued_unit, is_attributive
from numdiag_datasets.texts.solution.steps import (
    OR_OF_TEXT,
    Operand,
    Solution,
    SolutionStep,
)
from numdiag_datasets.texts.solution.written_steps import SolutionError, WrittenStep, read_steps

#: With more combinations of origins, a single correct reading is too unlikely.
_MOST_READINGS = 512
_HUNDRED = Fraction(100)
_PERCENT = "percent"


def bind_solution(
    rationale: str, answer: Fraction, text: str, numbers: Sequence[NumberMention]
) -> Solution:
    """Return the only reading of a worked solution.

    An operand is an amount of the text, the result of an earlier step, or a fact that the text evokes. If a
    value can be several of these, each reading must use every result in a later step. Among those, readings
    with the most amounts of the text are chosen. If two of them lead to different answers for other amounts,
    there is no reading. A value that is an amount and a fact at once is read as the fact, and stays.

    Args:
        rationale: the solution, with annotations.
        answer: its value.
        text: the text of the problem.
        numbers: the numbers of the text.

    Raises:
        SolutionError: the code is the reason why there is no such reading.
    """
    steps = read_steps(rationale, answer)
    shown = {m.value for m in numbers if m.perturbable or is_attributive(m) or has_glued_unit(m)}
    facts = facts_of(text)
    # Fractions, and numbers that count nothing, stay as they are.
    facts |= {
        m.value: "of the text"
        for m in numbers
        if not m.perturbable
        and m.value not in facts
        and (
            m.role in ("fraction", "determiner", "score") or (m.hyphenated and m.value not in shown)
        )
    }
    facts |= _parts_of_hundred(numbers, facts)
    results = [step.result for step in steps]
    choices: list[list[list[Operand]]] = []  # of each step, of each operand
    for i, step in enumerate(steps):
        added = _added(step.equation)
        choices.append(
            [
                list(
                    _origins(literal, value, results[:i], shown, facts, is_added=position in added)
                )
                for position, (literal, value) in enumerate(
                    zip(step.equation.literals, step.equation.operands, strict=True)
                )
            ]
        )
    operands = [options for step_options in choices for options in step_options]
    if any(not options for options in operands):
        raise SolutionError(Reason.OPERAND_IN_NO_TEXT)
    if prod(map(len, operands)) > _MOST_READINGS:
        raise SolutionError(Reason.TWO_READINGS)
    to_use = set(range(1, len(steps)))
    readings = [
        _reading(steps, chosen)
        for chosen in product(*operands)
        if to_use.issubset([operand.step for operand in chosen])
    ]
    if not readings:
        raise SolutionError(Reason.STEP_UNUSED)
    if len(readings) > 1:
        used = [_amounts_used(reading) for reading in readings]
        most = max(used)
        readings = [r for r, amounts in zip(readings, used, strict=True) if amounts == most]
    if len(readings) > 1 and len(set(map(_probed, readings))) > 1:
        raise SolutionError(Reason.TWO_READINGS)
    if any(_squares(step, {m.value for m in numbers}) for step in readings[0].steps):
        raise SolutionError(Reason.TWO_READINGS)
    return readings[0]


def _squares(step: SolutionStep, told: set[Fraction]) -> bool:
    """Return whether a step multiplies a result by itself that the text states too, unread, as an amount."""
    results = [operand.step for operand in step.operands if operand.step]
    is_product = [one.symbol for one in step.equation.steps] == ["*"]
    return is_product and len(results) > len(set(results)) and step.equation.operands[0] in told


def _parts_of_hundred(
    numbers: Sequence[NumberMention], facts: dict[Fraction, str]
) -> dict[Fraction, str]:
    """Return percentages as solutions write them, which stay: 20% is 0.2, and the rest 80 or 0.8."""
    found: dict[Fraction, str] = {}
    for mention in numbers:
        if mention.role == _PERCENT:
            share = mention.value / _HUNDRED
            for value in (share, mention.value, 1 - share, 1 + share):
                if value > 0 and value not in facts:
                    found[value] = f"{plain_decimal(mention.value)} percent"
        elif mention.role == "money" and mention.value < _HUNDRED:
            cents = mention.value / _HUNDRED if "cent" in mention.text else Fraction(0)
            if cents and cents not in facts:
                found[cents] = f"{plain_decimal(mention.value)} cents"
    return found


def _origins(
    literal: str,
    value: Fraction,
    results: Sequence[Fraction],
    shown: set[Fraction],
    facts: dict[Fraction, str],
    *,
    is_added: bool,
) -> Iterator[Operand]:
    """Yield the possible origins of an operand; a factor is never added."""
    if value in facts and not (is_added and facts[value] in FACTORS and value != _HUNDRED):
        # If it is an amount too, the origin is ambiguous; it stays, which is right for both.
        fact = f"{facts[value]}{OR_OF_TEXT}" if value in shown else facts[value]
        yield Operand(literal, fact=fact)
    elif value in shown:
        yield Operand(literal)
    for number, result in enumerate(results, 1):
        if result == value:
            yield Operand(plain_decimal(value), number)


def _added(equation: Equation) -> frozenset[int]:
    """Return the positions of operands that are added or subtracted directly."""
    return frozenset(
        number
        for step in equation.steps
        if step.symbol in "+-"
        for number in (step.left, step.right)
    )


def _reading(steps: Sequence[WrittenStep], chosen: Sequence[Operand]) -> Solution:
    rest = iter(chosen)
    found = []
    for step in steps:
        operands = tuple(next(rest) for _ in step.equation.operands)
        equation = step.equation.with_literals([operand.literal for operand in operands])
        found.append(SolutionStep(equation, operands))
    return Solution(tuple(found))


def _amounts_used(reading: Solution) -> int:
    """Return the number of different amounts of the text that a reading uses."""
    return len(
        {
            value
            for step in reading.steps
            for operand, value in zip(step.operands, step.equation.operands, strict=True)
            if operand.is_shown
        }
    )


def _probed(reading: Solution) -> Fraction:
    """Return the result of a reading for other amounts; two readings with the same result are one."""
    graph = reading.graph()
    shown = set(reading.shown())
    values = [
        # Each amount changes by its own number, the same in every use.
        value * 1009 + _own_shift(value) if i in shown else value
        for i, value in enumerate(graph.operands)
    ]
    return graph.results(values)[-1] if graph.steps else values[0]


def _own_shift(value: Fraction) -> int:
    """Return the additional change of an amount, which different amounts hardly ever share."""
    return (value.numerator * 7919 + value.denominator * 104729) % 1000003
