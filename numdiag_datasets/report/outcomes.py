"""A result as an outcome: what one system scored on one config, once, and what it may be averaged with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numdiag_datasets.core.configs import (
    DEFENSE,
    TRANSFER,
    parse_config,
    why_not,
)
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.scoring.results import Result

#: Behind the name of a system whose figures are a paper's.
PAPER_MARK = " (paper)"
#: The row of a model that was not trained on the first form of what it is tested in; with such a training it is ``transfer``.
SECOND_FORM = "second form"
#: How a signature names the rows that were scored: ``100/186#a212389a``.
_PART = re.compile(r"(\d+)/(\d+)#(\w+)")
#: Behind the name of a system whose figures are of the bundled sample.
SAMPLE_MARK = " (sample)"


class ReportError(InputError):
    """Results that cannot be read or do not go together; the message names the file."""


@dataclass(frozen=True, slots=True)
class System:
    """What is compared: a model with its way of reading and writing.

    Attributes:
        name: as given, or as the result has it.
        numbers: ``tokens`` or ``placeholders``; ``""`` where that is not told.
        target: ``equation`` or ``answer``; ``""`` where that is not told.
        is_paper: whether its figures are the paper's.
        is_sample: whether they are of a release built from the bundled sample, and not from the data set; such results are
            another system's, so that the two are never averaged.
    """

    name: str
    numbers: str = ""
    target: str = ""
    is_paper: bool = False
    is_sample: bool = False

    @property
    def label(self) -> str:
        """What a reader calls it."""
        named = self.name + SAMPLE_MARK * self.is_sample
        return ", ".join(part for part in (named, self.numbers, self.target) if part)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one system scored on one config, once.

    Attributes:
        system: which.
        result: what it scored on the test split.
        trained_on: the setting of the config it was trained on; "" for the originals, and where nothing says that it was trained. It is none
            but defense and augment: attack trains on the originals, transfer on what defense does.
        seed: of the training.
        path: the file.
    """

    system: System
    result: Result
    trained_on: str = ""
    seed: int | None = None
    path: str = ""

    @property
    def perturbation(self) -> str:
        """The perturbation of its config, "" for originals."""
        return parse_config(self.result.config).perturbation

    @property
    def setting(self) -> str:
        """The row of a table that it stands in, see `row_setting`."""
        return row_setting(self.result.config, self.trained_on)

    @property
    def place(self) -> str:
        """The file, with the signature where it has one."""
        return f"{self.path} ({self.result.signature})"


def row_setting(config: str, trained_on: str) -> str:
    """What the row of a table is called: attack, defense, augment, or "" for originals; the attack on a model that was trained on
    augmented data is ``augment, attacked``. The second form is ``transfer`` for a model that was trained on the first, `SECOND_FORM`
    for any other.

    Args:
        config: what was predicted.
        trained_on: as `Outcome` has it.
    """
    setting = parse_config(config).setting
    if setting == TRANSFER:
        return TRANSFER if trained_on == DEFENSE else SECOND_FORM
    return f"{trained_on}, attacked" if trained_on not in ("", setting) else setting


def why_no_row(dataset: str, perturbation: str, setting: str) -> str:
    """Why a row of that name cannot be had, "" if it can."""
    return why_not(dataset, perturbation, TRANSFER if setting == SECOND_FORM else setting)


def check_cell(found: Sequence[Outcome], pool: bool) -> None:
    """Refuse to average the outcomes of a system on a config that were measured on different data, or twice.

    Args:
        pool: different data are averaged too: several seeds of the benchmark.

    Raises:
        ReportError: names the two files, and what to do.
    """
    first: dict[tuple[int | None, str], Outcome] = {}
    for outcome in found:
        data = outcome.result.signature.data
        if not pool:
            check_alike(
                "data",
                outcome,
                found[0],
                "give them different names (NAME=PATH), or pool them with --pool",
            )
        other = first.setdefault((outcome.seed, data), outcome)
        if other is not outcome:
            raise ReportError(
                f"{outcome.path} and {other.path} are both {outcome.system.name} on {outcome.result.config} with "
                "the same seed; give them different names (NAME=PATH)"
            )


def by_part(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Outcomes that may stand in one table: those over all rows of their data sets, and those over each part of the rows of one.

    Text pairs stay together: every config of theirs has rows of its own, see `check_parts`.

    Returns:
        What a reader calls the part, "" for all rows, -> its outcomes; those over all rows come first, and may be none.
    """
    groups: dict[str, list[Outcome]] = {"": []}
    for outcome in outcomes:
        partial = outcome.result.signature.partial * (outcome.result.dataset in DATA_SETS)
        groups.setdefault(_PART.sub(r"\1 of \2 rows (#\3)", partial), []).append(outcome)
    return groups


def check_parts(outcomes: Iterable[Outcome]) -> None:
    """Refuse to set a part of the rows beside all of them, or beside another part.

    Of a data set all configs show the same rows, each perturbed in its way; every config of a family of text pairs has rows
    of its own.

    Raises:
        ReportError: names the two files, and what to do.
    """
    first: dict[str, Outcome] = {}
    for outcome in outcomes:
        made = outcome.result
        key = made.dataset if made.dataset in DATA_SETS else made.config
        if str(made.signature):
            other = first.setdefault(key, outcome)
            check_alike("partial", outcome, other, "score both on the same rows")


def check_alike(part: str, outcome: Outcome, other: Outcome, remedy: str) -> None:
    """Refuse outcomes whose signatures differ in a part; one without a signature is believed.

    Raises:
        ReportError: names the two files, and what to do.
    """
    one, two = outcome.result.signature, other.result.signature
    if str(one) and str(two) and getattr(one, part) != getattr(two, part):
        raise ReportError(f"{outcome.place} and {other.place} were not measured alike; {remedy}")
