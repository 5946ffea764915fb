"""The tables of the paper, from any summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Literal

from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.outcomes import Outcome, System, why_no_row
from numdiag_datasets.report.stages import KINDS, STAGES, stage_average
from numdiag_datasets.report.summary import (
    ARITHMETIC,
    ORIGINALS,
    Cell,
    Row,
    Summary,
    Value,
)
from numdiag_datasets.scoring.scorers import scorer_of

Kind = Literal["score", "change", "relative", "drop"]
#: The most columns side by side on a page.
_WIDE = 6
_PARTIAL = "An average over fewer perturbations than there are says so."
_OF = Callable[[System, str, Row, str], Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: the name of its files.
        title: the title above it.
        kind: the format of its values.
        columns: (system, metric) or (system, config) of each column.
        rows: (labels of the row, its cells).
        note: the note below it.
        index: the meaning of a row's two labels.
        heads: the meaning of a column's two parts.
    """

    name: str
    title: str
    kind: Kind
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[tuple[str, str], tuple[Cell, ...]], ...]
    note: str = ""
    index: tuple[str, str] = ("setting", "perturbation")
    heads: tuple[str, str] = ("system", "metric")

    @property
    def groups(self) -> list[tuple[str, int]]:
        """The first parts of neighbouring columns, each with the number of columns that it spans."""
        parts = groupby(first for first, _ in self.columns)
        return [(first, len(list(columns))) for first, columns in parts]


def by_metric(table: Table) -> list[Table]:
    """Split a wide table of systems into one per metric, named in its title; return others unchanged."""
    if len(table.columns) <= _WIDE or table.heads != ("system", "metric"):
        return [table]
    parts = []
    metrics = dict.fromkeys(metric for _, metric in table.columns)
    for metric in metrics:
        chosen = [i for i, (_, other) in enumerate(table.columns) if other == metric]
        parts.append(
            replace(
                table,
                name=f"{table.name}-{metric.replace(' ', '-')}" if len(metrics) > 1 else table.name,
                title=table.title if metric in table.title.lower() else f"{table.title}: {metric}",
                columns=tuple((table.columns[i][0], "") for i in chosen),
                rows=tuple(
                    (labels, tuple(cells[i] for i in chosen)) for labels, cells in table.rows
                ),
            )
        )
    return parts


def tables(summary: Summary) -> Iterator[Table]:
    """Yield all tables of the results, data set by data set."""
    for dataset in summary.datasets:
        perturbed = [row for row in summary.rows(dataset) if row != ORIGINALS]
        if perturbed:
            yield from _drops(summary, dataset, perturbed)
        yield _table(
            summary, dataset, "scores", "score", summary.score, summary.rows(dataset),
            "Scores over all rows, as table 9 of the paper",
            note=f"Over {summary.part} alone, as the paper's figures on {dataset} are." if summary.part == ARITHMETIC else "",
        )  # fmt: skip
        if perturbed:
            yield _table(
                summary, dataset, "changes", "change", summary.change, perturbed,
                "Change against the originals over all rows, as tables 3 and 11 of the paper",
            )  # fmt: skip
            yield _table(
                summary, dataset, "relative", "relative", summary.relative, perturbed,
                "Relative change over all rows, as table 10 of the paper",
            )  # fmt: skip
            yield _stages(summary, dataset)
        yield from _unreadable(summary, dataset)
        yield from _answerable(summary, dataset)
        for field, title in (
            ("target", "Targets, as table 5 of the paper"),
            ("numbers", "Numbers as tokens and behind placeholders, as table 6 of the paper"),
            ("options", "Options of the training, as tables 7 and 8 of the paper"),
        ):
            yield from _compared(summary, dataset, field, title)


def _table(
    summary: Summary,
    dataset: str,
    name: str,
    kind: Kind,
    cell: _OF,
    rows: Sequence[Row],
    title: str,
    *,
    systems: Sequence[System] = (),
    note: str = "",
) -> Table:
    chosen = [
        (system, metric)
        for system in systems or summary.systems_of(dataset)
        for metric in summary.metrics_of(system, dataset)
    ]
    return Table(
        f"{name}-{summary.name_of(dataset)}",
        f"{summary.title_of(dataset)}: {title}",
        kind,
        tuple((system.label, metric.replace("_", " ")) for system, metric in chosen),
        tuple((row, tuple(cell(system, dataset, row, m) for system, m in chosen)) for row in rows),
        note,
    )


