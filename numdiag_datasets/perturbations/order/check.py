"""Invariants of order: the same pieces of text and table in another order."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.perturbations.order.gate import control_gate, order_gate
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import mentions_of


def check(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that the context has the same numbers in another order, and in a word problem the operands too."""
    original = reading.problem
    if any(edit.field == "question" for edit in problem.edits):
        yield "order leaves the question as it is"
    if original.table and (
        sorted(problem.context) != sorted(original.context)
        or not (
            sorted(problem.table) == sorted(original.table)
            or list(map(sorted, problem.table)) == list(map(sorted, original.table))
        )
    ):
        yield "its paragraphs, rows and columns are not those of the original"
    text = not original.table
    operands = {group.value for group in reading.bound} if text else frozenset()
    reason = order_gate(mentions_of(original), mentions_of(problem), operands)
    if reason:
        yield f"its new order is unsound: {REASONS[reason]}"


def check_control(problem: Problem, reading: Reading) -> Iterator[str]:
    """Check that the same numbers are there, and that a solver that ignores their order still answers right."""
    if reason := control_gate(reading, problem):
        yield f"it is no control: {REASONS[reason]}"
