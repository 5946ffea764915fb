"""New values for the operands of a derivation: in table, paragraphs, derivation and answer at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from numdiag_datasets.draws import Draws
from numdiag_datasets.english.number_words import plain_decimal
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.operands.in_text import edit_numeral
from numdiag_datasets.perturbations.operands.search import Offsets
from numdiag_datasets.perturbations.operands.table_gates import (
    Position,
    position_of,
    sentence_gate,
    table_gate,
    text_gate,
)
from numdiag_datasets.problems.derivation import (
    Derivation,
    DerivationError,
    derived_answer,
    read_derivation,
    rewrite_derivation,
    rounded,
)
from numdiag_datasets.problems.equation import EquationError, parse_equation
from numdiag_datasets.problems.grounding import Located
from numdiag_datasets.problems.needed_places import mentions_of_operand
from numdiag_datasets.problems.problem import Problem, apply_edits, cell_of
from numdiag_datasets.problems.reading import Reading
from numdiag_datasets.problems.table_figures import signed_value

#: The lint of a row in which a total of the table is no longer the sum of its parts.
TOTAL_INCONSISTENT = "total_inconsistent"
#: What the column ``rule`` says of such a row.
IN_TABLE = "in_table"


class _RefusedError(Exception):
    """The argument is the reason code."""


def rederive_table(reading: Reading, draws: Draws, offsets: Offsets, percents: bool) -> Problem:
    """Add an offset to every whole operand that table and paragraphs show; derive the rest anew.

    Operands are bound to the cells and paragraph numbers of their value, all of which change in the
    same way. Totals of changed cells are recomputed; one that is an operand itself changes like any
    other, and the row gets the lint `TOTAL_INCONSISTENT`. All results keep their signs, and the rounded
    answer changes.

    Args:
        percents: whether percents may change.

    Returns:
        The problem applied, or unchanged with the reason of the gate that it did not pass.
    """
    problem, equation = reading.problem, reading.equation
    if equation is None:
        return reject(problem, problem.lints[0] if problem.lints else "no_equation")
    derivation = read_derivation(problem.derivation, problem.answers[0], problem.scale)
    try:
        changed = _changed(reading, derivation, offsets, percents)
        new = _draw(derivation, problem.answers[0], tuple(changed), offsets, draws)
        numerals, totals_hold = _new_figures(reading, changed, new)
        positions = frozenset(numerals)
        reason = (
            text_gate(reading, new, numerals)
            or sentence_gate(reading, positions)
            or table_gate(reading, positions)
        )
        if reason:
            raise _RefusedError(reason)
        columns = _derived(problem, derivation, new)
    except _RefusedError as refused:
        return reject(problem, str(refused))
    if not totals_hold:
        columns["lints"] = (*problem.lints, TOTAL_INCONSISTENT)
    edits = [
        edit_numeral(number, numerals[position])
        for number in reading.quantities
        if (position := position_of(number)) in numerals
    ]
    return apply_edits(problem, edits, rule=IN_TABLE, **columns)


def _changed(
    reading: Reading, derivation: Derivation, offsets: Offsets, percents: bool
) -> dict[Fraction, list[Located]]:
    """Each whole operand with the mentions that change, in order of the equation.

    "53.0" stands beside figures with tenths that stay, so that only an offset of tenths leaves its size.
    """
    equation = derivation.equation
    operands = [v for i, v in enumerate(equation.operands) if v and i not in derivation.fixed]
    shown: dict[Fraction, list[Located]] = {}
    for number in reading.quantities:
        shown.setdefault(number.mention.value, []).append(number)
    # An answer in percent that is no ratio is derived from percents, signs or no signs.
    rates = reading.problem.scale == "percent" and not equation.text.endswith("* 100")
    changed: dict[Fraction, list[Located]] = {}
    for value in operands:
        mentions = mentions_of_operand(value, shown.get(value, []))
        percent = rates or any(number.mention.role == "percent" for number in mentions)
        tenths = any("." in number.mention.numeral for number in mentions)
        whole = value.denominator == 1 and (offsets.decimals or not tenths)
        if whole and (percents or not percent):
            changed[value] = mentions
    if not changed:
        raise _RefusedError("no_integral_operand")
    in_table = any(cell_of(n.field) for mentions in changed.values() for n in mentions)
    asks_table = "table" in reading.problem.answer_from
    if not all(value in shown for value in operands) or (asks_table and not in_table):
        raise _RefusedError("operand_not_shown")
    return changed


def _draw(
    derivation: Derivation,
    published: str,
    values: Sequence[Fraction],
    offsets: Offsets,
    draws: Draws,
) -> dict[Fraction, Fraction]:
    """New values that give another answer, and leave the sign of every result as it is."""
    equation = derivation.equation
    signs = [_sign(result) for result in equation.results()]
    old = {derived_answer(equation), rounded(Fraction(published))}
    reason = "sign_change"
    for _ in range(offsets.attempts):
        new = {
            value: value + Fraction(offsets.draw(draws), 10**offsets.decimals) for value in values
        }
        operands = [
            value if i in derivation.fixed else new.get(value, value)
            for i, value in enumerate(equation.operands)
        ]
        try:
            results = equation.results(operands)
        except EquationError:
            continue
        if any(value <= 0 for value in new.values()) or [*map(_sign, results)] != signs:
            continue
        answer = rounded([*operands, *results][-1])
        if answer in old:
            reason = "answer_stays"
        elif answer != "0":
            return new
    raise _RefusedError(reason)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _new_figures(
    reading: Reading, changed: dict[Fraction, list[Located]], new: dict[Fraction, Fraction]
) -> tuple[dict[Position, str], bool]:
    """The numerals that change, by position, and whether all totals of the table still hold."""
    numerals: dict[Position, str] = {}
    cells: dict[str, Fraction] = {}  # signed
    for value, mentions in changed.items():
        for number in mentions:
            numerals[position_of(number)] = numeral_like(number.mention.numeral, new[value])
            if cell_of(number.field):
                cells[number.field] = new[value] if signed_value(number) > 0 else -new[value]
    # Operands stay as the derivation has them, also the decimal ones, which do not change.
    unchanged = set(reading.equation.operands) - set(changed) if reading.equation else set()
    operands = frozenset(cells) | {
        number.field
        for number in reading.passage.quantities
        if cell_of(number.field) and number.mention.value in unchanged
    }
    totals = reading.passage.totals
    for _ in totals:  # a total may be a part of another, which stands anywhere
        before = dict(cells)
        for total in totals:
            figure = total.figure
            if figure.field not in operands:
                cells[figure.field] = total.value(cells)
        if cells == before:
            break
    for total in totals:
        figure = total.figure
        old, now = signed_value(figure), cells.get(figure.field, signed_value(figure))
        if figure.field in operands or now == old:
            continue
        if now != total.value(cells) or _sign(now) != _sign(old):
            raise _RefusedError("contradicts_context")
        if figure.mention.role == "percent" and old == 100:
            raise _RefusedError("fixed_fact")
        numerals[position_of(figure)] = numeral_like(figure.mention.numeral, abs(now))
    broken = [
        total
        for total in totals
        if total.value(cells) != cells.get(total.figure.field, signed_value(total.figure))
    ]
    if any(total.in_row for total in broken):
        raise _RefusedError("contradicts_context")
    return numerals, not broken


def _derived(problem: Problem, old: Derivation, new: dict[Fraction, Fraction]) -> dict[str, object]:
    """Equation, derivation and answer with the new values."""
    equation, numerals = old.equation, old.numerals
    literals: dict[int, str] = {}
    written: dict[int, str] = {}
    for i, value in enumerate(equation.operands):
        if value in new and i not in old.fixed:
            literals[i] = plain_decimal(new[value])
            written[i] = numeral_like(problem.derivation[slice(*numerals[i])], new[value])
    text = equation.rewrite(literals)
    derivation = rewrite_derivation(problem.derivation, numerals, written)
    answer = derived_answer(parse_equation(text))
    try:
        again = read_derivation(derivation, answer, problem.scale).equation
    except DerivationError as error:
        raise _RefusedError("derivation_disagrees") from error
    if again.results() != parse_equation(text).results():
        raise _RefusedError("derivation_disagrees")
    return {"equation": text, "derivation": derivation, "answers": (answer,)}


def numeral_like(source: str, value: Fraction) -> str:
    """A value in digits with the decimals and the comma style of the numeral that it replaces."""
    whole, _, decimals = plain_decimal(value).partition(".")
    plain_thousands = len(source.partition(".")[0]) > 3 and "," not in source
    if not plain_thousands:
        whole = f"{int(whole):,}"
    decimals = decimals.ljust(len(source.partition(".")[2]), "0")
    return f"{whole}.{decimals}" if decimals else whole
