"""Systems that write answers alone: of them the metrics of equations say nothing."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scorers import scorer_of


def metrics_without_equations(results: Sequence[Result]) -> tuple[str, ...]:
    """The metrics of equations, of a language model that was asked for a number; else where nothing scored in any of them,
    originals included, though answers are right."""
    scorers = {made.dataset: scorer_of(made.dataset) for made in results}
    hidden = dict.fromkeys(metric for scorer in scorers.values() for metric in scorer.of_equations)
    concerned = [made for made in results if scorers[made.dataset].of_equations]
    answered = any(
        points
        for made in concerned
        for metric, points in made.scores.items()
        if metric != "rows" and metric not in hidden
    )
    asked = bool(concerned) and all(made.signature.prompt for made in concerned)
    scored = any(_scored_in(made, metric) for made in concerned for metric in hidden)
    return tuple(hidden) if asked or (answered and not scored) else ()


def _scored_in(made: Result, metric: str) -> bool:
    """Whether a prediction for a config, or for the originals that it is compared with, scored."""
    drop = made.drop_all_rows or {}
    return bool(made.scores.get(metric) or (metric in drop and drop[metric].original))
