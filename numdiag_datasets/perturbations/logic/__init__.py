"""Logic: the question asks for another operation on the same numbers (DNC paper, section 4.2, Appendix A)."""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.annotations import ANNOTATION
from numdiag_datasets.perturbations.logic import solution, table, unknown_amount, word_problem
from numdiag_datasets.perturbations.logic.check import check
from numdiag_datasets.perturbations.logic.error_model import errors
from numdiag_datasets.perturbations.logic.word_problem_rules import LOGIC_RULES
from numdiag_datasets.perturbations.new_values.check import REDERIVED
from numdiag_datasets.perturbations.perturbation import Perturbation

FORMS = (
    Perturbation(
        name="logic",
        summary="the question asks for another operation",
        perturb={
            TextKind.WORD_PROBLEM: word_problem.perturb,
            TextKind.SOLUTION: solution.perturb,
            TextKind.TABLE: table.perturb,
        },
        check=check,
        error_model=errors,
        rules={
            ANNOTATION: "written by hand",
            **LOGIC_RULES,
            unknown_amount.SOME: 'a worked solution -> one of its amounts, "some" in the new text',
            unknown_amount.LETTER: "a worked solution -> one of its amounts, a letter in the new text",
            **table.RULES,
        },
        derives=(*REDERIVED, "unit", "scale"),
        shared=False,
    ),
)
