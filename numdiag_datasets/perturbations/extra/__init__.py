"""Extra: insertion of a sentence with irrelevant numbers.

DNC paper, Appendix A. In the first form the sentence comes from another problem. It contains no number of
this problem or its answer, shares no word with the question, and counts a different class of thing than the
question asks for. It is inserted where no pronoun could refer to it. In the second form it is a statement
about the story's own things and people that changes nothing.
"""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.extra import (
    control,
    passage,
    related_context,
    related_word_problem,
    table,
    word_problem,
)
from numdiag_datasets.perturbations.extra.check import check, check_related, check_split
from numdiag_datasets.perturbations.extra.error_model import errors
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.perturbations.rewording.reworded import SAME_ANSWER

FORMS = (
    Perturbation(
        name="extra",
        summary="an irrelevant sentence is inserted",
        perturb={
            TextKind.WORD_PROBLEM: word_problem.perturb,
            TextKind.SOLUTION: word_problem.perturb,
            TextKind.PASSAGE: passage.perturb,
            TextKind.TABLE: table.perturb,
        },
        check=check,
        error_model=errors,
        rules={
            "story_person": "a sentence of another problem on a person, with the name of a person of the story",
            "unrelated": "a sentence of another problem that shares no content word with the problem",
            "shared_word": "a sentence of another problem that shares a word with the text, not with the question",
        },
        forced={"keep answer": SAME_ANSWER},
        needs_donors=True,
        check_split=check_split,
    ),
    Perturbation(
        name="extra-second",
        summary="a sentence on the problem's own things is inserted",
        perturb={
            TextKind.WORD_PROBLEM: related_word_problem.perturb,
            TextKind.SOLUTION: related_word_problem.perturb,
            TextKind.PASSAGE: related_context.perturb,
            TextKind.TABLE: related_context.perturb,
        },
        check=check_related,
        error_model=errors,
        rules={**related_word_problem.RULES, **related_context.RULES},
        forced={"keep answer": SAME_ANSWER},
    ),
    Perturbation(
        name="extra-control",
        summary="the same sentence is inserted without its numbers",
        perturb=dict.fromkeys(TextKind, control.perturb),
        check=control.check,
        check_beside=control.check_beside,
        rules={control.NO_NUMBERS: "the inserted sentence without its numbers"},
        needs_donors=True,
        control_of=("extra",),
    ),
)
