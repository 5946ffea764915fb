"""Coverage of a perturbation: the number of problems that it changed, and why not the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numdiag_datasets.core.problem import APPLIED, Problem
from numdiag_datasets.core.reasons import NOTHING_TO_PERTURB


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts over all splits of a data set.

    Attributes:
        problems: all of them.
        eligible: those with something that the perturbation changes.
        applied: those that changed.
        reasons: reason code -> count of the unchanged, most frequent first.
        rules: rule -> count of the applied, most frequent first; empty if there are no rules.
    """

    problems: int
    eligible: int
    applied: int
    reasons: dict[str, int]
    rules: dict[str, int]

    @property
    def share(self) -> float:
        """The share of the eligible problems that changed, 0 to 1."""
        return self.applied / self.eligible if self.eligible else 0.0


def count(problems: Sequence[Problem]) -> Coverage:
    """Count the perturbed problems of a split."""
    applied = [problem for problem in problems if problem.status == APPLIED]
    reasons = Counter(problem.reason for problem in problems if problem.status != APPLIED)
    rules = Counter(problem.rule for problem in applied if problem.rule)
    return _coverage(len(applied), reasons, rules)


def total(counts: Iterable[Coverage]) -> Coverage:
    """Return the counts of several splits together."""
    counted = list(counts)
    reasons = sum((Counter(each.reasons) for each in counted), Counter[str]())
    rules = sum((Counter(each.rules) for each in counted), Counter[str]())
    return _coverage(sum(each.applied for each in counted), reasons, rules)


def _coverage(applied: int, reasons: Counter[str], rules: Counter[str]) -> Coverage:
    problems = applied + reasons.total()
    nothing = sum(n for reason, n in reasons.items() if reason in NOTHING_TO_PERTURB)
    return Coverage(problems, problems - nothing, applied, _ordered(reasons), _ordered(rules))


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
