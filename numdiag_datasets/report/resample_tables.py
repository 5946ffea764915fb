"""Tables over resamples of a test split: mean, spread and worst score of each system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.report.outcomes import Outcome, check_parts
from numdiag_datasets.report.summary import NOT_RUN, Cell, Value
from numdiag_datasets.report.tables import Table
from numdiag_datasets.scoring.resamples import OverDraws, over_draws


def is_draw(outcome: Outcome) -> bool:
    """Return whether a result is that of a resample, ``test_3``, and not of a split."""
    split = str(outcome.result.about.get("split", ""))
    return base_of(split) != split


def draw_tables(outcomes: Sequence[Outcome]) -> Iterator[Table]:
    """Yield a table for each data set: a row per config, with the mean and the worst score of each system."""
    by_system: dict[str, list[Outcome]] = {}
    draws = list(filter(is_draw, outcomes))
    check_parts(draws)
    for outcome in draws:
        by_system.setdefault(outcome.system.label, []).append(outcome)
    drawn = {
        (system, over.config): over
        for system, found in by_system.items()
        for over in over_draws(outcome.result for outcome in found)
    }
    for dataset in dict.fromkeys(config.partition("-")[0] for _, config in drawn):
        systems = list(dict.fromkeys(s for s, c in drawn if c.partition("-")[0] == dataset))
        configs = dict.fromkeys(c for _, c in drawn if c.partition("-")[0] == dataset)
        metric = next(over.metric for (_, c), over in drawn.items() if c in configs)
        rows = []
        for config in configs:
            _, perturbation, setting = config.split("-")
            cells = chain.from_iterable(_cells(drawn.get((system, config))) for system in systems)
            rows.append(((setting, perturbation), tuple(cells)))
        yield Table(
            f"draws-{dataset}",
            f"{dataset}: {metric.replace('_', ' ')} over draws of the test split, applied rows",
            "score",
            tuple((system, part) for system in systems for part in ("mean", "worst")),
            tuple(rows),
            note="Each draw samples the numbers anew; ± is the standard deviation of the draws.",
            heads=("system", "draws"),
        )


def _cells(over: OverDraws | None) -> tuple[Cell, Cell]:
    if over is None:
        return NOT_RUN, NOT_RUN
    worst = Value(over.scores[over.worst], note=f"({over.worst})")
    return Value(over.mean, len(over.scores), over.deviation), worst
