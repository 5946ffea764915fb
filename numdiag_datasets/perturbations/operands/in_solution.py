"""New operands for a worked solution: what bounds them, and its steps told again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from numdiag_datasets.problems.equation import EquationError
from numdiag_datasets.problems.rationales import retell
from numdiag_datasets.problems.reading import Reading
from numdiag_datasets.problems.solution import Solution
from numdiag_datasets.problems.solution_binding import bind_solution
from numdiag_datasets.problems.solution_steps import ANNOTATION, SolutionError

_ROUNDED = re.compile(
    r"\b(?:nearest|round(?:ed|ing)?|approximate(?:ly)?|estimate|at least|at most|minimum|maximum|fewest|the most"
    r"|enough|full|complete(?:ly)?|whole)\b",
    re.IGNORECASE,
)
# Shares and percentages are asked for as such, and new amounts make fractions of them.
_RATIO_ASKED = re.compile(r"\b(?:percent(?:age)?|ratio|fraction|probability|chance|odds|what day|what time|which)\b|%", re.IGNORECASE)
_MONEY_BEFORE = re.compile(r"[$€£]\s*$")


def why_unbound(reading: Reading) -> str:
    """Why the solution of a problem has no reading: a reason code."""
    problem = reading.problem
    text = " ".join((*problem.context, problem.question))
    try:
        bind_solution(
            problem.rationale,
            Fraction(problem.answers[0]),
            text,
            [number.mention for number in reading.numbers],
        )
    except SolutionError as error:
        return str(error)
    return "equation_unreadable"  # too long an expression


def solution_gate(reading: Reading) -> str:
    """What a text with a solution says that other numbers would belie: a reason code, or "".

    An amount that shows the result of a step would have to follow it.
    """
    if reading.solution is None:
        return ""
    if any(_ROUNDED.search(text) for _, text in reading.texts):
        return "asks_rounded"
    if _RATIO_ASKED.search(reading.problem.question):
        return "asks_rounded"
    operands = {group.value for group in reading.bound}
    results = set(reading.results)
    for number in reading.quantities:
        value = number.mention.value
        if value in results and value not in operands and value > 2:
            return "contradicts_context"
    return ""


def money_steps(reading: Reading) -> frozenset[int]:
    """The steps of `Reading.worked` whose results the solution writes as money."""
    if reading.solution is None:
        return frozenset()
    found, count = set(), 0
    rationale = reading.problem.rationale
    for match, step in zip(ANNOTATION.finditer(rationale), reading.solution.steps, strict=False):
        count += len(step.equation.steps)
        if _MONEY_BEFORE.search(rationale, max(0, match.start() - 3), match.start()):
            found.add(count - 1)
    return frozenset(found)


def solved_again(
    reading: Reading, solution: Solution, literals: Mapping[int, str]
) -> dict[str, str]:
    """The columns ``derivation``, ``equation`` and ``rationale`` with new operands; empty where they cannot be written."""
    moved = {reading.worked.operands[i] for i in literals} if reading.worked else set()
    told = {n.mention.value for n in reading.numbers} - moved
    try:
        new = solution.with_literals(literals)
        return {
            "derivation": new.text,
            "equation": new.expression,
            "rationale": retell(reading.problem.rationale, solution, new, told),
        }
    except EquationError:
        return {}
