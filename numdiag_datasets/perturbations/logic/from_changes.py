"""Rules for problems of change: from the final amount to its comparison with the first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.english.verbs import subject_of, verbs_of
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations.logic.owned_amounts import (
    TIMES,
    NewQuestion,
    Operands,
    OwnedAmount,
    sentence,
)
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.word_problem.clauses import Paragraph

_STATES = word_list("be and have")
_PRONOUNS = word_list("third person pronouns")
# "How many pens does Ann have now?"
_HAVE = re.compile(
    r"(?P<how>how (?:many|much))(?: (?P<unit>[a-z' -]+?))??"
    r" (?P<aux>does|do|did|will|would) (?P<who>(?:[\w.']+ ){1,4})(?:still )?have"
    r"(?P<end>(?: (?:now|left|then|total|in all|altogether|in the end|remaining))*) ?\?",
    re.IGNORECASE,
)
# "How many chairs are left?"
_THERE = re.compile(
    r"(?P<how>how (?:many|much))(?: (?P<unit>[a-z' -]+?))??"
    r" (?P<aux>are|is|were|was)(?: still)?(?P<there> there)?"
    r"(?P<end>(?: (?:now|left|then|altogether|in all|remaining))+) ?\?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ChangeOverTime:
    """An amount at first, and its changes.

    Attributes:
        how, unit: "How many", "pens".
        asks: the words of the old question after its unit, without its end: "does Ann have".
        first_there: "there were" if the amount has no owner, else "".
        now: whether the final state is the present.
        start: the first amount.
        gains, losses: the amounts added and removed.
        answer_unit: the unit of the old answer.
        conditional: whether the old question asks with "will" or "would".
    """

    how: str
    unit: str
    asks: str
    first_there: str
    now: bool
    start: OwnedAmount
    gains: tuple[OwnedAmount, ...]
    losses: tuple[OwnedAmount, ...]
    answer_unit: str
    conditional: bool

    @property
    def much(self) -> bool:
        """Whether it asks "how much"."""
        return self.how.lower() == "how much"


def read_change(reading: Reading, operands: Operands) -> ChangeOverTime | None:
    """Return a sum or difference as a change, or None if it is not one.

    The text must begin with a state that actions follow, and the question must ask for the final amount.
    """
    equation, problem = reading.equation, reading.problem
    question = problem.question.strip()
    match = (_HAVE if " have" in question else _THERE).fullmatch(question)
    signs = _signs(equation) if equation and match else None
    if match is None or signs is None or len(problem.context) != 1:
        return None
    amounts = operands.amounts
    if amounts is None:
        return None
    signed = sorted(zip(amounts, signs, strict=True), key=lambda pair: pair[0].phrase.start)
    start = signed[0][0]
    if signed[0][1] < 0 or not start.phrase.complete:
        return None
    if not _follow(Paragraph(reading), signed):
        return None
    have = match.re is _HAVE
    asks = f"{match['aux']} {match['who'].strip()} have" if have else f"{match['aux']} there"
    return ChangeOverTime(
        match["how"],
        match["unit"] or "",
        asks,
        "" if have else "there were ",
        "now" in words_of(question) or match["aux"].lower() in ("does", "do", "is", "are"),
        start,
        tuple(amount for amount, sign in signed[1:] if sign > 0),
        tuple(amount for amount, sign in signed[1:] if sign < 0),
        problem.unit,
        match["aux"].lower() in ("will", "would"),
    )


def _signs(equation: Equation) -> list[int] | None:
    """Return 1 or -1 for each operand that is added or subtracted; None if there is another operation."""
    if not equation.steps:
        return None
    count = len(equation.operands)
    signs = [0] * (count + len(equation.steps))
    signs[-1] = 1
    for i, step in reversed(list(enumerate(equation.steps, count))):
        if step.symbol not in "+-":
            return None
        signs[step.left] = signs[i]
        signs[step.right] = signs[i] if step.symbol == "+" else -signs[i]
    return signs[:count]


def _follow(paragraph: Paragraph, signed: list[tuple[OwnedAmount, int]]) -> bool:
    """Return whether the first amount is a state and all others are later changes of it."""
    statements = paragraph.statements_about([amount.phrase for amount, _ in signed])
    if len(statements) != len(signed):
        return False
    first = str(statements[0])
    if not verbs_of(first) or not verbs_of(first) <= _STATES:
        return False
    owner = subject_of(first)
    for statement, (_, sign) in zip(statements[1:], signed[1:], strict=True):
        clause = str(statement)
        # Filled boxes are still boxes.
        if not verbs_of(clause) - _STATES or {"there", "filled"} & set(words_of(clause)):
            return False
        words = words_of(clause)
        same = owner in clause if owner else False
        if sign > 0 and not (
            same or {"more", "another"} & set(words) or _PRONOUNS & set(words[:2])
        ):
            return False
    return True


def change_since_first(change: ChangeOverTime) -> NewQuestion | None:
    """Input -> output: "Ann had 38 pens. She gave away 14 and bought 16. How many pens does Ann have
    now?" -> "How many more pens does Ann have now than at first?"."""
    gains, losses = change.gains, change.losses
    if len(gains) + len(losses) < 2 or (len(gains) > 1 and losses) or (len(losses) > 1 and gains):
        return None
    if gains and losses:
        more = gains[0].value > losses[0].value
        pair = (gains[0], losses[0]) if more else (losses[0], gains[0])
        equation = " - ".join(amount.literal for amount in pair)
    else:
        more = bool(gains)
        equation = " + ".join(amount.literal for amount in (*gains, *losses))
    comparative = "more" if more else "less" if change.much else "fewer"
    end = "now" if change.now else "in the end"
    question = sentence(
        change.how, comparative, change.unit, change.asks, end, f"than {change.first_there}at first"
    )
    return NewQuestion(question, equation, change.answer_unit)


def ratio_to_first(change: ChangeOverTime) -> NewQuestion | None:
    """Input -> output: "Ann had 12 pens. Then she lost 4. How many pens does she have now?" -> "How many
    times as many pens were there at first as in the end?"."""
    start = change.start.literal
    if len(change.gains) + len(change.losses) != 1 or not change.start.value:
        return None
    many = "much" if change.much else "many"
    times = f"{change.how[:4]}many times as {many}"
    unit = change.unit or change.start.phrase.counted
    if change.gains:
        equation = f"({start} + {change.gains[0].literal}) / {start}"
        first, last = "in the end", "at first"
    else:
        equation = f"{start} / ({start} - {change.losses[0].literal})"
        if change.start.value <= change.losses[0].value:
            return None
        first, last = "at first", "in the end"
    be = "would there be" if change.gains and change.conditional else "were there"
    if change.much:
        be = be.replace("were", "was")
    question = sentence(times, unit, be, first, "as", last)
    return NewQuestion(question, equation, TIMES)
