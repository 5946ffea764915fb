"""Distribution: every whole operand becomes a large number.

Input -> output: "Sam has 12 pens and two caps." -> "Sam has 1187 pens and 934 caps."

DNC paper, Appendix A: n + floor(X), X ~ N(1000, 300), for every whole operand in the text, in digits or
words, except percentages. Equation and answer are derived again, exactly, and the answer differs from the old
one. In four of five problems with a quotient its divisor stays, so that quotients vary; in two of five others
the smallest operand stays. Numbers that are not
operands change too, unless that would be a contradiction. With a table, its cells, totals, paragraphs and
derivation change together, in the row's own copy. In passages the operands become 1.3 to 4 times as large, in worked
solutions about 4 to 7 times.
"""

from __future__ import annotations

from dataclasses import replace
from math import floor

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.distribution.check import check
from numdiag_datasets.perturbations.distribution.error_model import errors
from numdiag_datasets.perturbations.new_values.check import (
    EDITED_OPERANDS,
    REDERIVED,
    SAME_OPERATIONS,
)
from numdiag_datasets.perturbations.new_values.own_magnitude import SEVERAL_TIMES, Factors
from numdiag_datasets.perturbations.new_values.passage import IN_PASSAGE, change_amounts
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.table import IN_TABLE, FigureChange, change_figures
from numdiag_datasets.perturbations.new_values.word_problem import offset_operands
from numdiag_datasets.perturbations.perturbation import Perturbation

MEAN, DEVIATION = 1000, 300

# A dividend may be moved within three standard deviations, where 99.7% of the draws fall.
_OFFSETS = Offsets(
    decimals=0,
    low=MEAN - 3 * DEVIATION,
    high=MEAN + 3 * DEVIATION,
    draw=lambda rng: floor(rng.normal(MEAN, DEVIATION)),
    # a - b - c stays above zero in one draw of thirty.
    attempts=200,
    least_quotients=(2, 3, 4, 5),
    spares_divisors=4,
    spares_smallest=2,
)
SECOND_MEAN, SECOND_DEVIATION = 10_000, 3_000
_SECOND_OFFSETS = replace(
    _OFFSETS,
    low=SECOND_MEAN - 3 * SECOND_DEVIATION,
    high=SECOND_MEAN + 3 * SECOND_DEVIATION,
    draw=lambda rng: floor(rng.normal(SECOND_MEAN, SECOND_DEVIATION)),
    rules=("ten_thousands", "ten_thousands_in_words"),
)
# In a solution of several steps amounts that are added or compared grow by one factor (`SEVERAL_TIMES`). There is
# no second form: few such stories have thousands of everything.
# In tables and passages a figure keeps its magnitude: no sales of 1,187 million next to 12 million.
_MOST_GROWTH, _SECOND_MOST_GROWTH = 4, 40
_FACTORS = Factors(130, 100 * _MOST_GROWTH)
_SECOND_FACTORS = Factors(400, 100 * _SECOND_MOST_GROWTH)
_PERCENT = frozenset({"percent"})
_FORCED = {
    "large numbers": "operands become large",
    "an edited number": EDITED_OPERANDS,
    "template in text order": SAME_OPERATIONS,
}

FORMS = (
    Perturbation(
        name="distribution",
        summary="operands become large",
        perturb={
            TextKind.WORD_PROBLEM: offset_operands(_OFFSETS, _PERCENT),
            TextKind.SOLUTION: offset_operands(SEVERAL_TIMES, _PERCENT),
            TextKind.PASSAGE: change_amounts(_FACTORS),
            TextKind.TABLE: change_figures(
                FigureChange(_FACTORS.grown, percents=False, tenths=False, most=_MOST_GROWTH)
            ),
        },
        check=check,
        error_model=errors,
        rules={
            "in_digits": '"12" becomes "1187"',
            "in_words": 'numbers in words too: "two" becomes "934"',
            "several_times": "about 4 to 7 times as large, in a problem with a worked solution: what is added or compared grows together",
            "several_times_in_words": "the same, numbers in words too",
            IN_TABLE: "1.3 to 4 times as large in a table, with all that follows from it",
            IN_PASSAGE: "1.3 to 4 times as large in a passage, where search and wording prove one derivation",
        },
        derives=REDERIVED,
        shared=False,
        forced=_FORCED,
        samples_numbers=True,
    ),
    Perturbation(
        name="distribution-second",
        summary="operands become very large",
        perturb={
            TextKind.WORD_PROBLEM: offset_operands(_SECOND_OFFSETS, _PERCENT),
            TextKind.TABLE: change_figures(
                FigureChange(
                    _SECOND_FACTORS.grown,
                    percents=False,
                    tenths=False,
                    most=_SECOND_MOST_GROWTH,
                    rule="magnitudes_in_table",
                )
            ),
        },
        check=check,
        error_model=errors,
        rules={
            "ten_thousands": '"12" becomes "11874"',
            "ten_thousands_in_words": 'numbers in words too: "two" becomes "9340"',
            "magnitudes_in_table": "4 to 40 times as large in a table, with all that follows from it",
        },
        derives=REDERIVED,
        shared=False,
        forced=_FORCED,
        samples_numbers=True,
    ),
)
