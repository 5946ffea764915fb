"""``numdiag perturb``: perturbation of user data."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.running import Interrupted, progress_bar
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.visible_text import say, visible_line
from numdiag_datasets.own_data.columns import NEEDS_EQUATION, UnusableError
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.perturber import perturb as make_perturber
from numdiag_datasets.own_data.places import value_at
from numdiag_datasets.own_data.row_files import COMMAS, Row, RowSource, format_of, is_file
from numdiag_datasets.own_data.run import Counts, check_out, perturb_file
from numdiag_datasets.perturbations import FORMS

app = typer.Typer()
ENGINES = ("python", "ray")
_DONOR_ROWS = 1000
_SHOWN = 60  # the number of characters shown of each column of the first row


def perturb(
    source: Annotated[
        str,
        typer.Argument(
            metavar="INPUT",
            help="A file (.jsonl, .json, .csv, .tsv, .parquet, also .gz, also an address that fsspec reads), or the "
            "name of a data set on the Hub.",
        ),
    ],
    perturbation: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(PERTURBATION_TABLE)}; a second form is called noise-second, a control noise-control. noise,verbosity applies both."
        ),
    ],
    out: Annotated[
        str,
        typer.Option(
            help="File to write: .jsonl, .csv, .tsv or .parquet; with ray a folder of Parquet."
        ),
    ],
    question: Annotated[
        str | None,
        typer.Option(
            help="Column of the question, data.question of one within another; guessed if not given, like "
            "those below."
        ),
    ] = None,
    context: Annotated[
        str | None,
        typer.Option(
            help="Column of the text before it, or several: pre_text,post_text. '' for none."
        ),
    ] = None,
    equation: Annotated[str | None, typer.Option(help="Column of the equation.")] = None,
    answer: Annotated[str | None, typer.Option(help="Column of the answer.")] = None,
    table: Annotated[
        str | None,
        typer.Option(
            help="Column of a table: language, type and verbosity edit its figures, extra and order leave it as it is."
        ),
    ] = None,
    id_: Annotated[
        str | None, typer.Option("--id", help="Column that draws depend on; else on the texts.")
    ] = None,
    messages: Annotated[
        str | None,
        typer.Option(
            help="Column of turns (role, content), in place of question and context: the user's last one is "
            "the question, what the assistant says to it the answer."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
    separator: Annotated[
        str, typer.Option(help="Character between the cells of a CSV, such as ';'.")
    ] = "",
    config: Annotated[str, typer.Option(help="Config of a data set on the Hub.")] = "",
    split: Annotated[str, typer.Option(help="Split of a data set on the Hub.")] = "train",
    limit: Annotated[int, typer.Option(help="So many rows only; 0 for all.", min=0)] = 0,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the file when the new one is whole.")
    ] = False,
    engine: Annotated[
        str, typer.Option(help="python, or ray for many cores or machines.")
    ] = "python",
    address: Annotated[
        str, typer.Option(help="With ray: a running cluster; without it, this machine.")
    ] = "",
    num_cpus: Annotated[int, typer.Option(help="With ray here: cores; 0 for all.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Perturb data of your own; all columns stay, and status, reason, rule and edits are added.

    Columns are guessed from their names and shown before anything is written. The result for a
    row depends only on the row and the seed. After Ctrl-C the same command continues.
    `numdiag_datasets.undo(row)` returns the original.
    """
    if engine not in ENGINES:
        raise typer.BadParameter(f"unknown engine {engine!r}; choose from {', '.join(ENGINES)}")
    names = [name.strip() for name in perturbation.split(",")]
    needs_donors = any(name in FORMS and FORMS[name].needs_donors for name in names)
    needed = _DONOR_ROWS if needs_donors else 1
    if separator and not (
        engine == "python"
        and is_file(source)
        and format_of(source) == COMMAS
        and len(separator) == 1
        and separator not in '"\r\n'
    ):
        raise typer.BadParameter("--separator is one character, and for a CSV")
    if engine == "ray":
        if limit or replace:
            raise typer.BadParameter("--limit and --replace are for --engine python")
        # Imported here: Arrow is slow to load, and Ray slower.
        from numdiag_datasets.own_data.cluster import first_rows_of, perturb_on_cluster

        head = first_rows_of(source, needed)
    else:
        if address or num_cpus:
            raise typer.BadParameter("--address and --num-cpus are for --engine ray")
        if is_file(source) and (config or split != "train"):
            raise typer.BadParameter(
                f"--config and --split are for a data set on the Hub, and {source} is a file"
            )
        if not is_file(source):
            # Imported here: only data sets on the Hub need its client, which is slow to load.
            from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds

            reach_in_seconds()
        rows = RowSource(source, config, split, separator=separator)
        check_out(Path(out), rows, replace)
        head = rows.head(needed)
    perturber = make_perturber(
        perturbation, seed=seed, question=question, context=context, equation=equation, answer=answer,
        table=table, id=id_, messages=messages, donors=head,
    )  # fmt: skip
    columns = perturber.columns(head[0])
    say(visible_line(f"{columns}"), to_log=True)
    if NEEDS_EQUATION & {*names} and not columns.equation:
        say(
            f"equation: from {columns.answer or columns.messages!r}, where it shows one, as <<5+9=14>> or 5 + 9 = 14 do",
            to_log=True,
        )
    _print_row(head[0], perturber)
    with progress_bar() as progress:
        if engine == "ray":
            with redirect_stdout(sys.stderr):  # Ray prints lost machines to stdout
                counts = perturb_on_cluster(
                    source, out, perturber, address=address, num_cpus=num_cpus, progress=progress
                )
        else:
            try:
                counts = perturb_file(
                    rows, Path(out), perturber, limit=limit, replace=replace, progress=progress
                )
            except KeyboardInterrupt as error:
                raise Interrupted("the same command goes on where it was") from error
    _print_counts(out, counts, as_json)


def _print_row(row: Row, perturber: Perturber) -> None:
    """Print how the first row is read, so that the user can check it."""
    with suppress(UnusableError):
        places = perturber.places(row)
        for name in (places.question, *places.context, places.equation, places.answer):
            if name:
                say(f"  {name}: {str(value_at(row, name))[:_SHOWN]!r}", to_log=True)


def _print_counts(out: str, counts: Counts, as_json: bool) -> None:
    perturbed, rows = counts[""], counts.total()
    reasons = {reason: count for reason, count in counts.most_common() if reason}
    if as_json:
        say(json.dumps({"rows": rows, "perturbed": perturbed, "unchanged": reasons}))
        return
    say(f"{out}: {rows:,} rows, {perturbed:,} perturbed ({perturbed / rows:.1%})" if rows else out)
    for reason, count in reasons.items():
        say(f"  {count:7,} unchanged, {reason}: {REASONS[reason]}")
