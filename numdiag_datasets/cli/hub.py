"""Commands for releases on the Hub: ``numdiag push``, ``push-metric`` and ``diff``."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from numdiag_datasets.cli.arguments import PROCESSES, listed, release_at
from numdiag_datasets.cli.release_types import release_type_of
from numdiag_datasets.cli.running import Interrupted, printer, progress_bar
from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.configs import dataset_of, default_config
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.manifest import (
    Manifest,
    ReleaseError,
    StoredFile,
    read_manifest,
    read_manifest_file,
)
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.scoring.resources import path

app = typer.Typer()
_MOST_FILES = 12  # the most files listed by name, for each kind

Target = Annotated[
    str, typer.Argument(metavar="REPO", help="namespace/name on the Hub, such as you/numdiag.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Publish without asking.")]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Only show what would change; so it is without a terminal or --yes."
    ),
]
Private = Annotated[
    bool, typer.Option("--private", help="Make it private, if it is not there yet.")
]


def push(
    repo: Target,
    directory: Annotated[Path, typer.Option("--dir", help="Release directory.")] = Path("numdiag"),
    tag: Annotated[
        str, typer.Option(help="Name the commit for ever: v and the version of the release.")
    ] = "",
    datasets: Annotated[
        list[str] | None,
        typer.Option(
            help="Only these, such as drop_num,tatqa_a; all of the release by default.",
            show_default=False,
        ),
    ] = None,
    create_pr: Annotated[
        bool, typer.Option("--create-pr", help="Propose the commit as a pull request.")
    ] = False,
    private: Private = False,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Publish a release on the Hub: verified, shown, in one commit, and tagged.

    A release is verified first, and refused if its data changed but its version did not. What would change is
    shown. After any failure, run the same command again.
    """
    # Imported here: only this command needs it, and the others start faster.
    from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds
    from numdiag_datasets.release.hub.push import plan_release

    reach_in_seconds()
    with progress_bar() as progress:
        planned = plan_release(
            repo,
            directory,
            release_type=release_type_of(read_manifest(directory)),
            datasets=listed(datasets or []),
            tag=tag,
            create_pr=create_pr,
            private=private,
            num_proc=PROCESSES,
            progress=progress,
        )
    _print_release(planned)
    if _publish(planned.push, yes, dry_run) and tag:
        name = default_config(planned.manifest.configs)
        say(f'load_dataset("{repo}", "{name}", revision="{tag}")')


