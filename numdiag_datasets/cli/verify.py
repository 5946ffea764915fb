"""``numdiag verify``: verification of a release from its files alone."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numdiag_datasets.cli.arguments import PROCESSES, Directory, release_at
from numdiag_datasets.cli.release_types import release_type_of
from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.visible_text import say, visible_line

if TYPE_CHECKING:
    from numdiag_datasets.release.verify.directory import Verification

MOST_VIOLATIONS = 20


def verify(
    directory: Directory = Path("numdiag"),
    source: Annotated[
        str,
        typer.Option(
            help="Build it again from these files, as `numdiag build --source` takes them, and compare; for question pairs "
            "sample or a file of questions, for number words generated. Only this proves where the rows come from.",
            show_default=False,
        ),
    ] = "",
    num_proc: Annotated[int, typer.Option(help="Processes.", min=1)] = PROCESSES,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON for machines: rows, files, every one of the violations (place, what), notes, and unchecked.",
        ),
    ] = False,
) -> None:
    """Compare every checksum, undo every edit, derive every answer again, and make perturbed rows again from the
    originals; with --source, build it again and compare.

    Exit status 0: no violations; 2: violations, or no release; 3: no violations, but not all could be checked.
    """
    # Imported here: only this command needs it, and the others start faster.
    from numdiag_datasets.release.verify.directory import verify as verify_release

    release = release_at(directory)
    manifest = read_manifest(release)
    with progress_bar() as progress:
        found = verify_release(release, source, num_proc, progress, release_type_of(manifest))
    files = len(manifest.files)
    if as_json:
        say(json.dumps({**asdict(found), "files": files}))
        raise typer.Exit(_status(found))
    for violation in found.violations[:MOST_VIOLATIONS]:
        say(visible_line(f"{violation.place}: {violation.what}"), to_log=True)
    if len(found.violations) > MOST_VIOLATIONS:
        say(f"... and {len(found.violations) - MOST_VIOLATIONS} more", to_log=True)
    count = len(found.violations)
    say(
        f"{directory}: {found.rows:,} rows in {files} files checked, {count} violation{'s' * (count != 1)}"
    )
    for note in found.notes:
        say(visible_line(f"  {note}"))
    for what in found.unchecked:
        say(visible_line(f"  not checked: {what}"))
    raise typer.Exit(_status(found))


def _status(found: Verification) -> int:
    return 2 if found.violations else 3 if found.unchecked else 0
