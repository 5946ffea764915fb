"""What a perturbation is: a name, what it tests, and a function from a reading to a problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from numdiag_datasets.core.problem import (
    UNCHANGED,
    Problem,
    changed,
)
from numdiag_datasets.core.rng import Draws
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

#: Behind the name of a perturbation: the same capability in other clothes.
SECOND = "-second"


@dataclass(frozen=True, slots=True)
class Perturbation:
    """One of the eight perturbations, in one of its forms.

    Attributes:
        name: as in config names; of a second form, that of the first with `SECOND` behind it.
        capability: the numerical capability it tests (DNC paper, section 4.1).
        summary: one line for cards and tables.
        derives: the columns besides the text that are derived anew.
        perturb: (reading, draws, split) -> the problem applied, or unchanged with a reason.
        generation: of word problems; bumped only when the sampling changes, so that releases can be
            compared.
        passage_generation: the same of passages and tables, which are sampled in their own way.
        rules: what the column ``rule`` may name, with what each rule does; empty where a
            perturbation has one way only.
        shared: whether a passage is perturbed once for all of its questions; if not, each question
            has a copy of its own.
    """

    name: str
    capability: str
    summary: str
    derives: tuple[str, ...]
    perturb: Callable[[Reading, Draws, Split], Problem]
    generation: int = 1
    passage_generation: int = 1
    rules: dict[str, str] = field(default_factory=dict)
    shared: bool = True

    def generation_of(self, *, word_problems: bool) -> int:
        """The generation for a kind of text."""
        return self.generation if word_problems else self.passage_generation


_Apply = TypeVar("_Apply")


@dataclass(frozen=True, slots=True)
class Rule(Generic[_Apply]):
    """A named way to perturb: a row of a table of rules.

    Attributes:
        name: as in the column ``rule``.
        summary: one line for cards and tables.
        apply: what the rule does.
    """

    name: str
    summary: str
    apply: _Apply


def reject(problem: Problem, reason: str) -> Problem:
    """The problem as it was, marked unchanged with a reason code of `reasons.REASONS`."""
    return changed(problem, status=UNCHANGED, reason=reason)
