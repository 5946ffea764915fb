"""Accuracy of surface baselines: a single trait of a text, or a bag of its parts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from numdiag_datasets.core.input_files import reading_parquet
from numdiag_datasets.core.manifest import Manifest, ReleaseError, read_rows
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.family import SurfaceBaselines
from numdiag_datasets.text_pairs.perceptron import averaged_perceptron

#: The most rows of the train split; more change a share by less than a point.
MOST_ROWS: Final = 10_000
_FOLDS: Final = 5
ALL: Final = "all"

#: (training rows, test rows) -> the label guessed for each test row.
Solver = Callable[[Sequence[Row], Sequence[Row]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class LabelShortcut:
    """The accuracy of one solver on a test split.

    Attributes:
        config: its name.
        group: `ALL`, or a part of the rows, by values of columns, such as "appended, global".
        strategy: the name of the solver.
        rows: the number of test rows.
        accuracy: the share of labels guessed correctly, 0 to 1.
    """

    config: str
    group: str
    strategy: str
    rows: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class Guesses:
    """The answers of one solver to the test rows of a config.

    Attributes:
        config, strategy: see `LabelShortcut`.
        rows: the rows of the test split.
        labels: a guess for each of them.
    """

    config: str
    strategy: str
    rows: Sequence[Row]
    labels: Sequence[int]


def baseline_guesses(
    directory: Path, manifest: Manifest, progress: Progress = no_progress
) -> Iterator[Guesses]:
    """Train each solver of each config on the train split, and yield its guesses for the test split.

    Without train rows, five-fold cross-validation is used. At most `MOST_ROWS` of the train split are used.

    Args:
        directory, manifest: those of the release.
        progress: reports progress, see `Progress`.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    family = FAMILIES[manifest.holds]
    for number, (config, splits) in enumerate(manifest.configs.items()):
        progress("guessing", number, len(manifest.configs))
        if shallow := family.baselines(config):
            train = _first_rows(directory, splits["train"])
            test = read_rows(directory, splits["test"])
            for name, solver in _solvers(shallow).items():
                yield Guesses(config, name, test, _guessed(solver, train, test))


def shares(guesses: Iterable[Guesses], manifest: Manifest) -> list[LabelShortcut]:
    """Return the accuracy of each solver on all rows and on each of the family's groups."""
    family = FAMILIES[manifest.holds]
    found: list[LabelShortcut] = []
    for made in guesses:
        shallow = family.baselines(made.config)
        groups = _groups(made.rows, shallow.groups if shallow else ())
        right = [label == row["label"] for label, row in zip(made.labels, made.rows, strict=True)]
        for group, places in groups.items():
            share = sum(right[n] for n in places) / max(len(places), 1)
            found.append(LabelShortcut(made.config, group, made.strategy, len(places), share))
    return found


def pair_shortcuts(directory: Path, manifest: Manifest) -> list[LabelShortcut]:
    """Return the `shares` of `baseline_guesses`."""
    return shares(baseline_guesses(directory, manifest), manifest)


def _groups(rows: Sequence[Row], columns: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Return the indices of all rows, and of those that share the values of some columns."""
    found = {ALL: list(range(len(rows)))}
    for names in columns:
        parts: dict[str, list[int]] = defaultdict(list)
        for n, row in enumerate(rows):
            if all(row[name] for name in names):
                parts[", ".join(row[name] for name in names)].append(n)
        found |= {name: parts[name] for name in sorted(parts)}
    return found


def _solvers(shallow: SurfaceBaselines) -> dict[str, Solver]:
    return {name: _by_trait(trait) for name, trait in shallow.traits.items()} | {
        name: _by_bag(bag) for name, bag in shallow.bags.items()
    }


def _guessed(solver: Solver, train: Sequence[Row], test: Sequence[Row]) -> list[int]:
    """Return a solver's guess for each test row; without train rows, by cross-validation."""
    if train:
        return list(solver(train, test))
    guesses = [0] * len(test)
    for fold in range(_FOLDS):
        known = [row for n, row in enumerate(test) if n % _FOLDS != fold]
        guesses[fold::_FOLDS] = solver(known, test[fold::_FOLDS])
    return guesses


def _by_trait(trait: Callable[[Row], Hashable]) -> Solver:
    """Predict the majority label of each trait, the lowest if tied; for an unknown trait that of all rows."""

    def solve(train: Sequence[Row], test: Sequence[Row]) -> Sequence[int]:
        labels: dict[Hashable, Counter[int]] = defaultdict(Counter)
        for row in train:
            labels[trait(row)][row["label"]] += 1
        best = {found: _most_frequent(counts) for found, counts in labels.items()}
        overall = _most_frequent(sum(labels.values(), Counter()))
        return [best.get(trait(row), overall) for row in test]

    return solve


def _by_bag(bag: Callable[[Row], Mapping[Any, int]]) -> Solver:
    def solve(train: Sequence[Row], test: Sequence[Row]) -> Sequence[int]:
        guess = averaged_perceptron(list(map(bag, train)), [row["label"] for row in train])
        return [guess(bag(row)) for row in test]

    return solve


def _most_frequent(labels: Counter[int]) -> int:
    return min(labels, key=lambda label: (-labels[label], label), default=0)


def _first_rows(directory: Path, paths: Sequence[str]) -> list[Row]:
    from pyarrow import parquet

    rows: list[Row] = []
    for path in paths:
        place = directory / path
        with reading_parquet(str(place), ReleaseError):
            for batch in islice(parquet.ParquetFile(place).iter_batches(MOST_ROWS), 1):
                rows += batch.to_pylist()
    return rows[:MOST_ROWS]
