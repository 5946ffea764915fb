"""New values for the operands of an equation: in text, equation and answer at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import MAX_LENGTH, Equation, parse_equation
from numdiag_datasets.core.problem import Edit, Problem, apply_edits, changed
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.numerals import grouped_like, without_groups
from numdiag_datasets.perturbations.new_values.answer_units import (
    is_dollars,
    is_rounded,
    is_share,
    must_be_whole,
    rounding_of,
)
from numdiag_datasets.perturbations.new_values.growth import grown_together
from numdiag_datasets.perturbations.new_values.non_operands import Numbers, move_non_operands
from numdiag_datasets.perturbations.new_values.plausible_ranges import most_plausible_of
from numdiag_datasets.perturbations.new_values.search import (
    EXACT,
    Answers,
    NewValues,
    Offsets,
    divisors_of,
    draw_values,
)
from numdiag_datasets.perturbations.new_values.solution import (
    ends_in_quotient,
    money_steps,
    most_results,
    relation_gate,
    solution_gate,
    solved_again,
    whole_steps,
)
from numdiag_datasets.perturbations.new_values.stated_ratios import stated_ratio_gate
from numdiag_datasets.perturbations.new_values.word_problem_gates import (
    FRACTIONS,
    circle_gate,
    keeps_order,
    keeps_ranks,
    kind_of,
    movable_operands,
    parts_of_wholes,
    parts_wholes,
    remainder_gate,
    unexplained_gate,
    vague_gate,
)
from numdiag_datasets.texts.grounding import BoundValue
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

_ARTICLE = re.compile(r"\b(a)n?\s$", re.IGNORECASE)
# Draws of values before giving up on the order that the text requires.
_RANKINGS = 20
_VOWEL_SOUND = re.compile(r"8|1[18](?:\d{3})*(?!\d)")  # eight, eleven, eighteen (thousand ...)


def offset_operands(
    offsets: Offsets, excluded_roles: frozenset[str] = frozenset()
) -> Callable[[Reading, Rng, Split], Problem]:
    """Return a function that adds an offset to every whole operand in the text of a word problem.

    Equation and answer are derived again, with the steps of a worked solution. The function returns the
    problem applied, or unchanged with the reason of the gate that failed.
    """

    def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
        with localcontext(EXACT):  # the default context rounds at 28 digits
            return _rederive(reading, rng, offsets, excluded_roles)

    return perturb


def _rederive(
    reading: Reading, rng: Rng, offsets: Offsets, excluded_roles: frozenset[str]
) -> Problem:
    problem, equation = reading.problem, reading.worked
    if equation is None:
        raise Rejected(
            reading.why_unbound if problem.kind is TextKind.SOLUTION else Reason.NO_EQUATION
        )
    movable, reason = movable_operands(reading, offsets, excluded_roles)
    if not reason:
        reason = (
            unexplained_gate(reading)
            or remainder_gate(reading, offsets)
            or circle_gate(reading)
            or vague_gate(reading, offsets)
            or solution_gate(reading)
        )
    if reason:
        raise Rejected(reason)
    if not offsets.together:
        return _with_new_values(reading, equation, movable, offsets, rng, excluded_roles)
    reason = Reason.AMOUNT_IS_BOUNDED
    for groups, grown in grown_together(reading, movable, offsets, rng):
        try:
            return _with_new_values(reading, equation, groups, grown, rng, excluded_roles)
        except Rejected as rejected:
            reason = rejected.reason
    raise Rejected(reason)


def _with_new_values(
    reading: Reading,
    equation: Equation,
    movable: tuple[BoundValue, ...],
    offsets: Offsets,
    rng: Rng,
    excluded_roles: frozenset[str],
) -> Problem:
    """Return the problem with new values of these operands and of what is no operand.

    Raises:
        Rejected: no draw was sound, or the new values contradict the text.
    """
    problem = reading.problem
    equation, groups, values = _drawn(reading, equation, movable, offsets, rng)
    literals: dict[int, str] = {}
    # The keys are integer ratios, which hash far faster than Fractions.
    new_values: dict[tuple[int, int], Fraction | Decimal] = {}
    for group, value in zip(groups, values.values, strict=True):
        new_values[group.value.as_integer_ratio()] = value
        literals.update(
            (i, _literal(group, value, equation.literals[i], offsets)) for i in group.operands
        )
    if len(reading.quantities) > sum(len(group.mentions) for group in groups):
        numbers = Numbers(reading, groups, values.values, values.answer)
        move_non_operands(reading, numbers, offsets, rng, excluded_roles)
        if reason := numbers.contradiction():
            raise Rejected(reason)
        new_values = {old.as_integer_ratio(): new for old, new in numbers.new.items()}
    if reason := relation_gate(reading, new_values) or stated_ratio_gate(reading, new_values):
        raise Rejected(reason)
    edits: list[Edit] = []
    rule = offsets.rules[0]
    for number in reading.quantities:
        new = new_values.get(number.value.as_integer_ratio())
        if new is not None:
            edits.append(edit_numeral(number, _numeral_like(number, new, offsets)))
            if number.form == "words":
                rule = offsets.rules[1]
    derived = (
        solved_again(reading, reading.solution, literals, new_values)
        if reading.solution
        else _rewritten(equation, literals)
    )
    if not derived:
        raise Rejected(Reason.EQUATION_UNREADABLE)
    answers = (plain_decimal(values.answer),)
    made = apply_edits(problem, edits, answers=answers, rule=rule, **derived)
    if offsets.decimals and parts_wholes(reading, made):
        made = changed(made, lints=(*problem.lints, FRACTIONS))
    return made


def _rewritten(equation: Equation, literals: Mapping[int, str]) -> dict[str, str]:
    """Return the equation with new operands; nothing if it becomes too long to be read."""
    text = equation.rewrite(literals)
    return {"equation": text} if len(text) <= MAX_LENGTH else {}


_Drawn = tuple[Equation, tuple[BoundValue, ...], NewValues]


def _drawn(
    reading: Reading,
    equation: Equation,
    changed: tuple[BoundValue, ...],
    offsets: Offsets,
    rng: Rng,
) -> _Drawn:
    """Return the equation, the operands that change and their new values.

    Raises:
        Rejected: no draw was sound.
    """
    spares = offsets.spares_divisors
    divisors = frozenset() if spares is None else divisors_of(equation)
    spared = tuple(group for group in changed if divisors.isdisjoint(group.operands))
    choices = [changed]
    if spares is not None and divisors and spared and len(spared) < len(changed):
        choices.insert(rng.below(5) >= spares, spared)
    if not divisors and offsets.spares_smallest and (larger := _larger(changed, offsets)):
        apart = Rng(*rng.stream, f"{reading.problem.id}\x1fsmallest")
        choices.insert(apart.below(5) >= offsets.spares_smallest, larger)
    reason = ""
    parts = parts_of_wholes(reading)
    for groups in choices:
        for asked, whole in _quotients(reading, equation, groups, offsets):
            try:
                for _ in range(_RANKINGS):
                    values = _values(reading, asked, groups, whole, offsets, rng)
                    new = dict(zip((g.value for g in groups), values.values, strict=True))
                    if (
                        keeps_ranks(reading, groups, values.values)
                        and all(new.get(one, one) <= new.get(two, two) for one, two in parts)
                        and (
                            not reading.solution
                            or offsets.decimals
                            or offsets.is_exact
                            or keeps_order(reading, groups, values.values)
                        )
                    ):
                        return asked, groups, values
                reason = Reason.CONTRADICTS_CONTEXT
            except Rejected as rejected:
                reason = rejected.reason
    raise Rejected(reason)


def _larger(changed: tuple[BoundValue, ...], offsets: Offsets) -> tuple[BoundValue, ...]:
    """Return all operands but the smallest, if that is a count that would be a tenth of what the others become."""
    smallest = min(changed, key=lambda group: group.value)
    is_count = all(number.role == "quantity" for number in smallest.mentions)
    is_far = 10 * smallest.value <= (offsets.low + offsets.high) // 2
    return tuple(group for group in changed if group is not smallest) if is_count and is_far else ()


def _quotients(
    reading: Reading, equation: Equation, groups: tuple[BoundValue, ...], offsets: Offsets
) -> Iterator[tuple[Equation, Callable[[Fraction], bool]]]:
    """Yield the equations to try, each with a test for quotients that must be whole, the best first.

    A quotient that counts things is whole. With decimals, a number of groups may be rounded instead, and a
    share may be a fraction, as may what the text measures: "3.85 cups of flour for 24.3 cookies".
    """
    if reading.solution:
        # The unit of a step is unknown: with decimals everything may be a fraction, else whole results stay
        # whole.
        yield equation, lambda quotient: not offsets.decimals and quotient.denominator == 1
        return
    story = " ".join(text for _, text in reading.texts)
    question, must_be = reading.problem.question, partial(must_be_whole, reading.problem.unit)
    yield equation, must_be
    steps = equation.steps
    if not offsets.decimals or not any(step.symbol == "/" for step in steps):
        return
    kind = singular(reading.problem.unit.partition(" ")[0].lower())
    if is_share(question) or any(kind == kind_of(n) for group in groups for n in group.mentions):
        yield equation, lambda quotient: False
    elif (
        steps[-1].symbol == "/"
        and must_be(reading.results[-1])
        and (rounding := rounding_of(question, story))
    ):
        yield parse_equation(f"{rounding}({equation.text})"), must_be


def _values(
    reading: Reading,
    equation: Equation,
    groups: tuple[BoundValue, ...],
    whole: Callable[[Fraction], bool],
    offsets: Offsets,
    rng: Rng,
) -> NewValues:
    """Return new values of these operands, with fractions only in quotients that may have them.

    Raises:
        Rejected: no draw was sound.
    """
    ids = {id(number) for group in groups for number in group.mentions}
    staying = (n.value for n in reading.quantities if id(n) not in ids)
    old = reading.results[-1] if reading.results else equation.operands[0]
    taken = frozenset((old, *staying))
    answers = Answers(
        whole,
        is_dollars(reading.problem.unit),
        taken,
        cents=money_steps(reading),
        whole_steps=whole_steps(reading),
        whole_answer=_is_counted(reading, old, offsets),
        stay_whole=not offsets.decimals
        and (reading.solution is not None or offsets.factors is not None),
        most=most_results(reading),
    )
    results = reading.results + reading.results[-1:] * (equation is not reading.worked)
    limits = [most_plausible_of(group.mentions) if offsets.factors else None for group in groups]
    return draw_values(equation, results, groups, offsets, rng, answers, limits)


def _is_counted(reading: Reading, old: Fraction, offsets: Offsets) -> bool:
    """Return whether the answer counts things and must stay whole, also if its last step is no quotient: "28 * (24 / 16)" rows."""
    problem = reading.problem
    if reading.solution is None:
        return not offsets.decimals and must_be_whole(problem.unit, old)
    return (
        ends_in_quotient(reading)
        and old.denominator == 1
        and not is_share(problem.question)
        and (is_rounded(problem.question) or must_be_whole(problem.unit, old))
    )


def edit_numeral(number: NumberMention, numeral: str) -> Edit:
    """Return the edit that replaces the numeral of a number, together with the article before it."""
    start = number.numeral_start
    before, after = number.numeral, numeral
    article = _ARTICLE.search(number.field_text, max(0, number.start - 4), number.start)
    if article and number.form == "digits":
        vowel = _VOWEL_SOUND.match(numeral.replace(",", ""))
        new_article = article[1] + ("n" if vowel else "")
        if new_article != article[0].rstrip():
            sign = number.field_text[number.start : start]
            start = article.start()
            before = f"{article[0]}{sign}{before}"
            after = f"{new_article} {sign}{after}"
    return Edit(number.field, start, before, after)


def _numeral_like(number: NumberMention, value: Fraction | Decimal, offsets: Offsets) -> str:
    """Return the digits of ``value`` with the groups and the decimals of the number that it replaces."""
    whole, _, decimals = plain_decimal(value).partition(".")
    if number.form == "words":
        source_decimals = 0
    else:
        source_decimals = len(number.numeral.partition(".")[2])
        whole = grouped_like(number.numeral, whole)
    if decimals and number.start < number.numeral_start:
        source_decimals = max(source_decimals, 2)  # "$17.30", as prices are written
    if decimals:
        source_decimals = max(source_decimals, offsets.decimals)
    decimals = decimals.ljust(source_decimals, "0")
    return f"{whole}.{decimals}" if decimals else whole


def _literal(group: BoundValue, value: Decimal, source: str, offsets: Offsets) -> str:
    """Return the operand of the new equation, in place of ``source``.

    A fraction is written as in the text ("17.30" for "$17.30"). A whole value keeps the decimals of the
    source's own equation, which has 900 for "$900.00".
    """
    if value % 1:
        return without_groups(_numeral_like(group.mentions[0], value, offsets))
    decimals = source.partition(".")[2]
    return f"{plain_decimal(value)}.{decimals}" if decimals else plain_decimal(value)
