"""The ``numdiag`` command: its table of subcommands, and its help."""

from __future__ import annotations

from typing import Annotated

import typer

from numdiag_datasets._version import __version__
from numdiag_datasets.cli.running import LazyCommand, LazyGroup, application, run
from numdiag_datasets.core.visible_text import say

#: All options belong to the script, including --help.
_ALL_PASSED_ON = {
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": [],
}


class _Commands(LazyGroup):
    """The subcommands in the order of the help; a module is imported when its subcommand is called."""

    table = {  # noqa: RUF012  # never changed
        "build": LazyCommand("build", "build_", "Build a release of the data sets."),
        "list": LazyCommand("list", "list_configs", "Show configs, rows and coverage."),
        "show": LazyCommand("show", "show", "Show rows, with the edits marked."),
        "verify": LazyCommand("verify", "verify", "Check every promise of a release."),
        "shortcuts": LazyCommand(
            "shortcuts", "shortcuts", "Measure what simple strategies solve or undo."
        ),
        "score": LazyCommand("score", "score", "Score predictions, and the drop."),
        "compare": LazyCommand("compare", "compare", "Compare two systems on the same rows."),
        "report": LazyCommand("report", "report", "Write tables and pictures of results."),
        "push": LazyCommand("hub", "push", "Publish a release on the Hub."),
        "push-metric": LazyCommand("hub", "push_metric", "Publish the metric on the Hub."),
        "diff": LazyCommand("hub", "show_differences", "Compare two releases."),
        "perturb": LazyCommand("perturb", "perturb", "Perturb data of your own."),
        "predictions": LazyCommand(
            "harness_predictions", "predictions", "Turn logs of an LLM harness into files."
        ),
        "build-number-words": LazyCommand("build_pairs", "number_words", "Build the number words."),
        "build-question-matching": LazyCommand(
            "build_pairs", "question_matching", "Build the question pairs."
        ),
        "evaluate": LazyCommand(
            "evaluate", "evaluate", "Ask a language model, and score it.", _ALL_PASSED_ON
        ),
        # Options before the script's name belong to this command, all options after it to the script.
        "train": LazyCommand(
            "train", "train", "Train a baseline.", {"allow_interspersed_args": False}
        ),
        "path": LazyCommand("path", "print_path", "Print where metric and tasks lie."),
    }


app = application(cls=_Commands)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """numdiag: does a model really understand the numbers?"""
    if version:
        say(f"numdiag {__version__}")
    elif context.invoked_subcommand is None:
        say(context.get_help())


def entry_point() -> None:
    """Run the ``numdiag`` command."""
    run(app, "numdiag")
