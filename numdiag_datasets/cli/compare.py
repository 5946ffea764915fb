"""``numdiag compare``: comparison of two systems on the same rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.arguments import (
    DirectoryOption,
    ModeOption,
    check_mode,
    check_split,
    read_mode,
    release_at,
)
from numdiag_datasets.cli.comparison_tables import comparison_notes, comparison_tables, warnings
from numdiag_datasets.cli.running import printer, progress_bar
from numdiag_datasets.cli.score_tables import SAMPLE_NOTE, print_signatures
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.output_files import check_output, check_result, write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.scoring.compare_systems import compare_systems
from numdiag_datasets.scoring.system import files_at


def compare(
    a: Annotated[
        Path,
        typer.Argument(
            help="Predictions of system A: a run of numdiag evaluate, a folder of <config>.jsonl as for score, one such file, or logs of an LLM harness.",
            show_default=False,
        ),
    ],
    b: Annotated[Path, typer.Argument(help="The same of system B.", show_default=False)],
    config: Annotated[
        list[str] | None,
        typer.Option(
            help="The config to compare, or a glob: give it again for more; without it all that both have."
        ),
    ] = None,
    directory: DirectoryOption = Path("numdiag"),
    split: Annotated[
        str,
        typer.Option(
            help="train, validation, test, or a draw such as test_2; draws: all of them together, where A and B hold {split}."
        ),
    ] = "test",
    mode: ModeOption = "official",
    partial: Annotated[
        bool,
        typer.Option("--partial", help="Compare the rows for which both have a prediction."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    out: Annotated[Path | None, typer.Option(help="Also write the JSON to this file.")] = None,
) -> None:
    """Compare two systems: B - A in score and in drop, paired by row.

    Intervals and p-values take rows that share a text as one; "p (Holm)" is corrected for the number of configs
    in its table.
    """
    check_split(split)
    read_as = read_mode(mode)
    inputs = [path for place in (a, b) for path in files_at(place)]
    if out:
        check_output(out, inputs)
        check_result(out, "a")
    release = release_at(directory)
    with progress_bar() as progress:
        made = compare_systems(
            release,
            a,
            b,
            patterns=config or [],
            split=split,
            mode=read_as,
            partial=partial,
            progress=progress,
        )
    check_mode(mode, (each.config for each in made.configs))
    text = json.dumps(made.to_json(), indent=1, ensure_ascii=False)
    if out:
        write_output(out, text + "\n", inputs)
    if as_json:
        say(text)
        for line in (*warnings(made), *made.notes):
            say(line, to_log=True)
        return
    console = printer()
    console.print(f"A: {made.a}\nB: {made.b}", soft_wrap=True)
    for line in warnings(made):
        console.print(line, soft_wrap=True)
    for table in comparison_tables(made):
        console.print(table)
    for line in comparison_notes(made):
        console.print(line, soft_wrap=True)
    print_signatures(console, [each.full_signature for each in made.configs])
    if read_manifest(release).is_sample:
        console.print(SAMPLE_NOTE, soft_wrap=True)
