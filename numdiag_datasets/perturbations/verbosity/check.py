"""Invariants of verbosity: every edit adds one distractor, in the wording of its rule."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.problem import Problem, answer_values
from numdiag_datasets.perturbations.verbosity.wordings import distractor_in
from numdiag_datasets.texts.reading import Reading


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that each distractor is a positive integer that equals no other number of the row."""
    taken = {mention.value for mention in original.numbers}
    taken |= answer_values(original.problem)
    for edit in problem.edits:
        distractor = distractor_in(edit, problem.rule)
        if not distractor or distractor in taken:
            yield f"the edit {edit.before!r} -> {edit.after!r} is not what verbosity does"
        else:
            taken.add(distractor)
