"""Type: integers are written as floating-point numbers."""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.perturbations.rewording.reworded import SAME_ANSWER, SAME_EQUATION
from numdiag_datasets.perturbations.type import float_form
from numdiag_datasets.perturbations.type.check import check
from numdiag_datasets.perturbations.type.error_model import errors

FORMS = (
    Perturbation(
        name="type",
        summary='integers get ".0"',
        perturb={
            TextKind.WORD_PROBLEM: float_form.perturb_story,
            TextKind.SOLUTION: float_form.perturb_story,
            TextKind.PASSAGE: float_form.perturb_context,
            TextKind.TABLE: float_form.perturb_context,
        },
        check=check,
        error_model=errors,
        rules={
            float_form.FROM_DIGITS: '"12" becomes "12.0"',
            float_form.FROM_WORDS: '"twelve" becomes "12.0", where no number is in digits',
        },
        forced={
            "keep answer": SAME_ANSWER,
            "template in text order": SAME_EQUATION,
            "strip zeros": 'the form is "12.0", and one pattern undoes it',
        },
    ),
    Perturbation(
        name="type-second",
        summary='integers get ".00"',
        perturb={
            TextKind.WORD_PROBLEM: float_form.perturb_story_second,
            TextKind.SOLUTION: float_form.perturb_story_second,
            TextKind.PASSAGE: float_form.perturb_context_second,
            TextKind.TABLE: float_form.perturb_context_second,
        },
        check=check,
        error_model=errors,
        rules={float_form.TWO_ZEROS: '"12" and "twelve" become "12.00"'},
        forced={
            "keep answer": SAME_ANSWER,
            "template in text order": SAME_EQUATION,
            "strip zeros": 'the form is "12.00", and one pattern undoes it',
        },
    ),
)
