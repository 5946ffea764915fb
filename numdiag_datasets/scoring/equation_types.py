"""Types of wrong equations, by their structure, since a wrong value can be that of another mistake by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from numdiag_datasets.core.equation import Equation, Step

#: The operators with two inputs; other symbols are signs and roundings.
OPERATORS = "+-*/"


def is_other_operation(predicted: Equation, gold: Equation) -> bool:
    """Return whether an equation has the same operands and other operators: ``8 / 12`` for ``12 - 8``."""
    is_same = Counter(predicted.operands) == Counter(gold.operands)
    return is_same and _operators(predicted) != _operators(gold)


def is_reversed(predicted: Equation, gold: Equation) -> bool:
    """Return whether one difference or quotient is the other way round: ``8 - 12`` for ``12 - 8``."""
    form = predicted.normal_form()
    return any(form == replace(gold, steps=steps).normal_form() for steps in reversals(gold))


def is_part(predicted: Equation, gold: Equation) -> bool:
    """Return whether an equation is a part of the right one, or lacks one operand or one rounding."""
    form = predicted.normal_form()
    return any(form == replace(gold, steps=steps).normal_form() for steps in parts(gold))


def reversals(gold: Equation) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of an equation with one difference or quotient the other way round."""
    for i, step in enumerate(gold.steps):
        if step.symbol in "-/":
            turned = replace(step, left=step.right, right=step.left)
            yield (*gold.steps[:i], turned, *gold.steps[i + 1 :])


def _operators(equation: Equation) -> Counter[str]:
    return Counter(step.symbol for step in equation.steps if step.symbol in OPERATORS)


def parts(gold: Equation) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of each part of an equation, then those with one input in place of one step."""
    first = len(gold.operands)  # the index of the first step's result
    for end in range(1, len(gold.steps)):
        yield gold.steps[:end]
    for i, step in enumerate(gold.steps[:-1]):
        for kept in (step.left, step.right):
            if kept >= 0:
                moved = {first + i: kept}
                yield tuple(
                    replace(
                        other,
                        left=moved.get(other.left, other.left),
                        right=moved.get(other.right, other.right),
                    )
                    for other in gold.steps
                )
