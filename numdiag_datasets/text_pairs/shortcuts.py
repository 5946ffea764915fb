"""Accuracy of surface baselines: a single trait of a text, or a bag of its parts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from numdiag_datasets.core.input_files import check_regular, reading_parquet
from numdiag_datasets.core.manifest import Manifest, ReleaseError, read_rows
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.perceptron import averaged_perceptron
from numdiag_datasets.text_pairs.trigram_model import trigram_guesses

#: The most rows of the train split; more change a share by less than a point.
MOST_ROWS: Final = 10_000
_FOLDS: Final = 5
ALL: Final = "all"

Feature = Callable[[Row], Any]
#: (features of training rows with their labels, features of test rows) -> the label guessed for each test row.
Solver = Callable[[Sequence[tuple[Any, int]], Sequence[Any]], list[int]]


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
    """Train each solver of each config on its train split, and yield its guesses for the test split.

    Without train rows, five-fold cross-validation is used. At most `MOST_ROWS` of the train split are used.

    Args:
        directory, manifest: those of the release.
        progress: reports progress, see `Progress`.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    family = FAMILIES[manifest.holds]
    together: dict[str, list[str]] = {}
    for config in manifest.configs:
        together.setdefault(family.trained_on(config), []).append(config)
    for number, (trained_on, configs) in enumerate(together.items()):
        progress("guessing", number, len(together))
        if baselines := family.baselines(trained_on):
            train = _first_rows(directory, manifest.configs.get(trained_on, {}).get("train", ()))
            tests = {
                config: read_rows(directory, manifest.configs[config]["test"], manifest)
                for config in configs
            }
            test = [row for rows in tests.values() for row in rows]
            for features, solve in (
                (baselines.traits, _by_trait),
                (baselines.bags, _by_bag),
                (baselines.sequences, trigram_guesses),
            ):
                for name, feature in features.items():
                    labels = iter(_guessed(solve, feature, train, test))
                    for config, rows in tests.items():
                        yield Guesses(config, name, rows, list(islice(labels, len(rows))))


def shares(guesses: Iterable[Guesses], manifest: Manifest) -> list[LabelShortcut]:
    """Return the accuracy of each solver on all rows and on each of the family's groups."""
    found: list[LabelShortcut] = []
    for made in guesses:
        baselines = FAMILIES[manifest.holds].baselines(made.config)
        groups = _groups(made.rows, baselines.groups if baselines else ())
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


def _guessed(
    solve: Solver, feature: Feature, train: Sequence[Row], test: Sequence[Row]
) -> list[int]:
    """Return a solver's guess for each test row; without train rows, by cross-validation."""
    known = [(feature(row), row["label"]) for row in train]
    if known:
        return solve(known, list(map(feature, test)))
    asked = [(feature(row), row["label"]) for row in test]
    guesses = [0] * len(asked)
    for fold in range(_FOLDS):
        others = [pair for n, pair in enumerate(asked) if n % _FOLDS != fold]
        guesses[fold::_FOLDS] = solve(others, [found for found, _ in asked[fold::_FOLDS]])
    return guesses


def _by_trait(known: Sequence[tuple[Any, int]], tested: Sequence[Any]) -> list[int]:
    """Predict the majority label of each trait, the lowest if tied; for an unknown trait that of all rows."""
    labels: dict[Hashable, Counter[int]] = defaultdict(Counter)
    for trait, label in known:
        labels[trait][label] += 1
    best = {trait: _most_frequent(counts) for trait, counts in labels.items()}
    overall = _most_frequent(Counter(label for _, label in known))
    return [best.get(trait, overall) for trait in tested]


def _by_bag(known: Sequence[tuple[Any, int]], tested: Sequence[Any]) -> list[int]:
    guess = averaged_perceptron([bag for bag, _ in known], [label for _, label in known])
    return list(map(guess, tested))


def _most_frequent(labels: Counter[int]) -> int:
    return min(labels, key=lambda label: (-labels[label], label), default=0)


def _first_rows(directory: Path, paths: Sequence[str]) -> list[Row]:
    from pyarrow import parquet

    rows: list[Row] = []
    for path in paths:
        check_regular(directory / path, ReleaseError)
        with reading_parquet(str(directory / path), ReleaseError):
            batches = parquet.ParquetFile(directory / path).iter_batches(MOST_ROWS)
            rows += next(batches).to_pylist()
    return rows[:MOST_ROWS]
