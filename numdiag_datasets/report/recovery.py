"""What training on perturbed rows wins back of a drop, in percent of the drop."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.configs import DEFENSE, TRANSFER
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.significance import recovered
from numdiag_datasets.report.outcomes import SECOND_FORM, System
from numdiag_datasets.report.summary import NOT_RUN, Cell, Summary, Value
from numdiag_datasets.report.tables import Table
from numdiag_datasets.scoring.paired_rows import CHANGED, PairedRows, scores_of, words_of
from numdiag_datasets.scoring.scorers import scorer_of

#: The setting of a model trained on perturbed rows -> that of the originals' model on the same rows.
_WITHOUT = {DEFENSE: "attack", TRANSFER: SECOND_FORM}
_NO_DROP = "no drop"


def recovery_tables(summary: Summary) -> Iterator[Table]:
    """Yield for each data set the shares of drops that training wins back, if there are any."""
    for dataset in summary.datasets:
        systems = summary.systems_of(dataset)
        rows = []
        for setting in _WITHOUT:
            for name in PERTURBATION_TABLE:
                cells = tuple(_share(summary, s, dataset, setting, name) for s in systems)
                if any(isinstance(cell, Value) for cell in cells):
                    rows.append(((setting, name), cells))
        if rows:
            metric = scorer_of(dataset).metrics[0].replace("_", " ")
            yield Table(
                f"won-back-{summary.name_of(dataset)}",
                f"{summary.title_of(dataset)}: What training on perturbed rows wins back, in percent of the drop",
                "score",
                tuple((system.label, metric) for system in systems),
                tuple(rows),
                "Over the rows that were changed, and over the seeds that both trainings have. A share has no interval where the drop itself is not clear.",
            )


def _share(summary: Summary, system: System, dataset: str, setting: str, name: str) -> Cell:
    metric = scorer_of(dataset).metrics[0]

    def by_seed(of: str) -> dict[int | None, PairedRows]:
        found = summary.outcomes(system, dataset, (of, name))
        kept = ((outcome.seed, outcome.result.paired) for outcome in found)
        return {seed: made for seed, made in kept if made and metric in made.original}

    without, trained = by_seed(_WITHOUT[setting]), by_seed(setting)
    seeds = [seed for seed in without if seed in trained]
    if not seeds:
        return NOT_RUN
    first = without[seeds[0]]
    if not all(
        made.is_like(first) for by in (without, trained) for made in map(by.get, seeds) if made
    ):
        return NOT_RUN
    rows = first.rows(CHANGED)
    runs = [
        (
            scores_of(without[seed].original[metric], rows),
            scores_of(without[seed].perturbed[metric], rows),
            scores_of(trained[seed].perturbed[metric], rows),
        )
        for seed in seeds
    ]
    share, interval = recovered(runs, words_of(first.groups, rows)) if rows else (None, None)
    if share is None:
        return _NO_DROP
    return Value(share, len(seeds), interval=interval, rows=len(rows))
