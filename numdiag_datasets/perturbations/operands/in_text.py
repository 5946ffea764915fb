"""New values for the operands of an equation: in text, equation and answer at once."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from functools import partial

from numdiag_datasets.draws import Draws
from numdiag_datasets.english.number_words import plain_decimal
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.operands.search import (
    EXACT,
    NoSoundValuesError,
    Offsets,
    draw_values,
)
from numdiag_datasets.perturbations.operands.text_gates import (
    context_gate,
    is_dollars,
    must_be_whole,
    operands_gate,
    remainder_gate,
)
from numdiag_datasets.problems.grounding import BoundValue, Located
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading

_ARTICLE = re.compile(r"\b(a)n?\s$", re.IGNORECASE)
_VOWEL_SOUND = re.compile(r"8|1[18](?:\d{3})*(?!\d)")  # eight, eleven, eighteen (thousand ...)


def rederive_text(
    reading: Reading, draws: Draws, offsets: Offsets, excluded_roles: frozenset[str] = frozenset()
) -> Problem:
    """Add an offset to every whole operand that the text shows; derive equation and answer anew.

    Returns the problem applied, or unchanged with the reason of the gate that it did not pass.
    """
    with localcontext(EXACT):  # Python's own rounds at 28 digits
        return _rederive(reading, draws, offsets, excluded_roles)


def _rederive(
    reading: Reading, draws: Draws, offsets: Offsets, excluded_roles: frozenset[str]
) -> Problem:
    problem, equation = reading.problem, reading.equation
    if equation is None:
        return reject(problem, "no_equation")
    changed = tuple(
        group
        for group in reading.bound
        if group.value.denominator == 1
        and not any(number.mention.role in excluded_roles for number in group.mentions)
    )
    reason = operands_gate(changed, fractions=offsets.decimals > 0) or remainder_gate(reading)
    if reason:
        return reject(problem, reason)
    try:
        drawn = draw_values(
            equation,
            reading.results,
            changed,
            offsets,
            draws,
            partial(must_be_whole, problem.unit),
            is_dollars(problem.unit),
        )
    except NoSoundValuesError as error:
        return reject(problem, str(error))
    reason = context_gate(reading, changed, drawn.values)
    if reason:
        return reject(problem, reason)
    new_values: dict[tuple[int, int], Decimal] = {}
    literals: dict[int, str] = {}
    for group, value in zip(changed, drawn.values, strict=True):
        new_values[group.value.as_integer_ratio()] = value
        literals.update((i, _literal(group, value, equation.literals[i])) for i in group.operands)
    edits = [
        edit_numeral(number, _numeral_like(number, new_values[ratio]))
        for number in reading.quantities
        if (ratio := number.mention.value.as_integer_ratio()) in new_values
    ]
    return apply_edits(
        problem, edits, equation=equation.rewrite(literals), answers=(plain_decimal(drawn.answer),)
    )


def edit_numeral(number: Located, numeral: str) -> Edit:
    """Write another numeral where the number stands, with the article that it asks for."""
    mention = number.mention
    start = mention.numeral_start
    before, after = mention.numeral, numeral
    article = _ARTICLE.search(number.text, max(0, mention.start - 4), mention.start)
    if article and mention.form == "digits":
        vowel = _VOWEL_SOUND.match(numeral.replace(",", ""))
        new_article = article[1] + ("n" if vowel else "")
        if new_article != article[0].rstrip():
            sign = number.text[mention.start : start]
            start = article.start()
            before = f"{article[0]}{sign}{before}"
            after = f"{new_article} {sign}{after}"
    return Edit(number.field, start, before, after)


def _numeral_like(number: Located, value: Decimal) -> str:
    """The digits of ``value`` with the comma style and the decimals of the number it replaces."""
    mention = number.mention
    whole, _, decimals = plain_decimal(value).partition(".")
    if mention.form == "words":
        source_decimals = 0
    else:
        source_decimals = len(mention.numeral.partition(".")[2])
        if "," in mention.numeral:
            whole = f"{int(whole):,}"
    if decimals and mention.start < mention.numeral_start:
        source_decimals = max(source_decimals, 2)  # "$17.30", as prices are written
    decimals = decimals.ljust(source_decimals, "0")
    return f"{whole}.{decimals}" if decimals else whole


def _literal(group: BoundValue, value: Decimal, source: str) -> str:
    """The operand of the new equation, in place of ``source``.

    A fraction is written as the text shows it ("17.30" for "$17.30"); a whole value keeps the
    decimals of the source's own equation, which writes 900 for "$900.00".
    """
    if value % 1:
        return _numeral_like(group.mentions[0], value).replace(",", "")
    decimals = source.partition(".")[2]
    return f"{plain_decimal(value)}.{decimals}" if decimals else plain_decimal(value)
