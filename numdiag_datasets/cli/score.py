"""``numdiag score``: scoring of prediction files against a release."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.arguments import (
    DirectoryOption,
    ModeOption,
    check_effects,
    check_mode,
    check_split,
    read_mode,
    release_at,
)
from numdiag_datasets.cli.running import printer, progress_bar
from numdiag_datasets.cli.score_tables import print_scores, score_warnings
from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.output_files import check_output, check_result, write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.scoring.prediction_files import has_drop, plan
from numdiag_datasets.scoring.scored_files import score_files


def score(
    predictions: Annotated[
        Path,
        typer.Option(
            help='JSON lines {"id": ..., "prediction": ...[, "scale": ...]}, one for every row (of text pairs the id is its number); '
            "or a directory of files <config>.jsonl, the predictions of one system."
        ),
    ],
    config: Annotated[
        list[str] | None,
        typer.Option(
            help="The config that was predicted; with a directory, a config or a glob of those to score: give it again for more."
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(help="The same system's predictions for the originals; gives the drop."),
    ] = None,
    directory: DirectoryOption = Path("numdiag"),
    split: Annotated[
        str,
        typer.Option(
            help="train, validation, test, or a draw such as test_2; draws: all of them, where --predictions holds {split}."
        ),
    ] = "test",
    mode: ModeOption = "official",
    partial: Annotated[
        bool,
        typer.Option(
            "--partial",
            help="Score the rows that have a prediction, of a run with a limit or one that stopped.",
        ),
    ] = False,
    calculation: Annotated[
        Path | None,
        typer.Option(
            help="The predictions of `numdiag evaluate --style calculation` for the same system, a directory of <config>.jsonl: "
            "splits drops into calculation and the rest."
        ),
    ] = None,
    by: Annotated[
        str, typer.Option(help="rule: show the drop over the rows of each rule instead.")
    ] = "",
    system: Annotated[
        str, typer.Option(help="What reports call the system that made the predictions.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    out: Annotated[Path | None, typer.Option(help="Also write the JSON to this file.")] = None,
) -> None:
    """Score predictions; given those for the originals, print the drop as well."""
    # Before numpy is imported: its products are small here, and threads that wait for work double the processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    check_split(split)
    if by not in ("", "rule"):
        raise InputError(f"--by {by!r}: choose rule")
    read_as = read_mode(mode)
    check_effects(
        (as_json and by, "--by", "--json prints all"),
        (system and not (as_json or out), "--system", "only --json and --out name the system"),
    )
    with progress_bar() as progress:
        release = release_at(directory)
        scorings = plan(release, config or [], predictions, baseline, split)
        check_mode(mode, (each.config for each in scorings))
        are_originals = all(each.config in DATA_SETS for each in scorings)
        check_effects((baseline and are_originals, "--baseline", "originals have no drop"))
        if calculation and not any(has_drop(each.config) and each.baseline for each in scorings):
            raise InputError(
                "--calculation: splits drops, which need a perturbed config and its originals"
            )
        inputs = [path for each in scorings for path in (each.predictions, each.baseline) if path]
        if by and not any(dataset_of(each.config) in DATA_SETS for each in scorings):
            raise InputError("--by rule: text pairs have no rules")
        if by and not any(each.baseline for each in scorings):
            raise InputError("--by rule: shows drops, which need the predictions for the originals")
        if out:
            check_output(out, inputs)
            check_result(out, "results")
        scored = score_files(
            release,
            scorings,
            mode=read_as,
            partial=partial,
            calculation=calculation,
            system=system,
            progress=progress,
        )
    text = json.dumps(scored.to_json(), indent=1, ensure_ascii=False)
    if out:
        write_output(out, text + "\n", inputs)
    if as_json:
        say(text)
        for line in (*score_warnings(scored), *scored.notes):
            say(line, to_log=True)
        return
    print_scores(printer(), scored, by_rule=bool(by))
