"""Noise: every whole operand gets a decimal.

Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.4 pens and 2.7 caps."

DNC paper, Appendix A: n + 0.1 * floor(X), X ~ U(1, 10), for every whole operand in the text, in digits or
words. Equation and answer are derived again, exactly, and the answer differs from the old one. Numbers that
are not operands change too, unless that would be a contradiction. With a table, its cells, totals, paragraphs
and derivation change together, in the row's own copy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.new_values.check import (
    EDITED_OPERANDS,
    REDERIVED,
    SAME_OPERATIONS,
    UNITS_IN_PASSAGE,
)
from numdiag_datasets.perturbations.new_values.own_magnitude import HALF_TO_TWICE
from numdiag_datasets.perturbations.new_values.passage import IN_PASSAGE, change_amounts
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.table import IN_TABLE, FigureChange, change_figures
from numdiag_datasets.perturbations.new_values.word_problem import offset_operands
from numdiag_datasets.perturbations.noise.check import check
from numdiag_datasets.perturbations.noise.error_model import errors
from numdiag_datasets.perturbations.perturbation import Perturbation

# 0.1 * floor(X) with X ~ U(1, 10): one to nine tenths, equally likely. 60 draws miss one of nine divisors
# once in a thousand times.
_OFFSETS = Offsets(
    decimals=1,
    low=1,
    high=9,
    draw=lambda rng: 1 + rng.below(9),
    attempts=60,
    least_quotients=(1,),
)
# One to 99 hundredths, without full tenths.
_SECOND_OFFSETS = Offsets(
    decimals=2,
    low=1,
    high=99,
    draw=lambda rng: 10 * rng.below(10) + 1 + rng.below(9),
    attempts=60,
    least_quotients=(1,),
    rules=("two_decimals", "two_decimals_in_words"),
)
# Solutions have many steps, and a divisor may stay.
_SOLUTION_OFFSETS = replace(_OFFSETS, attempts=150, spares_divisors=1)
_SECOND_SOLUTION_OFFSETS = replace(_SECOND_OFFSETS, attempts=150, spares_divisors=1)


def _with_offset(offsets: Offsets) -> Callable[[Fraction, Rng], Fraction]:
    return lambda value, rng: value + Fraction(offsets.draw(rng), 10**offsets.decimals)


# The control: other whole numbers. In a report or a passage they are a few units larger, so that what follows
# from them stays as plausible as under noise.
_UNITS = replace(_OFFSETS, decimals=0)
_OTHER_NUMBERS = replace(HALF_TO_TWICE, spares_divisors=0)
_FORCED = {
    "decimals": "whole operands get decimals",
    "an edited number": EDITED_OPERANDS,
    "template in text order": SAME_OPERATIONS,
}

FORMS = (
    Perturbation(
        name="noise",
        summary="operands get a decimal",
        perturb={
            TextKind.WORD_PROBLEM: offset_operands(_OFFSETS),
            TextKind.SOLUTION: offset_operands(_SOLUTION_OFFSETS),
            TextKind.PASSAGE: change_amounts(_OFFSETS),
            TextKind.TABLE: change_figures(
                FigureChange(_with_offset(_OFFSETS), percents=True, tenths=True)
            ),
        },
        check=check,
        error_model=errors,
        rules={
            "in_digits": '"12" becomes "12.4"',
            "in_words": 'numbers in words too: "two" becomes "2.7"',
            IN_TABLE: "in a table, with all that follows from it",
            IN_PASSAGE: "in a passage, where search and wording prove one derivation",
        },
        derives=(*REDERIVED, "lints"),
        shared=False,
        forced=_FORCED,
        samples_numbers=True,
    ),
    Perturbation(
        name="noise-second",
        summary="operands get two decimals",
        perturb={
            TextKind.WORD_PROBLEM: offset_operands(_SECOND_OFFSETS),
            TextKind.SOLUTION: offset_operands(_SECOND_SOLUTION_OFFSETS),
            TextKind.PASSAGE: change_amounts(_SECOND_OFFSETS, "two_decimals_in_passage"),
            TextKind.TABLE: change_figures(
                FigureChange(
                    _with_offset(_SECOND_OFFSETS),
                    percents=True,
                    tenths=True,
                    rule="two_decimals_in_table",
                )
            ),
        },
        check=check,
        error_model=errors,
        rules={
            "two_decimals": '"12" becomes "12.43"',
            "two_decimals_in_words": 'numbers in words too: "two" becomes "2.71"',
            "two_decimals_in_table": "in a table, with all that follows from it",
            "two_decimals_in_passage": "in a passage, where search and wording prove one derivation",
        },
        derives=(*REDERIVED, "lints"),
        shared=False,
        forced=_FORCED,
        samples_numbers=True,
    ),
    Perturbation(
        name="noise-control",
        summary="operands become other whole numbers of their own magnitude",
        perturb={
            TextKind.WORD_PROBLEM: offset_operands(_OTHER_NUMBERS),
            TextKind.SOLUTION: offset_operands(_OTHER_NUMBERS),
            TextKind.PASSAGE: change_amounts(_UNITS, UNITS_IN_PASSAGE),
            TextKind.TABLE: change_figures(
                FigureChange(
                    _with_offset(_UNITS), percents=True, tenths=True, rule="units_in_table"
                )
            ),
        },
        check=check,
        rules={
            "own_magnitude": "half to twice as large",
            "own_magnitude_in_words": "half to twice as large, numbers in words too",
            "units_in_table": "one to nine units larger in a table, with all that follows from it",
            UNITS_IN_PASSAGE: "one to nine units larger in a passage, where search and wording prove one derivation",
        },
        derives=REDERIVED,
        shared=False,
        samples_numbers=True,
        control_of=("noise", "distribution"),
    ),
)
