"""Grounding: the binding of an equation's operands to the numbers of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.english.numbers import NumberMention


@dataclass(frozen=True, slots=True)
class BoundValue:
    """Operands of one value, with the quantities of the text that have it.

    All mentions of a value get the same new value, so that every way of mapping operands to mentions leads to
    the same answer.

    Attributes:
        value: the value in the text.
        operands: positions in the equation.
        mentions: at least one.
    """

    value: Fraction
    operands: tuple[int, ...]
    mentions: tuple[NumberMention, ...]


def bind(equation: Equation, quantities: Sequence[NumberMention]) -> tuple[BoundValue, ...]:
    """Return the operands that occur in the text, grouped by value, in order of the equation.

    Operands without a mention ("a dozen", 7 days in a week) are constants and are left out, and so is the 2
    of a split in two (see `structural_constants`).
    """
    # The keys are integer ratios, which hash far faster than Fractions.
    mentions: dict[tuple[int, int], list[NumberMention]] = {}
    for number in quantities:
        mentions.setdefault(number.value.as_integer_ratio(), []).append(number)
    constants = structural_constants(equation)
    positions: dict[tuple[int, int], list[int]] = {}
    for i, value in enumerate(equation.operands):
        ratio = value.as_integer_ratio()
        if ratio in mentions and i not in constants:
            positions.setdefault(ratio, []).append(i)
    return tuple(
        BoundValue(equation.operands[operands[0]], tuple(operands), tuple(mentions[ratio]))
        for ratio, operands in positions.items()
    )


def bind_shown(
    equation: Equation, shown: Sequence[int], quantities: Sequence[NumberMention]
) -> tuple[BoundValue, ...]:
    """Return the same if it is known which operands (by position) occur in the text."""
    mentions: dict[Fraction, list[NumberMention]] = {}
    for number in quantities:
        mentions.setdefault(number.value, []).append(number)
    positions: dict[Fraction, list[int]] = {}
    for i in shown:
        positions.setdefault(equation.operands[i], []).append(i)
    return tuple(
        BoundValue(value, tuple(operands), tuple(mentions[value]))
        for value, operands in positions.items()
        if value in mentions
    )


def structural_constants(equation: Equation) -> frozenset[int]:
    """Return the positions of operands that the shape of the equation determines.

    ``88 - 37 * 2`` computes how much more is in the second of two baskets than in the first. The 2 means that
    37 is subtracted twice, even if the text has another "two".
    """
    count = len(equation.operands)
    found: set[int] = set()
    for step in equation.steps:
        if step.symbol == "-" and step.left < count <= step.right:
            product = equation.steps[step.right - count]
            factor = product.right
            if product.symbol == "*" and factor < count and equation.operands[factor] == 2:
                found.add(factor)
    return frozenset(found)


def term_counts(equation: Equation) -> frozenset[int]:
    """Return the positions of divisors that count the terms above them: the 3 of ``(12 + 14 + 19) / 3``."""
    count = len(equation.operands)
    found: set[int] = set()
    for step in equation.steps:
        if step.symbol == "/" and step.right < count <= step.left:
            terms = terms_of(equation, step.left)
            if len(terms) > 1 and equation.operands[step.right] == len(terms):
                found.add(step.right)
    return frozenset(found)


def terms_of(equation: Equation, result: int) -> list[int]:
    """Return the numbers of the values that a result adds up, or only the result if it is not a sum."""
    count = len(equation.operands)
    terms, open_ = [], [result]
    while open_:
        value = open_.pop()
        step = equation.steps[value - count] if value >= count else None
        if step is not None and step.symbol == "+":
            open_ += (step.left, step.right)
        else:
            terms.append(value)
    return terms
