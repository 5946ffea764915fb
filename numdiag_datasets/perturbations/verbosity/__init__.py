"""Verbosity: every quantity gets a distractor, a number that is negated next to it."""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.perturbations.rewording.reworded import SAME_ANSWER
from numdiag_datasets.perturbations.verbosity import control, distractors
from numdiag_datasets.perturbations.verbosity.check import check
from numdiag_datasets.perturbations.verbosity.error_model import errors

FORMS = (
    Perturbation(
        name="verbosity",
        summary='"6" becomes "6 (not 30)"',
        perturb=dict.fromkeys(TextKind, distractors.perturb),
        check=check,
        error_model=errors,
        rules={"parenthesis": '"6" becomes "6 (not 30)"'},
        forced={
            "keep answer": SAME_ANSWER,
            "strip not": 'the form is "6 (not 30)", and one pattern undoes it',
            "strip brackets": 'the form is "6 (not 30)", and one pattern undoes it',
        },
    ),
    Perturbation(
        name="verbosity-second",
        summary='"6" becomes "6, not 30,"',
        perturb=dict.fromkeys(TextKind, distractors.perturb_second),
        check=check,
        error_model=errors,
        rules={
            "comma": '"6" becomes "6, not 30,"',
            "rather_than": '"6" becomes "6 rather than 30"',
            "not_but": '"6" becomes "not 30 but 6"',
        },
        forced={
            "keep answer": SAME_ANSWER,
            "strip not": 'the forms are "6, not 30,", "6 rather than 30" and "not 30 but 6", and three patterns undo them',
        },
    ),
    Perturbation(
        name="verbosity-control",
        summary='"6" becomes "6 (as told)"',
        perturb=dict.fromkeys(TextKind, control.perturb),
        check=control.check,
        rules={control.NOTE: '"6" becomes "6 (as told)"'},
        control_of=("verbosity",),
    ),
)
