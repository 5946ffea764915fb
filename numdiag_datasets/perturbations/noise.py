"""Noise: every whole operand gets a decimal."""

from __future__ import annotations

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.operands.in_table import rederive_table
from numdiag_datasets.perturbations.operands.in_text import rederive_text
from numdiag_datasets.perturbations.operands.search import Offsets
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import Problem
from numdiag_datasets.problems.reading import Reading

# 0.1 * floor(X) with X ~ U(1, 10): one to nine tenths, each as likely as the others.
# 60 draws miss one of nine divisors once in a thousand times.
_OFFSETS = Offsets(decimals=1, low=1, high=9, draw=lambda draws: 1 + draws.below(9), attempts=60)


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.4 pens and 2.7 caps."

    DNC paper, Appendix A: n + 0.1 * floor(X), X ~ U(1, 10), for every whole operand that the text
    shows, in digits or words; equation and answer are derived anew, exactly. With a table, its
    cells, totals, paragraphs and the derivation change together, in the row's own copy.
    """
    if reading.problem.table:
        return rederive_table(reading, draws, _OFFSETS, percents=True)
    return rederive_text(reading, draws, _OFFSETS)
