"""``numdiag show``: rows before and after perturbation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from numdiag_datasets.cli.arguments import DirectoryOption, check_effects, release_at
from numdiag_datasets.cli.release_types import release_type_of
from numdiag_datasets.cli.running import printer
from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.data_sets import DATA_SETS, SPLITS
from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.errors import InputError, short
from numdiag_datasets.core.manifest import ReleaseError, read_manifest
from numdiag_datasets.core.problem import EditError
from numdiag_datasets.core.release_rows import config_rows
from numdiag_datasets.core.visible_text import say, visible_line
from numdiag_datasets.release.display import Choice
from numdiag_datasets.release.display.marking import legend
from numdiag_datasets.scoring.error_types import ALL_TYPES, types_of
from numdiag_datasets.scoring.prediction_files import check_name as check_file_name
from numdiag_datasets.scoring.predictions import match_predictions, read_predictions
from numdiag_datasets.scoring.scored_rows import score_rows
from numdiag_datasets.text_pairs import check_name

_ROWS = 10


def show(
    config: Annotated[str, typer.Argument(help="Config name, such as asdiv_a-extra-attack.")],
    directory: DirectoryOption = Path("numdiag"),
    split: Annotated[str, typer.Option(help="train, validation, test or all.")] = "test",
    rows: Annotated[int, typer.Option(help="How many rows.", min=1)] = _ROWS,
    start: Annotated[int, typer.Option(help="Rows to pass over first.", min=0)] = 0,
    row_id: Annotated[
        str, typer.Option("--id", help="Only this id; of text pairs, the number of the row.")
    ] = "",
    status: Annotated[str, typer.Option(help="Only rows with this status.")] = "",
    shuffle: Annotated[
        int | None, typer.Option(help="Show the rows in the random order of this seed.")
    ] = None,
    predictions: Annotated[
        Path | None,
        typer.Option(
            help="Only the rows that this file of predictions has wrong, with what it has."
        ),
    ] = None,
    error: Annotated[
        str,
        typer.Option(
            help="Of these only one type, such as distractor_taken, number_copied or other."
        ),
    ] = "",
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON for machines: config, split, and rows: each with its columns, and as `shown`.",
        ),
    ] = False,
) -> None:
    """Show rows before and after, with the edits marked (in colour on a terminal)."""
    check_name(config)
    check_effects(
        (row_id and shuffle is not None, "--shuffle", "--id shows one row"),
        (row_id and rows != _ROWS, "--rows", "--id shows one row"),
    )
    if status not in ("", "original", "applied", "unchanged"):
        raise typer.BadParameter(
            f"unknown status {status!r}; choose from original, applied, unchanged"
        )
    types = (*Error, *ALL_TYPES)
    if error and error not in types:
        raise typer.BadParameter(f"unknown type {error!r}; choose from {', '.join(types)}")
    directory = release_at(directory)
    manifest = read_manifest(directory)
    splits = manifest.configs.get(config, dict.fromkeys(SPLITS))
    if split not in (*splits, "all"):
        raise typer.BadParameter(f"unknown split {split!r}; choose from {', '.join(splits)}, all")
    wanted = SPLITS if split == "all" else (split,)
    stored = config_rows(directory, manifest, config, wanted)
    said: dict[str, str] = {}
    if predictions:
        check_file_name(manifest, predictions, config)
        said = _wrong(config, stored, predictions, error)
        stored = [row for row in stored if row.get("id") in said]
        if not stored:
            of_type = f" of type {error!r}" if error else ""
            raise ReleaseError(
                f"{predictions}: has no wrong answer{of_type} on {config}, split {split}"
            )
    elif error:
        raise typer.BadParameter("--error needs --predictions")
    shown = release_type_of(manifest).show(config, stored, Choice(status, row_id, shuffle))
    if not shown:
        of_id, of_status = (
            f"id {short(row_id)!r}" * bool(row_id),
            f"status {status!r}" * bool(status),
        )
        what = " and ".join(filter(None, (of_id, of_status)))
        wrong = " with a wrong answer" * bool(predictions)
        raise ReleaseError(
            f"{config}, split {split}: no row with {what} among its {len(stored)} rows{wrong}"
        )
    if start >= len(shown):
        raise ReleaseError(
            f"{config}, split {split}: --start {start} is behind its {len(shown)} rows"
        )
    chosen = shown[start : start + rows]
    console = printer(soft_wrap=True)
    # Colour needs a terminal that supports it, and NO_COLOR must not be set.
    in_colour = console.is_terminal and bool(console.color_system) and not console.no_color
    try:
        if as_json:
            made = {"config": config, "split": split, "rows": [each.to_json() for each in chosen]}
            say(json.dumps(made))
            return
        texts = [
            each.text(in_colour).append(said.get(each.row.get("id", ""), "")) for each in chosen
        ]
    except EditError as error:
        raise ReleaseError(
            f"{directory}: {config} holds a row whose edits do not fit ({error}); `numdiag verify` names all"
        ) from error
    for text in texts:
        console.print(text, end="\n\n")
    if marks := legend(texts, in_colour):
        console.print(marks)


def _wrong(config: str, rows: list[dict[str, Any]], path: Path, error: str) -> dict[str, str]:
    """Return id -> a line with the prediction and its types, for each wrong prediction, or each of one type.

    Raises:
        PredictionError: the file cannot be read or does not fit the rows; InputError: text pairs have no types.
    """
    dataset = dataset_of(config)
    if dataset not in DATA_SETS:
        raise InputError(f"{config}: labels are right or wrong; --predictions is for questions")
    given = read_predictions(path)
    there = [row for row in rows if row["id"] in given]
    found = match_predictions(given, there, str(path))
    said = {}
    for prediction, scored in zip(found, score_rows(dataset, there, found), strict=True):
        types = [] if scored.is_right else types_of(scored.value, scored.row, scored.equation)
        if types and error in ("", types[0]):
            told = ", ".join(name.replace("_", " ") for name in types)
            said[scored.row["id"]] = (
                f"\n  predicted: {visible_line(' '.join(prediction.spans))} ({told})"
            )
    return said
