"""Type: integers get the form of floating-point numbers."""

from __future__ import annotations

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.gold_spans import moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12.0 pens."

    DNC paper, Appendix A. Only quantities written as integers in digits outside tables; the
    equation and the answer stay.
    """
    edits = [
        Edit(number.field, mention.numeral_start, mention.numeral, f"{mention.numeral}.0")
        for number in reading.quantities
        for mention in [number.mention]
        if mention.form == "digits"
        and "." not in mention.numeral
        and not number.field.startswith("table")
    ]
    if not edits:
        return reject(reading.problem, "no_integer_digits")
    return apply_edits(reading.problem, edits, answers=moved_answers(reading.problem, edits))
