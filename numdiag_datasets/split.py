"""The problems of one split, read once for all perturbations."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from numdiag_datasets.donors import Donor, find_donors
from numdiag_datasets.problem import Problem
from numdiag_datasets.reading import Passage, Reading

_Decision = TypeVar("_Decision")


class Group:
    """The readings that share a passage, which is perturbed once for all of them."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self._decided: dict[Hashable, Any] = {}

    def once(self, key: Hashable, decide: Callable[[], _Decision]) -> _Decision:
        """What ``decide`` returns, decided once for all readings."""
        if key not in self._decided:
            self._decided[key] = decide()
        decided: _Decision = self._decided[key]
        return decided

    @cached_property
    def values(self) -> frozenset[Fraction]:
        """Every value of their texts, equations and answers."""
        return frozenset().union(*(reading.values for reading in self.readings))

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of their texts."""
        return frozenset().union(*(reading.words for reading in self.readings))


class Split:
    """Readings in source order, and the sentences that one problem may lend to another."""

    def __init__(
        self, problems: Sequence[Problem], donors: tuple[Donor, ...] | None = None
    ) -> None:
        self._donors = donors
        passages: dict[str, Passage] = {}
        self.groups: dict[str, Group] = {}
        readings: list[Reading] = []
        for problem in problems:
            passage = passages.get(problem.group)
            if passage is None:
                passage = passages[problem.group] = Passage(problem)
                self.groups[problem.group] = Group()
            reading = Reading(problem, passage)
            self.groups[problem.group].readings.append(reading)
            readings.append(reading)
        self.readings = tuple(readings)

    @cached_property
    def donors(self) -> tuple[Donor, ...]:
        """Sentences of this split, or those that were given, that may be inserted into a problem."""
        if self._donors is not None:
            return self._donors
        return find_donors(group.readings[0] for group in self.groups.values())
