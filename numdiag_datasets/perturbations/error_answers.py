"""Error answers of a row: those of its error model that are wrong, and whether its edits have an effect."""

from __future__ import annotations

from numdiag_datasets.core.decimals import MOST_DIGITS
from numdiag_datasets.core.error_answers import MOST_ERROR_ANSWERS, ErrorAnswer
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.texts.evidence import SPAN_TYPES
from numdiag_datasets.texts.reading import Reading


def error_answers(
    form: Perturbation, reading: Reading, problem: Problem
) -> tuple[ErrorAnswer, ...] | None:
    """Return the error answers of an applied row: at most six, all different, none right.

    Args:
        reading: of the original.
        problem: the perturbed problem.

    Returns:
        None if they are unknown: a form without an error model, spans, an answer of unknown origin. () if a
        solver without the capability answers correctly.
    """
    if form.error_model is None or problem.answer_type in SPAN_TYPES:
        return None
    found = form.error_model(reading, problem)
    if found is None:
        return None
    right = set(problem.answers)
    wrong: dict[str, ErrorAnswer] = {}
    for error, answer in found:
        if answer not in right and len(answer) <= MOST_DIGITS:
            wrong.setdefault(answer, ErrorAnswer(error, answer))
    return tuple(wrong.values())[:MOST_ERROR_ANSWERS]
