"""Noise: every whole operand gets a decimal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.rng import Draws
from numdiag_datasets.perturbations.new_values.passage import (
    IN_PASSAGE,
    rederive_passage,
)
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.table import (
    IN_TABLE,
    FigureChange,
    rederive_table,
)
from numdiag_datasets.perturbations.new_values.word_problem import rederive_text
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

# 0.1 * floor(X) with X ~ U(1, 10): one to nine tenths, each as likely as the others.
# 60 draws miss one of nine divisors once in a thousand times.
_OFFSETS = Offsets(
    decimals=1,
    low=1,
    high=9,
    draw=lambda draws: 1 + draws.below(9),
    attempts=60,
    least_quotients=(1,),
)
# One to 99 hundredths, full tenths left out.
_SECOND_OFFSETS = Offsets(
    decimals=2,
    low=1,
    high=99,
    draw=lambda draws: 10 * draws.below(10) + 1 + draws.below(9),
    attempts=60,
    least_quotients=(1,),
    rules=("two_decimals", "two_decimals_in_words"),
)
# Of a solution the steps are many, and a divisor may stay.
_SOLUTION_OFFSETS = replace(_OFFSETS, attempts=150, spares_divisors=1)
_SECOND_SOLUTION_OFFSETS = replace(_SECOND_OFFSETS, attempts=150, spares_divisors=1)


def _with_offset(offsets: Offsets) -> Callable[[Fraction, Draws], Fraction]:
    return lambda value, draws: value + Fraction(offsets.draw(draws), 10**offsets.decimals)


_IN_TABLE = FigureChange(_with_offset(_OFFSETS), percents=True, tenths=True)
_SECOND_IN_TABLE = FigureChange(
    _with_offset(_SECOND_OFFSETS), percents=True, tenths=True, rule="two_decimals_in_table"
)
#: What the column ``rule`` may name.
RULES = {
    "in_digits": '"12" becomes "12.4"',
    "in_words": 'numbers in words too: "two" becomes "2.7"',
    IN_TABLE: "in a table, with all that follows from it",
    IN_PASSAGE: "in a passage, where search and wording prove one derivation",
}
SECOND_RULES = {
    "two_decimals": '"12" becomes "12.43"',
    "two_decimals_in_words": 'numbers in words too: "two" becomes "2.71"',
    "two_decimals_in_table": "in a table, with all that follows from it",
    "two_decimals_in_passage": "in a passage, where search and wording prove one derivation",
}


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.4 pens and 2.7 caps."

    DNC paper, Appendix A: n + 0.1 * floor(X), X ~ U(1, 10), for every whole operand that the text
    shows, in digits or words; equation and answer are derived anew, exactly, and the answer is another.
    Numbers that are no operands move too, where nothing contradicts it. With a table, its cells, totals,
    paragraphs and the derivation change together, in the row's own copy; so do the numbers of a passage that
    give the answer of a question without an equation.
    """
    if reading.problem.table:
        return rederive_table(reading, draws, _IN_TABLE)
    if reading.problem.answer_type == "number":
        return rederive_passage(reading, draws, _OFFSETS)
    return rederive_text(reading, draws, _SOLUTION_OFFSETS if reading.solution else _OFFSETS)


def perturb_second(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.43 pens and 2.71 caps." """
    if reading.problem.table:
        return rederive_table(reading, draws, _SECOND_IN_TABLE)
    if reading.problem.answer_type == "number":
        return rederive_passage(reading, draws, _SECOND_OFFSETS, "two_decimals_in_passage")
    return rederive_text(
        reading, draws, _SECOND_SOLUTION_OFFSETS if reading.solution else _SECOND_OFFSETS
    )
