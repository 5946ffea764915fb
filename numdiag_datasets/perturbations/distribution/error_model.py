"""The mistake that distribution provokes: the answer stays that of the original, as if it were remembered."""

from __future__ import annotations

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.texts.reading import Reading


def errors(reading: Reading, problem: Problem) -> list[tuple[Error, str]]:
    """Return the answer of the original."""
    return [(Error.ORIGINAL_ANSWER, reading.problem.answers[0])]
