"""``numdiag list``: configs, rows and coverage of a release."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.arguments import Directory, check_effects, release_at
from numdiag_datasets.cli.running import printer
from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.configs import CONFIGS, unavailable
from numdiag_datasets.core.data_sets import DATA_SETS, SPLITS
from numdiag_datasets.core.manifest import SAMPLE, Manifest, PerturbationCoverage, read_manifest
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.text_pairs import FAMILIES

#: Descriptions of the sources of a data set; other kinds are described as "from <kind>".
_KINDS = {
    "sample": " from the bundled SAMPLE",
    "generated": ", generated",
    "directory": " from a directory of the published files",
    "official": " from the published files",
    "questions": " from a file of questions",
    "pairs": " from files of pairs",
}
_OWN_QUESTIONS = ", of our own questions"


def list_configs(
    directory: Directory = Path("numdiag"),
    long: Annotated[
        bool, typer.Option("--long", help="Show every config, and the coverage by rule and reason.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON for machines: the manifest without its files, and the rows of each config and split.",
        ),
    ] = False,
) -> None:
    """Show configs, rows, the share that was perturbed, and why the rest was not."""
    check_effects((as_json and long, "--long", "--json prints all"))
    directory = release_at(directory)
    if directory == Path("numdiag") and not directory.exists():
        if as_json:
            say(json.dumps({"configs": list(CONFIGS), "unavailable": unavailable()}))
            return
        for dataset, data_set in DATA_SETS.items():
            names = [name for name, config in CONFIGS.items() if config.dataset == dataset]
            say(f"{data_set.title}: {len(names)} configs, such as {names[0]} and {names[1]}")
            if long:
                for name in names:
                    say(f"  {name}")
        if long:
            _print_unavailable(unavailable())
        for family in FAMILIES.values():
            say(
                f"{family.title}: `numdiag build-{family.name.replace('_', '-')}` makes {family.name}-*"
            )
        say("No release at ./numdiag yet, so no rows to count: `numdiag build` makes one.")
        return
    manifest = read_manifest(directory)
    if as_json:
        values = {key: value for key, value in manifest.to_json().items() if key != "files"}
        say(json.dumps(values | {"rows": _rows(manifest)}))
        return
    console = printer()
    sources = ", ".join(
        name + _origin(manifest, source.kind) for name, source in manifest.sources.items()
    )
    console.print(f"numdiag {manifest.version}, seed {manifest.seed}: {sources}")
    if manifest.coverage and not long:
        console.print(_overview(manifest))
        say(
            f"Configs: {len(manifest.configs)}, such as {', '.join(list(manifest.configs)[:1] + list(manifest.configs)[-1:])}; "
            "<data set>-<perturbation>-<setting>, the settings attack, defense, augment, transfer and control. "
            "--long lists them, with rules and reasons."
        )
        return
    console.print(_config_table(manifest))
    if manifest.coverage:
        console.print(_coverage_table(manifest))
    for name, counted in _coverage(manifest):
        rules = FORMS[name.partition("-")[2]].rules
        _print_counts(f"{name} by rule:", counted.rules, rules)
        _print_counts(f"{name} unchanged:", counted.reasons, REASONS)
    _print_unavailable(manifest.unavailable)


def _origin(manifest: Manifest, kind: str) -> str:
    if kind == SAMPLE and not manifest.is_sample:
        return _OWN_QUESTIONS
    return _KINDS.get(kind, f" from {kind}")


def _rows(manifest: Manifest) -> dict[str, dict[str, dict[str, int]]]:
    """Return config -> split -> the number of rows, and of applied rows."""
    return {
        name: {
            split: {"rows": sum(f.rows for f in files), "applied": sum(f.applied for f in files)}
            for split in splits
            for files in [manifest.stored(name, split)]
        }
        for name, splits in manifest.configs.items()
    }


def _overview(manifest: Manifest) -> TerminalTable:
    """Return the number of changed test rows by data set and perturbation."""
    datasets = list(manifest.coverage)
    rows = []
    for name in PERTURBATION_TABLE:
        counted = [manifest.coverage[dataset].get(name) for dataset in datasets]
        cells = (str(c.splits["test"].applied) if c and "test" in c.splits else "" for c in counted)
        rows.append((name, *cells))
    originals = (
        str(sum(f.rows for f in manifest.stored(d, "test"))) if d in manifest.configs else "0"
        for d in datasets
    )
    return TerminalTable(
        "Test rows that each perturbation changes",
        ("", *datasets),
        [("originals", *originals), *rows],
    )


def _config_table(manifest: Manifest) -> TerminalTable:
    has_applied = any(stored.applied for stored in manifest.files.values())
    title = "Rows (applied)" if has_applied else "Rows"
    table = TerminalTable(title, ("config", *SPLITS))
    for name, splits in _rows(manifest).items():
        counts = [splits.get(split, {"rows": 0, "applied": 0}).values() for split in SPLITS]
        cells = (f"{rows} ({applied})" if applied else str(rows) for rows, applied in counts)
        table.add_row(name, *cells)
    return table


def _coverage_table(manifest: Manifest) -> TerminalTable:
    heads = ("perturbation", "problems", "eligible", "applied", "of eligible")
    rows = [
        (name, str(c.problems), str(c.eligible), str(c.applied), f"{c.share:.1%}")
        for name, c in _coverage(manifest)
    ]
    return TerminalTable("Coverage over all splits", heads, rows)


def _coverage(manifest: Manifest) -> list[tuple[str, PerturbationCoverage]]:
    return [
        (f"{dataset}-{perturbation}", counted)
        for dataset, row in manifest.coverage.items()
        for perturbation, counted in row.items()
    ]


def _print_counts(title: str, counts: dict[str, int], meanings: Mapping[str, str]) -> None:
    if counts:
        say(title)
        for code, number in counts.items():
            say(f"  {number:5} {code}: {meanings.get(code, '')}")


def _print_unavailable(reasons: dict[str, str]) -> None:
    by_reason: dict[str, list[str]] = {}
    for name, why in reasons.items():
        by_reason.setdefault(why, []).append(name)
    for why, names in by_reason.items():
        say(f"{why[:1].upper()}{why[1:]}: {', '.join(names)}")
