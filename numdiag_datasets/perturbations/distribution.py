"""Distribution: every whole operand becomes a large number."""

from __future__ import annotations

from math import floor

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.operands.in_table import rederive_table
from numdiag_datasets.perturbations.operands.in_text import rederive_text
from numdiag_datasets.perturbations.operands.search import Offsets
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import Problem
from numdiag_datasets.problems.reading import Reading

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
)
_PERCENT = frozenset({"percent"})


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 1187 pens and 934 caps."

    DNC paper, Appendix A: n + floor(X), X ~ N(1000, 300), for every whole operand that the text
    shows, in digits or words, percents excepted; equation and answer are derived anew, exactly.
    With a table, its cells, totals, paragraphs and the derivation change together, in the row's own
    copy.
    """
    if reading.problem.table:
        return rederive_table(reading, draws, _OFFSETS, percents=False)
    return rederive_text(reading, draws, _OFFSETS, _PERCENT)
