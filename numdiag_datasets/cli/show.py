"""``numdiag show``: rows before and after."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from numdiag_datasets.cli.arguments import DirectoryOption
from numdiag_datasets.cli.shown_pairs import shown_row
from numdiag_datasets.draws import Draws
from numdiag_datasets.problems.rows import from_row
from numdiag_datasets.release.configs import dataset_of, parse_config
from numdiag_datasets.release.hub.download import find_release
from numdiag_datasets.release.manifest import PROBLEMS, ReleaseError, read_manifest, read_rows
from numdiag_datasets.release.marking import marked_row
from numdiag_datasets.sources import SPLITS
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.family import Family

app = typer.Typer()


@app.command()
def show(
    config: Annotated[str, typer.Argument(help="Config name, such as asdiv_a-extra-attack.")],
    directory: DirectoryOption = Path("numdiag"),
    split: Annotated[str, typer.Option(help="train, validation, test or all.")] = "test",
    rows: Annotated[int, typer.Option(help="How many rows.", min=1)] = 10,
    start: Annotated[int, typer.Option(help="Rows to pass over first.", min=0)] = 0,
    row_id: Annotated[str, typer.Option("--id", help="Only this id.")] = "",
    status: Annotated[str, typer.Option(help="Only rows with this status.")] = "",
    shuffle: Annotated[
        int | None, typer.Option(help="Show the rows in the random order of this seed.")
    ] = None,
) -> None:
    """Show rows before and after, with the edits marked (in colour on a terminal)."""
    family = FAMILIES.get(dataset_of(config))
    if family is None:
        parse_config(config)  # an unknown name or combination says so
    if split not in (*SPLITS, "all"):
        raise typer.BadParameter(f"unknown split {split!r}; choose from {', '.join(SPLITS)}, all")
    if status not in ("", "original", "applied", "unchanged"):
        raise typer.BadParameter(
            f"unknown status {status!r}; choose from original, applied, unchanged"
        )
    directory = find_release(directory)
    manifest = read_manifest(directory)
    if config not in manifest["configs"]:
        raise ReleaseError(_not_in_release(directory, config, manifest))
    stored = manifest["configs"][config]
    wanted = SPLITS if split == "all" else (split,)
    rows_found = read_rows(directory, [path for name in wanted for path in stored[name]])
    console = Console(highlight=False, soft_wrap=True)
    texts = (
        _shown_problems(config, rows_found, status, row_id, shuffle, console.is_terminal)
        if family is None
        else _shown_pairs(
            family, config, rows_found, status or row_id, shuffle, console.is_terminal
        )
    )
    if not texts:
        what = f"id {row_id!r}" if row_id else f"row with status {status!r}"
        raise ReleaseError(f"{config}, split {split}: no {what} among its {len(rows_found)} rows")
    for text in texts[start : start + rows]:
        console.print(text(), end="\n\n")


def _not_in_release(directory: Path, config: str, manifest: dict[str, Any]) -> str:
    if manifest["records"] == PROBLEMS and dataset_of(config) not in FAMILIES:
        return f"{directory}: was built without {config}; build it with --configs '{config}'"
    return f"{directory}: holds no {config}; it holds {', '.join(manifest['configs'])}"


def _shown_problems(
    config: str,
    rows: list[dict[str, Any]],
    status: str,
    row_id: str,
    shuffle: int | None,
    colour: bool,
) -> list[Callable[[], Text]]:
    problems = [
        problem
        for problem in map(from_row, rows)
        if status in ("", problem.status) and row_id in ("", problem.id, problem.source_id)
    ]
    if shuffle is not None:
        problems.sort(key=lambda problem: _place(shuffle, problem.id))
    moves = parse_config(config).perturbation == "order"
    return [partial(marked_row, problem, colour=colour, moves=moves) for problem in problems]


def _shown_pairs(
    family: Family,
    config: str,
    rows: list[dict[str, Any]],
    other: str,
    shuffle: int | None,
    colour: bool,
) -> list[Callable[[], Text]]:
    if other:
        raise typer.BadParameter(f"rows of {config} have neither id nor status")
    numbers = list(range(len(rows)))
    if shuffle is not None:
        numbers.sort(key=lambda number: _place(shuffle, str(number)))
    labels = family.labels(config)
    return [partial(shown_row, number, rows[number], labels, colour) for number in numbers]


def _place(seed: int, name: str) -> float:
    return Draws(seed, "show", 1, name).uniform()
