"""The control of verbosity: a note of the same length without a number."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.perturbations.rewording.reworded import reworded
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

#: Notes that are true of any amount, in about the length of "(not 30)".
NOTES = ("as said", "as told", "as noted", "as given")
NOTE = "note"


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has 12 (as told) pens and $8 (as noted)."

    The notes are where the distractors of the attacked row are.
    """
    attack = split.attacks[reading.problem.id]
    edits = [
        Edit(edit.field, edit.start, edit.before, f"{edit.before} ({NOTES[rng.below(len(NOTES))]})")
        for edit in attack.edits
    ]
    return reworded(reading, rng, split, edits, NOTE) or reject(reading.problem, Reason.NO_QUANTITY)


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that every edit adds one of the notes to a number."""
    notes = tuple(f" ({note})" for note in NOTES)
    for edit in problem.edits:
        if (
            not edit.before
            or not edit.after.endswith(notes)
            or edit.after.rpartition(" (")[0] != edit.before
        ):
            yield f"the edit {edit.before!r} -> {edit.after!r} adds no note"
