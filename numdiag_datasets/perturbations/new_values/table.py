"""New values for the operands of a derivation: in table, paragraphs, derivation and answer at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.decimals import exact_number, plain_decimal, rounded
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.problem import Problem, apply_edits, cell_of
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.new_values.paragraph_gates import (
    change_gate,
    listing_gate,
    prose_gate,
    sentence_gate,
    table_gate,
)
from numdiag_datasets.perturbations.new_values.propagate_totals import (
    ContradictionError,
    propagate_totals,
)
from numdiag_datasets.perturbations.new_values.restated_amounts import restated
from numdiag_datasets.perturbations.new_values.table_gates import (
    Position,
    answer_gate,
    explained_gate,
    names_of,
    part_gate,
    position_of,
)
from numdiag_datasets.perturbations.new_values.table_relations import relation_gate
from numdiag_datasets.perturbations.new_values.whole_table import amounts_of_table, leaves_amount
from numdiag_datasets.perturbations.new_values.word_problem import edit_numeral
from numdiag_datasets.texts.evidence import mentions_of_operand
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.derivation import (
    Derivation,
    DerivationError,
    derived_answer,
    read_derivation,
    rewrite_derivation,
)
from numdiag_datasets.texts.table.figures import signed_value

#: The value of the column ``rule`` for such a row.
IN_TABLE = "in_table"
_AGE = re.compile(r"\bages?\b", re.IGNORECASE)
# Sets of new values that are tried before a table is given up; how many of those without a contradiction in
# sums and ratios reach the gates; and draws of one set.
_TRIED, _TRIED_AT_GATES, _ATTEMPTS = 30, 10, 60
# Factors of all amounts of a table that are tried after that.
_TRIED_FACTORS, _HUNDRED = 5, Fraction(100)


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A change of figures.

    Attributes:
        change: (value, rng) -> the new value.
        percents: whether it changes percents.
        tenths: whether it changes a whole figure that is written with tenths ("53.0"), among figures with
            tenths that stay.
        most: the greatest growth factor of any figure, also of a part that compensates; None for no limit.
        rule: the value of the column ``rule``.
    """

    change: Callable[[Fraction, Rng], Fraction]
    percents: bool
    tenths: bool
    most: int | None = None
    rule: str = IN_TABLE


def change_figures(figure_change: FigureChange) -> Callable[[Reading, Rng, Split], Problem]:
    """Return a function that changes every whole operand in table and paragraphs, with all dependent figures.

    Operands are bound to the cells and paragraph numbers of their value, all of which change in the same way.
    Totals, shares and changes of changed cells are computed again. If a total is itself an operand, one of
    its parts compensates (`propagate_totals`). A paragraph with a changed figure gets the new one. All
    results keep their signs, and the rounded answer changes. The function returns the problem applied, or
    unchanged with a reason code if an old figure would still be stated.
    """
    return lambda reading, rng, split: _rederive(reading, rng, figure_change)


def _rederive(reading: Reading, rng: Rng, figure_change: FigureChange) -> Problem:
    problem, equation = reading.problem, reading.equation
    if equation is None:
        raise Rejected(problem.lints[0] if problem.lints else Reason.NO_EQUATION)
    derivation = read_derivation(problem.derivation, problem.answers[0], problem.scale)
    changed = _changed(reading, derivation, figure_change)
    new, numerals = _sound(reading, derivation, changed, figure_change, rng)
    columns = _derived(problem, derivation, new)
    edits = [
        edit_numeral(number, numerals[position])
        for number in reading.quantities
        if (position := position_of(number)) in numerals
    ]
    return apply_edits(problem, edits, rule=figure_change.rule, **columns)


