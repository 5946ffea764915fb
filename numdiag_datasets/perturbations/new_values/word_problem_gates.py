"""Gates of new operands in a text: the operands that may change, contradictions, and whole numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

from numdiag_datasets.core.decimals import MOST_DIGITS
from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.counted_facts import is_counted_fact
from numdiag_datasets.english.known_facts import facts_of
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.phrases import hyphenated_word
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations.new_values.answer_units import is_share
from numdiag_datasets.perturbations.new_values.plausible_ranges import (
    most_plausible,
)
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.texts.grounding import BoundValue, structural_constants, term_counts
from numdiag_datasets.texts.reading import Reading, counted_noun
from numdiag_datasets.texts.word_problem.listed_counts import is_listed_count, mean_counts

# Things whose number is fixed by nature or convention: a change would be false.
_FIXED_COUNTS = re.compile(
    r"\s(?:legs|wheels|eyes|wings|arms|tentacles|fingers|toes|sides|corners|primary colou?rs"
    r"|letters in (?:[A-Z]\w+['’]s|his|her|their|its) (?:\w+ )?names?|ways|semesters|trimesters|grand(?:mothers|fathers|parents)|players on the (?:field|court|pitch)|seasons|continents|twins|triplets|quadruplets)\b"
)
_PARENTS = 2
# Things that are only sold whole.
_PACKS = word_list("packs")
_BUYS = re.compile(
    r"\b(?:buys?|bought|buying|purchase[sd]?|orders?|ordered)(?: (?:a total of|another|exactly|only))? $"
)
# "An aisle splits each row into 2 sections": no 2.9 sections.
_INTO_PARTS = re.compile(
    r"\b(?:split|divid|cut|separat|slic)\w*\b[^.,;]{0,30}\binto $", re.IGNORECASE
)
# Words before the number of a definition: "touchdowns worth", "an hour is composed of".
_DEFINES = re.compile(
    r"\b(?:touchdowns?|field goals?) worth $|\b(?:an?|one|each|every) (?:nickel|dime|quarter|penny|hour"
    r"|minute|day|week|month|year|foot|yard|mile|dozen|pound|kilogram|gallon)"
    r" (?:is|has|equals|contains|=)(?: \w+){0,2} $",
    re.IGNORECASE,
)
# Searched first, which is much faster.
_DEFINING = (" worth ", " is ", " has ", " equals ", " contains ", " = ")
_LANDMARKS = re.compile(
    r"Sears Tower|Burj Khalifa|Empire State Building|Petronas Towers|London Eye|High Roller|CN Tower"
    r"|Space Needle|Eiffel Tower|Mount Everest|Statue of Liberty|Golden Gate Bridge"
)
# Words that rank the counted things: "the big one ... the small one", "his mother only ate 5".
_RANKS = re.compile(
    r"\b(?:only ate|big|small|large|(?:big|small|larg|old|young|tall|short|long)(?:er|est))\b"
)
# Looked for first, which takes a fifth of the time.
_CIRCLE_STEMS = ("iameter", "adi", "ircumference", "pi", "Pi", "π")
_CIRCLE = re.compile(r"[Dd]iameter|[Rr]adi(?:us|i)\b|[Cc]ircumference|\b[Pp]i\b|π")
_VAGUE = re.compile(
    r"\b(?:much (?:more|less|fewer) than (?:that|this)|very few|(?:most|nearly all|almost all) of"
    r"|(?:less|more) than half|(?:not|never) (?:\w+ ){0,2}enough|too (?:many|few|much|little))\b|n't (?:\w+ ){0,2}enough\b"
)
#: Words that list things one by one, and how many things a text may list that way.
ENUMERATES: Final = re.compile(
    r"\b(?:first|second|third|fourth|1st|2nd|3rd|4th|other|both|one (?:is|was|has|had|containing))\b"
)
MOST_LISTED: Final = 4
_SERIES_BEFORE = re.compile(
    r"\b(?:chapter|page|day|grade|level|number|step|round)s? $", re.IGNORECASE
)
# "a 747 airplane", "a $20 bill", "dogs have 42 teeth"
_NAMED_BEHIND = re.compile(r" (?:airplanes?|jets?|(?:dollar )?bills?|teeth|tooth)\b")
_ASKS_PERCENTAGE = re.compile(
    r"\b(?:what|which) (?:percent|percentage|fraction|proportion|part|share)\b|\bhow many percent\b",
    re.IGNORECASE,
)
_ASKS_TIME = re.compile(r"\b(?:what|which) (?:time|hour|day|date|year)\b|\bwhen\b", re.IGNORECASE)
_OUT_OF = re.compile(r" (?:\w+ ){0,2}(?:out of|of every|of each) (?:every |each |the |all )?")
# "6 play both", "6 like both tea and milk"; not "6 in both boxes"
_TOLD_BOTH = r"\bboth(?: \w+(?: \w+)? and\b|\s*(?:[.,;?!]|$))"
_BOTH = re.compile(rf"[^.?!,;\d]{{0,40}}{_TOLD_BOTH}")
_ASKS_BOTH = re.compile(rf"\bhow many\b[^.?!;]{{0,80}}{_TOLD_BOTH}", re.IGNORECASE)
#: Amounts up to this one are often equal by chance.
_OFTEN: Final = 10
_NUMBER_BEHIND = re.compile(
    r" (?:\d|twen|thir|fort|fift|six|seven|eigh|nine|ten\b|five|four\b|three\b|two\b)"
)
_NUMBER_BEFORE = re.compile(r"(?:\d|ty|two|three|four|five|six|seven|eight|nine|ten) $")
_DEFINITE_GROUP = re.compile(r" of (?:them|us|you)\b(?P<including>,? including)?")

_COMPARED = re.compile(
    r"(?:[ -]\w+){0,2} (?:more|fewer|less|extra|other|another|off|bigger|longer|older|taller|heavier)\b"
)
#: An amount of this fraction of another is negligible.
_FAR: Final = 25

#: With two decimals or one more digit, a number of a text is still read as one.
_LARGEST: Final = 10 ** (MOST_DIGITS - 3)


def movable_operands(
    reading: Reading, offsets: Offsets, excluded_roles: frozenset[str]
) -> tuple[tuple[BoundValue, ...], str]:
    """Return the operands that can get new values, and a reason code if there are none, else "".

    An operand that must not change stays as it is ("a bee has 6 legs"), and the others change. A value that
    an equation uses more often than the text has it may be another quantity; a solution identifies each
    operand.
    """
    movable: list[BoundValue] = []
    reasons: list[str] = []
    beside = _beside_numbers(reading)
    counts_terms = mean_counts(reading)
    for group in reading.bound:
        if group.value.denominator != 1 or any(
            number.role in excluded_roles for number in group.mentions
        ):
            continue
        if reading.solution is None and len(group.operands) > len(group.mentions):
            return (), Reason.OPERAND_REPEATED
        reason = (
            _value_gate(group.value)
            or _listing_gate(reading, group, counts_terms)
            or _solution_gate(reading, group)
            or (Reason.BESIDE_NUMBER if any(id(n) in beside for n in group.mentions) else "")
            or next((r for number in group.mentions if (r := mention_gate(number, offsets))), "")
        )
        if reason:
            reasons.append(reason)
        else:
            movable.append(group)
    if movable and not offsets.decimals and offsets.factors is None:
        movable = [
            group for group in movable if not _leaves_behind(reading, group, movable, offsets)
        ]
        reasons.append(Reason.IMPOSSIBLE_AMOUNT)
    if movable and _asks_for_a_time(reading):
        return (), Reason.IMPOSSIBLE_AMOUNT
    if movable:
        return tuple(movable), ""
    return (), reasons[0] if reasons else Reason.NO_INTEGRAL_OPERAND


def _asks_for_a_time(reading: Reading) -> bool:
    """Return whether the answer is counted from a time, date or year: "1,040 hours after 3 p.m." is impossible."""
    if reading.worked is None or not _ASKS_TIME.search(reading.problem.question):
        return False
    bound = {group.value for group in reading.bound}
    return any(
        number.role in ("time", "date", "year") and number.value in reading.worked.operands
        for number in reading.numbers
        if number.value not in bound
    )


def _leaves_behind(
    reading: Reading, group: BoundValue, movable: Sequence[BoundValue], offsets: Offsets
) -> bool:
    """Return whether an operand would grow far beyond one of its kind that is added to it or taken off, and stays.

    Examples are a trip of 983 miles with a stop after 20, and $965 that are paid for $4.28. Not so "5 more".
    """
    equation = reading.worked
    if equation is None:
        return False
    moves = {i for other in movable for i in other.operands}
    bound = {i: other for other in reading.bound for i in other.operands}
    now = group.value + Fraction((offsets.low + offsets.high) // 2)
    kinds = set(map(kind_of, group.mentions))
    for terms in _chains(equation):
        if terms.isdisjoint(group.operands):
            continue
        for i in (terms & bound.keys()) - moves:
            other = bound[i]
            if (
                group.value < _FAR * other.value < now
                and not kinds.isdisjoint(map(kind_of, other.mentions))
                and not any(map(_is_compared, other.mentions))
            ):
                return True
    return False


def _chains(equation: Equation) -> list[set[int]]:
    """Return the positions of the operands that are added up or taken off together, for each such chain."""
    count = len(equation.operands)
    chains: dict[int, set[int]] = {}
    for number, step in enumerate(equation.steps, count):
        if step.symbol in "+-":
            joined = {number}
            for term in (step.left, step.right):
                joined |= chains.pop(term, {term})
            chains[number] = joined
    return [{i for i in chain if i < count} for chain in chains.values()]


def _is_compared(number: NumberMention) -> bool:
    """Return whether a number tells how much one amount is above or below another: "5 more", "$2 off"."""
    return _COMPARED.match(number.field_text, number.end) is not None


def _beside_numbers(reading: Reading) -> set[int]:
    """Return the ids of numbers that are adjacent to another, where two numerals would read as one.

    In "five 20 cent coins" these are both.
    """
    return {
        id(number)
        for one, two in pairwise(reading.numbers)
        if one.field == two.field
        and one.perturbable  # no "each one 5"
        and (two.perturbable or (two.hyphenated and two.form == "digits"))
        and one.field_text[one.end : two.numeral_start] == " "
        for number in (one, two)
    }


def _value_gate(value: Fraction) -> str:
    if value.as_integer_ratio() == (1, 1):
        return Reason.SINGULAR_NUMBER
    return Reason.OPERAND_TOO_LARGE if value >= _LARGEST else ""


def _listing_gate(reading: Reading, group: BoundValue, counts_terms: frozenset[int]) -> str:
    """Return a reason code if an operand counts what the text lists, or the terms of a mean, else ""."""
    is_listed = not counts_terms.isdisjoint(group.operands) or any(
        is_listed_count(reading, number) for number in group.mentions
    )
    return Reason.DEFINITE_GROUP if is_listed else ""


def _solution_gate(reading: Reading, group: BoundValue) -> str:
    """Return a reason code if an operand of a solution may be more than the amount in the text, else "".

    A small number may count the things that the text lists one by one ("three friends: the first ..."). A
    number that is used more often than the text has it may be a fact (two parents). In "a 40-hour week" next
    to "40 employees" the 40 is a different one.
    """
    if reading.solution is None:
        return ""
    value = group.value
    if any(map(is_one_of_a_series, group.mentions)):
        return Reason.DEFINITE_GROUP
    shown_twice = [n for n in reading.numbers if n.value == value]
    bound = set(map(id, group.mentions))
    if any(id(n) not in bound for n in shown_twice) or _is_fixed_too(reading, value):
        return Reason.VALUE_REPEATED
    kinds = set(map(kind_of, group.mentions))
    if len(kinds) > 1 and value <= _OFTEN and len(group.operands) < len(group.mentions):
        return Reason.VALUE_REPEATED  # "three cups in 3 separate meals"
    if value > MOST_LISTED:
        return ""
    if len(group.operands) > len(group.mentions):
        return Reason.OPERAND_REPEATED
    listed = any(ENUMERATES.search(text) for _, text in reading.texts)
    return Reason.DEFINITE_GROUP if listed else ""


def _is_fixed_too(reading: Reading, value: Fraction) -> bool:
    """Return whether the solution also uses a value as a fact: 2 sheets, and twice as many towels."""
    if reading.solution is None or reading.worked is None:
        return False
    shown = set(reading.solution.shown())
    return any(v == value and i not in shown for i, v in enumerate(reading.worked.operands))


#: The lint of a row with fractions of things or people: "39.9 people".
FRACTIONS: Final = "fractions_of_wholes"


def parts_wholes(reading: Reading, problem: Problem) -> bool:
    """Return whether an edit makes a fraction of things that are counted, not measured or paid."""
    edited = {(edit.field, edit.start) for edit in problem.edits if "." in edit.after}
    return any(
        number.role == "quantity" and kind_of(number)
        for number in reading.quantities
        if any(
            field == number.field and number.start - 4 <= start <= number.end
            for field, start in edited
        )
    )


def is_one_of_a_series(number: NumberMention) -> bool:
    """Return whether a number belongs to a series or to another numeral.

    Examples are "chapter eleven" and "4 twenty-pound dumbbells", where two numerals in a row would be
    unreadable.
    """
    text, mention = number.field_text, number
    return bool(
        _SERIES_BEFORE.search(text, max(0, mention.start - 12), mention.start)
        or _NAMED_BEHIND.match(text, mention.end)
        or _NUMBER_BEHIND.match(text, mention.end)
        or _NUMBER_BEFORE.search(text, max(0, mention.start - 12), mention.start)
    )


def mention_gate(number: NumberMention, offsets: Offsets) -> str:
    """Return a reason code if a number must not get another value in its place, else ""."""
    text, mention = number.field_text, number
    before = text[max(0, mention.start - 40) : mention.start]
    if (
        _FIXED_COUNTS.match(text, mention.end)
        or _NAMED_BEHIND.match(text, mention.end)
        or is_counted_fact(number)
        or (number.value == _PARENTS and text.startswith(" parents", mention.end))
        or (any(verb in before for verb in _DEFINING) and _DEFINES.search(before))
        or (mention.role == "measure" and _LANDMARKS.search(text))
    ):
        return Reason.FIXED_FACT
    group = _DEFINITE_GROUP.match(text, mention.end)
    if group and (group["including"] or before.lower().endswith("the ")):
        return Reason.DEFINITE_GROUP
    if offsets.decimals:
        is_whole = (
            text.startswith((" equal ", " full "), mention.end)
            or _INTO_PARTS.search(before) is not None
            or _is_bought(number)
        )
        return Reason.EQUAL_PARTS if is_whole else ""
    if offsets.factors:
        return ""  # `most_of` limits it
    most = most_plausible(number)
    # A number above its limit is something else: 1,230 students who need several buses.
    is_too_much = most is not None and number.value <= most < number.value + offsets.high
    return Reason.IMPOSSIBLE_AMOUNT if is_too_much else ""


def _is_bought(number: NumberMention) -> bool:
    """Return whether a number counts packs and other things that are bought whole: "she bought 6 packs"."""
    text, start = number.field_text, number.start
    words = words_of(text[number.end : number.end + 24])[:2]
    return not _PACKS.isdisjoint(map(singular, words)) and bool(
        _BUYS.search(text, max(0, start - 24), start)
    )


def unexplained_gate(reading: Reading) -> str:
    """Return a reason code if an operand of the equation is neither in the text nor a known fact, else "".

    It may depend on numbers of the text ("40.1% are boys" and an equation with the 60% of the girls).
    """
    equation = reading.equation
    if equation is None or reading.solution is not None:
        return ""
    known = {i for group in reading.bound for i in group.operands}
    known |= structural_constants(equation) | term_counts(equation)
    shown = {number.value for number in reading.numbers}
    unknown = {v for i, v in enumerate(equation.operands) if i not in known} - shown
    if not unknown or unknown <= facts_of(" ".join(text for _, text in reading.texts)).keys():
        return ""
    return Reason.OPERAND_IN_NO_TEXT


def keeps_ranks(reading: Reading, changed: Sequence[BoundValue], values: Sequence[Decimal]) -> bool:
    """Return whether the operands keep their order, if the text ranks what it counts or the question asks for a percentage."""
    new = {group.value: value for group, value in zip(changed, values, strict=True)}
    pairs: list[tuple[Fraction, Fraction | Decimal]] = []
    if _ASKS_PERCENTAGE.search(reading.problem.question):  # the whole may stay
        pairs = [(group.value, new.get(group.value, group.value)) for group in reading.bound]
    elif any(_RANKS.search(text) for text in reading.problem.context):
        pairs = [*new.items()]
    return all(one <= two for (_, one), (_, two) in pairwise(sorted(pairs)))


def parts_of_wholes(reading: Reading) -> list[tuple[Fraction, Fraction]]:
    """Return the pairs of values whose first must not become the greater one.

    Examples are "3 out of every 5", and in a text about those who do both all counts.
    """
    numbers = reading.quantities
    pairs = [
        (one.value, two.value)
        for one, two in pairwise(numbers)
        if one.field == two.field
        and one.value <= two.value
        and _OUT_OF.fullmatch(one.field_text, one.end, two.start)
    ]
    steps = reading.worked.steps if reading.worked else ()
    is_overlap = steps[-1:] and steps[-1].symbol == "-"  # 17 + 15 - 26, not what both have
    if any(_BOTH.match(number.field_text, number.end) for number in numbers) or (
        is_overlap and _ASKS_BOTH.search(reading.problem.question)
    ):
        pairs += pairwise(sorted({n.value for n in numbers if n.role == "quantity"}))
    return pairs


def keeps_order(reading: Reading, changed: Sequence[BoundValue], values: Sequence[Decimal]) -> bool:
    """Return whether amounts that may count the same thing keep their order.

    Examples are "from 47 to 52 words a minute" and "8 albums, of which 3 are of selfies".
    """
    new = {group.value: Fraction(value) for group, value in zip(changed, values, strict=True)}
    found = {(kind_of(n), n.role, n.value, new.get(n.value, n.value)) for n in reading.quantities}
    return all(
        (one[2] < two[2]) == (one[3] < two[3])
        for one, two in combinations(sorted(found), 2)
        if one[1] == two[1] and one[2] != two[2] and (one[0] == two[0] or not one[0] or not two[0])
    )


def kind_of(number: NumberMention) -> str:
    """Return the thing that a number counts or measures, "" if unknown."""
    if number.role in ("money", "percent"):
        return number.role
    if number.hyphenated:
        return hyphenated_word(number)
    if number.role == "measure":
        following = words_of(number.field_text[number.end : number.end + 20])
        return singular(following[0]) if following else ""
    return counted_noun(number)


def circle_gate(reading: Reading) -> str:
    """Return a reason code for a problem about circles: 3.14 - 2 may be 3.14 * 2 / 2 - 2, true of no other diameter."""
    for _, text in reading.texts:
        if any(stem in text for stem in _CIRCLE_STEMS) and _CIRCLE.search(text):
            return Reason.FIXED_FACT
    return ""


def vague_gate(reading: Reading, offsets: Offsets) -> str:
    """Return a reason code if large numbers may contradict a vague statement: "won most of their games"."""
    if offsets.decimals:
        return ""
    vague = any(_VAGUE.search(text) for _, text in reading.texts)
    return Reason.VAGUE_AMOUNT if vague else ""


def remainder_gate(reading: Reading, offsets: Offsets) -> str:
    """Return a reason code if floor or ceiling may not hold for new values, else "".

    They hold only if they depend on nothing but dividend and divisor. "Rooms for 3 and some for 2, every room
    full" takes the floor for 26 people and not for 25. With decimals a share has no remainder: 54.9 balls for
    7.9 classes are 6.95 each.
    """
    equation = reading.equation
    if equation is None or not equation.steps or equation.steps[-1].symbol not in ("floor", "ceil"):
        return ""
    plain = len(equation.steps) == 2 and equation.steps[0].symbol == "/"
    only_operands = len(reading.quantities) == len(equation.operands)
    parted = offsets.decimals > 0 and is_share(reading.problem.question)
    return "" if plain and only_operands and not parted else Reason.REMAINDER_RULE
