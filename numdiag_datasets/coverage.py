"""How many problems a perturbation was applied to, and why not to the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numdiag_datasets.problem import APPLIED, Problem

#: Reasons that say there is nothing to perturb; such problems are not eligible.
NOTHING_TO_PERTURB = frozenset({"no_digit_quantity", "no_integer_digits", "no_quantity"})


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts over all splits of a data set.

    Attributes:
        problems: all of them.
        eligible: those that show what the perturbation changes.
        applied: those that changed.
        reasons: reason code -> count of the unchanged, most frequent first.
    """

    problems: int
    eligible: int
    applied: int
    reasons: dict[str, int]

    @property
    def share(self) -> float:
        """Applied of eligible, 0 to 1."""
        return self.applied / self.eligible if self.eligible else 0.0


def count(problems: Sequence[Problem]) -> Coverage:
    """Count the perturbed problems of a split."""
    reasons = Counter(problem.reason for problem in problems if problem.status != APPLIED)
    return _coverage(len(problems) - reasons.total(), reasons)


def total(counts: Iterable[Coverage]) -> Coverage:
    """The counts of several splits together."""
    reasons: Counter[str] = Counter()
    applied = 0
    for counted in counts:
        reasons.update(counted.reasons)
        applied += counted.applied
    return _coverage(applied, reasons)


def _coverage(applied: int, reasons: Counter[str]) -> Coverage:
    problems = applied + reasons.total()
    nothing = sum(n for reason, n in reasons.items() if reason in NOTHING_TO_PERTURB)
    ordered = dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
    return Coverage(problems, problems - nothing, applied, ordered)
