"""Summary of outcomes: one value for several seeds, or the reason why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import fmean, stdev
from typing import Literal

from numdiag_datasets.core.configs import DATASETS, SETTINGS
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.significance import Drop, holm
from numdiag_datasets.report.outcomes import (
    SECOND_FORM,
    Outcome,
    System,
    check_alike,
    check_cell,
    check_original,
    check_parts,
    why_no_row,
)
from numdiag_datasets.scoring.answers_alone import metrics_without_equations
from numdiag_datasets.scoring.paired_checks import ROWS_OF
from numdiag_datasets.scoring.paired_rows import PairedRows, pooled_drop
from numdiag_datasets.scoring.scorers import scorer_of

NOT_RUN = "not run"
#: The part of TATQA-a that the paper's figures are over.
ARITHMETIC = "arithmetic questions"
NO_CHANGE = "none of the rows was changed"
NO_ORIGINALS = "no originals of the same system to compare with"
_NOT_IN_PAPER = "not in the paper"
#: The second form of an attack follows the first.
_SETTINGS = ("attack", SECOND_FORM, *(setting for setting in SETTINGS if setting != "attack"))


@dataclass(frozen=True, slots=True)
class Value:
    """A mean over runs.

    Attributes:
        mean: in points, or percent of the original for relative changes.
        runs: the number of runs.
        spread: the standard deviation of the runs; None for one run.
        interval: 95%; None if unknown, as for runs that do not keep the scores of their rows.
        p_value: of no change, corrected for the number of rows of a table. None if unknown.
        detectable: the smallest drop detectable with this number of rows; None if unknown.
        rows: the mean number of rows of the runs; 0 if unknown.
        note: a further remark.
        original: for a drop, the score of the same rows before it; None if unknown.
        is_ungrouped: whether its rows share too few texts for an interval (`significance.FEWEST_GROUPS`).
        is_untested: whether it is of several runs that do not keep the scores of their rows.
        is_floor: whether it is at the floor, see `Summary.is_at_floor`.
    """

    mean: float
    runs: int = 1
    spread: float | None = None
    interval: tuple[float, float] | None = None
    p_value: float | None = None
    detectable: float | None = None
    rows: float = 0
    note: str = ""
    original: float | None = None
    is_ungrouped: bool = False
    is_untested: bool = False
    is_floor: bool = False

    @property
    def is_told(self) -> bool:
        """Whether it shows a difference: by its p-value, else by its interval, else always.

        It never does at the floor, with too few texts, or untested.
        """
        if self.is_floor or self.is_ungrouped or self.is_untested:
            return False
        if self.p_value is not None:
            return self.p_value < SIGNIFICANT
        return self.interval is None or not self.interval[0] <= 0 <= self.interval[1]


#: A p-value below this one tells a difference.
SIGNIFICANT = 0.05
#: A value, or why there is none.
Cell = Value | str
#: A field of results that has drops.
DropField = Literal["drop", "drop_all_rows", "drop_touching"]
#: (setting, perturbation); ("", "") for the originals.
Row = tuple[str, str]
ORIGINALS: Row = ("", "")


class Summary:
    """All outcomes, by system, data set and row."""

    def __init__(self, outcomes: Sequence[Outcome], *, pool: bool = False, part: str = "") -> None:
        """Group outcomes.

        Args:
            pool: whether to average results of different data too, such as several seeds of the benchmark.
            part: the part of each data set, such as "arithmetic questions" or a key of `by_part`; "" for all
                of it.

        Raises:
            ReportError: results cannot be averaged or compared.
        """
        problems = [outcome for outcome in outcomes if outcome.result.dataset in DATASETS]
        check_parts(problems)
        self.part = part
        self._corrected: dict[tuple[System, str, str, DropField], dict[Row, float]] = {}
        self._pooled: dict[tuple[System, str, Row, str, DropField], Drop | None] = {}
        self._cells: dict[tuple[System, str, Row], list[Outcome]] = {}
        self._unchanged: set[tuple[System, str, Row]] = set()
        for outcome in plainly_named(problems):
            row = (outcome.setting, outcome.perturbation)
            key = (outcome.system, outcome.result.dataset, row)
            if outcome.result.has_changed:
                self._cells.setdefault(key, []).append(outcome)
            else:
                self._unchanged.add(key)
        _check(self._cells, pool)

    @property
    def datasets(self) -> list[str]:
        return [d for d in DATASETS if any(dataset == d for _, dataset, _ in self._cells)]

    def title_of(self, dataset: str) -> str:
        """Return the displayed name of a data set, or of the part of it."""
        return ", ".join(filter(None, (dataset, self.part)))

    def name_of(self, dataset: str) -> str:
        """Return the same name for use in file names."""
        return "-".join([dataset, *re.findall(r"\w+", self.part)])

    def metrics_of(self, system: System, dataset: str) -> list[str]:
        """Return the metrics of a system's results; not those of equations if it writes only answers."""
        found = [
            outcome.result
            for row in self.rows(dataset)
            for outcome in self.outcomes(system, dataset, row)
        ]
        given = {metric for made in found for metric in made.scores}
        given -= set(metrics_without_equations(found))
        return [metric for metric in scorer_of(dataset).metrics if metric in given]

    def without_originals(self) -> list[tuple[System, str]]:
        """Return (system, data set) with perturbed configs, but without originals for comparison."""
        pairs = dict.fromkeys((system, dataset) for system, dataset, _ in self._cells)
        return [(s, d) for s, d in pairs if not self.outcomes(s, d, ORIGINALS)]

    def systems_of(self, dataset: str) -> list[System]:
        """Return the systems in the order in which their outcomes were passed."""
        return list(dict.fromkeys(system for system, d, _ in self._cells if d == dataset))

    def rows(self, dataset: str) -> list[Row]:
        """Return the rows that any system has, and unavailable ones, in the order of the paper."""
        told = {row for _, d, row in self._cells if d == dataset}
        settings = [
            s
            for s in (*_SETTINGS, *(f"{s}, attacked" for s in SETTINGS))
            if any(s == row[0] for row in told)
        ]
        rows = [(setting, name) for setting in settings for name in PERTURBATION_TABLE]
        return [ORIGINALS, *rows]

    def outcomes(self, system: System, dataset: str, row: Row) -> list[Outcome]:
        return self._cells.get((system, dataset, row), [])

    def score(self, system: System, dataset: str, row: Row, metric: str) -> Cell:
        """Return points over all rows."""
        scores = [outcome.result.scores for outcome in self.outcomes(system, dataset, row)]
        found = [points[metric] for points in scores if metric in points]
        return mean_value(found) if found else self.missing(system, dataset, row)

    def change(self, system: System, dataset: str, row: Row, metric: str) -> Cell:
        """Return points over all rows, less those of the originals (tables 3 and 11 of the paper)."""
        before = self.score(system, dataset, ORIGINALS, metric)
        after = self.score(system, dataset, row, metric)
        if isinstance(after, str):
            return after
        if isinstance(before, str):
            return NO_ORIGINALS
        drop = self._drop(system, dataset, row, metric, "drop_all_rows")
        if isinstance(drop, str):
            return Value(after.mean - before.mean, after.runs)
        return Value(
            0 - drop.mean,  # over the same rows, also if the originals have more
            after.runs,
            original=drop.original,
            interval=_negated(drop.interval),
            p_value=self._p_value(system, dataset, row, metric, "drop_all_rows"),
            is_ungrouped=drop.is_ungrouped,
            is_untested=drop.is_untested,
            is_floor=self.is_at_floor(system, dataset, row, metric),
        )

    def relative(self, system: System, dataset: str, row: Row, metric: str) -> Cell:
        """Return the change as percent of the originals (table 10 of the paper)."""
        before = self.score(system, dataset, ORIGINALS, metric)
        change = self.change(system, dataset, row, metric)
        if isinstance(before, str) or isinstance(change, str):
            return change
        start = before.mean if change.original is None else change.original
        if not start:
            return "the originals score 0"
        drop = self._tested(system, dataset, row, metric, "drop_all_rows")
        return replace(
            change,
            mean=100 * change.mean / start,
            interval=_negated(drop.relative_interval if drop else None),
        )

    def drop(
        self, system: System, dataset: str, row: Row, metric: str, field: DropField = "drop"
    ) -> Cell:
        """Return the drop over the changed rows, each paired with its original.

        Args:
            system, dataset, row, metric: the cell.
            field: ``drop_touching`` for the rows in which a number needed for the answer was edited.
        """
        drop = self._drop(system, dataset, row, metric, field)
        if isinstance(drop, str):
            return drop
        return replace(
            drop,
            p_value=self._p_value(system, dataset, row, metric, field),
            is_floor=self.is_at_floor(system, dataset, row, metric),
        )

    def _p_value(
        self, system: System, dataset: str, row: Row, metric: str, field: DropField
    ) -> float | None:
        """Return the p-value of a drop, corrected for the other drops of the system (`significance.holm`)."""
        key = (system, dataset, metric, field)
        if key not in self._corrected:
            told = {
                each: drop.tested_p_value
                for each in self.rows(dataset)
                if (drop := self._tested(system, dataset, each, metric, field))
                and drop.tested_p_value is not None
            }
            self._corrected[key] = dict(zip(told, holm([*told.values()]), strict=True))
        return self._corrected[key].get(row)

    def is_at_floor(self, system: System, dataset: str, row: Row, metric: str) -> bool:
        """Return whether a system has too few originals right for a small drop to show robustness.

        This holds if the score of the changed rows before the change is at most the smallest detectable drop.
        Then even losing all of them could hardly be distinguished from chance. A drop that is significantly
        different from 0 is evidence against it.
        """
        drop = self._drop(system, dataset, row, metric, "drop")
        return (
            isinstance(drop, Value)
            and bool(drop.interval)
            and not drop.is_told
            and None not in (drop.original, drop.detectable)
            and (drop.original or 0) <= (drop.detectable or 0)
        )

    def _drops(
        self, system: System, dataset: str, row: Row, metric: str, field: DropField
    ) -> list[Drop]:
        """Return the drops of the runs that have one."""
        found: list[dict[str, Drop] | None] = [
            getattr(outcome.result, field) for outcome in self.outcomes(system, dataset, row)
        ]
        return [drops[metric] for drops in found if drops and metric in drops]

    def _drop(self, system: System, dataset: str, row: Row, metric: str, field: DropField) -> Cell:
        found = self.outcomes(system, dataset, row)
        drops = self._drops(system, dataset, row, metric, field)
        if not found:
            return self.missing(system, dataset, row)
        if len(drops) < len(found):
            return "no rows paired with their originals"
        return drop_value(drops, self._tested(system, dataset, row, metric, field))

    def _tested(
        self, system: System, dataset: str, row: Row, metric: str, field: DropField
    ) -> Drop | None:
        """Return the drop of a single run, or that of several together; None if it is unknown."""
        key = (system, dataset, row, metric, field)
        if key not in self._pooled:  # a resampling, which many tables show
            drops = self._drops(system, dataset, row, metric, field)
            kept = [outcome.result.paired for outcome in self.outcomes(system, dataset, row)]
            is_one = len(drops) == 1
            self._pooled[key] = drops[0] if is_one else pooled(kept, metric, ROWS_OF[field])
        return self._pooled[key]

    def unreadable(self, system: System, dataset: str, row: Row) -> Cell:
        """Return the predictions without an answer, in percent of all rows."""
        found = [outcome.result for outcome in self.outcomes(system, dataset, row)]
        told = [
            100 * made.unreadable["all_rows"] / made.scores["rows"]
            for made in found
            if made.unreadable and "all_rows" in made.unreadable and made.scores.get("rows")
        ]
        if told:
            return mean_value(told)
        return "not counted" if found else self.missing(system, dataset, row)

    def answerable(self, system: System, dataset: str, row: Row) -> Cell:
        """Return the rows whose answer the system can write, in percent, if its results say so."""
        found = [
            outcome.result.about.get("analysis") for outcome in self.outcomes(system, dataset, row)
        ]
        told = [
            each["answerable"]
            for each in found
            if isinstance(each, Mapping) and "answerable" in each
        ]
        shares = [float(share) for share in told if isinstance(share, int | float)]
        if shares:
            return mean_value(shares)
        return "not counted" if found else self.missing(system, dataset, row)

    def missing(self, system: System, dataset: str, row: Row) -> str:
        """Return why a cell is empty."""
        if system.is_paper:
            return _NOT_IN_PAPER
        if (system, dataset, row) in self._unchanged:
            return NO_CHANGE
        setting, perturbation = row
        return (perturbation and why_no_row(dataset, perturbation, setting)) or NOT_RUN


