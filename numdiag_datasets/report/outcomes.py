"""Outcomes: one system's result on one config, and rules for averaging them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numdiag_datasets.core.configs import DEFENSE, TRANSFER, parse_config, why_not
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import InputError, short
from numdiag_datasets.core.manifest import SAMPLE_MARK
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.signature import checksum

#: Suffix of a system's name for a paper's results.
PAPER_MARK = " (paper)"
#: Row of a model tested in the second form but not trained on the first; with such training it is
#: ``transfer``.
SECOND_FORM = "second form"
#: Scores that differ by less, in points, are the same score.
_SAME = 1e-6
#: The scored rows in a signature: ``100/186#a212389a``.
_PART = re.compile(r"(\d+)/(\d+)#(\w+)")
#: The most characters of a system's name in a picture.
IN_PICTURES = 48


class ReportError(InputError):
    """Results that cannot be read or are incompatible; the message names the file."""


@dataclass(frozen=True, slots=True)
class System:
    """A system to compare: a model with its number format and target.

    Attributes:
        name: as given, or as in the result.
        numbers: ``tokens`` or ``placeholders``; ``""`` if unknown.
        target: ``equation`` or ``answer``; ``""`` if unknown.
        options: (name, value) of each option of its training. Results of other options are not averaged.
        is_paper: whether its results are the paper's.
        is_sample: whether its results are of a release built from the bundled sample and not from the data
            set. Such results count as another system's, so that the two are never averaged.
    """

    name: str
    numbers: str = ""
    target: str = ""
    options: tuple[tuple[str, str], ...] = ()
    is_paper: bool = False
    is_sample: bool = False

    @property
    def label(self) -> str:
        """The displayed name."""
        named = self.name + SAMPLE_MARK * self.is_sample
        options = (f"{name.replace('_', ' ')} {value}" for name, value in self.options)
        return ", ".join(part for part in (named, self.numbers, self.target, *options) if part)

    @property
    def short_label(self) -> str:
        """The displayed name in pictures."""
        return short(self.label, IN_PICTURES)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One system's result on one config.

    Attributes:
        system: the system.
        result: its result on the test split.
        trained_on: the setting of the training config; "" for the originals or if unknown. Only defense and
            augment occur, since attack uses models trained on the originals, and transfer those of defense.
        seed: the seed of the training.
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
        """The row of a table to which it belongs, see `row_setting`."""
        return row_setting(self.result.config, self.trained_on)

    @property
    def place(self) -> str:
        """The file, with the signature if it has one."""
        return f"{self.path} ({self.result.signature})"


def row_setting(config: str, trained_on: str) -> str:
    """Return the name of a table row: attack, defense, augment, or "" for originals.

    An attack on a model trained on augmented data is ``augment, attacked``. The second form is ``transfer``
    for a model that was trained on the first, `SECOND_FORM` for any other.

    Args:
        config: the config that was predicted.
        trained_on: as in `Outcome`.
    """
    setting = parse_config(config).setting
    if setting == TRANSFER:
        return TRANSFER if trained_on == DEFENSE else SECOND_FORM
    return f"{trained_on}, attacked" if trained_on not in ("", setting) else setting


def why_no_row(dataset: str, perturbation: str, setting: str) -> str:
    """Return why a row of that name is unavailable, "" if it is available."""
    return why_not(dataset, perturbation, TRANSFER if setting == SECOND_FORM else setting)


def check_cell(found: Sequence[Outcome], pool: bool) -> None:
    """Raise an error if a system's outcomes on a config are of different data, or repeat a run.

    Args:
        pool: whether to average different data, such as several seeds of the benchmark.

    Raises:
        ReportError: names the two files and the remedy.
    """
    first: dict[tuple[int | None, str], Outcome] = {}
    for outcome in found:
        if not pool:
            remedy = "give them different names (NAME=PATH), or pool them with --pool"
            check_alike("data", outcome, found[0], remedy)
        other = first.setdefault((outcome.seed, outcome.result.signature.data), outcome)
        if other is not outcome:
            raise ReportError(
                f"{outcome.path} and {other.path} are both {outcome.system.name} on {outcome.result.config} with "
                "the same seed; give them different names (NAME=PATH)"
            )


def check_original(before: Outcome, after: Outcome) -> None:
    """Raise an error if the drops of a result start from another score than its system has on the same originals.

    Raises:
        ReportError: names the two files and the scores.
    """
    scores = before.result.scores
    for metric, drop in (after.result.drop_all_rows or {}).items():
        told = scores.get(metric, drop.original)
        if drop.rows == scores.get("rows") and abs(told - drop.original) > _SAME:
            raise ReportError(
                f"{after.place}: its drop of {metric} starts from {drop.original:.1f}, but {before.place} has {told:.1f}; "
                "score both from one run, or give them different names (NAME=PATH)"
            )


def by_part(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Group outcomes that may share a table: those over all rows, and those over each part of the rows.

    A system whose configs have several parts, such as the rows that each perturbation changed, has one group:
    each drop and cost pairs the rows of its own configs. Text pairs stay together, as each of their configs
    has its own rows.

    Returns:
        The displayed name of the part, "" for all rows, -> its outcomes. Those over all rows, if any, come
        first.
    """
    parts: dict[tuple[System, str], set[tuple[str, str]]] = {}
    found = list(outcomes)
    for outcome in found:
        made = outcome.result
        parts.setdefault((outcome.system, made.dataset), set()).add(
            (made.config, made.signature.partial)
        )
    groups: dict[str, list[Outcome]] = {"": []}
    for outcome in found:
        partial = outcome.result.signature.partial
        ours = parts[outcome.system, outcome.result.dataset]
        if outcome.result.dataset not in DATA_SETS:
            partial = ""
        elif len({part for _, part in ours}) > 1 and len({config for config, _ in ours}) == len(
            ours
        ):
            partial = f"different rows per config (#{checksum(map(' '.join, ours))})"
        groups.setdefault(_PART.sub(r"\1 of \2 rows (#\3)", partial), []).append(outcome)
    return groups


def check_parts(outcomes: Iterable[Outcome]) -> None:
    """Raise an error if results of a config over part of its rows are mixed with others.

    Raises:
        ReportError: names the two files and the remedy.
    """
    first: dict[str, Outcome] = {}
    for outcome in outcomes:
        if str(outcome.result.signature):
            other = first.setdefault(outcome.result.config, outcome)
            check_alike("partial", outcome, other, "score both on the same rows")


def check_alike(part: str, outcome: Outcome, other: Outcome, remedy: str) -> None:
    """Raise an error if the signatures of two outcomes differ in a part; missing signatures are accepted.

    Raises:
        ReportError: names the two files and the remedy.
    """
    one, two = outcome.result.signature, other.result.signature
    if str(one) and str(two) and getattr(one, part) != getattr(two, part):
        raise ReportError(f"{outcome.place} and {other.place} were not measured alike; {remedy}")
