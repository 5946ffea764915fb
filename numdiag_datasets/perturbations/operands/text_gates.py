"""Gates of new operands in a text: which may change, and what contradicts the text, what must be whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Final

from numdiag_datasets.english.number_roles import MEASURE_WORDS, MONEY_WORDS
from numdiag_datasets.english.number_words import MOST_DIGITS
from numdiag_datasets.problems.grounding import BoundValue, Located
from numdiag_datasets.problems.reading import Reading, counted_noun

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
# Looked for first, which is much faster.
_DEFINING = (" worth ", " is ", " has ", " equals ", " contains ")
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


#: With two decimals or one digit more a number of a text is still read as one.
_LARGEST: Final = 10 ** (MOST_DIGITS - 3)


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
        if group.value >= _LARGEST:
            return "operand_too_large"
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
    kept = Counter(number.mention.value for number in staying)
    # Each once: a text may show the same number of the same thing thousands of times.
    amounts = {(n.mention.value, counted_noun(n), n.mention.role == "money") for n in staying}
    for group, drawn in zip(changed, new_values, strict=True):
        old, new = group.value, Fraction(drawn)
        nouns = {counted_noun(number) for number in group.mentions}
        money = any(number.mention.role == "money" for number in group.mentions)
        for value, noun, is_money in amounts:
            crosses = (value > old) != (value > new) or (value < old) != (value < new)
            alike = money == is_money and (not noun or noun in nouns or "" in nouns)
            if crosses and alike:
                return "contradicts_context"
        if any(kept[old - value] > (value * 2 == old) for value in kept):
            return "contradicts_context"
    olds = [group.value for group in changed]
    pairs = [a + b for a, b in combinations(olds, 2)]
    totals = {*pairs, sum(olds)} if len(olds) > 1 else set()
    return "" if totals.isdisjoint(kept) else "contradicts_context"


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
