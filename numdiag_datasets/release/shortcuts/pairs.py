"""How far one trait of a text gets in telling its label, without reading the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from numdiag_datasets.files.reading import reading_parquet
from numdiag_datasets.release.manifest import Manifest, ReleaseError

Row = Mapping[str, Any]
Trait = Callable[[Row], Hashable]
#: Of each split; more rows change a share by less than a point.
MOST_ROWS: Final = 5_000
_FOLDS: Final = 5


def _words(text: str) -> Sequence[str]:
    """The words, or the characters of a text that parts no words."""
    return text.split() if " " in text else text or " "


def _edited_characters(row: Row) -> Hashable:
    one: Counter[str] = Counter(row["text"])
    two: Counter[str] = Counter(row["text_pair"])
    return tuple(sorted((one - two).elements())), tuple(sorted((two - one).elements()))


#: Name -> what a guesser looks at; it answers the label that most of its training rows with this trait have.
TRAITS: dict[str, Trait] = {
    "majority": lambda row: None,
    "first word": lambda row: tuple(_words(row[c])[0] for c in ("text", "text_pair")),
    "last word": lambda row: tuple(_words(row[c])[-1] for c in ("text", "text_pair")),
    "length": lambda row: (len(_words(row["text"])), len(_words(row["text_pair"]))),
    "longer text": lambda row: len(row["text"]) - len(row["text_pair"]),
    "edited characters": _edited_characters,
}


@dataclass(frozen=True, slots=True)
class LabelShortcut:
    """How many labels of a test split one trait tells.

    Attributes:
        config: its name.
        strategy: a key of `TRAITS`.
        rows: how many test rows were looked at.
        accuracy: the share whose label was guessed, 0 to 1.
    """

    config: str
    strategy: str
    rows: int
    accuracy: float


def pair_shortcuts(directory: Path, manifest: Manifest) -> list[LabelShortcut]:
    """Learn the label of each trait from the train split, and guess the test split's.

    A config without train rows is parted in five, and each part guessed by the other four. At most
    `MOST_ROWS` of a split are looked at.

    Args:
        directory, manifest: of the release.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    found: list[LabelShortcut] = []
    for config, splits in manifest.configs.items():
        train = _first_rows(directory, splits["train"])
        test = _first_rows(directory, splits["test"])
        for name, trait in TRAITS.items():
            right = guessed_rightly(trait, train, test)
            found.append(LabelShortcut(config, name, len(test), right / max(len(test), 1)))
    return found


def guessed_rightly(trait: Trait, train: Sequence[Row], test: Sequence[Row]) -> int:
    """How many labels of test rows a trait tells; without train rows, each fifth is guessed by the others."""
    return sum(guess == row["label"] for guess, row in _guesses(trait, train, test))


def _guesses(trait: Trait, train: Sequence[Row], test: Sequence[Row]) -> Iterator[tuple[int, Row]]:
    if train:
        guess = _learnt(trait, train)
        yield from ((guess(row), row) for row in test)
        return
    for fold in range(_FOLDS):
        guess = _learnt(trait, [row for i, row in enumerate(test) if i % _FOLDS != fold])
        yield from ((guess(row), row) for row in test[fold::_FOLDS])


def _learnt(trait: Trait, rows: Sequence[Row]) -> Callable[[Row], int]:
    """The most frequent label of each trait, of equals the lowest; of an unknown trait that of all rows."""
    labels: dict[Hashable, Counter[int]] = {}
    for row in rows:
        labels.setdefault(trait(row), Counter())[row["label"]] += 1
    best = {found: _most_frequent(counts) for found, counts in labels.items()}
    overall = _most_frequent(sum(labels.values(), Counter()))
    return lambda row: best.get(trait(row), overall)


def _most_frequent(labels: Counter[int]) -> int:
    return min(labels, key=lambda label: (-labels[label], label), default=0)


def _first_rows(directory: Path, paths: Sequence[str]) -> list[Row]:
    from pyarrow import parquet

    rows: list[Row] = []
    for path in paths:
        place = directory / path
        with reading_parquet(str(place), ReleaseError):
            batches = parquet.ParquetFile(place).iter_batches(
                MOST_ROWS, columns=["text", "text_pair", "label"]
            )
            rows += next(batches).to_pylist()
    return rows[:MOST_ROWS]
