"""Invariants of noise."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.perturbations.new_values.check import check_new_values
from numdiag_datasets.perturbations.new_values.word_problem_gates import FRACTIONS, parts_wholes
from numdiag_datasets.texts.reading import Reading


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check the new values, and the lint for fractions of things or people."""
    yield from check_new_values(problem, original)
    lints = original.problem.lints
    if original.problem.kind.is_story and parts_wholes(original, problem):
        lints = (*lints, FRACTIONS)
    if problem.lints != lints:
        yield f"its lints do not say whether counted things come in fractions: {problem.lints}"
