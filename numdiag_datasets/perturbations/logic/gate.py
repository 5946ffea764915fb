"""The gate of logic: when a new question on an unchanged text is sound."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.problems.equation import Equation


def question_gate(
    before: Sequence[NumberMention], after: Sequence[NumberMention], old: Equation, new: Equation
) -> str:
    """Whether a new question on an unchanged text is sound: a reason code, or "".

    Its operands and its own numbers stand in the original, and its answer is a decimal above zero
    that is not the old answer.

    Args:
        before, after: the numbers of the problem with the old question and with the new one.
        old, new: the equations.
    """
    known = {mention.value for mention in before}
    now = {mention.value for mention in after if mention.is_quantity}
    if not now <= known or not now.issuperset(new.operands):
        return "operand_not_shown"
    value = new.value()
    if value <= 0:
        return "answer_not_positive"
    if (value * 100).denominator != 1:
        return "too_many_decimals"
    return "same_answer" if value == old.value() else ""
