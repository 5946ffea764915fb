"""``numdiag verify``: a release checked from its files alone."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from numdiag_datasets.cli.arguments import Directory
from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.release.hub.download import find_release
from numdiag_datasets.release.manifest import read_manifest

app = typer.Typer()

MOST_VIOLATIONS = 20


@app.command(short_help="Check every promise of a release.")
def verify(directory: Directory = Path("numdiag")) -> None:
    """Undo every edit, derive every answer anew, recount, and compare every checksum.

    Exit status 0: every promise is kept; 2: violations were found, or there is no release.
    """
    # Imported here: only this command needs it, and the others start faster.
    from numdiag_datasets.release.verify.directory import verify as verify_release

    release = find_release(directory)
    with progress_bar() as progress:
        rows, violations = verify_release(release, progress)
    for violation in violations[:MOST_VIOLATIONS]:
        print(f"{violation.place}: {violation.what}", file=sys.stderr)
    if len(violations) > MOST_VIOLATIONS:
        print(f"... and {len(violations) - MOST_VIOLATIONS} more", file=sys.stderr)
    files = len(read_manifest(release).files)
    print(f"{directory}: {rows:,} rows in {files} files checked, {len(violations)} violations")
    if violations:
        raise typer.Exit(2)
