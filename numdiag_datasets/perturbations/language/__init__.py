"""Language: digits become English words."""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.language import rewriting
from numdiag_datasets.perturbations.language.check import check
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.perturbations.rewording.reworded import SAME_ANSWER, SAME_EQUATION

FORMS = (
    Perturbation(
        name="language",
        summary="digits become words",
        perturb=dict.fromkeys(TextKind, rewriting.perturb),
        check=check,
        rules={
            rewriting.TO_WORDS: '"12" becomes "twelve"',
        },
        forced={"keep answer": SAME_ANSWER, "template in text order": SAME_EQUATION},
    ),
    Perturbation(
        name="language-second",
        summary='"12" becomes "a dozen"',
        perturb=dict.fromkeys(TextKind, rewriting.perturb_second),
        check=check,
        rules={
            rewriting.OTHER_WORDS: '"12" becomes "a dozen", "1500" "fifteen hundred", "21" "twenty one", "2.5" "two and a half"'
        },
        forced={"keep answer": SAME_ANSWER, "template in text order": SAME_EQUATION},
    ),
    Perturbation(
        name="language-control",
        summary='"12" becomes "twelve (12)"',
        perturb=dict.fromkeys(TextKind, rewriting.perturb_control),
        check=check,
        rules={rewriting.BOTH: '"12" becomes "twelve (12)", as contracts write it'},
        control_of=("language",),
    ),
)
