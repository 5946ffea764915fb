"""Order: the numbers occur in another order, with the same meaning (DNC paper, section 4.2 and Appendix A)."""

from __future__ import annotations

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.annotations import ANNOTATION
from numdiag_datasets.perturbations.order import table, word_problem
from numdiag_datasets.perturbations.order.check import check, check_control
from numdiag_datasets.perturbations.order.error_model import errors
from numdiag_datasets.perturbations.order.table_rules import TABLE_ORDER_RULES
from numdiag_datasets.perturbations.order.word_problem_rules import ORDER_RULES
from numdiag_datasets.perturbations.perturbation import Perturbation
from numdiag_datasets.perturbations.rewording.reworded import SAME_ANSWER

FORMS = (
    Perturbation(
        name="order",
        summary="the numbers occur in another order",
        perturb={
            TextKind.WORD_PROBLEM: word_problem.perturb,
            TextKind.SOLUTION: word_problem.perturb,
            TextKind.TABLE: table.perturb,
        },
        check=check,
        error_model=errors,
        rules={
            ANNOTATION: "written by hand",
            **{rule.name: rule.summary for rule in ORDER_RULES},
            **TABLE_ORDER_RULES,
        },
        moves_text=True,
        forced={"keep answer": SAME_ANSWER},
    ),
    Perturbation(
        name="order-control",
        summary="a change of order that does not matter",
        perturb=dict.fromkeys(
            (TextKind.WORD_PROBLEM, TextKind.SOLUTION), word_problem.perturb_control
        ),
        check=check_control,
        rules={rule.name: rule.summary for rule in ORDER_RULES},
        moves_text=True,
        control_of=("order",),
    ),
)
