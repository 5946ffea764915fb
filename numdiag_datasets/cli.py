"""``numdiag``: look at configs and rows, verify a release, score predictions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from numdiag_datasets import __version__
from numdiag_datasets.cli_harness import app as harness_app
from numdiag_datasets.cli_hub import app as hub_app
from numdiag_datasets.cli_perturb import app as perturb_app
from numdiag_datasets.commands import progress_bar, run
from numdiag_datasets.configs import all_configs, dataset_of, parse_config, unavailable
from numdiag_datasets.draws import Draws
from numdiag_datasets.features import from_row
from numdiag_datasets.hub.download import find_release
from numdiag_datasets.manifest import PROBLEMS, ReleaseError, read_manifest, read_rows
from numdiag_datasets.marking import marked_row
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.score import plan, score_files
from numdiag_datasets.score_tables import score_tables
from numdiag_datasets.scoring.tatqa import MODES
from numdiag_datasets.sources import SPLITS
from numdiag_datasets.text_pairs.families import FAMILIES
from numdiag_datasets.text_pairs.family import Family
from numdiag_datasets.text_pairs.showing import shown_row
from numdiag_datasets.validity import REASONS
from numdiag_datasets.whole_files import write_whole

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(hub_app)
app.add_typer(perturb_app)
app.add_typer(harness_app)
MOST_VIOLATIONS = 20
#: How the source of a data set is told, where "from <kind>" would not do.
_KINDS = {"sample": " from the bundled SAMPLE", "generated": ", generated"}
_PLACE = "Release directory, or you/numdiag@v1.0.0 on the Hub."
Directory = Annotated[Path, typer.Argument(help=_PLACE)]
DirectoryOption = Annotated[Path, typer.Option("--dir", help=_PLACE)]


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


@app.command("list")
def list_configs(
    directory: Directory = Path("numdiag"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Show configs, rows, the share that was perturbed, and why the rest was not."""
    if directory == Path("numdiag") and not directory.exists():
        if as_json:
            print(
                json.dumps(
                    {"configs": [c.name for c in all_configs()], "unavailable": unavailable()}
                )
            )
            return
        for config in all_configs():
            print(config.name)
        _print_unavailable(unavailable())
        for family in FAMILIES.values():
            print(f"{family.title}: `python -m builders.{family.name}` makes {family.name}-*")
        print("No release at ./numdiag yet, so no rows to count: `python -m builders` makes one.")
        return
    directory = find_release(directory)
    manifest = read_manifest(directory)
    if as_json:
        print(json.dumps({key: value for key, value in manifest.items() if key != "files"}))
        return
    console = Console()
    sources = ", ".join(
        name + _KINDS.get(source["kind"], f" from {source['kind']}")
        for name, source in manifest["sources"].items()
    )
    console.print(Text(f"numdiag {manifest['version']}, seed {manifest['seed']}: {sources}"))
    console.print(_config_table(manifest))
    if manifest["records"] == PROBLEMS:
        console.print(_coverage_table(manifest))
    for name, counted in _coverage(manifest):
        rules = PERTURBATIONS[parse_config(f"{name}-attack").perturbation].rules
        _print_counts(f"{name} by rule:", counted["rules"], rules)
        _print_counts(f"{name} unchanged:", counted["reasons"], REASONS)
    _print_unavailable(manifest["unavailable"])


def _config_table(manifest: dict[str, Any]) -> Table:
    title = "Rows (applied)" if manifest["records"] == PROBLEMS else "Rows"
    table = Table(title=title, title_justify="left")
    table.add_column("config", no_wrap=True)
    for split in SPLITS:
        table.add_column(split, justify="right")
    for name, splits in manifest["configs"].items():
        cells = []
        for paths in splits.values():
            rows, applied = (
                sum(manifest["files"][p][key] for p in paths) for key in ("rows", "applied")
            )
            cells.append(f"{rows} ({applied})" if applied else str(rows))
        table.add_row(name, *cells)
    return table


