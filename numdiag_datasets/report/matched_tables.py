"""Tables of attacks: beside other settings over the rows that both change, by rule, and by type of wrong answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from numdiag_datasets.core.configs import TRANSFER
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.significance import Drop, holm
from numdiag_datasets.report.outcomes import SECOND_FORM, Outcome, System
from numdiag_datasets.report.summary import NOT_RUN, Cell, Summary, Value, drop_value, pooled
from numdiag_datasets.report.tables import Table
from numdiag_datasets.scoring.error_types import CALCULATION
from numdiag_datasets.scoring.paired_rows import CHANGED, PairedRows, pooled_drop
from numdiag_datasets.scoring.results import ErrorBaseline, Result
from numdiag_datasets.scoring.scorers import scorer_of

#: Where no bare calculations were asked, so that none can be known to fail.
NOT_ASKED = "no --calculation"
#: The label of the cost of a capability.
_COST = "control - attack"


def cost_tables(summary: Summary, *datasets: str) -> Iterator[Table]:
    """Yield for each data set, or for those named, the comparison of attack and control, which has the cost of each capability."""
    for dataset in datasets or summary.datasets:
        yield from _settings_matched(
            summary,
            dataset,
            "control",
            "costs",
            "Cost of any edit (original - control) and of the capability (control - attack)",
        )


def costs_of(table: Table) -> dict[str, tuple[Cell, ...]]:
    """Return perturbation -> the cost of its capability for each system, from a table of `cost_tables`.

    A cost without an interval is left out.
    """
    costs = {labels[0]: cells for labels, cells in table.rows if labels[1] == _COST}
    told = {
        name: tuple(c if isinstance(c, Value) and c.interval else NOT_RUN for c in cells)
        for name, cells in costs.items()
    }
    return {name: cells for name, cells in told.items() if set(cells) != {NOT_RUN}}


def matched_tables(summary: Summary) -> Iterator[Table]:
    """Yield for each data set the comparison of both forms, the drops by rule, and the types of wrong answers."""
    for dataset in summary.datasets:
        systems = summary.systems_of(dataset)
        yield from _settings_matched(
            summary, dataset, TRANSFER, "forms", "First form (attack) and second form (transfer)"
        )
        yield from _by_rule(summary, dataset, systems)
        yield from _error_types(summary, dataset, systems)


def _settings_matched(
    summary: Summary, dataset: str, setting: str, table: str, title: str
) -> Iterator[Table]:
    """Yield the differences of a setting from the originals and from the attack, over the rows that both change."""
    rows: list[tuple[tuple[str, str], tuple[Cell, ...]]] = []
    systems = summary.systems_of(dataset)
    for label, part in (("{} - attack", "other"), ("original - {}", "original")):
        for name in PERTURBATION_TABLE:
            cells = [_matched_cell(summary, s, dataset, name, setting, part) for s in systems]
            if any(isinstance(cell, Value) for cell in cells):
                rows.append(((name, label.format(setting)), tuple(cells)))
    if rows:
        yield _corrected(
            Table(
                f"{table}-{summary.name_of(dataset)}",
                f"{summary.title_of(dataset)}: {title}, over the rows that both change",
                "drop",
                tuple((s.label, metric_of(summary, s, dataset).replace("_", " ")) for s in systems),
                tuple(rows),
                index=("perturbation", "difference"),
            )
        )


def _matched_cell(
    summary: Summary, system: System, dataset: str, name: str, setting: str, part: str
) -> Cell:
    outcomes = [
        outcome
        for outcome in summary.outcomes(system, dataset, ("attack", name))
        if setting in outcome.result.matched
    ]
    metric = metric_of(summary, system, dataset)
    told = [getattr(outcome.result.matched[setting], part) or {} for outcome in outcomes]
    drops = [drop[metric] for drop in told if metric in drop]
    if not drops:
        return NOT_RUN
    tested: Drop | None = drops[0]
    if len(drops) > 1:
        row = (SECOND_FORM if setting == TRANSFER else setting, name)
        tested = _pooled_matched(
            _by_seed(summary.outcomes(system, dataset, ("attack", name)), metric),
            _by_seed(summary.outcomes(system, dataset, row), metric),
            [outcome.seed for outcome in outcomes],
            metric,
            part,
        )
    # A system that fails on the control too, such as one that knows the published answers by heart, has no cost to show.
    is_floor = summary.is_at_floor(system, dataset, ("attack", name), metric) or bool(
        part == "other" and tested and tested.is_at_floor
    )
    return replace(_with_size(drop_value(drops, tested)), is_floor=is_floor)


def _by_seed(outcomes: Sequence[Outcome], metric: str) -> dict[int | None, PairedRows]:
    kept = ((outcome.seed, outcome.result.paired) for outcome in outcomes)
    return {seed: made for seed, made in kept if made and metric in made.original}


def _pooled_matched(
    attacks: Mapping[int | None, PairedRows],
    others: Mapping[int | None, PairedRows],
    seeds: Sequence[int | None],
    metric: str,
    part: str,
) -> Drop | None:
    """Return the drop of several seeds from the originals to another setting, or from there to the attack.

    Returns:
        None if a seed lacks the scores of its rows in one of the two, or if the seeds have other rows.
    """
    if not all(seed in attacks and seed in others for seed in seeds):
        return None
    made, its = [attacks[seed] for seed in seeds], [others[seed] for seed in seeds]
    is_alike = all(each.is_like(same[0]) for same in (made, its) for each in same)
    if not is_alike or made[0].groups != its[0].groups:
        return None
    rows = made[0].rows(CHANGED) & its[0].rows(CHANGED)
    between = [each.perturbed[metric] for each in its]
    if part == "original":
        return pooled_drop([each.original[metric] for each in its], between, its[0].groups, rows)
    return pooled_drop(between, [each.perturbed[metric] for each in made], made[0].groups, rows)


def _by_rule(summary: Summary, dataset: str, systems: Sequence[System]) -> Iterator[Table]:
    """Yield the drop over the rows of each rule, of attacks that have several."""
    results = {
        (system, name): [o.result for o in summary.outcomes(system, dataset, ("attack", name))]
        for system in systems
        for name in PERTURBATION_TABLE
    }
    labels = {
        (name, rule): None
        for (_, name), found in results.items()
        for made in found
        for rule in made.drop_by_rule
    }
    rows = []
    for name, rule in labels:
        cells: list[Cell] = []
        for system in systems:
            metric = metric_of(summary, system, dataset)
            found = [made for made in results[system, name] if rule in made.drop_by_rule]
            by_metric = [made.drop_by_rule[rule] for made in found]
            drops = [drop[metric] for drop in by_metric if metric in drop]
            if not drops:
                cells.append(NOT_RUN)
                continue
            kept = [made.paired for made in found]
            tested = drops[0] if len(drops) == 1 else pooled(kept, metric, CHANGED, rule)
            cells.append(_with_size(drop_value(drops, tested)))
        rows.append(((name, rule), tuple(cells)))
    if rows:
        yield _corrected(
            Table(
                f"rules-{summary.name_of(dataset)}",
                f"{summary.title_of(dataset)}: Drop over the rows of each rule",
                "drop",
                tuple((s.label, metric_of(summary, s, dataset).replace("_", " ")) for s in systems),
                tuple(rows),
                index=("perturbation", "rule"),
            )
        )


def _corrected(table: Table) -> Table:
    """Return a table with the p-values of each column corrected for their number (`significance.holm`).

    Costs of any edit and of the capability are two families, as in `numdiag score`.
    """
    is_of_settings = table.index == ("perturbation", "difference")
    rows: list[tuple[tuple[str, str], tuple[Cell, ...]]] = []
    for kind in dict.fromkeys(labels[1] * is_of_settings for labels, _ in table.rows):
        alike = [row for row in table.rows if row[0][1] * is_of_settings == kind]
        columns = [_column_corrected(c) for c in zip(*(cells for _, cells in alike), strict=True)]
        labels = (labels for labels, _ in alike)
        rows += zip(labels, zip(*columns, strict=True), strict=True)
    return replace(table, rows=tuple(rows))


def _column_corrected(cells: Sequence[Cell]) -> list[Cell]:
    told = (cell.p_value for cell in cells if isinstance(cell, Value))
    p_values = iter(holm([p for p in told if p is not None]))
    return [
        cell
        if isinstance(cell, str) or cell.p_value is None
        else replace(cell, p_value=next(p_values))
        for cell in cells
    ]


def _error_types(summary: Summary, dataset: str, systems: Sequence[System]) -> Iterator[Table]:
    """Yield the types of the wrong answers of each attack, of all runs together."""
    rows = []
    asked = [_calculations_asked(summary, system, dataset) for system in systems]
    for name in PERTURBATION_TABLE:
        found = [
            [
                o.result
                for o in summary.outcomes(system, dataset, ("attack", name))
                if o.result.errors
            ]
            for system in systems
        ]
        types = dict.fromkeys(kind for runs in found for made in runs for kind in made.errors)
        for kind in types:
            if kind != "wrong":
                cells = tuple(
                    _share(runs, kind) if is_asked or kind != CALCULATION else NOT_ASKED
                    for runs, is_asked in zip(found, asked, strict=True)
                )
                rows.append(((name, kind.replace("_", " ")), cells))
    if rows:
        yield Table(
            f"errors-{summary.name_of(dataset)}",
            f"{summary.title_of(dataset)}: Types of wrong answers under attack, in percent",
            "score",
            tuple((system.label, "wrong answers") for system in systems),
            tuple(rows),
            "The first type that fits counts; the errors that a perturbation provokes come first. They have a number of error answers "
            "in a row, and a baseline: wrong answers to the control with the same error answers, or, without a control, wrong answers "
            "compared with the error answers of other rows.",
            ("perturbation", "type"),
        )


def _calculations_asked(summary: Summary, system: System, dataset: str) -> bool:
    """Return whether bare calculations were asked for any attack of a system."""
    made = (
        o.result
        for name in PERTURBATION_TABLE
        for o in summary.outcomes(system, dataset, ("attack", name))
    )
    return any(each.drop_split or CALCULATION in each.errors for each in made)


def _share(runs: Sequence[Result], kind: str) -> Cell:
    """Return the percent of the wrong answers that are of a type, or why there is none.

    The note has the counts and the baseline: "(29 of 41; 1.5 answers a row; control 2 of 38)".
    """
    if not runs:
        return NOT_RUN
    hits, wrong = (sum(made.errors.get(name, 0) for made in runs) for name in (kind, "wrong"))
    parts = [f"{hits} of {wrong}"]
    if stated := [made.error_answers[kind] for made in runs if kind in made.error_answers]:
        parts.append(f"{fmean(stated):.1f} answers a row")
        baselines = [found for made in runs if (found := made.error_baseline(kind))]
        for name in dict.fromkeys(found.name for found in baselines):
            alike = [found for found in baselines if found.name == name]
            total = ErrorBaseline(
                name, sum(f.hits for f in alike), sum(f.wrong for f in alike), None
            )
            parts.append(f"{name} {total}")
    return Value(
        100 * hits / wrong if wrong else 0, len(runs), rows=wrong, note=f"({'; '.join(parts)})"
    )


def metric_of(summary: Summary, system: System, dataset: str) -> str:
    """Return the first metric that is shown of a system."""
    return next(iter(summary.metrics_of(system, dataset)), scorer_of(dataset).metrics[0])


def _with_size(drop: Value) -> Value:
    return replace(drop, note=f"n = {drop.rows:.0f}")
