"""The record of a perturbation: one of the eight, in one of its forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.problem import UNCHANGED, Problem, changed
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

#: (reading, random numbers, split) -> the problem applied, or unchanged with a reason code.
Perturb = Callable[[Reading, Rng, Split], Problem]
#: (applied problem, reading of its original) -> the invariants that are broken.
Check = Callable[[Problem, Reading], Iterator[str]]
#: (reading of the original, applied problem) -> (error, answer) of a solver without the capability, most likely
#: first and also those that are right; None if they are unknown.
ErrorModel = Callable[[Reading, Problem], "Iterable[tuple[Error, str]] | None"]
#: (perturbed problems of a split, name of the split, split -> originals, whether these are all problems of
#: the split) -> (id of a problem or "", the invariant that is broken).
CheckSplit = Callable[
    [Sequence[Problem], str, Mapping[str, Sequence[Problem]], bool], Iterator[tuple[str, str]]
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Perturbation:
    """A perturbation in one of its forms.

    Attributes:
        name: as in config names; a second form has the suffix `SECOND`, a control `CONTROL`.
        summary: one line for cards and tables.
        perturb: kind of text -> the function that perturbs it. Other kinds stay unchanged.
        check: the invariants of an applied row, for `numdiag verify`.
        rules: value of the column ``rule`` -> a description of the rule.
        derives: the columns besides the text that are derived again.
        shared: whether a passage or table is perturbed once for all of its questions; otherwise
            each question has its own copy.
        forced: name of a shortcut strategy -> why the definition of the perturbation lets it succeed.
        needs_donors: whether it inserts sentences of other problems.
        samples_numbers: whether it samples new numbers, so that several draws of a test split differ.
        moves_text: whether it moves pieces of the text, and rows or columns of the table.
        check_split: the invariants of all rows of a split together.
        check_beside: of a control, the invariants of a row and its attacked row.
        error_model: the mistake that it provokes. A row is applied only if the mistake changes the answer.
        control_of: the perturbations whose attacked rows it is made for, if it is a control. Their rows are then
            `Split.attacks`.
    """

    name: str
    summary: str
    perturb: Mapping[TextKind, Perturb]
    check: Check
    rules: Mapping[str, str]
    derives: tuple[str, ...] = ()
    shared: bool = True
    forced: Mapping[str, str] = field(default_factory=dict)
    needs_donors: bool = False
    samples_numbers: bool = False
    moves_text: bool = False
    check_split: CheckSplit | None = None
    check_beside: Callable[[Problem, Problem], Iterator[str]] | None = None
    error_model: ErrorModel | None = None
    control_of: tuple[str, ...] = ()

    @property
    def capability(self) -> str:
        """The numerical capability that the perturbation tests (DNC paper, section 4.1)."""
        return PERTURBATION_TABLE[self.name.partition("-")[0]].capability


_Apply = TypeVar("_Apply")


@dataclass(frozen=True, slots=True)
class Rule(Generic[_Apply]):
    """A named way to perturb: a row of a table of rules.

    Attributes:
        name: as in the column ``rule``.
        summary: one line for cards and tables.
        apply: the function that applies the rule.
    """

    name: str
    summary: str
    apply: _Apply


def reject(problem: Problem, reason: str) -> Problem:
    """Return the problem unchanged, with a reason code of `core.reasons.REASONS`."""
    return changed(problem, status=UNCHANGED, reason=reason)
