"""Amounts of a worked solution that can grow several times, together, in a coherent story.

Input -> output: "Sam had $30, bought 5 pens at $2 each and spent $12 on a hat." -> the $30, the 5 pens and the $12,
since $2 each is a rate, and 5 * 2 is taken off like the $12.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Final

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.problem import texts
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations.new_values.plausible_ranges import most_plausible
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.word_problem_gates import kind_of
from numdiag_datasets.texts.grounding import BoundValue
from numdiag_datasets.texts.reading import Reading

#: The factor of a row is drawn between these; each amount grows by up to 10% more or less.
LEAST_FACTOR, MOST_FACTOR = 4, 7
_NEAR: Final = (Fraction(9, 10), Fraction(11, 10))
#: So many children or homes are not those of one person.
_FEW: Final = 12
#: So many dollars are not the price of a meal.
_DEARER: Final = 100
#: Fewer people are a family, a team or friends.
_FEWEST_PEOPLE: Final = 6
#: Cheaper things (food, clothes, toys) do not become dear, and smaller shares do not grow.
_DEAR, _LARGE_SHARE = 100, 20
#: Of more kinds, no more than these are tried.
_MOST_KINDS: Final = 8

_PER = r"each|apiece|per|every|(?:an?|the|this|that) (?:day|night|week|month|year|hour|minute|second|mile|pound|ounce|piece|gallon)\b"
# "4 eggs a day", "$3 per pound", "12 pens in each box"
_RATE_BEHIND = re.compile(
    rf"(?:[ -](?!(?:and|but|that|which|who|with) )[a-zA-Z'’]+){{0,7}}?(?: (?:{_PER})\b| ?/)",
    re.IGNORECASE,
)
# "each box has 12 pens"
_RATE_BEFORE = re.compile(
    r"\b(?:each|every|per|apiece)(?! of)(?:,? (?!and )[\w'’-]+){0,9} \$?$", re.IGNORECASE
)
# "a ticket costs $5", "at $5", "4 pens for $5", "a ball at the store for $5"
_PRICE_BEFORE = re.compile(
    r"\b(?:costs|is|are|at|(?:(?<![\d,.])\d|\ban?(?: [a-z-]+){0,5}) [a-z-]+ for) (?:only )?$",
    re.IGNORECASE,
)
# The price of one thing, and not what each has or by how much a bid rises.
_SOLD_BEFORE = re.compile(r"\b(?:costs?|is|are|at|for|of) (?:only )?$", re.IGNORECASE)
_WEIGHS_BEFORE = re.compile(r"\bweigh(?:s|ed)? $")
# A wage, and the price of a measure: "$12 an hour", "$30 a gallon".
_WAGE = re.compile(
    r"(?: \w+){0,3}?(?: (?:an?|per|each|every) | ?/ ?)(?:hour|day|night|week|month|year|minute|gallon|pound|ounce|inch"
    r"|foot|yard|meter|mile|liter|kilo\w*|square)\b"
)
_GLUED = re.compile(r" ?(?:mph|kph)\b")
_TIMES = word_list("units of duration") | {
    "time",
    "night",
    "morning",
    "afternoon",
    "evening",
    "weekend",
}
_LARGE_MEASURES = word_list("measures of large amounts")
_FEW_OWNED = word_list("few in a story")
_SMALL = word_list("settings of small amounts")
_SMALL_STORY = word_list("stories of small amounts")
_SHORT = word_list("settings of short ways and light things")


def greatest_counts() -> dict[str, int]:
    """Return noun -> the greatest count that a story may have of it.

    It is at least one and a half times the greatest count in the train splits of word problems, rounded up, and at
    least 300 for small things (food, plants, toys, stationery). A few nouns that these splits hardly count, such as
    vaccines, are set by judgement.
    """
    path = Path(__file__).with_name("greatest_counts.tsv")
    lines = (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:])
    return {noun: int(most) for most, nouns in lines for noun in nouns.split()}


_GREATEST = greatest_counts()


def grown_together(
    reading: Reading, movable: Sequence[BoundValue], offsets: Offsets, rng: Rng
) -> Iterator[tuple[tuple[BoundValue, ...], Offsets]]:
    """Yield operands that can grow by one factor, with their offsets; most operands first.

    All amounts of a kind grow, except rates, and whatever is added, taken off or compared grows alike. The
    second offsets of the same operands are exact, so that every relation of the story remains.
    """
    equation = reading.worked
    if equation is None:
        return
    for groups in _homogeneous(reading, equation, movable):
        rooms = (room for group in groups for room in map(_room, group.mentions))
        most = min(MOST_FACTOR, *rooms)
        factor = Fraction(LEAST_FACTOR + rng.below(most - LEAST_FACTOR + 1))
        for factors in ((factor * _NEAR[0], factor * _NEAR[1]), (factor, factor)):
            yield groups, replace(offsets, factors=factors)


def _room(number: NumberMention) -> int:
    """Return the greatest factor that leaves a number plausible."""
    limits = (most_plausible(number), _GREATEST.get(kind_of(number)))
    most = min(filter(None, limits), default=None)
    if most is None or number.value > most:
        return MOST_FACTOR
    return int(most / (number.value * _NEAR[1]))


def _homogeneous(
    reading: Reading, equation: Equation, movable: Sequence[BoundValue]
) -> Iterator[tuple[BoundValue, ...]]:
    """Yield the unions of kinds with which no step adds what grows to what stays, most kinds first."""
    kinds: dict[str, list[BoundValue]] = {}
    staying: set[str] = set()
    is_small = any(
        not _SMALL_STORY.isdisjoint(map(str.lower, words_of(text)))
        for _, text in texts(reading.problem)
    )
    for group in reading.bound:
        for kind in dict.fromkeys(map(kind_that_grows, group.mentions)):
            if group not in movable or not all(
                may_grow(number, is_small) for number in group.mentions
            ):
                staying.add(kind)
            kinds.setdefault(kind, []).append(group)
    names = [kind for kind in kinds if kind not in staying][:_MOST_KINDS]
    for count in range(len(names), 0, -1):
        for chosen in combinations(names, count):
            groups = tuple(dict.fromkeys(group for name in chosen for group in kinds[name]))
            if _grows(equation, frozenset(i for group in groups for i in group.operands)):
                yield groups


def _grows(equation: Equation, operands: frozenset[int]) -> bool:
    """Return whether the answer grows like these operands, with every step homogeneous in them."""
    degrees = [int(i in operands) for i in range(len(equation.operands))]
    for step in equation.steps:
        degree = degrees[step.left]
        if step.symbol in "+-":
            if degrees[step.right] != degree:
                return False
        elif step.symbol == "*":
            degree += degrees[step.right]
        elif step.symbol == "/":
            degree -= degrees[step.right]
        if degree not in (0, 1):
            return False
        degrees.append(degree)
    return degrees[-1] == 1


def kind_that_grows(number: NumberMention) -> str:
    """Return the kind of an amount; rates are kinds of their own: "$3" and "$3 each", "5 pens" and "5 pens a box"."""
    kind = kind_of(number) or str(number.value)
    return f"{kind} each" if _is_rate(number) else kind


def _is_rate(number: NumberMention) -> bool:
    text, start, end = number.field_text, number.start, number.end
    before, behind = text[max(0, start - 80) : start], text[end : end + 80]
    return bool(
        _RATE_BEHIND.match(behind)
        or _RATE_BEFORE.search(before)
        or _GLUED.match(behind)
        or (number.role == "money" and _PRICE_BEFORE.search(before))
    )


def may_grow(number: NumberMention, in_small_story: bool = False) -> bool:
    """Return whether an amount may be several times as large: no time, rate, ratio, small group or small setting.

    Args:
        number: the amount.
        in_small_story: whether the whole story is one of small amounts, such as of a meal or of ages.
    """
    text, kind = number.field_text, kind_of(number)
    behind = text[number.end : number.end + 80]
    if (
        number.role == "percent"
        or number.hyphenated
        or _WEIGHS_BEFORE.search(text, max(0, number.start - 12), number.start)
        or _room(number) < LEAST_FACTOR
    ):
        return False
    said = next(text[a:b] for a, b in sentence_spans(text) if number.start < b)
    setting = set(map(str.lower, words_of(said)))
    is_money = number.role == "money"
    is_small = in_small_story or not _SMALL.isdisjoint(setting)
    if is_small and not (is_money and number.value >= _DEARER):
        return False
    if is_money:
        is_price = _SOLD_BEFORE.search(text, max(0, number.start - 12), number.start)
        least = _DEAR if is_price else _LARGE_SHARE
        return not _is_rate(number) or (number.value >= least and not _WAGE.match(behind))
    if (
        _is_rate(number)
        or kind in _TIMES
        or (kind in _FEW_OWNED and number.value < _FEW)
        or not _TIMES.isdisjoint(map(singular, words_of(behind)[:2]))
    ):
        return False
    if number.role == "measure" and (kind not in _LARGE_MEASURES or not _SHORT.isdisjoint(setting)):
        return False
    return "person" not in classes_of(kind) or number.value >= _FEWEST_PEOPLE
