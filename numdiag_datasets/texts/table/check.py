"""Invariants of a problem with a TAT-QA derivation."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.texts.table.derivation import DerivationError, derived_answer, read_derivation


def check_answer(problem: Problem) -> Iterator[str]:
    """Check that equation, derivation and answer agree."""
    equation, answer = parse_equation(problem.equation), problem.answers[0]
    if answer != derived_answer(equation):
        yield f"the answer {answer} is not the value of {problem.equation}, rounded"
    yield from check_derivation(problem)


def check_derivation(problem: Problem) -> Iterator[str]:
    """Check that the derivation leads to the answer and has the value of the equation."""
    try:
        derived = read_derivation(problem.derivation, problem.answers[0], problem.scale).equation
    except DerivationError as error:
        yield f"its derivation {problem.derivation!r} is not sound: {REASONS[str(error)]}"
        return
    if derived.value() != parse_equation(problem.equation).value():
        yield f"its derivation {problem.derivation!r} is not its equation {problem.equation}"
