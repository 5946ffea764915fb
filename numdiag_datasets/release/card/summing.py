"""The summaries on a card: sizes, coverage, rows read by hand, the best shortcuts, results of models."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.core.perturbation_table import CONTROL, SECOND
from numdiag_datasets.perturbations import FORMS, PERTURBATIONS
from numdiag_datasets.perturbations.audit import HandReading
from numdiag_datasets.release.shortcuts.measure import TEMPLATE, Shortcut
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES

_RESULTS = Path(__file__).with_name("results.tsv")
#: Other measurements, such as how many edited numbers are operands, are not strategies.
#: With fewer rows only drops above some 20 points differ significantly from 0.
_FEWEST_ROWS = 60
_TRIED = frozenset((TEMPLATE, *(strategy.name for strategy in STRATEGIES)))


def sizes(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the original rows by split, and the number of configs, of each data set that has a config.

    If a release does not contain the originals, the rows are those of its first config.
    """
    found = []
    for dataset in manifest.sources:
        configs = [name for name in manifest.configs if dataset_of(name) == dataset]
        if not configs:
            continue  # a release with some configs only
        paths = manifest.configs[configs[0]]
        rows = {
            split: sum(manifest.files[path].rows for path in paths.get(split, ()))
            for split in SPLITS
        }
        found.append({"dataset": dataset, "splits": rows, "configs": len(configs)})
    return found


def coverage(manifest: Manifest) -> list[tuple[str, ...]]:
    """Return a line for each form: its name, and the applied percentage of each data set ("" if there is none)."""
    lines = []
    for form in FORMS:
        counted = [row.get(form) for row in manifest.coverage.values()]
        cells = (f"{100 * c.share:.1f}" if c and c.eligible else "" for c in counted)
        if any(counted):
            lines.append((f"`{form}`", *cells))
    return lines


def few_rows(manifest: Manifest) -> list[str]:
    """Return the attacks, such as "svamp-order (31)", that change too few test rows for a drop to mean anything.

    The sample has few rows everywhere, and gets none.
    """
    if manifest.is_sample:
        return []
    return [
        f"{dataset}-{form} ({counted.splits['test'].applied})"
        for dataset, row in manifest.coverage.items()
        for form, counted in row.items()
        if form in PERTURBATIONS and "test" in counted.splits
        if counted.splits["test"].applied < _FEWEST_ROWS
    ]


def read(readings: Sequence[HandReading]) -> list[dict[str, str]]:
    """Return one summary for each data set and kind of form: the first, the second, the control.

    A summary has its rows, and how many were right and coherent and attack: "197 of 200", "" if not counted.
    """
    kinds: dict[str, list[HandReading]] = {}
    for reading in readings:
        kind = {SECOND: ", second form", CONTROL: ", control"}.get(
            f"-{reading.form.partition('-')[2]}", ""
        )
        kinds.setdefault(f"`{reading.dataset}`{kind}", []).append(reading)
    columns = ("right", "coherent", "attacks")
    return [
        {"rows": rows} | {c: _share((getattr(r, c), r.read) for r in found) for c in columns}
        for rows, found in kinds.items()
    ]


def _share(counts: Iterable[tuple[int | None, int]]) -> str:
    told = [(passed, read) for passed, read in counts if passed is not None]
    return f"{sum(p for p, _ in told)} of {sum(r for _, r in told)}" if told else ""


def best_shortcuts(shortcuts: Sequence[Shortcut]) -> list[dict[str, str]]:
    """Return each form on which any strategy works, with the best strategy of each kind.

    A strategy is "drop last 42 (20)", "" if none of its kind works on any row. Shares that the definition of the perturbation forces are excluded.
    """
    forms: dict[str, list[Shortcut]] = {}
    for shortcut in shortcuts:
        forms.setdefault(shortcut.config, []).append(shortcut)
    found = {
        form: {kind: _best(tried, kind) for kind in ("solves", "restores", "selects")}
        for form, tried in forms.items()
    }
    return [{"form": form} | best for form, best in found.items() if any(best.values())]


def _best(shortcuts: Sequence[Shortcut], kind: str) -> str:
    free = [
        s
        for s in shortcuts
        if s.kind == kind and s.strategy in _TRIED and not s.forced and s.attacked
    ]
    if not free:
        return ""
    best = max(free, key=lambda s: s.attacked)
    return f"{best.strategy} {100 * best.attacked:.0f} ({100 * best.originals:.0f})"


def results(manifest: Manifest) -> list[list[str]]:
    """Return the results of models: a header that begins with the data set, the originals, and each perturbation.

    Return [] for the sample, for another seed, and for a release without that data set.
    """
    with _RESULTS.open(encoding="utf-8", newline="") as file:
        table = list(csv.reader(file, delimiter="\t"))
    is_measured = table[0][0] in manifest.sources and manifest.seed == 1
    return table if is_measured and not manifest.is_sample else []
