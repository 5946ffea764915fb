"""The ``numdiag`` command: what its parts are, and its help."""

from __future__ import annotations

from typing import Annotated

import typer

from numdiag_datasets._version import __version__
from numdiag_datasets.cli import (
    build,
    build_pairs,
    compare,
    evaluate,
    hub,
    path,
    perturb,
    predictions,
    report,
    score,
    shortcuts,
    show,
    train,
    verify,
)
from numdiag_datasets.cli import list as list_
from numdiag_datasets.cli.running import application, run

app = application()
for _module in (
    build, list_, show, verify, shortcuts, score, compare, report, hub, perturb, predictions, build_pairs, evaluate, train, path,
):  # fmt: skip
    app.add_typer(_module.app)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """numdiag: does a model really understand the numbers?"""
    if version:
        print(f"numdiag {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


def entry_point() -> None:
    """The ``numdiag`` command."""
    run(app, "numdiag")
