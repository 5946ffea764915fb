"""Systems that output only answers, for which the metrics of equations are meaningless."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.scoring.harness.prompts import style_of
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scorers import scorer_of

#: The least part of right answers that are written as equations by a system that writes them.
_LEAST = 0.1


def metrics_without_equations(results: Sequence[Result]) -> tuple[str, ...]:
    """Return the metrics of equations if the systems output only answers.

    That is so if a language model was asked for a number. It is also so if answers are right, but hardly a
    prediction scored in any of these metrics, originals included.
    """
    scorers = {made.dataset: scorer_of(made.dataset) for made in results}
    hidden = dict.fromkeys(metric for scorer in scorers.values() for metric in scorer.of_equations)
    concerned = [made for made in results if scorers[made.dataset].of_equations]
    answered = any(
        points
        for made in concerned
        for metric, points in made.scores.items()
        if metric != "rows" and metric not in hidden
    )
    prompts = [made.signature.prompt for made in concerned]
    asked = bool(prompts) and all(way and style_of(way) != "equation" for way in prompts)
    scored = any(_scored_in(made, metric) for made in concerned for metric in hidden)
    return tuple(hidden) if asked or (answered and not scored) else ()


def _scored_in(made: Result, metric: str) -> bool:
    """Return whether predictions for a config, or for the originals it is compared with, scored as equations.

    An answer alone scores where the gold equation is a single number, which few problems have.
    """
    answers, drop = scorer_of(made.dataset).metrics[0], made.drop_all_rows or {}
    points = [(made.scores.get(metric, 0), made.scores.get(answers, 0))]
    if metric in drop:
        points.append((drop[metric].original, drop[answers].original))
    return any(found > _LEAST * right for found, right in points)
