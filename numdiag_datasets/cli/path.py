"""``numdiag path``: the paths of files that are installed with the library."""

from __future__ import annotations

from typing import Annotated

import typer

from numdiag_datasets.cli.arguments import check_effects
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.scoring import resources


def print_path(
    name: Annotated[
        str,
        typer.Argument(
            help="metric (for evaluate.load), lm_eval (for lm_eval run --include_path), inspect_ai (for inspect "
            "eval) or recipes (of numdiag train)."
        ),
    ],
    dataset: Annotated[
        str,
        typer.Option(
            help="With lm_eval: a release directory, or a repository of the Hub, you/numdiag; ./numdiag otherwise."
        ),
    ] = "",
    revision: Annotated[str, typer.Option(help="Of the repository, such as v1.0.0.")] = "",
) -> None:
    """Print where the metric, the tasks of lm-eval (written into the cache) or of inspect-ai, or the recipes lie."""
    check_effects((revision and not dataset, "--revision", "it is of the repository in --dataset"))
    say(resources.path(name, dataset=dataset, revision=revision))
