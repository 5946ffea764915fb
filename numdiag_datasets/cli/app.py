"""The ``numdiag`` command: its table of subcommands, and its help."""

from __future__ import annotations

from typing import Annotated

import typer

from numdiag_datasets._version import __version__
from numdiag_datasets.cli.running import LazyCommand, LazyGroup, application, run


class _Commands(LazyGroup):
    """The subcommands in the order of the help; a module is imported when its subcommand is called."""

    table = {  # noqa: RUF012  # never changed
        "build": LazyCommand("build", "Build a release of the data sets."),
        "list": LazyCommand("list", "Show configs, rows and coverage."),
        "show": LazyCommand("show", "Show rows, with the edits marked."),
        "verify": LazyCommand("verify", "Check every promise of a release."),
        "shortcuts": LazyCommand("shortcuts", "Measure what simple strategies solve or undo."),
        "score": LazyCommand("score", "Score predictions, and the drop."),
        "compare": LazyCommand("compare", "Compare two systems on the same rows."),
        "report": LazyCommand("report", "Write tables and pictures of results."),
        "push": LazyCommand("hub", "Publish a release on the Hub."),
        "push-metric": LazyCommand("hub", "Publish the metric on the Hub."),
        "diff": LazyCommand("hub", "Compare two releases."),
        "perturb": LazyCommand("perturb", "Perturb data of your own."),
        "predictions": LazyCommand(
            "harness_predictions", "Turn logs of an LLM harness into files."
        ),
        "build-number-words": LazyCommand("build_pairs", "Build the number words."),
        "build-question-matching": LazyCommand("build_pairs", "Build the question pairs."),
        "evaluate": LazyCommand("evaluate", "Ask a language model, and score it."),
        "train": LazyCommand("train", "Train a baseline."),
        "path": LazyCommand("path", "Print where metric and tasks lie."),
    }


app = application(cls=_Commands)


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
    """Run the ``numdiag`` command."""
    run(app, "numdiag")
