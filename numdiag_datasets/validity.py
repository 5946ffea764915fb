"""The gates: reasons why a problem cannot be perturbed soundly, each a function with a code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.equation import Equation
from numdiag_datasets.figures import problem_numbers
from numdiag_datasets.grounding import BoundValue, Located
from numdiag_datasets.number_roles import MEASURE_WORDS, MONEY_WORDS
from numdiag_datasets.numbers import NumberMention
from numdiag_datasets.problem import DOUBTFUL_ANSWER, Problem
from numdiag_datasets.reading import Reading, counted_noun

#: Reason code -> what it says, for cards, the manifest and `numdiag list`.
REASONS: dict[str, str] = {
    DOUBTFUL_ANSWER: "a careful reader would not give the published answer",
    "no_digit_quantity": "no quantity is written in digits",
    "no_integer_digits": "no quantity is written as an integer in digits",
    "no_quantity": "the text shows no quantity",
    "no_equation": "the problem states no equation",
    "equation_unreadable": "the equation is no arithmetic expression",
    "equation_disagrees": "the equation does not give the answer",
    "answer_unreadable": "the answer is no number",
    "derivation_unreadable": "the source's derivation is no arithmetic expression",
    "derivation_disagrees": "the derivation does not lead to its answer",
    "answer_shown": "a number of the text that would stay shows the old answer",
    "no_integral_operand": "no operand that the text shows is a whole number",
    "operand_repeated": "the equation uses a value more often than the text shows it",
    "singular_number": "an operand is 1, and its noun or verb is in the singular",
    "fixed_fact": "an operand is a fact of the world (a bee has 6 legs)",
    "definite_group": "an operand counts a group that the text points at (the three of them)",
    "equal_parts": "an operand counts equal parts, which makes no sense of fractions",
    "contradicts_context": "the new value would contradict another number of the text",
    "remainder_rule": "the remainder rule of the original need not hold for other numbers",
    "quotient_not_integral": "no draw gives a whole quotient for what is counted in wholes",
    "too_many_decimals": "no draw gives a quotient, or a sum of money, of at most two decimals",
    "sign_change": "no draw keeps every result above zero",
    "fewer_than_two_numbers": "the context shows fewer than two numbers, so they have no order",
    "no_rule": "none of the rules fits this text",
    "no_new_order": "no other order of the numbers reads well and says the same",
    "same_order": "the new order is the old one",
    "numbers_changed": "a number is lost, added or written in another way",
    "no_second_question": "no natural question asks for another operation on the same numbers",
    "operand_not_shown": "an operand of the equation is not in the text",
    "same_answer": "the new question has the old answer",
    "answer_not_positive": "the answer to the new question is zero or negative",
    "no_donor": "no sentence of the split is unrelated enough to be inserted",
    "asks_of_whole_text": "a question asks about everything that the text says",
    "no_place": "an inserted sentence could be taken for what a pronoun refers to",
}

# Things whose number nature or convention fixes: changing it states a falsehood.
_FIXED_COUNTS = re.compile(
    r"\s(?:legs|wheels|eyes|wings|arms|tentacles|fingers|toes|sides|corners|primary colou?rs)\b"
)
# What comes before the number of a definition: "touchdowns worth", "an hour is composed of".
_DEFINES = re.compile(
    r"\b(?:touchdowns?|field goals?) worth $|\b(?:an?|one|each|every) (?:nickel|dime|quarter|penny|hour"
    r"|minute|day|week|month|year|foot|yard|mile|dozen|pound|kilogram|gallon)"
    r" (?:is|has|equals|contains)(?: \w+){0,2} $",
    re.IGNORECASE,
)
_DEFINING = (" worth ", " is ", " has ", " equals ", " contains ")  # looked for first: much faster
_LANDMARKS = re.compile(
    r"Sears Tower|Burj Khalifa|Empire State Building|Petronas Towers|London Eye|High Roller|CN Tower"
    r"|Space Needle|Eiffel Tower|Mount Everest|Statue of Liberty|Golden Gate Bridge"
)
_DEFINITE_GROUP = re.compile(r" of (?:them|us|you)\b(?P<including>,? including)?")

# Units of what is measured and not counted. A day or a longer time is counted: "How many days will
# they last?" is answered by a whole number. "times" stands for a ratio.
_COUNTED_TIMES = frozenset(
    "day days week weeks month months year years decade decades century centuries".split()
)
_MEASURED_UNITS = (MEASURE_WORDS | MONEY_WORDS | {"times"}) - _COUNTED_TIMES


def operands_gate(changed: tuple[BoundValue, ...], fractions: bool) -> str:
    """Whether these operands can be given new values at all: a reason code, or "".

    Args:
        changed: the operands that would change.
        fractions: whether the new values are fractions.
    """
    if not changed:
        return "no_integral_operand"
    for group in changed:
        if len(group.operands) > len(group.mentions):
            return "operand_repeated"
        if group.value.as_integer_ratio() == (1, 1):
            return "singular_number"
        for number in group.mentions:
            reason = _mention_gate(number, fractions)
            if reason:
                return reason
    return ""


def _mention_gate(number: Located, fractions: bool) -> str:
    text, mention = number.text, number.mention
    before = text[max(0, mention.start - 40) : mention.start]
    if (
        _FIXED_COUNTS.match(text, mention.end)
        or (any(verb in before for verb in _DEFINING) and _DEFINES.search(before))
        or (mention.role == "measure" and _LANDMARKS.search(text))
    ):
        return "fixed_fact"
    group = _DEFINITE_GROUP.match(text, mention.end)
    if group and (group["including"] or before.lower().endswith("the ")):
        return "definite_group"
    return "equal_parts" if fractions and text.startswith(" equal ", mention.end) else ""


def remainder_gate(reading: Reading) -> str:
    """Floor and ceiling carry over only where nothing but dividend and divisor decides them.

    "Rooms for 3 and some for 2, every room full" takes the floor for 26 people and not for 25.
    """
    equation = reading.equation
    if equation is None or not equation.steps or equation.steps[-1].symbol not in ("floor", "ceil"):
        return ""
    plain = len(equation.steps) == 2 and equation.steps[0].symbol == "/"
    only_operands = len(reading.quantities) == len(equation.operands)
    return "" if plain and only_operands else "remainder_rule"


def context_gate(
    reading: Reading, changed: tuple[BoundValue, ...], new_values: Sequence[Decimal]
) -> str:
    """Whether a quantity that stays contradicts one that changes: a reason code, or "".

    Two relations must survive: which of two numbers of the same unit is larger ("95 pretzels in a
    bowl", of which 28 were eaten), and totals (48 students, "23 boys and 25 girls").
    """
    mentions = {id(number) for group in changed for number in group.mentions}
    staying = [number for number in reading.quantities if id(number) not in mentions]
    if not staying:
        return ""
    kept = [number.mention.value for number in staying]
    for group, drawn in zip(changed, new_values, strict=True):
        old, new = group.value, Fraction(drawn)
        nouns = {counted_noun(number) for number in group.mentions}
        money = any(number.mention.role == "money" for number in group.mentions)
        for number in staying:
            value = number.mention.value
            if money != (number.mention.role == "money"):
                continue
            if (value > old) != (value > new) or (value < old) != (value < new):
                noun = counted_noun(number)
                if not noun or noun in nouns or "" in nouns:
                    return "contradicts_context"
        if any(sum(pair) == old for pair in combinations(kept, 2)):
            return "contradicts_context"
    olds = [group.value for group in changed]
    pairs = [a + b for a, b in combinations(olds, 2)]
    totals = {*pairs, sum(olds)} if len(olds) > 1 else set()
    return "contradicts_context" if totals.intersection(kept) else ""


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


def order_gate(before: Sequence[NumberMention], after: Sequence[NumberMention]) -> str:
    """Whether the same numbers, as they are written, stand in another order: a reason code, or ""."""
    one, two = (
        [(m.value.as_integer_ratio(), m.numeral.casefold(), m.is_quantity) for m in mentions]
        for mentions in (before, after)
    )
    if sorted(one) != sorted(two):
        return "numbers_changed"
    return "same_order" if [m for m in one if m[2]] == [m for m in two if m[2]] else ""


def mentions_of(problem: Problem) -> list[NumberMention]:
    """Every number of context, table and question, in reading order."""
    return [number.mention for number in problem_numbers(problem)]


def is_dollars(unit: str) -> bool:
    """Whether the answer is a sum of money that has cents and nothing smaller."""
    return unit.partition(" ")[0].lower() in ("dollar", "dollars")


def must_be_whole(unit: str, quotient: Fraction) -> bool:
    """Whether a quotient counts things, so that only whole numbers answer the question.

    "252 guests, 4 a table": 57.41 tables is exact arithmetic and a wrong answer; 57.41 dollars is
    not. A quotient that is no whole number in the original is measured, whatever its unit.
    """
    if quotient.denominator != 1:
        return False
    return unit.partition(" ")[0].lower() not in _MEASURED_UNITS
