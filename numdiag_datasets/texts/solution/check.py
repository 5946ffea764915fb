"""Invariants of a problem with a worked solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import EquationError
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.texts.solution.steps import parse_solution
from numdiag_datasets.texts.solution.written_steps import SolutionError, read_steps


def check_solution(problem: Problem) -> Iterator[str]:
    """Check that derivation, equation and rationale lead to the answer, step by step."""
    if not problem.derivation or problem.table:
        return
    try:
        solution = parse_solution(problem.derivation)
        inlined = solution.expression
    except EquationError as error:
        yield f"its derivation is not sound: {error}"
        return
    if inlined != problem.equation:
        yield f"its derivation {problem.derivation!r} is not its equation {problem.equation}"
    results = solution.results()
    if str(problem.answers[0]) != plain_decimal(results[-1]):
        yield f"its derivation {problem.derivation!r} does not give the answer {problem.answers[0]}"
    if not problem.rationale:
        return
    try:
        steps = read_steps(problem.rationale, results[-1])
    except SolutionError as error:
        yield f"its rationale cannot be replayed: {REASONS[str(error)]}"
        return
    # Under logic the solution may keep a step that the new question does not need.
    if not Counter(results) <= Counter(step.result for step in steps):
        yield "the steps of its rationale are not those of its derivation"
