"""``numdiag shortcuts``: the success of simple strategies on a release."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from numdiag_datasets.cli.arguments import Directory, release_at
from numdiag_datasets.cli.running import printer, progress_bar
from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.errors import InputError, NumdiagError
from numdiag_datasets.core.manifest import PROBLEMS, Manifest, ReleaseError, read_manifest
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.report.runs import RESULTS

if TYPE_CHECKING:
    from numdiag_datasets.text_pairs.shortcuts import Guesses

_LEGEND = {
    "solves": "gives the answer",
    "restores": "gives back the original's text (of originals: leaves them alone, or with all operands)",
    "selects": "picks exactly the numbers that the equation uses",
}


def shortcuts(
    directory: Directory = Path("numdiag"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Of number words and question pairs: folder to write results of each solver to, which `numdiag report` "
            "shows beside those of models."
        ),
    ] = None,
) -> None:
    """Measure the share of attacked test rows that strategies without understanding solve or undo.

    For number words and question pairs: the share of labels guessed from one trait of the text, or a bag of its
    parts. Bags of words of problems need scikit-learn and are left out without it.
    """
    release = release_at(directory)
    manifest = read_manifest(release)
    if manifest.records != PROBLEMS:
        _show_pairs(release, manifest, as_json, out)
    elif out:
        raise typer.BadParameter("--out is for number words and question pairs")
    else:
        _show_problems(release, manifest, as_json)


def _show_problems(release: Path, manifest: Manifest, as_json: bool) -> None:
    # Imported here, as in `verify`: only this command needs it.
    from numdiag_datasets.release.shortcuts.classifiers import bag_of_words, is_installed
    from numdiag_datasets.release.shortcuts.measure import problem_shortcuts
    from numdiag_datasets.release.shortcuts.shortcut_tables import problem_tables
    from numdiag_datasets.release.shortcuts.strategies import STRATEGIES

    try:
        with progress_bar() as progress:
            found = problem_shortcuts(release, manifest, progress)
            told = bag_of_words(release, manifest, progress) if is_installed() else []
    except (NumdiagError, ArithmeticError, LookupError) as error:
        if isinstance(error, InputError):
            raise
        raise ReleaseError(
            f"{release}: holds a row that cannot be used ({error!s:.100}); `numdiag verify` names all"
        ) from error
    if as_json:
        values = {"strategies": [*map(asdict, found)], "bag_of_words": [*map(asdict, told)]}
        say(json.dumps(values))
        return
    console = printer()
    console.print("Percent of attacked test rows (of their originals):", highlight=False)
    for table in problem_tables(found):
        _print(console, table.title, table.columns, table.rows)
        for note in table.notes:
            say(f"  {note}")
    for strategy in STRATEGIES:
        say(f"  {strategy.name}: {strategy.summary}; {strategy.kind}")
    for kind, meaning in _LEGEND.items():
        say(f"  {kind}: {meaning}")
    if not told:
        say("  bags of words: left out; `pip install scikit-learn` brings them")
        return
    rows = [
        (t.config, f"{100 * t.texts:.0f}", "" if t.numbers is None else f"{100 * t.numbers:.0f}")
        for t in told
    ]
    columns = ("config", "attacked or original", "edited or untouched number")
    _print(console, "Told by bags of words, percent (chance: 50)", columns, rows)


def _show_pairs(release: Path, manifest: Manifest, as_json: bool, out: Path | None) -> None:
    from numdiag_datasets.text_pairs.shortcut_tables import label_tables
    from numdiag_datasets.text_pairs.shortcuts import baseline_guesses, shares

    with progress_bar() as progress:
        guesses = list(baseline_guesses(release, manifest, progress))
    found = shares(guesses, manifest)
    if out:
        _write(guesses, manifest, out)
    if as_json:
        say(json.dumps({"strategies": [*map(asdict, found)]}))
        return
    say("Percent of the test split's labels that solvers without understanding tell:")
    for table in label_tables(found):
        first, number, *solvers = table.columns
        letters = ascii_lowercase[: len(solvers)]  # their names are wider than their figures
        _print(printer(), table.title, (first, number, *letters), table.rows)
        names = "; ".join(f"{a} {solver}" for a, solver in zip(letters, solvers, strict=True))
        printer().print(f"  {names}\n")


def _write(guesses: Iterable[Guesses], manifest: Manifest, out: Path) -> None:
    """Write ``results.json`` for each solver and config."""
    from numdiag_datasets.scoring.predictions import to_prediction
    from numdiag_datasets.scoring.results import result
    from numdiag_datasets.scoring.scored_rows import score_rows

    for made in guesses:
        scored = score_rows(manifest.holds, made.rows, map(to_prediction, made.labels))
        found = result(
            scored,
            dataset=manifest.holds,
            config=made.config,
            revision=manifest.revision(made.config, "test"),
            about={"split": "test", "system": f"{made.strategy}, shallow"},
        )
        place = out / made.strategy.replace(" ", "-") / made.config / RESULTS
        write_output(place, json.dumps(found.to_json(), indent=1) + "\n")


def _print(
    console: Console,
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
) -> None:
    # Nine columns in 80 characters: the two figures of a cell may be on separate lines.
    console.print(TerminalTable(title, columns, list(rows), folds=True))
