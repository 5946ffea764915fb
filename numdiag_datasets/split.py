"""The problems of one split, read once for all perturbations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from numdiag_datasets.donors import Donor, find_donors
from numdiag_datasets.problem import Problem
from numdiag_datasets.reading import Reading


class Split:
    """Readings in source order, and the sentences that one problem may lend to another."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.readings = tuple(Reading(problem) for problem in problems)

    @cached_property
    def donors(self) -> tuple[Donor, ...]:
        """Sentences of this split that may be inserted into another of its problems."""
        return find_donors(self.readings)
