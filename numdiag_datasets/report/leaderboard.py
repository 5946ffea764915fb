"""Leaderboard: a page that ranks systems by accuracy under attack, with the drop of each perturbation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import Literal

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import DATASETS
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.eligibility import Refusal, age, eligible, release_of
from numdiag_datasets.report.formats import FLOOR, MARKS, cell_text, one_line, tint
from numdiag_datasets.report.outcomes import SECOND_FORM, Outcome, ReportError, System, why_no_row
from numdiag_datasets.report.paper import paper_outcomes
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import ORIGINALS, Cell, Summary, Value
from numdiag_datasets.report.tables import average_of
from numdiag_datasets.report.tatqa_paper import DATASET as OF_ARITHMETIC
from numdiag_datasets.report.writing import rendered, write_files
from numdiag_datasets.scoring.scorers import scorer_of

_TEMPLATE = "leaderboard.html.jinja"
_PAGE, _WRITTEN = "leaderboard.html", "leaderboard.json"
#: Marks that exclude a system from the ranking.
_UNRANKED = {"paper", "floor", "incomplete"}
#: The index of the setting's accuracy among the cells of a standing.
_LEFT = 1
#: Setting -> the name of its accuracy, and the title of its table.
_SETTINGS = {
    "attack": ("under attack", "under attack"),
    SECOND_FORM: (
        "second form",
        "under attack in the second form, which says the same in other words",
    ),
    "defense": ("defense", "what is left with defense, training on perturbed rows"),
    "transfer": (
        "transfer",
        "what is left with transfer, training on one form, tests in the other",
    ),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values.

    Attributes:
        group: the heading over it and its neighbours: a capability.
        label: its own heading.
        kind: the format and sort order of its values: high scores and low drops are best.
    """

    group: str
    label: str
    kind: Literal["score", "drop"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A system in a table.

    Attributes:
        system: the system.
        anchor: the anchor of its results, further down on the page; "" for those of the paper.
        rank: from 1, by the accuracy under attack; None if it is not ranked.
        marks: caveats: ``floor``, ``sample``, ``paper``, ``incomplete``.
        facts: number format, target and prompt of the system, and the number of runs.
        cells: a cell for each column.
    """

    system: System
    anchor: str
    rank: int | None
    marks: tuple[str, ...]
    facts: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A table of a data set in one setting, the best system first.

    Attributes:
        dataset, setting: names of both.
        title: the title above the table.
        metric: the name of the metric.
        columns, standings: its columns and rows.
        left_out: unavailable perturbations, each with the reason.
    """

    dataset: str
    setting: str
    title: str
    metric: str
    columns: tuple[Column, ...]
    standings: tuple[Standing, ...]
    left_out: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return f"{self.dataset}-{self.setting.replace(' ', '-')}"

    @property
    def groups(self) -> list[tuple[str, int]]:
        """The headings over neighbouring columns, each with its number of columns."""
        return [
            (group, len(list(found))) for group, found in groupby(c.group for c in self.columns)
        ]


def write_leaderboard(
    runs: Sequence[str],
    out: Path,
    *,
    compare_paper: bool = False,
    warn: Callable[[str], None] = lambda line: None,
) -> list[Path]:
    """Write a leaderboard of results.

    Args:
        runs: see `runs.read_runs`.
        out: the folder to write to; an earlier leaderboard there is replaced, and nothing else.
        compare_paper: whether to show the results of the paper too.
        warn: called with warnings of one line.

    Returns:
        The files written: ``leaderboard.html``, and ``leaderboard.json``, its checksum.

    Raises:
        ReportError: results cannot be read or are incompatible, none is of a data set, or a file there was
            not written by a leaderboard; nothing has been written then.
        OutputError: see `writing.write_report`.
    """
    outcomes = read_runs(runs)
    ranked, refusals = eligible(outcomes)
    if not ranked and not refusals:
        raise ReportError(f"no results of {', '.join(DATASETS)}, which a leaderboard ranks")
    if refusals:
        total = len(ranked) + len(refusals)
        warn(f"{len(refusals)} of {total} results are not ranked; {out / _PAGE} says why")
    there = {outcome.result.dataset for outcome in ranked} - {OF_ARITHMETIC}
    beside = [o for o in paper_outcomes() if compare_paper and o.result.dataset in there]
    summary = Summary([*ranked, *beside])
    datasets = _in_order(summary.datasets)
    content = {
        "version": __version__,
        "boards": [board for dataset in datasets for board in boards(summary, dataset)],
        "sources": {d: _source(o for o in ranked if o.result.dataset == d) for d in datasets},
        "data_sets": DATA_SETS,
        "results": {d: _results(summary, d) for d in datasets},
        "refusals": _together(refusals),
        "others": list(dict.fromkeys(o.result.dataset for o in outcomes if o.result.dataset not in DATASETS)),
        "floor": MARKS[FLOOR],
        "has_paper": bool(beside),
        "parts": _parts,
        "tint": lambda cell: "" if isinstance(cell, str) or not cell.interval else tint(cell, "drop"),
        "one_line": one_line,
        "is_value": lambda cell: isinstance(cell, Value),
    }  # fmt: skip
    files = {_PAGE: rendered(_TEMPLATE, content).encode()}
    inputs = [Path(outcome.path) for outcome in outcomes]
    return write_files(out, files, inputs, record=_WRITTEN)


def boards(summary: Summary, dataset: str) -> list[Board]:
    """Return a data set's tables: all systems under attack; in other settings those with results."""
    made = []
    for setting, (_, title) in _SETTINGS.items():
        reasons = {name: why_no_row(dataset, name, setting) for name in PERTURBATION_TABLE}
        names = [name for name, reason in reasons.items() if not reason]
        systems = [
            system
            for system in summary.systems_of(dataset)
            if (setting == "attack" and not system.is_paper)
            or any(summary.outcomes(system, dataset, (setting, name)) for name in names)
        ]
        if all(system.is_paper for system in systems):
            continue
        standings = [_standing(summary, system, dataset, setting, names) for system in systems]
        standings.sort(key=_order)
        made.append(
            Board(
                dataset,
                setting,
                f"{DATA_SETS[dataset].title}: {title}",
                scorer_of(dataset).metrics[0].replace("_", " "),
                _columns(setting, names),
                _ranked(standings),
                tuple((name, reason) for name, reason in reasons.items() if reason),
            )
        )
    return made


def _columns(setting: str, names: Sequence[str]) -> tuple[Column, ...]:
    columns = [
        Column("accuracy", "originals", "score"),
        Column("accuracy", _SETTINGS[setting][0], "score"),
        Column("all drops", "mean", "drop"),
    ]
    for capability, found in _by_capability(names).items():
        if len(found) > 1:
            columns.append(Column(capability, "mean", "drop"))
        columns += (Column(capability, name, "drop") for name in found)
    return tuple(columns)


def _by_capability(names: Sequence[str]) -> dict[str, list[str]]:
    by: dict[str, list[str]] = {}
    for name in names:
        by.setdefault(PERTURBATION_TABLE[name].capability, []).append(name)
    return by


def _standing(
    summary: Summary, system: System, dataset: str, setting: str, names: Sequence[str]
) -> Standing:
    metric = scorer_of(dataset).metrics[0]
    scores = {n: summary.score(system, dataset, (setting, n), metric) for n in names}
    drops = {n: _drop(summary, system, dataset, setting, n) for n in names}
    left = _mean(scores)
    cells = [summary.score(system, dataset, ORIGINALS, metric), left, _mean(drops)]
    for found in _by_capability(names).values():
        if len(found) > 1:
            cells.append(_mean({name: drops[name] for name in found}))
        cells += (drops[name] for name in found)
    marks = {
        "paper": system.is_paper,
        "floor": summary.is_at_floor(system, dataset, setting, metric),
        "sample": system.is_sample,
        "incomplete": isinstance(left, str),
    }
    return Standing(
        system,
        "" if system.is_paper else _anchor(summary, system, dataset),
        None,
        tuple(mark for mark, holds in marks.items() if holds),
        _facts(summary, system, dataset),
        tuple(cells),
    )


def _drop(summary: Summary, system: System, dataset: str, setting: str, name: str) -> Cell:
    """Return the drop over the changed rows; for the paper, whose rows are not paired, over all rows."""
    metric = scorer_of(dataset).metrics[0]
    if not system.is_paper:
        return summary.drop(system, dataset, (setting, name), metric)
    change = summary.change(system, dataset, (setting, name), metric)
    return Value(-change.mean, change.runs) if isinstance(change, Value) else change


def _mean(cells: Mapping[str, Cell]) -> Cell:
    """Return the mean over perturbations, or a note if some have no value: partial means are not comparable.

    Its interval is the mean of theirs, as for several runs; the interval of the mean itself is no wider.
    """
    mean = average_of(cells, list(cells))
    told = [cell for cell in cells.values() if isinstance(cell, Value)]
    if told and len(told) < len(cells):
        return f"only {len(told)} of {len(cells)}"
    intervals = [cell.interval for cell in told if cell.interval]
    if isinstance(mean, str) or len(intervals) < len(told):
        return mean
    low, high = (fmean(interval[end] for interval in intervals) for end in (0, 1))
    return replace(mean, interval=(low, high))


def _order(standing: Standing) -> tuple[bool, bool, float]:
    """Return a sort key: by accuracy in the setting; then incomplete systems, then those at the floor."""
    left = standing.cells[_LEFT]
    points = left.mean if isinstance(left, Value) else 0
    return "floor" in standing.marks, isinstance(left, str), -points


def _ranked(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Add ranks to standings without excluding marks; equal scores share a rank."""
    left = {
        place: -_order(standing)[-1]
        for place, standing in enumerate(standings)
        if not _UNRANKED & set(standing.marks)
    }
    ranks = {
        place: 1 + sum(other > points for other in left.values()) for place, points in left.items()
    }
    return tuple(replace(s, rank=ranks.get(place)) for place, s in enumerate(standings))


def _outcomes(summary: Summary, system: System, dataset: str) -> list[Outcome]:
    rows = summary.rows(dataset)
    return [outcome for row in rows for outcome in summary.outcomes(system, dataset, row)]


def _facts(summary: Summary, system: System, dataset: str) -> tuple[str, ...]:
    """Return a system's number format, target, prompt and scorer version, and its number of runs."""
    outcomes = _outcomes(summary, system, dataset)
    signatures = [outcome.result.signature for outcome in outcomes]
    told = {
        "numbers as": [o.system.numbers for o in outcomes],
        "writes": [o.system.target for o in outcomes],
        # With spaces, at which a narrow column breaks.
        "asked": [signature.prompt.replace(",", ", ") for signature in signatures],
        "scored by numdiag": [signature.version for signature in signatures],
    }
    facts = [
        f"{what} {', '.join(found)}"
        for what, values in told.items()
        if (found := [one_line(value) for value in dict.fromkeys(values) if value])
    ]
    runs = len(summary.outcomes(system, dataset, ORIGINALS))
    return (*facts, *([f"{runs} seeds"] if runs > 1 else []))


def _anchor(summary: Summary, system: System, dataset: str) -> str:
    return f"results-{dataset}-{1 + summary.systems_of(dataset).index(system)}"


def _results(summary: Summary, dataset: str) -> list[tuple[str, System, list[Outcome]]]:
    """Return (anchor, system, its results) for all systems except those of the paper."""
    return [
        (_anchor(summary, system, dataset), system, _outcomes(summary, system, dataset))
        for system in summary.systems_of(dataset)
        if not system.is_paper
    ]


def _source(ranked: Iterable[Outcome]) -> tuple[str, str]:
    """Return a data set's ranked release, with others that have the same rows, and the number of rows."""
    signatures = [outcome.result.signature for outcome in ranked]
    releases = {one_line(release_of(signature)) for signature in signatures}
    first, *others = sorted(releases, key=lambda release: (age(release), release))
    same = (
        f" ({', '.join(others)} {'have' if len(others) > 1 else 'has'} the same)" if others else ""
    )
    return f"{first}{same}", signatures[0].rows


def _together(refusals: Iterable[Refusal]) -> list[tuple[str, str, str, list[Outcome]]]:
    """Group refusals that differ only in config or file: (data set, system, reason, results)."""
    by: dict[tuple[str, str, str], list[Outcome]] = {}
    for refusal in refusals:
        outcome = refusal.outcome
        key = (outcome.result.dataset, outcome.system.label, refusal.reason)
        by.setdefault(key, []).append(outcome)
    return [(*key, found) for key, found in by.items()]


def _in_order(datasets: Iterable[str]) -> list[str]:
    """Sort word problems first."""
    return sorted(datasets, key=lambda name: not DATA_SETS[name].kind.is_story)


def _parts(cell: Value, kind: Literal["score", "drop"]) -> tuple[str, str]:
    """Return a value as shown, and its interval, "" if it has none."""
    value, _, interval = cell_text(cell, kind).partition(" (")
    return value, interval.partition(")")[0]
