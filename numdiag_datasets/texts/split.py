"""The problems of one split, read once for all perturbations."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import Rejected
from numdiag_datasets.texts.reading import Passage, Reading

#: The split that inserts no sentences of the others.
TRAIN = "train"
_Decision = TypeVar("_Decision")


class _Decisions:
    """Values that perturbations compute once for several problems."""

    def __init__(self) -> None:
        self._decided: dict[Hashable, Any] = {}

    def once(self, key: Hashable, decide: Callable[[], _Decision]) -> _Decision:
        """Return the result of ``decide`` of the first call with this key, or raise its rejection again.

        Raises:
            Rejected: as ``decide`` did.
        """
        if key not in self._decided:
            try:
                self._decided[key] = decide()
            except Rejected as rejected:
                self._decided[key] = rejected
        if isinstance(found := self._decided[key], Rejected):
            raise Rejected(found.reason)
        decided: _Decision = found
        return decided


class Group(_Decisions):
    """The readings that share a passage, which is perturbed once for all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.readings: list[Reading] = []

    @cached_property
    def values(self) -> frozenset[Fraction]:
        """Every value of their texts, equations and answers."""
        return frozenset().union(*(reading.values for reading in self.readings))

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of their texts."""
        return frozenset().union(*(reading.words for reading in self.readings))


class Split(_Decisions):
    """Readings in source order, by group."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__()
        passages: dict[str, Passage] = {}
        self.groups: dict[str, Group] = {}
        readings: list[Reading] = []
        for problem in problems:
            passage = passages.get(problem.group)
            if passage is None:
                passage = passages[problem.group] = Passage(problem.context, problem.table)
                self.groups[problem.group] = Group()
            reading = Reading(problem, passage)
            self.groups[problem.group].readings.append(reading)
            readings.append(reading)
        self.readings = tuple(readings)
        #: The splits whose sentences may be inserted into this one; see `lend_among`.
        self.lenders: tuple[Split, ...] = (self,)
        #: Whether it is a train split, whose inserted sentences no other split may insert; None if it stands alone.
        self.trains: bool | None = None
        #: id -> the attacked row, while controls are made.
        self.attacks: Mapping[str, Problem] = {}


def lend_among(splits: Mapping[str, Split]) -> None:
    """Let the splits of a data set insert sentences of all of them; train keeps to its own.

    Nothing of validation and test is seen in training, and what train inserts is inserted in train only.

    Args:
        splits: by name, with or without ``train``; before anything is inserted.
    """
    for name, split in splits.items():
        split.trains = name == TRAIN
        if not split.trains:
            split.lenders = tuple(splits.values())
