"""``numdiag path``: the paths of files that are installed with the library."""

from __future__ import annotations

from typing import Annotated

import typer

from numdiag_datasets.core import resources

app = typer.Typer()


@app.command("path")
def print_path(
    name: Annotated[
        str,
        typer.Argument(
            help="metric (for evaluate.load), lm_eval (for lm_eval run --include_path) or recipes "
            "(of numdiag train)."
        ),
    ],
) -> None:
    """Print where the metric, the tasks of lm-eval or the recipes lie on this machine."""
    print(resources.path(name))
