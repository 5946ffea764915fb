"""What a family of data sets says of itself, so that building, card, check and display are the same for all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.schema import Row

if TYPE_CHECKING:
    import datasets


@dataclass(frozen=True, slots=True)
class SurfaceBaselines:
    """What solvers without understanding look at, to see what labels give away.

    Attributes:
        traits: name -> one trait of a row; the solver answers the label that most training rows with it have.
        bags: name -> how often each part stands in a row; the solver is a linear classifier.
        groups: columns by whose values the rows are parted as well.
    """

    traits: Mapping[str, Callable[[Row], Hashable]]
    bags: Mapping[str, Callable[[Row], Mapping[Any, int]]] = field(default_factory=dict)
    groups: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """Data sets of texts, or pairs of texts, with a class: columns ``text``, ``text_pair``, ``label`` and more.

    Attributes:
        name: the first part of its config names, and the name of its source in the manifest.
        title: for headings.
        generation: grows when rows change though the seed does not.
        columns: column -> what it means.
        names: every config name that it can have.
        labels: config name -> the names of its labels, 0 first.
        features: config name -> its columns for `datasets`.
        check: (config name, split -> rows, the facts of the manifest) -> every promise that is broken, as
            (split, number of the row from 0, what).
        baselines: config name -> its shallow solvers; None where another config has the same texts.
        sources: kinds of what it is made from; see `SourceEntry.kind`.
        facts: what its manifest tells beside; see `Manifest.facts`.
        about: fields of the card's YAML; ``language`` may be overridden by the facts.
        card: the template of the card.
    """

    name: str
    title: str
    generation: int
    columns: Mapping[str, str]
    names: Sequence[str]
    labels: Callable[[str], Sequence[str]]
    features: Callable[[str], datasets.Features]
    check: Callable[
        [str, Mapping[str, Sequence[Row]], Mapping[str, Any]], Iterator[tuple[str, int, str]]
    ]
    baselines: Callable[[str], SurfaceBaselines | None]
    sources: Sequence[str]
    facts: Sequence[str]
    about: Mapping[str, Any]
    card: Path


def config_path(config: str, split: str) -> str:
    """Where a split of a config lies in a release: ``number_words/comparison-bare-en/test.parquet``."""
    family, _, rest = config.partition("-")
    return f"{family}/{rest}/{split}.parquet"
