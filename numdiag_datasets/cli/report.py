"""``numdiag report``: results as tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.core.visible_text import say


def report(
    runs: Annotated[
        list[str],
        typer.Argument(
            help="Files of `numdiag score --out`, or folders of training runs; NAME=PATH names the system."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("report"),
    compare: Annotated[
        str, typer.Option(help="paper: show the results of the paper beside them.")
    ] = "",
    pool: Annotated[
        bool, typer.Option("--pool", help="Average results of different data too: benchmark seeds.")
    ] = False,
) -> None:
    """Write tables and pictures of results: HTML, Markdown, CSV, LaTeX, PNG and SVG."""
    if compare not in ("", "paper"):
        raise typer.BadParameter(f"unknown comparison {compare!r}; choose from paper")
    # Imported here: only this command needs it, and the others start faster.
    from numdiag_datasets.report.writing import write_report

    with progress_bar() as progress:
        paths = write_report(
            runs,
            out,
            compare_paper=compare == "paper",
            pool=pool,
            progress=progress,
            warn=lambda line: say(f"numdiag: {line}", to_log=True),
        )
    say(f"{out}: {len(paths)} files; open {out / 'report.html'}")