def push_metric(
    repo: Target,
    directory: Annotated[
        Path | None,
        typer.Option(
            "--dir", help="Another metric: of NAME, NAME.py, README.md and index.html are sent."
        ),
    ] = None,
    private: Private = False,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Publish the metric as a Space, for `evaluate.load`: the one that `numdiag path metric` prints."""
    from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds
    from numdiag_datasets.release.hub.metric_space import plan_metric

    reach_in_seconds()
    planned = plan_metric(repo, directory or Path(path("metric")), private)
    _publish(planned, yes, dry_run)


def show_differences(
    old: Annotated[
        Path,
        typer.Argument(
            help="Release directory, or you/numdiag@v1.0.0 on the Hub; or a manifest.json[.gz] alone, of which "
            "files are compared, not rows."
        ),
    ],
    new: Annotated[Path, typer.Argument(help="The same, of the release that came after.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON for machines, with every row.")
    ] = False,
) -> None:
    """List the rows that changed between two releases, with columns and reasons, and the version this needs."""
    from numdiag_datasets.core.versions import least_version
    from numdiag_datasets.release.differences import compare

    directories = release_at(old), release_at(new)
    if any(directory.is_file() for directory in directories):
        before, after = (
            read_manifest_file(place) if place.is_file() else read_manifest(place)
            for place in directories
        )
        _show_changed_files(before, after, as_json)
        return
    with progress_bar() as progress:
        differences = compare(*directories, progress)
    version, seed = differences.versions, differences.seeds
    try:
        least = least_version(version[0], differences.level)
    except ValueError as error:
        raise ReleaseError(f"{old}: {error}") from error
    if as_json:
        found = {"level": differences.level.name.lower(), "least_version": least}
        say(json.dumps(asdict(differences) | found, indent=1))
        return
    say(f"{old}: version {version[0]}, seed {seed[0]}\n{new}: version {version[1]}, seed {seed[1]}")
    _print_differences(differences)
    say(
        f"{len(differences.rows):,} rows changed in what both have; after {version[0]} that needs version "
        f"{least} or more"
        if differences.level
        else "no row changed"
    )


def _show_changed_files(old: Manifest, new: Manifest, as_json: bool) -> None:
    from numdiag_datasets.release.changed_files import changed_files

    if old.holds != new.holds:
        raise ReleaseError(
            f"a release of {old.holds} and one of {new.holds} have no files in common"
        )
    changes = changed_files(old, new)
    if as_json:
        say(json.dumps([asdict(change) for change in changes], indent=1))
        return
    if changes:
        heads = ("file", old.version, new.version)
        rows = [(change.path, _stored(change.old), _stored(change.new)) for change in changes]
        printer().print(TerminalTable("Files that differ: rows (applied)", heads, rows))
    gone, added = (sum(getattr(c, side) is None for c in changes) for side in ("new", "old"))
    other = len(changes) - gone - added
    say(
        f"version {new.version}, seed {new.seed}, has {len(new.files)} files: {other} with other bytes than those of version "
        f"{old.version}, seed {old.seed}, {added} that it lacks; {gone} of its {len(old.files)} are gone. Which rows changed, "
        "only the files of both tell"
        if changes
        else f"all {len(new.files)} files are those of version {old.version}, seed {old.seed}"
    )


def _stored(stored: StoredFile | None) -> str:
    if stored is None:
        return "none"
    return f"{stored.rows:,}" + (f" ({stored.applied:,})" if stored.applied else "")


def _print_differences(differences: Any) -> None:
    for what, names in (
        ("new configs", differences.new_configs),
        ("lost configs", differences.lost_configs),
        ("new columns", differences.new_columns),
        ("lost columns", differences.lost_columns),
    ):
        if names:
            say(f"{what}: {', '.join(names)}")
    if differences.rows:
        printer().print(_rows_table(differences))


def _rows_table(differences: Any) -> TerminalTable:
    counted: dict[tuple[str, str, str], Counter[str]] = {}
    for row in differences.rows:
        what = f"{row.what} ({row.detail})" if row.detail else row.what
        counted.setdefault((row.config, what, row.why), Counter())[row.split] += 1
    return TerminalTable(
        "Changed rows, once for all settings",
        ("config", "what", "why", *SPLITS),
        [(*key, *(str(n[split] or "") for split in SPLITS)) for key, n in counted.items()],
        texts=("what", "why"),
    )


# --- showing and publishing -----------------------------------------------------------------------


def _print_release(planned: Any) -> None:
    manifest, published = planned.manifest, planned.published
    if manifest.is_sample:
        say("This is the bundled SAMPLE: it shows how things work, and scores on it mean nothing.")
    configs = manifest.configs
    say(f"numdiag {manifest.version}: {len(configs)} configs of {', '.join(manifest.sources)}")
    if published is None:
        for name in manifest.sources:
            of_it = [config for config in configs if dataset_of(config) == name]
            count = release_type_of(manifest).count(manifest, name)
            say(f"  {name}: {count}, {len(of_it)} configs")
        return
    say(f"there now: {published.version}, {len(published.configs)} configs")
    differences = planned.differences
    if differences is None:
        say("data: the same rows")
        return
    from numdiag_datasets.core.versions import least_version

    _print_differences(differences)
    least = least_version(published.version, differences.level)
    say(f"version: {published.version} -> {manifest.version}; this change needs {least} or more")


def _publish(push: Any, yes: bool, dry_run: bool) -> bool:
    """Show the planned changes and publish them if confirmed; return whether they are published."""
    from numdiag_datasets.release.hub.push import carry_out

    _print_push(push)
    if push.is_done:
        say(f"{push.url}: nothing changed; nothing to do")
        return True
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if dry_run or not (yes or is_terminal):
        say("Nothing was published: this was a dry run" + ("" if dry_run else "; --yes publishes"))
        return False
    if not yes and not typer.confirm("Publish this?"):
        say("Nothing was published.")
        return False
    try:
        say(carry_out(push))
    except KeyboardInterrupt as error:
        raise Interrupted("the same command goes on from what has arrived") from error
    return True


def _print_push(push: Any) -> None:
    there = push.head.files
    kinds = {
        "new": [path for path in push.added if path not in there],
        "changed": [path for path in push.added if path in there],
        "removed": list(push.deleted),
        "left alone, of no release": list(push.foreign),
    }
    head = f"main at {push.head.oid[:8]}" if push.head.oid else "not there yet"
    say(f"{push.url} ({head}):")
    for kind, paths in kinds.items():
        if paths:
            say(f"  {len(paths)} {kind}: {some(paths, _MOST_FILES)}")
    if push.tag:
        say(f"  tag {push.tag}")
