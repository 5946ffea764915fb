"""The gate of logic: conditions for a sound new question about an unchanged text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.grounding import term_counts

#: Words for the factor or divisor 2: "twice as many", "half of them", "there and back".
_TWO_IN_WORDS = re.compile(r"\b(?:twice|double[ds]?|half|halves|and back)\b", re.IGNORECASE)


def question_gate(
    before: Sequence[NumberMention],
    after: Sequence[NumberMention],
    old: Equation,
    new: Equation,
    text: str,
) -> str:
    """Return "" if a new question about an unchanged text is sound, else a reason code.

    Its numbers occur in the original; its operands do too, or are facts (`facts`). Its answer is a decimal
    above zero that differs from the old answer.

    Args:
        before, after: the numbers of the problem with the old question and with the new one.
        old, new: the equations.
        text: the context and the new question.
    """
    known = {mention.value for mention in before}
    now = {mention.value for mention in after if mention.is_quantity}
    stated = facts(new, text)
    counts = {new.operands[i] for i in stated}
    shown = all(i in stated or value in now for i, value in enumerate(new.operands))
    if not shown or not now <= known | counts:
        return Reason.OPERAND_NOT_SHOWN
    value = new.value()
    if value <= 0:
        return Reason.ANSWER_NOT_POSITIVE
    if (value * 100).denominator != 1:
        return Reason.TOO_MANY_DECIMALS
    return Reason.SAME_ANSWER if value == old.value() else ""


def facts(equation: Equation, text: str) -> frozenset[int]:
    """Return the positions of operands that need not occur in the text.

    These are the number of terms that an average divides by, and the 2 of "twice" or "half".
    """
    count = len(equation.operands)
    named = bool(_TWO_IN_WORDS.search(text))
    found = set(term_counts(equation))
    for step in equation.steps:
        divisor = step.right
        factor = equation.operands[divisor] if 0 <= divisor < count else None
        if named and step.symbol in "*/" and factor == 2:
            found.add(divisor)
    return frozenset(found)
