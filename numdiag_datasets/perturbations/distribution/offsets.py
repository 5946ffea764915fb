"""Distribution: every whole operand becomes a large number."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.rng import Draws
from numdiag_datasets.perturbations.new_values.own_magnitude import Factors
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
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

MEAN, DEVIATION = 1000, 300

# A dividend may be moved within three standard deviations, where 99.7% of the draws fall.
_OFFSETS = Offsets(
    decimals=0,
    low=MEAN - 3 * DEVIATION,
    high=MEAN + 3 * DEVIATION,
    draw=lambda draws: floor(draws.normal(MEAN, DEVIATION)),
    # a - b - c stays above zero in one draw of thirty.
    attempts=200,
    least_quotients=(2, 3, 4, 5),
    spares_divisors=4,
)
SECOND_MEAN, SECOND_DEVIATION = 10_000, 3_000
_SECOND_OFFSETS = replace(
    _OFFSETS,
    low=SECOND_MEAN - 3 * SECOND_DEVIATION,
    high=SECOND_MEAN + 3 * SECOND_DEVIATION,
    draw=lambda draws: floor(draws.normal(SECOND_MEAN, SECOND_DEVIATION)),
    rules=("ten_thousands", "ten_thousands_in_words"),
)
# In a solution of several steps, whose results the text may bound, a number stays within half and twice itself; where
# it can be some thousand, the second form makes it so.
_SOLUTION_OFFSETS = replace(
    _OFFSETS,
    factors=(Fraction(1, 2), Fraction(2)),
    attempts=300,
    rules=("own_magnitude", "own_magnitude_in_words"),
)
_SECOND_SOLUTION_OFFSETS = replace(
    _OFFSETS, in_solutions=True, rules=("thousands", "thousands_in_words")
)
# In tables and passages a figure stays at its own magnitude: no sales of 1,187 million beside 12 million.
_FACTORS, _SECOND_FACTORS = (
    Factors(Fraction(13, 10), Fraction(4)),
    Factors(Fraction(4), Fraction(40)),
)
_IN_TABLE = FigureChange(_FACTORS.grown, percents=False, tenths=False)
_SECOND_IN_TABLE = FigureChange(
    _SECOND_FACTORS.grown, percents=False, tenths=False, rule="magnitudes_in_table"
)
#: What the column ``rule`` may name.
RULES = {
    "in_digits": '"12" becomes "1187"',
    "in_words": 'numbers in words too: "two" becomes "934"',
    "own_magnitude": "half to twice as large, in a problem with a worked solution",
    "own_magnitude_in_words": "half to twice as large, numbers in words too",
    IN_TABLE: "1.3 to 4 times as large in a table, with all that follows from it",
    IN_PASSAGE: "1.3 to 4 times as large in a passage, where search and wording prove one derivation",
}
SECOND_RULES = {
    "ten_thousands": '"12" becomes "11874"',
    "ten_thousands_in_words": 'numbers in words too: "two" becomes "9340"',
    "thousands": '"12" becomes "1187", in a problem with a worked solution',
    "thousands_in_words": "the same, numbers in words too",
    "magnitudes_in_table": "4 to 40 times as large in a table, with all that follows from it",
}
_PERCENT = frozenset({"percent"})


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 1187 pens and 934 caps."

    DNC paper, Appendix A: n + floor(X), X ~ N(1000, 300), for every whole operand that the text
    shows, in digits or words, percents excepted; equation and answer are derived anew, exactly, and the
    answer is another. In four of five problems with a quotient its divisor stays, so that quotients
    spread. Numbers that are no operands move too, where nothing contradicts it. With a table, its cells, totals, paragraphs and the derivation change together, in the row's own
    copy; the numbers of a passage that give the answer of a question without an equation become 1.3 to 4 times as large.
    """
    if reading.problem.table:
        return rederive_table(reading, draws, _IN_TABLE)
    if reading.problem.answer_type == "number":
        return rederive_passage(reading, draws, _FACTORS)
    offsets = _SOLUTION_OFFSETS if reading.solution else _OFFSETS
    return rederive_text(reading, draws, offsets, _PERCENT)


def perturb_second(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 11874 pens and 9340 caps.", by
    N(10000, 3000)."""
    if reading.problem.table:
        return rederive_table(reading, draws, _SECOND_IN_TABLE)
    if reading.problem.answer_type == "number":
        return reject(reading.problem, "impossible_amount")
    offsets = _SECOND_SOLUTION_OFFSETS if reading.solution else _SECOND_OFFSETS
    return rederive_text(reading, draws, offsets, _PERCENT)
