"""Reversed problems: the result of a worked solution is told, and one of its amounts is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import Equation, EquationError
from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.logic.unknown_amount import (
    Unknown,
    with_letter,
    with_some,
)
from numdiag_datasets.perturbations.new_values.answer_units import is_dollars, is_rounded
from numdiag_datasets.perturbations.new_values.own_magnitude import HALF_TO_TWICE
from numdiag_datasets.perturbations.new_values.solution import solution_gate, whole_steps
from numdiag_datasets.perturbations.new_values.word_problem_gates import (
    movable_operands,
    vague_gate,
)
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.inverse import Inverse, inverse_of
from numdiag_datasets.texts.split import Split

_PERCENT = frozenset({"percent"})
# Amounts up to a limit and beyond it count differently: two values may lead to the same result.
_PIECEWISE = re.compile(
    r"\b(?:overtime|up to|no more than|(?:more|less|fewer) than \$?\d|(?:over|above|below|under|exceed\w*|beyond) \$?\d"
    r"|(?:first|next|additional|extra) \$?\d+|every (?:other|second|third|\w+th)|for every|limit\w*|minimum|maximum|unless|whichever)\b",
    re.IGNORECASE,
)
# A result that is chosen among several, or has no sign.
_SIZE = "(?:high|low|larg|small|bigg|tall|short|long|fast|slow|great|few|cheap|heavi|light|clos|near|far)"
# "the faster team", but not "how much faster" and "the younger son", who is known
_CHOSEN = re.compile(
    rf"\b(?:the {_SIZE}er|(?:{_SIZE}|old|young)est|most|least|best|better|cheaper|winner|higher|lower|greater|larger|smaller|middle|median|mode)\b",
    re.IGNORECASE,
)
_WITHOUT_SIGN = re.compile(r"\b(?:difference|differ|apart|between|off by)\b", re.IGNORECASE)
# "5 times more" may be 5 or 6 times as many.
_TIMES = re.compile(r" times\b")
_PERCENTAGE = re.compile(r"\bwhat (?:percent|percentage)\b", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\bhow much\b", re.IGNORECASE)
_ANNOTATION = re.compile(r"<<[^<>]*>>")


@dataclass(frozen=True, slots=True)
class Given:
    """An amount of the text that can be asked for.

    Attributes:
        mention: its only mention.
        inverse: the steps from the answer back to it.
    """

    mention: NumberMention
    inverse: Inverse


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Tom bought 12 pens and lost 3. How many are left?" -> "Tom bought some pens and lost 3.
    How many are left? The answer to that is 9. How many pens did Tom buy?"

    One of the amounts is drawn, first among those that read well as "some".
    """
    problem, solution = reading.problem, reading.solution
    if solution is None:
        return reject(problem, reading.why_unbound)
    if reason := _gate(reading):
        return reject(problem, reason)
    givens = list(_givens(reading))
    worded = [(g, u) for g in givens if (u := with_some(reading, g.mention))]
    worded = worded or [(g, u) for g in givens if (u := with_letter(reading, g.mention))]
    if not worded:
        return reject(problem, Reason.NO_AMOUNT_TO_ASK_FOR)
    given, unknown = worded[rng.below(len(worded))]
    return _reversed(problem, given, unknown)


def _reversed(problem: Problem, given: Given, unknown: Unknown) -> Problem:
    answer = problem.answers[0]
    question = f" The answer to that is {_told(problem, answer)}. {unknown.question}"
    inverse = given.inverse.solution
    return apply_edits(
        problem,
        [unknown.edit, Edit("question", len(problem.question), "", question)],
        equation=inverse.expression,
        derivation=inverse.text,
        rationale=given.inverse.rationale(answer),
        answers=(plain_decimal(given.mention.value),),
        unit=unknown.unit,
        rule=unknown.rule,
    )


def _told(problem: Problem, answer: str) -> str:
    """Return an answer with its sign of money or percent."""
    if _PERCENTAGE.search(problem.question):
        return f"{answer}%"
    plain = _ANNOTATION.sub("", problem.rationale)
    in_money = re.search(rf"\$ ?{re.escape(answer)}(?![\d.,]*\d)", plain.replace(",", ""))
    is_money = is_dollars(problem.unit) or (_HOW_MUCH.search(problem.question) and in_money)
    return f"${answer}" if is_money else answer


def _gate(reading: Reading) -> str:
    """Return a reason code if several amounts may lead to the same result, else ""."""
    question = reading.problem.question
    if not question.rstrip().endswith(("?", ".")) or question.count("?") > 1:
        return Reason.NO_AMOUNT_TO_ASK_FOR
    if any(_PIECEWISE.search(text) for _, text in reading.texts) or _CHOSEN.search(question):
        return Reason.RESULT_AMBIGUOUS
    return solution_gate(reading) or vague_gate(reading, HALF_TO_TWICE)


def _givens(reading: Reading) -> Iterator[Given]:
    """Yield the amounts that the result determines, and that nothing else in the text tells."""
    solution, graph = reading.solution, reading.worked
    if solution is None or graph is None:
        return
    movable, _ = movable_operands(reading, HALF_TO_TWICE, _PERCENT)
    used = set(graph.operands)
    wholes = whole_steps(reading)
    question = reading.problem.question
    for group in movable:
        value = group.value
        is_unique = (
            len(group.operands) == len(group.mentions) == 1
            and list(graph.operands).count(value) == 1
            and value not in reading.results
            and not _is_told(reading, value, used)
        )
        inverse = inverse_of(solution, group.operands[0]) if is_unique else None
        if inverse is None or not _is_exact(inverse) or _is_swapped(graph, group.operands[0]):
            continue
        mention = group.mentions[0]
        if _TIMES.match(mention.field_text, mention.end):
            continue
        undone = {graph.steps[number].symbol for number in inverse.undone}
        if not wholes.isdisjoint(inverse.undone) or ("/" in undone and is_rounded(question)):
            continue  # 96 to 107 eggs fill 8 cartons
        if "-" in undone and _WITHOUT_SIGN.search(question):
            continue  # 9 and 15 differ from 12 by 3
        yield Given(mention, inverse)


def _is_swapped(graph: Equation, operand: int) -> bool:
    """Return whether the old equation with its result in place of an operand gives the operand.

    150 - 40 = 110 and 150 - 110 = 40: a solver that calculates as before would be right.
    """
    operands = [*graph.operands]
    operands[operand] = graph.value()
    try:
        return graph.results(operands)[-1] == graph.operands[operand]
    except EquationError:  # a division by zero
        return False


def _is_told(reading: Reading, value: Fraction, used: set[Fraction]) -> bool:
    """Return whether another number has the value, or an unused one leads to it: "12 pens, 5 red and 7 blue"."""
    values = [number.value for number in reading.numbers]
    others = [other for other in values if other != value]
    return values.count(value) > 1 or any(
        value in (one + two, one - two, one * two)
        for one, two in permutations(others, 2)
        if one not in used or two not in used
    )


def _is_exact(inverse: Inverse) -> bool:
    """Return whether its steps are short enough for the column ``equation``."""
    try:
        return bool(inverse.solution.expression)
    except EquationError:
        return False
