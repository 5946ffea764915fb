"""A worked solution with calculator annotations, ``<<16-3-4=9>>``: its steps, recomputed exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.equation import Equation, EquationError, parse_equation
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.rationale_layout import ANNOTATION
from numdiag_datasets.core.reasons import Reason

#: A solution with more steps is corrupt.
MOST_STEPS = 40


class SolutionError(NumdiagError):
    """A solution that cannot be recomputed; the argument is a code of `core.reasons.REASONS`."""


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """One annotation of a solution.

    Attributes:
        start, end: its span in the solution, with its brackets.
        equation: its left side.
        result: the exact value of the equation.
    """

    start: int
    end: int
    equation: Equation
    result: Fraction


def read_steps(rationale: str, answer: Fraction) -> tuple[WrittenStep, ...]:
    """Return the steps of a solution; the last one results in the answer.

    Raises:
        SolutionError: ``no_annotation``; ``annotation_unreadable``; ``step_inexact``, if a result is rounded
            or wrong; ``answer_of_no_step``.
    """
    steps: list[WrittenStep] = []
    for match in ANNOTATION.finditer(rationale):
        try:
            equation = parse_equation(match[1])
            written = parse_equation(match[2]).value()
            value = equation.value()
        except EquationError as error:
            raise SolutionError(Reason.ANNOTATION_UNREADABLE) from error
        if value != written or value < 0 or not _terminates(value):
            raise SolutionError(Reason.STEP_INEXACT)
        steps.append(WrittenStep(match.start(), match.end(), equation, value))
    if not steps:
        raise SolutionError(Reason.NO_ANNOTATION)
    if len(steps) > MOST_STEPS:
        raise SolutionError(Reason.ANNOTATION_UNREADABLE)
    if steps[-1].result != answer:
        raise SolutionError(Reason.ANSWER_OF_NO_STEP)
    return tuple(steps)


def _terminates(value: Fraction) -> bool:
    """Return whether a value has a finite decimal."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1