def _drops(summary: Summary, dataset: str, rows: Sequence[Row]) -> Iterator[Table]:
    """Yield the drops over changed rows, and their averages by capability (Zhu et al., 2022, section 4.2)."""
    with_drops = [
        (system, row)
        for system in summary.systems_of(dataset)
        for row in rows
        if any(outcome.result.drop for outcome in summary.outcomes(system, dataset, row))
    ]
    if not with_drops:
        return
    systems = list(dict.fromkeys(system for system, _ in with_drops))
    settings = {setting for _, (setting, _) in with_drops}
    rows = [row for row in rows if row[0] in settings]
    title = (
        "Drop over the rows that were changed, each paired with its original, with its 95% interval"
    )
    table = _table(summary, dataset, "drops", "drop", summary.drop, rows, title, systems=systems)
    seen = [
        c.detectable
        for _, cells in table.rows
        for c in cells
        if isinstance(c, Value) and c.detectable
    ]
    ends = dict.fromkeys(f"{drop:.1f}" for drop in (min(seen), max(seen))) if seen else ()
    yield replace(
        table,
        note=f"The smallest drop that rows like these would show is {' to '.join(ends)} points."
        if seen
        else "",
    )
    touching = _table(
        summary, dataset, "touching", "drop", partial(summary.drop, field="drop_touching"), rows,
        "Drop over the rows in which a number was edited that the answer needs", systems=systems,
        note="Only what extra inserts touches no number; its rows are in the table above.",
    )  # fmt: skip
    if any(isinstance(cell, Value) for _, cells in touching.rows for cell in cells):
        yield touching
    metric = scorer_of(dataset).metrics[0]
    averages = []
    for setting in dict.fromkeys(setting for setting, _ in rows):
        form = setting.partition(",")[0]  # of "defense, attacked"
        applicable = [name for name in PERTURBATION_TABLE if not why_no_row(dataset, name, form)]
        for label, names in _capabilities().items():
            drops = [
                {name: summary.drop(s, dataset, (setting, name), metric) for name in names}
                for s in systems
            ]
            for how in ("macro", "micro"):
                cells = tuple(_average(cells, applicable, how) for cells in drops)
                averages.append(((setting, f"{label}, {how}"), cells))
    yield Table(
        f"averages-{summary.name_of(dataset)}",
        f"{summary.title_of(dataset)}: Average drop by capability",
        "drop",
        tuple((system.label, metric.replace("_", " ")) for system in systems),
        tuple(averages),
        f"Macro averages count every perturbation the same, micro averages every row that was changed. {_PARTIAL}",
        ("setting", "average"),
    )


def _capabilities() -> Mapping[str, tuple[str, ...]]:
    """Return capability -> its perturbations, and "all" -> all of them."""
    names = dict.fromkeys(p.capability for p in PERTURBATION_TABLE.values())
    by = {c: tuple(n for n, p in PERTURBATION_TABLE.items() if p.capability == c) for c in names}
    return by | {"all": tuple(PERTURBATION_TABLE)}


def _average(cells: Mapping[str, Cell], applicable: Sequence[str], how: str) -> Cell:
    """Average the perturbations with a value, without those of too few texts if others have one.

    The note lists them if an applicable one does not count.

    Args:
        cells: perturbation -> its cell, at least one.
        applicable: all perturbations that the data set has.
        how: ``macro`` weights all equally, ``micro`` by rows.
    """
    values = {name: cell for name, cell in cells.items() if isinstance(cell, Value)}
    if not values:
        return next(cell for cell in cells.values() if isinstance(cell, str))
    told = {name: cell for name, cell in values.items() if not cell.is_ungrouped} or values
    weights = [cell.rows if how == "micro" else 1 for cell in told.values()]
    mean = sum(w * cell.mean for w, cell in zip(weights, told.values(), strict=True)) / sum(weights)
    return Value(
        mean,
        note="" if len(told) == len(set(cells) & set(applicable)) else f"of {', '.join(told)}",
        is_floor=all(cell.is_floor for cell in told.values()),
        is_ungrouped=all(cell.is_ungrouped for cell in told.values()),
    )


