"""The mistake that verbosity provokes: a distractor is taken for the number beside it."""

from __future__ import annotations

from fractions import Fraction

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.verbosity.wordings import distractor_in
from numdiag_datasets.texts.calculation import calculation_of, edit_on
from numdiag_datasets.texts.reading import Reading


def errors(reading: Reading, problem: Problem) -> list[tuple[Error, str]] | None:
    """Return the answers with all distractors taken for their operands, then with each of them alone."""
    calculation = calculation_of(reading)
    if calculation is None:
        return None

    def taken(i: int, mention: NumberMention) -> Fraction | None:
        edit = edit_on(mention, problem.edits)
        return distractor_in(edit, problem.rule) if edit else None

    return [(Error.DISTRACTOR_TAKEN, answer) for answer in calculation.mistaken(taken)]