def _negated(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return (-interval[1], -interval[0]) if interval else None


def mean_value(values: Sequence[float], interval: tuple[float, float] | None = None) -> Value:
    """Return the mean of several runs, with their spread, or a single value with its interval."""
    is_one = len(values) == 1
    return Value(
        fmean(values),
        len(values),
        spread=None if is_one else stdev(values),
        interval=interval if is_one else None,
    )


def drop_value(drops: Sequence[Drop], tested: Drop | None) -> Value:
    """Return the mean drop of several runs.

    Args:
        drops: of each run, at least one.
        tested: the only one of them, or that of all runs together; None if it is unknown.
    """
    interval = tested.interval if tested else None
    return replace(
        mean_value([drop.absolute for drop in drops]),
        interval=interval,
        p_value=tested.tested_p_value if tested else None,
        detectable=tested.smallest_detectable if tested and interval else None,
        rows=fmean(drop.rows for drop in drops),
        original=fmean(drop.original for drop in drops),
        is_ungrouped=tested is not None and interval is None,
        is_untested=tested is None,
    )


def pooled(
    runs: Sequence[PairedRows | None], metric: str, least: int, rule: str = ""
) -> Drop | None:
    """Return the drop of several runs together, over the rows that are changed at least so much, or by a rule.

    Returns:
        None if a run does not keep the scores of its rows, or if their rows differ.
    """
    kept = [made for made in runs if made and metric in made.original]
    if not kept or len(kept) < len(runs) or not all(made.is_like(kept[0]) for made in kept):
        return None
    sides = ([made.original[metric] for made in kept], [made.perturbed[metric] for made in kept])
    return pooled_drop(*sides, kept[0].groups, kept[0].rows(least, rule))


def plainly_named(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes by data set, with their systems as tables name them."""
    named = []
    for dataset in dict.fromkeys(outcome.result.dataset for outcome in outcomes):
        ours = [outcome for outcome in outcomes if outcome.result.dataset == dataset]
        plain = _plain(ours)
        named += [replace(outcome, system=plain[outcome.system]) for outcome in ours]
    return named


def _plain(outcomes: Iterable[Outcome]) -> dict[System, System]:
    """Return the systems of a data set without the fields that are equal in all systems of that name."""
    systems = list(dict.fromkeys(outcome.system for outcome in outcomes))
    plain = {}
    for system in systems:
        namesakes = [other for other in systems if other.name == system.name]
        plain[system] = replace(
            system,
            numbers=system.numbers if len({s.numbers for s in namesakes}) > 1 else "",
            target=system.target if len({s.target for s in namesakes}) > 1 else "",
            options=tuple(option for option in system.options if option[0] in differing(namesakes)),
        )
    return plain


def differing(systems: Iterable[System]) -> set[str]:
    """Return the names of the options of which some of the systems have different values."""
    values: dict[str, set[str]] = {}
    for system in systems:
        for name, value in system.options:
            values.setdefault(name, set()).add(value)
    return {name for name, found in values.items() if len(found) > 1}


def _check(cells: Mapping[tuple[System, str, Row], Sequence[Outcome]], pool: bool) -> None:
    """Raise an error if outcomes to be averaged or compared were measured differently."""
    first: dict[tuple[System, str, str], Outcome] = {}
    for (system, dataset, _), found in cells.items():
        for outcome in found:
            for key in ("mode", "version", "way"):
                other = first.setdefault((system, dataset, key), outcome)
                check_alike(key, outcome, other, "give them different names (NAME=PATH)")
        check_cell(found, pool)
        for before, after in product(cells.get((system, dataset, ORIGINALS), ()), found):
            if before.seed == after.seed:
                check_original(before, after)
