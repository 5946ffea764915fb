"""Description of a family of data sets, used to build, document, check and display every family alike."""

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
    """Features for classifiers that do not understand the text, to measure how far these predict labels.

    Attributes:
        traits: name -> a single trait of a row; the classifier predicts the majority label of the training
            rows with that trait.
        bags: name -> counts of the parts of a row; the classifier is linear.
        sequences: name -> the parts of a row in order; the classifier is a trigram model of the rows of label 0.
        groups: columns by whose values the results are also broken down.
    """

    traits: Mapping[str, Callable[[Row], Hashable]]
    bags: Mapping[str, Callable[[Row], Mapping[Any, int]]] = field(default_factory=dict)
    sequences: Mapping[str, Callable[[Row], Sequence[Hashable]]] = field(default_factory=dict)
    groups: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """A family of data sets of labelled texts or pairs: columns ``text``, ``text_pair``, ``label`` and more.

    Attributes:
        name: the first part of its config names, and the name of its source in the manifest.
        title: for headings.
        columns: column -> its meaning.
        names: all possible config names.
        labels: config name -> the names of its labels, 0 first.
        features: config name -> its columns for `datasets`.
        check: (config name, split -> rows, the facts of the manifest) -> every violation, as (split, number
            of the row from 0, description).
        baselines: config name -> its surface baselines; None if another config has the same texts.
        trained_on: config name -> the config with the train split for its test split.
        sources: possible kinds of source; see `SourceEntry.kind`.
        facts: names of the further facts in its manifest; see `Manifest.facts`.
        about: fields of the card's YAML; the facts may override ``language``.
        card: the template of the card.
    """

    name: str
    title: str
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
    trained_on: Callable[[str], str] = lambda config: config
