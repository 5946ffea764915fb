"""Type: integers are written as floating-point numbers."""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.perturbations.rewording.reworded import SAME_ANSWER
from numdiag_datasets.perturbations.type import decimals
from numdiag_datasets.perturbations.type.check import check

FORMS = (
    Perturbation(
        name="type",
        summary='integers get ".0"',
        perturb={
            TextKind.WORD_PROBLEM: decimals.perturb_story,
            TextKind.SOLUTION: decimals.perturb_story,
            TextKind.PASSAGE: decimals.perturb_context,
            TextKind.TABLE: decimals.perturb_context,
        },
        check=check,
        rules={
            decimals.FROM_DIGITS: '"12" becomes "12.0"',
            decimals.FROM_WORDS: '"twelve" becomes "12.0", where no number is in digits',
        },
        generation=2,
        forced={
            "keep answer": SAME_ANSWER,
            "strip zeros": 'the form is "12.0", and one pattern undoes it',
        },
    ),
    Perturbation(
        name="type-second",
        summary='integers get ".00"',
        perturb={
            TextKind.WORD_PROBLEM: decimals.perturb_story_second,
            TextKind.SOLUTION: decimals.perturb_story_second,
            TextKind.PASSAGE: decimals.perturb_context_second,
            TextKind.TABLE: decimals.perturb_context_second,
        },
        check=check,
        rules={decimals.TWO_ZEROS: '"12" and "twelve" become "12.00"'},
        forced={
            "keep answer": SAME_ANSWER,
            "strip zeros": 'the form is "12.00", and one pattern undoes it',
        },
    ),
)
