"""New operands for a worked solution: constraints on them, and its rewritten steps."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.equation import EquationError
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.number_roles import MEASURE_WORDS, MONEY_WORDS
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD, words_of
from numdiag_datasets.perturbations.new_values.answer_units import is_rounded
from numdiag_datasets.perturbations.new_values.plausible_ranges import most_plausible_result
from numdiag_datasets.perturbations.new_values.word_problem_gates import kind_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.rationale import rewrite_rationale
from numdiag_datasets.texts.solution.steps import Solution, SolutionStep

# Bounds, anywhere in the text; in the question, words that ask for rounding or for the largest number that fits.
_BOUNDED = re.compile(r"\b(?:at least|at most|(?:just|only|exactly) enough)\b", re.IGNORECASE)
_ROUNDED = re.compile(
    r"\b(?:nearest|round(?:ed|ing)? (?:up|down|off|to)|approximate(?:ly)?|estimate|minimum|maximum|fewest|the most)\b",
    re.IGNORECASE,
)
_WHOLE_ASKED = re.compile(r"\b(?:enough|full|complete(?:ly)?|whole)\b", re.IGNORECASE)
# Questions for shares and for one of several things, which new amounts would turn into others.
_RATIO_ASKED = re.compile(
    r"\b(?:ratio|fraction|probability|chance|odds|what day|what time|which (?:of|one))\b|^which\b",
    re.IGNORECASE,
)
_COINS = re.compile(r"\bin (?:nickels|dimes|quarters|pennies)\b", re.IGNORECASE)
#: Smaller numbers are too often equal by chance.
_SMALL = 3
#: A text with more numbers is not a story; each is compared with every other.
_MOST_NUMBERS = 60
_REST_BEFORE = re.compile(r"\b(?:the|other|remaining|last|rest) $", re.IGNORECASE)
#: Unit of time -> a larger one, and how many of the unit it has.
_PARTS_OF_TIME = {
    "day": ("week", 7),
    "month": ("year", 12),
    "hour": ("day", 24),
    "minute": ("hour", 60),
}
_DAYS = (5, 7)  # of a week, with or without its weekend
_TIMES = (2, 3, 4, 5, 10)
# The result of a step, and the words that follow.
_RESULT = re.compile(r"[\d,.]*\d(?P<noun>(?: [a-zA-Z-]+){1,3})")
_BEHIND_RESULT = re.compile(r"[\d,.]*\d(?:(?P<percent> ?%)|(?P<noun>(?: [a-zA-Z-]+){1,3})?[^.\n]*)")
_AGE = re.compile(r"\b(?:years? old|ages?|aged|older|younger)\b")
_SUM = re.compile(r"\b(?:sum|total|combined|together|all)\b")
_ASKS_PERCENT = re.compile(r"\b[Ww]hat (?:is the )?percent")
_HUNDRED = 100
_TIMES_ASKED = re.compile(r"\bhow many (?:more )?(days|weeks|months|years|nights)\b", re.IGNORECASE)
# "$1 off for every $20", "85 points per $17"
_FOR_EVERY = re.compile(r"\b(?:for|per) every $|\b(?:points?|tickets?|off) per $")
_PARTS = frozenset("half twice third quarter fifth sixth eighth tenth".split()) | {
    "two thirds",
    "three quarters",
}
_COME_WHOLE = word_list("things that come whole")
_MEASURES = frozenset(map(singular, MEASURE_WORDS | MONEY_WORDS)) - {"day", "week", "month", "year"}
_MONEY_BEFORE = re.compile(r"[$€£]\s*$")


def solution_gate(reading: Reading) -> str:
    """Return a reason code if other numbers would contradict the text, else "".

    An amount that states the result of a step would have to change with it.
    """
    if reading.solution is None:
        # The answer of an equation may be that of another amount by chance.
        return Reason.CONTRADICTS_CONTEXT if _states_one_of(reading, reading.results[:-1]) else ""
    if len(reading.quantities) > _MOST_NUMBERS:
        return Reason.TOO_MANY_NUMBERS
    question = reading.problem.question
    if (
        any(_BOUNDED.search(text) for _, text in reading.texts)
        or _ROUNDED.search(question)
        or _RATIO_ASKED.search(question)
        or (_WHOLE_ASKED.search(question) and _divides(reading))
    ):
        return Reason.ASKS_ROUNDED
    if any(_COINS.search(text) for _, text in reading.texts):
        return Reason.CONTRADICTS_CONTEXT  # 129 cents in nickels
    if _takes_one_for_another(reading) or _divides_by_one(reading):
        return Reason.TWO_READINGS
    return Reason.CONTRADICTS_CONTEXT if _states_one_of(reading, reading.results) else ""


def _states_one_of(reading: Reading, results: Sequence[Fraction]) -> bool:
    """Return whether an amount that is no operand is one of some results: "3 boxes of 4, so 12"."""
    operands = {group.value for group in reading.bound}
    stated = {number.value for number in reading.quantities} - operands
    return any(value in stated and value > 2 for value in results)


def ends_in_quotient(reading: Reading) -> bool:
    """Return whether the answer is a quotient.

    If the question asks for a number of groups, also one by a fraction ("9 / 3 * 4" batches of 3/4 of a cup each),
    and a quotient and more ("21 / 3 - 1" guests who can be invited).
    """
    solution, worked = reading.solution, reading.worked
    if solution is None or worked is None or not solution.steps or not worked.steps:
        return False
    symbols = [step.symbol for step in solution.steps[-1].equation.steps]
    if symbols[-1:] == ["/"] or not is_rounded(reading.problem.question):
        return symbols[-1:] == ["/"]
    if symbols[-2:] == ["/", "*"]:
        return True
    first, parts = len(worked.operands), _part_divisors(solution)
    pending = [first + len(worked.steps) - 1]
    while pending:
        step = worked.steps[number - first] if (number := pending.pop()) >= first else None
        if step and step.symbol == "/":
            return number - first not in parts
        if step and step.symbol in "+-":
            pending += [step.left, step.right]
    return False


def _part_divisors(solution: Solution) -> frozenset[int]:
    """Return the steps of `Reading.worked` that divide by a half, a quarter and the like."""
    found, count = set(), 0
    for step in solution.steps:
        for one in step.equation.steps:
            if one.symbol == "/" and _is_part(step, one.right):
                found.add(count)
            count += 1
    return frozenset(found)


def _divides(reading: Reading) -> bool:
    """Return whether a step divides by more than a half, a quarter and the like."""
    steps = reading.solution.steps if reading.solution else ()
    return any(
        one.symbol == "/" and not _is_part(step, one.right)
        for step in steps
        for one in step.equation.steps
    )


def _divides_by_one(reading: Reading) -> bool:
    """Return whether a step divides by a 1 that the text does not show: "5 / 1 = 5" for the 1 that 5 / 5 gives."""
    steps = reading.solution.steps if reading.solution else ()
    return any(
        one.symbol == "/"
        and one.right < len(step.operands)
        and step.equation.operands[one.right] == 1
        and not step.operands[one.right].is_shown
        for step in steps
        for one in step.equation.steps
    )


def _takes_one_for_another(reading: Reading) -> bool:
    """Return whether the solution may have confused two amounts of the same kind.

    It uses one more often than the text has it, and the other not at all.
    """
    used = {group.value for group in reading.bound}
    fixed = set(reading.worked.operands) if reading.worked else set()
    unused = {
        kind_of(number)
        for number in reading.quantities
        if number.value not in used and number.value not in fixed
    }
    return any(
        len(group.operands) > len(group.mentions) and kind_of(group.mentions[0]) in unused
        for group in reading.bound
    )


def relation_gate(reading: Reading, new: Mapping[tuple[int, int], Fraction | Decimal]) -> str:
    """Return a reason code if an amount is no longer the sum, difference or product of others.

    "6 of 10 packets ... the other four"
    """
    if reading.solution is None:
        return ""
    values = {n.value for n in reading.numbers if n.is_quantity}
    moved = {
        value: Fraction(new[ratio])
        for value in values
        if (ratio := value.as_integer_ratio()) in new and Fraction(new[ratio]) != value
    }
    used = set(reading.worked.operands) if reading.worked else set()
    # A share is no sum or multiple of amounts: "20 people ... 80% of them".
    shares_move = any(n.role == "percent" and n.value in moved for n in reading.quantities)
    staying = {
        n.value
        for n in reading.quantities
        if n.value > _SMALL
        and (shares_move or n.role != "percent")
        and (
            n.value not in used | set(moved)
            or _REST_BEFORE.search(n.field_text, max(0, n.start - 12), n.start)
        )
    }
    if any(_is_rest_of(n, moved) for n in reading.quantities if n.value not in moved):
        return Reason.CONTRADICTS_CONTEXT
    now = {value: moved.get(value, value) for value in values}
    if _is_restated(reading, now) or any(_is_doubled(reading, value, moved) for value in values):
        return Reason.CONTRADICTS_CONTEXT
    for one, two in combinations(sorted(values), 2):
        if one not in moved and two not in moved:
            if one + two in moved and one > 1 and _may_add_up(reading, one, two):
                return Reason.CONTRADICTS_CONTEXT  # "7 fish: 3 were orange, and 4 were white"
            continue
        whole = one + two
        unused = whole in moved and whole not in used and whole > _SMALL
        if unused and now[one] + now[two] != now[whole]:
            return Reason.CONTRADICTS_CONTEXT  # "16 guests: 10 want soup, and 6 want pie"
        for combine in (_sum, _difference, _product):
            told = combine(one, two)
            if told in staying and combine(now[one], now[two]) != now[told]:
                return Reason.CONTRADICTS_CONTEXT
    multiples = {value * times for value in moved for times in _TIMES}
    return Reason.CONTRADICTS_CONTEXT if multiples & staying else ""


def _is_restated(reading: Reading, now: Mapping[Fraction, Fraction]) -> bool:
    """Return whether a time no longer equals the same time in another unit: "14 days ... these two weeks"."""
    times = [(n.value, kind_of(n)) for n in reading.quantities]
    for small, unit in times:
        larger, count = _PARTS_OF_TIME.get(unit, ("", 1))
        for large in (value for value, other in times if other == larger):
            if small == large * count and now.get(small, small) != now.get(large, large) * count:
                return True
    return False


def _is_doubled(reading: Reading, value: Fraction, moved: Mapping[Fraction, Fraction]) -> bool:
    """Return whether a whole moves and its two equal parts do not: "6 cages, 3 of the cages ... the other 3"."""
    if value in moved or 2 * value not in moved:
        return False
    parts = [n for n in reading.quantities if n.value == value]
    return len(parts) > 1 and any(
        _REST_BEFORE.search(n.field_text, max(0, n.start - 12), n.start) for n in parts
    )


def _is_rest_of(number: NumberMention, moved: Mapping[Fraction, Fraction]) -> bool:
    """Return whether a number is the rest of a week with other days of it: "5 days a week and ... the other 2"."""
    text, start = number.field_text, number.start
    if not _REST_BEFORE.search(text, max(0, start - 12), start):
        return False
    return any(
        number.value + value == days and re.search(rf"\b{value} days\b", text)
        for value in moved
        for days in _DAYS
    )


def _may_add_up(reading: Reading, one: Fraction, two: Fraction) -> bool:
    """Return whether two values and their sum may count the same things."""
    alike = [n for n in reading.quantities if n.value in (one, two, one + two)]
    return len(set(map(kind_of, alike)) - {""}) < 2


def _sum(one: Fraction, two: Fraction) -> Fraction:
    return one + two


def _difference(one: Fraction, two: Fraction) -> Fraction:
    return abs(one - two)


def _product(one: Fraction, two: Fraction) -> Fraction:
    return one * two


def money_steps(reading: Reading) -> frozenset[int]:
    """Return the steps of `Reading.worked` whose results the solution writes as money."""
    if reading.solution is None:
        return frozenset()
    found, count = set(), 0
    rationale = reading.problem.rationale
    for written, step in zip(reading.written_steps, reading.solution.steps, strict=True):
        count += len(step.equation.steps)
        # A step that only names a number, <<5=5>>, is not among the steps that compute.
        if step.equation.steps and _MONEY_BEFORE.search(
            rationale, max(0, written.start - 3), written.start
        ):
            found.add(count - 1)
    return frozenset(found)


def whole_steps(reading: Reading) -> frozenset[int]:
    """Return the steps of `Reading.worked` whose quotient counts things that come whole: "94 bags", "3 trips"."""
    if reading.solution is None:
        return frozenset()
    found, count = set(), 0
    rationale = reading.problem.rationale
    times = {
        singular(match[1].lower()) for match in _TIMES_ASKED.finditer(reading.problem.question)
    }
    for written, step in zip(reading.written_steps, reading.solution.steps, strict=True):
        count += len(step.equation.steps)
        last = step.equation.steps[-1] if step.equation.steps else None
        if last and last.symbol == "/" and not _is_part(step, last.right):
            behind = _RESULT.match(rationale, written.end)
            # "18 / 3 = 6 packages", or else "packages of 3 are needed, which is 18 / 3 = 6."
            line = rationale.rfind("\n", 0, written.start) + 1
            named = behind["noun"] if behind else rationale[line : written.start]
            words = set(map(singular, words_of(named.partition(" of ")[0] if behind else named)))
            is_measured = not words.isdisjoint(_MEASURES) or rationale[: written.start].endswith(
                "$"
            )
            counts = not words.isdisjoint(_COME_WHOLE) and not is_measured
            counts = (
                counts or not words.isdisjoint(times) or _is_step_size(reading, step, last.right)
            )
            if step.equation.value().denominator == 1 and counts:
                found.add(count - 1)
    return frozenset(found)


def _is_step_size(reading: Reading, step: SolutionStep, divisor: int) -> bool:
    """Return whether only full amounts of a divisor count: "$1 off for every $20"."""
    if divisor >= len(step.operands) or not step.operands[divisor].is_shown:
        return False
    value = step.equation.operands[divisor]
    return any(
        number.value == value
        and _FOR_EVERY.search(number.field_text, max(0, number.start - 12), number.start)
        for number in reading.quantities
    )


def most_results(reading: Reading) -> dict[int, int]:
    """Return step of `Reading.worked` -> its greatest plausible result; only for results that respect it."""
    problem, found = reading.problem, {}
    if reading.solution is None:
        if reading.results:
            found[len(reading.results) - 1] = most_plausible_result(problem.unit, problem.question)
    else:
        count = 0
        rationale = problem.rationale
        for written, step in zip(reading.written_steps, reading.solution.steps, strict=True):
            count += len(step.equation.steps)
            behind = _BEHIND_RESULT.match(rationale, written.end)
            if behind and step.equation.steps:
                line = rationale.rfind("\n", 0, written.start) + 1
                found[count - 1] = _most_result(behind, rationale[line : behind.end()])
        if count and _ASKS_PERCENT.search(problem.question):
            found[count - 1] = _HUNDRED
    return {i: most for i, most in found.items() if most is not None and reading.results[i] <= most}


def _most_result(behind: re.Match[str], line: str) -> int | None:
    """Return the greatest plausible result of a step, None if it has no limit.

    Args:
        behind: the match of the result and of the words after it.
        line: the words up to them.
    """
    if behind["percent"]:
        return _HUNDRED
    most = most_plausible_result(behind["noun"] or "", line)
    if most is None and _AGE.search(line) and not _SUM.search(line):
        return most_plausible_result("years", line)  # "She is 3 * 4 = 12 when he is 9."
    return most


def _is_part(step: SolutionStep, divisor: int) -> bool:
    """Return whether a divisor makes halves, quarters and the like, which may be fractions of things."""
    operands = step.operands
    return divisor < len(operands) and operands[divisor].fact.partition(",")[0] in _PARTS


def solved_again(
    reading: Reading,
    solution: Solution,
    literals: Mapping[int, str],
    moved: Container[tuple[int, int]],
) -> dict[str, str]:
    """Return derivation, equation and rationale by column, with new operands; empty if they cannot be written.

    Args:
        literals: position in `Reading.worked` -> the new operand.
        moved: the old values, as ratios, of all numbers of the text that changed.
    """
    values = {number.value for number in reading.numbers}
    told = {value for value in values if value.as_integer_ratio() not in moved}
    counted: dict[Fraction, set[str]] = {}
    for number in reading.quantities:
        behind = WORD.match(number.field_text, number.end + 1)
        if behind:
            counted.setdefault(number.value, set()).add(singular(behind[0].lower()))
    try:
        new = solution.with_literals(literals)
        return {
            "derivation": new.text,
            "equation": new.expression,
            "rationale": rewrite_rationale(reading.problem.rationale, solution, new, told, counted),
        }
    except EquationError:
        return {}
