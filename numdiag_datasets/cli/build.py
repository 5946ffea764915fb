"""``numdiag build``: source files -> the release directory that `load_dataset` reads."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.arguments import Replace
from numdiag_datasets.cli.running import Interrupted, progress_bar
from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import PROBLEMS, SAMPLE
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.core.resamples import MOST_DRAWS
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.building.build import build, check_draws
from numdiag_datasets.release.replacing import check_out, described
from numdiag_datasets.sources import load_sources


@contextmanager
def building(out: Path, replace: bool) -> Iterator[Progress]:
    """Show a progress bar while a release is built; report a replaced release, or the state after Ctrl-C."""
    before, old = _identity(out), check_out(out) if replace else None
    try:
        with progress_bar() as progress:
            yield progress
    except KeyboardInterrupt as error:
        is_new = _identity(out) != before
        raise Interrupted(
            f"{out} holds the new release" if is_new else "nothing was changed"
        ) from error
    if old:
        say(f"{out}{os.sep}: replaced {described(old)}")


def _identity(directory: Path) -> int | None:
    """Return the inode of a directory, which identifies it among its versions; None if it does not exist."""
    return directory.stat().st_ino if directory.exists() else None


def build_(
    source: Annotated[
        str,
        typer.Option(
            help="sample (bundled), official (downloaded once, checksum verified) or a directory in "
            "the official layout (DIR/asdiv/ASDiv.xml, DIR/drop/drop_dataset_{train,dev}.json, "
            "DIR/tatqa/tatqa_dataset_{train,dev}.json, DIR/gsm8k/{train,test}.jsonl, DIR/svamp/SVAMP.json)."
        ),
    ] = "sample",
    out: Annotated[Path, typer.Option(help="Release directory to write.")] = Path("numdiag"),
    configs: Annotated[
        list[str] | None,
        typer.Option(
            help="Config name or glob, such as 'asdiv_a-*-attack'; give it again for more. All by default; the originals are "
            "always built.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
    num_proc: Annotated[
        int, typer.Option(help="Processes; the bytes do not depend on it.", min=1)
    ] = 1,
    draws: Annotated[
        int,
        typer.Option(
            help="Draws of the test splits of noise and distribution, as splits test_1, test_2, ...; 0 for none but test.",
            min=0,
            max=MOST_DRAWS,
        ),
    ] = 0,
    replace: Replace = False,
) -> None:
    """Build the release directory. An existing release stays until the new one is complete; other files are
    never touched."""
    started = time.perf_counter()
    chosen = match_configs(*configs or ["*"])
    check_draws(chosen, draws)
    check_out(out, PROBLEMS)
    datasets = list(dict.fromkeys(config.dataset for config in chosen))
    origins = load_sources(datasets, source)
    with building(out, replace) as progress:
        manifest = build(origins, out, chosen, seed, num_proc, progress, replace, draws)
    for origin in origins:
        for note in origin.notes:
            say(f"{origin.dataset}: {note}")
    is_sample = any(origin.kind == SAMPLE for origin in origins)
    kind = " of the bundled SAMPLE" if is_sample else ""
    say(
        f"{out}{os.sep}: {len(manifest.configs)} configs{kind}, {manifest.all_rows:,} rows in "
        f"{len(manifest.files)} files, seed {seed}, {time.perf_counter() - started:.1f} s"
    )
    if is_sample:
        say(
            "This is the sample, for trying things out: `numdiag build --source official` downloads and builds the real data."
        )