def _coverage_table(manifest: dict[str, Any]) -> Table:
    table = Table(title="Coverage over all splits", title_justify="left")
    table.add_column("perturbation", no_wrap=True)
    for column in ("problems", "eligible", "applied", "of eligible"):
        table.add_column(column, justify="right")
    for name, counted in _coverage(manifest):
        numbers = (str(counted[key]) for key in ("problems", "eligible", "applied"))
        table.add_row(name, *numbers, f"{counted['share']:.1%}")
    return table


def _coverage(manifest: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{dataset}-{perturbation}", counted)
        for dataset, row in manifest["coverage"].items()
        for perturbation, counted in row.items()
    ]


def _print_counts(title: str, counts: dict[str, int], meanings: dict[str, str]) -> None:
    if counts:
        print(title)
        for code, number in counts.items():
            print(f"  {number:5} {code}: {meanings.get(code, '')}")


def _print_unavailable(reasons: dict[str, str]) -> None:
    by_reason: dict[str, list[str]] = {}
    for name, why in reasons.items():
        by_reason.setdefault(why, []).append(name)
    for why, names in by_reason.items():
        print(f"{why[0].upper()}{why[1:]}: {', '.join(names)}")


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


@app.command()
def verify(directory: Directory = Path("numdiag")) -> None:
    """Undo every edit, derive every answer anew, recount, and compare every checksum.

    Exit status 0: every promise is kept; 2: violations were found, or there is no release.
    """
    # Imported here: only this command needs it, and the others start faster.
    from numdiag_datasets.verify import verify as verify_release

    release = find_release(directory)
    with progress_bar() as progress:
        rows, violations = verify_release(release, progress)
    for violation in violations[:MOST_VIOLATIONS]:
        print(f"{violation.place}: {violation.what}", file=sys.stderr)
    if len(violations) > MOST_VIOLATIONS:
        print(f"... and {len(violations) - MOST_VIOLATIONS} more", file=sys.stderr)
    files = len(read_manifest(release)["files"])
    print(f"{directory}: {rows:,} rows in {files} files checked, {len(violations)} violations")
    if violations:
        raise typer.Exit(2)


@app.command()
def score(
    predictions: Annotated[
        Path,
        typer.Option(
            help='JSON lines {"id": ..., "prediction": ...[, "scale": ...]}, one for every row; '
            "or a directory of files <config>.jsonl."
        ),
    ],
    config: Annotated[
        str,
        typer.Option(
            help="The config that was predicted; with a directory, a glob of those to score."
        ),
    ] = "",
    baseline: Annotated[
        Path | None,
        typer.Option(help="The same system's predictions for the originals; gives the drop."),
    ] = None,
    directory: DirectoryOption = Path("numdiag"),
    split: Annotated[str, typer.Option(help="train, validation or test.")] = "test",
    mode: Annotated[
        str, typer.Option(help="TAT-QA: official, or strict, which mends how numbers are read.")
    ] = "official",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    out: Annotated[Path | None, typer.Option(help="Also write the JSON to this file.")] = None,
) -> None:
    """Score predictions; with those for the originals, say what the perturbation costs."""
    if split not in SPLITS:
        raise typer.BadParameter(f"unknown split {split!r}; choose from {', '.join(SPLITS)}")
    if mode not in MODES:
        raise typer.BadParameter(f"unknown mode {mode!r}; choose from {', '.join(MODES)}")
    with progress_bar() as progress:
        scored = score_files(
            find_release(directory),
            plan(config, predictions, baseline),
            split=split,
            mode=mode,
            progress=progress,
        )
    text = json.dumps(scored, indent=1, ensure_ascii=False)
    if out:
        try:
            write_whole(out, text + "\n")
        except OSError as error:
            raise ReleaseError(f"{out}: cannot be written ({error.strerror})") from error
    if as_json:
        print(text)
        return
    console = Console(highlight=False)
    for table in score_tables(scored):
        console.print(table)
    for made in scored["results"]:
        console.print(f"signature: {made['signature']}", soft_wrap=True)


@app.command()
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
            warn=lambda line: print(f"numdiag: {line}", file=sys.stderr),
        )
    print(f"{out}: {len(paths)} files; open {out / 'report.html'}")


def entry_point() -> None:
    """The ``numdiag`` command."""
    run(app, "numdiag")
