"""The mistake that logic provokes: the original question is answered."""

from __future__ import annotations

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.texts.reading import Reading


def errors(reading: Reading, problem: Problem) -> list[tuple[Error, str]]:
    """Return the answer to the original question."""
    return [(Error.ORIGINAL_QUESTION_ANSWERED, reading.problem.answers[0])]
