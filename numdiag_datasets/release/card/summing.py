"""The summaries on a card: sizes, coverage, rows read by hand, the best shortcuts, results of models."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.perturbations.audit import HandReading
from numdiag_datasets.release.shortcuts.measure import Shortcut
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES

_RESULTS = Path(__file__).with_name("results.tsv")
#: Other measurements, such as how many edited numbers are operands, are not strategies.
_TRIED = frozenset(strategy.name for strategy in STRATEGIES)


@dataclass(frozen=True, slots=True)
class Size:
    """The number of original rows by split, and the number of configs, of a data set."""

    dataset: str
    splits: Mapping[str, int]
    configs: int


def sizes(manifest: Manifest) -> list[Size]:
    """Return the size of each data set that has a config.

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
        found.append(Size(dataset, rows, len(configs)))
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


@dataclass(frozen=True, slots=True)
class Read:
    """The hand readings of a form over all rules: "197 of 200"; "" if not counted."""

    form: str
    right: str
    coherent: str
    attacks: str


def read(readings: Sequence[HandReading]) -> list[Read]:
    """Return one summary for each form, in the order of the readings."""
    forms: dict[str, list[HandReading]] = {}
    for reading in readings:
        forms.setdefault(f"{reading.dataset}-{reading.form}", []).append(reading)
    return [
        Read(
            form,
            _share((r.right, r.read) for r in found),
            _share((r.coherent, r.read) for r in found),
            _share((r.attacks, r.read) for r in found),
        )
        for form, found in forms.items()
    ]


def _share(counts: Iterable[tuple[int | None, int]]) -> str:
    told = [(passed, read) for passed, read in counts if passed is not None]
    return f"{sum(p for p, _ in told)} of {sum(r for _, r in told)}" if told else ""


@dataclass(frozen=True, slots=True)
class Best:
    """The best strategy of each kind against a form: "drop last 42 (20)"; "" if none works on any row."""

    form: str
    solves: str
    restores: str
    selects: str


def best_shortcuts(shortcuts: Sequence[Shortcut]) -> list[Best]:
    """Return the best strategies for each first form on which any strategy works.

    Shares that the definition of the perturbation forces are excluded.
    """
    forms: dict[str, list[Shortcut]] = {}
    for shortcut in shortcuts:
        if not shortcut.config.endswith(SECOND):
            forms.setdefault(shortcut.config, []).append(shortcut)
    found = (
        Best(form, *(_best(tried, kind) for kind in ("solves", "restores", "selects")))
        for form, tried in forms.items()
    )
    return [best for best in found if best.solves or best.restores or best.selects]


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