def _sound(
    reading: Reading,
    derivation: Derivation,
    changed: Mapping[Fraction, list[NumberMention]],
    figure_change: FigureChange,
    rng: Rng,
) -> tuple[dict[Fraction, Fraction], dict[Position, str]]:
    """Return new values without a contradiction, and the numerals that change with them."""
    published = reading.problem.answers[0]
    at_gates = 0
    reason: str = Reason.CONTRADICTS_CONTEXT
    for _ in range(_TRIED):
        new = _draw(derivation, published, tuple(changed), figure_change, rng)
        try:
            numerals, reason = _new_numerals(reading, derivation, changed, new, figure_change.most)
        except ContradictionError:
            continue
        if not reason:
            return new, numerals
        at_gates += 1
        if at_gates == _TRIED_AT_GATES:
            break
    for _ in range(_TRIED_FACTORS if figure_change.most is not None else 0):
        factor = int(figure_change.change(_HUNDRED, rng) // _HUNDRED)
        if new := _all_times(reading, derivation, changed, factor):
            amounts = amounts_of_table(reading.passage, reading.problem.table)
            values = {figure.field: signed_value(figure) * factor for figure in amounts}
            numerals, unsound = _numerals(
                reading, derivation, new, values, figure_change.most, is_scaled=True
            )
            holds = all(one.holds(values) for one in reading.passage.sums)
            if holds and not unsound:
                return new, numerals
    raise Rejected(reason)


def _all_times(
    reading: Reading,
    derivation: Derivation,
    changed: Mapping[Fraction, list[NumberMention]],
    factor: int,
) -> dict[Fraction, Fraction]:
    """Return the operands times a factor if all are amounts of the table and the answer is new, else none."""
    amounts = amounts_of_table(reading.passage, reading.problem.table)
    fields, shown = {n.field for n in amounts}, {n.value for n in amounts}
    in_table = (n for mentions in changed.values() for n in mentions if cell_of(n.field))
    if factor < 2 or not all(n.field in fields for n in in_table):
        return {}
    operands = enumerate(derivation.equation.operands)
    new = {v: v * factor for i, v in operands if i not in derivation.fixed and v in shown}
    if not changed.keys() <= new.keys():
        return {}
    results = _results(derivation, new)
    answer = rounded(results[-1] if results else next(iter(new.values())))
    old = derived_answer(derivation.equation), rounded(exact_number(reading.problem.answers[0]))
    return {} if answer in old else new


def _changed(
    reading: Reading, derivation: Derivation, figure_change: FigureChange
) -> dict[Fraction, list[NumberMention]]:
    """Return each whole operand with the mentions that change, in order of the equation."""
    equation = derivation.equation
    operands = [v for i, v in enumerate(equation.operands) if v and i not in derivation.fixed]
    shown: dict[Fraction, list[NumberMention]] = {}
    for number in reading.quantities:
        shown.setdefault(number.value, []).append(number)
    # An answer in percent that is not a ratio is derived from percents, with or without percent signs.
    rates = reading.problem.scale == "percent" and not equation.text.endswith("* 100")
    changed: dict[Fraction, list[NumberMention]] = {}
    for value in operands:
        mentions = mentions_of_operand(value, shown.get(value, []))
        percent = rates or any(number.role == "percent" for number in mentions)
        tenths = any("." in number.numeral for number in mentions)
        whole = value.denominator == 1 and (figure_change.tenths or not tenths)
        if whole and (figure_change.percents or not percent):
            changed[value] = mentions
    if not changed:
        raise Rejected(Reason.NO_INTEGRAL_OPERAND)
    in_table = any(cell_of(n.field) for mentions in changed.values() for n in mentions)
    asks_table = reading.problem.answer_from == "table"
    if not all(value in shown for value in operands) or (asks_table and not in_table):
        raise Rejected(Reason.OPERAND_NOT_SHOWN)
    return changed


def _draw(
    derivation: Derivation,
    published: str,
    values: Sequence[Fraction],
    figure_change: FigureChange,
    rng: Rng,
) -> dict[Fraction, Fraction]:
    """Return new values that give another answer and keep the sign of every result."""
    equation = derivation.equation
    signs = [_sign(result) for result in equation.results()]
    old = {derived_answer(equation), rounded(Fraction(published))}
    reason = Reason.SIGN_CHANGE
    for _ in range(_ATTEMPTS):
        new = {value: figure_change.change(value, rng) for value in values}
        try:
            results = _results(derivation, new)
        except EquationError:
            continue
        if [*map(_sign, results)] != signs:
            continue
        answer = rounded(results[-1] if results else new.get(values[0], values[0]))
        if answer in old:
            reason = Reason.ANSWER_STAYS
        elif answer != "0":
            return new
    raise Rejected(reason)


def _results(derivation: Derivation, new: Mapping[Fraction, Fraction]) -> list[Fraction]:
    """Return the results of the equation with new values of its operands."""
    operands = derivation.equation.operands
    return derivation.equation.results(
        [v if i in derivation.fixed else new.get(v, v) for i, v in enumerate(operands)]
    )


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _new_numerals(
    reading: Reading,
    derivation: Derivation,
    changed: Mapping[Fraction, list[NumberMention]],
    new: Mapping[Fraction, Fraction],
    most: int | None,
) -> tuple[dict[Position, str], str]:
    """Return the numerals that change, by position, and a reason code if they cannot, else "".

    Raises:
        ContradictionError: a figure would grow or shrink by more than ``most``; see also `propagate_totals`.
    """
    passage = reading.passage
    values = {
        number.field: new[value] if signed_value(number) > 0 else -new[value]
        for value, mentions in changed.items()
        for number in mentions
        if cell_of(number.field)
    }
    # Operands keep the values of the derivation, including decimal ones, which do not change.
    unchanged = set(reading.equation.operands) - set(changed) if reading.equation else set()
    fixed = {n.field for n in passage.quantities if cell_of(n.field) and n.value in unchanged}
    values = propagate_totals(passage.sums, passage.ratios, values, fixed, most)
    return _numerals(reading, derivation, new, values, most)


def _numerals(
    reading: Reading,
    derivation: Derivation,
    new: Mapping[Fraction, Fraction],
    values: Mapping[str, Fraction],
    most: int | None,
    *,
    is_scaled: bool = False,
) -> tuple[dict[Position, str], str]:
    """Return the numerals that change with figures of the table, and a reason code if they cannot, else "".

    Args:
        values: field -> signed value of the figures.
        is_scaled: whether all amounts of the table become as many times as large.
    """
    figures = {n.field: n for n in reading.passage.quantities if cell_of(n.field)}
    moves = {
        field: (figures[field], figures[field].value, abs(value))
        for field, value in values.items()
        if value != signed_value(figures[field])
    }
    if most is not None and any(
        figure.role != "percent" and not old <= most * now <= most * most * old
        for figure, old, now in moves.values()
    ):
        raise ContradictionError
    if most is not None and any(_is_age(reading, figure) for figure, _, _ in moves.values()):
        return {}, Reason.IMPOSSIBLE_AMOUNT
    if any(figure.role == "percent" and old == 100 for figure, old, _ in moves.values()):
        return {}, Reason.FIXED_FACT
    numerals = {
        position_of(figure): numeral_like(figure.numeral, now) for figure, _, now in moves.values()
    }
    repeated: dict[Fraction, Fraction] = dict(new)
    for _, old, now in moves.values():
        if repeated.setdefault(old, now) != now and any(
            n.value == old and not cell_of(n.field) for n in reading.quantities
        ):
            return {}, Reason.CONTRADICTS_CONTEXT  # it is unclear which of them the paragraph means
    for value, now in repeated.items():
        same = [n for n in reading.quantities if n.value == value]
        for number in mentions_of_operand(value, same):
            if not cell_of(number.field):
                numerals[position_of(number)] = numeral_like(number.numeral, now)
    told_again = restated(reading, moves, numerals)
    for number in reading.passage.quantities:
        now_told = told_again.get(position_of(number))
        if now_told is not None and now_told != number.value:
            numerals[position_of(number)] = numeral_like(number.numeral, now_told)
    positions = frozenset(numerals)
    known = positions | told_again.keys()
    reason = (
        answer_gate(reading, moves, positions, _results(derivation, new))
        # What is worked out of figures that grow by one factor grows with them, or stays if it is a ratio.
        or ("" if is_scaled else explained_gate(reading, moves))
        or (Reason.CONTRADICTS_CONTEXT if is_scaled and leaves_amount(reading, known) else "")
        or part_gate(reading, moves)
        or relation_gate(reading, moves, repeated, positions)
        or prose_gate(reading, moves, known)
        or change_gate(reading, moves, numerals, known)
        or listing_gate(reading, moves, numerals)
        or sentence_gate(reading, numerals, known)
        or table_gate(reading, positions)
    )
    return numerals, reason


def _is_age(reading: Reading, figure: NumberMention) -> bool:
    """Return whether a figure is somebody's age, by its row or the head of its column."""
    cell = cell_of(figure.field) or (0, 0)
    return any(map(_AGE.search, names_of(reading.problem.table, *cell)))


def _derived(problem: Problem, old: Derivation, new: dict[Fraction, Fraction]) -> dict[str, object]:
    """Return equation, derivation and answer with the new values."""
    equation, numerals = old.equation, old.numerals
    literals: dict[int, str] = {}
    written: dict[int, str] = {}
    for i, value in enumerate(equation.operands):
        if value in new and i not in old.fixed:
            literals[i] = plain_decimal(new[value])
            written[i] = numeral_like(problem.derivation[slice(*numerals[i])], new[value])
    text = equation.rewrite(literals)
    derivation = rewrite_derivation(problem.derivation, numerals, written)
    try:
        answer = derived_answer(parse_equation(text))
        again = read_derivation(derivation, answer, problem.scale).equation
    except (DerivationError, EquationError) as error:
        raise Rejected(Reason.DERIVATION_DISAGREES) from error
    if again.results() != parse_equation(text).results():
        raise Rejected(Reason.DERIVATION_DISAGREES)
    return {"equation": text, "derivation": derivation, "answers": (answer,)}


def numeral_like(source: str, value: Fraction) -> str:
    """Return a value in digits with the decimals and the comma style of the numeral that it replaces."""
    whole, _, decimals = plain_decimal(value).partition(".")
    plain_thousands = len(source.partition(".")[0]) > 3 and "," not in source
    if not plain_thousands:
        whole = f"{int(whole):,}"
    decimals = decimals.ljust(len(source.partition(".")[2]), "0")
    return f"{whole}.{decimals}" if decimals else whole