def _stages(summary: Summary, dataset: str) -> Table:
    """Return the averages of table 12 for each system."""
    systems = summary.systems_of(dataset)
    metric = scorer_of(dataset).metrics[0].replace("_", " ")
    return Table(
        f"stages-{summary.name_of(dataset)}",
        f"{summary.title_of(dataset)}: Averages over all rows by stage, as table 12 of the paper",
        "score",
        tuple((system.label, metric) for system in systems),
        tuple(
            (
                (kind, stage),
                tuple(
                    stage_average(summary, [(system, dataset)], stage, kind) for system in systems
                ),
            )
            for kind in KINDS
            for stage in STAGES
        ),
        "Drop under attack, change under defense, and recovery: how many points of the drop the training on "
        f"perturbed data gives back. {_PARTIAL}",
        ("average", "stage"),
    )


def _unreadable(summary: Summary, dataset: str) -> Iterator[Table]:
    """Yield the shares of unreadable answers, if there are any."""
    systems = summary.systems_of(dataset)
    rows = [
        (row, tuple(summary.unreadable(system, dataset, row) for system in systems))
        for row in summary.rows(dataset)
    ]
    if any(isinstance(cell, Value) and cell.mean for _, cells in rows for cell in cells):
        yield Table(
            f"unreadable-{summary.name_of(dataset)}",
            f"{summary.title_of(dataset)}: Answers that could not be read, in percent of all rows",
            "score",
            tuple((system.label, "share") for system in systems),
            tuple(rows),
            "They score as wrong: none was given, or none was found in what the model wrote.",
        )


def _answerable(summary: Summary, dataset: str) -> Iterator[Table]:
    """Yield the shares of rows whose answer a system can write, of systems that report it."""
    systems = [
        system
        for system in summary.systems_of(dataset)
        if isinstance(summary.answerable(system, dataset, ORIGINALS), Value)
    ]
    if systems:
        yield Table(
            f"answerable-{summary.name_of(dataset)}",
            f"{summary.title_of(dataset)}: Rows whose answer the system can write, in percent",
            "score",
            tuple((system.label, "share") for system in systems),
            tuple(
                (row, tuple(summary.answerable(system, dataset, row) for system in systems))
                for row in summary.rows(dataset)
            ),
            "What an edit takes from this share it takes by the form of the answer, and a drop shows both.",
        )


def options_beside_paper(outcomes: Sequence[Outcome]) -> Table:
    """Return the changes of systems that were trained with several options, beside tables 7 and 8 of the paper.

    Args:
        outcomes: those of the paper's two tables, and others on the same data set.
    """
    (dataset,) = {outcome.result.dataset for outcome in outcomes if outcome.system.is_paper}
    ours = [outcome for outcome in outcomes if outcome.result.dataset == dataset]
    summary = Summary(ours)
    systems = [system for system in summary.systems_of(dataset) if system.options]
    rows = [row for row in summary.rows(dataset) if row[0] == "attack"]
    title = "Change under attack by options of the training, as tables 7 and 8 of the paper"
    return _table(
        summary, dataset, "options-paper", "change", summary.change, rows, title, systems=systems
    )


def _compared(summary: Summary, dataset: str, field: str, title: str) -> Iterator[Table]:
    """Yield a comparison of systems that occur in several variants of a field."""
    systems = summary.systems_of(dataset)
    variants = [
        s for s in systems if len({getattr(o, field) for o in systems if o.name == s.name}) > 1
    ]
    names = {system.name for system in variants}

    def is_compared(row: Row) -> bool:
        found = [s.name for s in variants if summary.outcomes(s, dataset, row)]
        return any(found.count(name) > 1 for name in names)

    if rows := [row for row in summary.rows(dataset) if is_compared(row)]:
        yield _table(
            summary, dataset, field, "score", summary.score, rows, title, systems=variants
        )  # fmt: skip
