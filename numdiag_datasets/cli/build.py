"""``numdiag build``: source files -> the release directory that `load_dataset` reads."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.release.building.problems import build
from numdiag_datasets.release.configs import match_configs
from numdiag_datasets.release.manifest import PROBLEMS
from numdiag_datasets.release.staging import check_out
from numdiag_datasets.sources import load_source

app = typer.Typer()


@app.command("build", short_help="Build a release of the data sets.")
def build_(
    source: Annotated[
        str,
        typer.Option(
            help="sample (bundled), official (downloaded once, checksum verified) or a directory in "
            "the official layout (DIR/asdiv/ASDiv.xml, DIR/drop/drop_dataset_{train,dev}.json, "
            "DIR/tatqa/tatqa_dataset_{train,dev}.json)."
        ),
    ] = "sample",
    out: Annotated[Path, typer.Option(help="Release directory to write.")] = Path("numdiag"),
    configs: Annotated[
        str,
        typer.Option(
            help="Config name or glob, such as 'asdiv_a-*-attack'; the originals are always built."
        ),
    ] = "*",
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
    num_proc: Annotated[
        int, typer.Option(help="Processes; the bytes do not depend on it.", min=1)
    ] = 1,
) -> None:
    """Build the release directory. What lies there already stays until the new one is complete."""
    started = time.perf_counter()
    chosen = match_configs(configs)
    check_out(out, PROBLEMS)
    origins = [load_source(name, source) for name in dict.fromkeys(c.dataset for c in chosen)]
    with progress_bar() as progress:
        manifest = build(origins, out, chosen, seed, num_proc, progress)
    for origin in origins:
        for note in origin.notes:
            print(f"{origin.dataset}: {note}")
    rows = sum(file.rows for file in manifest.files.values())
    kind = " of the bundled SAMPLE" if any(origin.kind == "sample" for origin in origins) else ""
    print(
        f"{out}{os.sep}: {len(manifest.configs)} configs{kind}, {rows:,} rows in "
        f"{len(manifest.files)} files, seed {seed}, {time.perf_counter() - started:.1f} s"
    )
