"""The two kinds of release, problems and text pairs: how each is described, checked and shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.configs import (
    ConfigError,
    dataset_of,
    parse_config,
)
from numdiag_datasets.core.manifest import (
    PROBLEMS,
    TEXT_PAIRS,
    Manifest,
    Records,
    ReleaseError,
    Violation,
)
from numdiag_datasets.core.processes import Progress
from numdiag_datasets.core.schema import features
from numdiag_datasets.release.card import card as problems_card
from numdiag_datasets.release.card.evaluation import evaluation_text
from numdiag_datasets.release.display import (
    Choice,
    Shown,
)
from numdiag_datasets.release.display import rows as shown_problems
from numdiag_datasets.release.verify import plan
from numdiag_datasets.release.verify import rows as checked_problems
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs import card as pairs_card
from numdiag_datasets.text_pairs import display as shown_pairs
from numdiag_datasets.text_pairs import verify as checked_pairs

if TYPE_CHECKING:
    import datasets

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Kind:
    """What depends on what the rows of a release are.

    Attributes:
        cards: (manifest, directory, what users give to `load_dataset`) -> its README and what goes with it, file -> text.
        licence: manifest -> its LICENSE.
        evaluation: manifest -> its eval.yaml, "" where the Hub's benchmarks have nothing like it.
        check_plan: manifest -> everything in which it contradicts itself.
        check: (directory, manifest, broken files, progress) -> how many rows were checked, and every
            violation.
        show: (config, rows, which of them) -> the rows to be shown.
        count: (manifest, data set or family) -> how many problems or rows there are, in words.
        features: config -> its columns.
    """

    cards: Callable[[Manifest, Path, str], dict[str, str]]
    licence: Callable[[Manifest], str]
    evaluation: Callable[[Manifest], str]
    check_plan: Callable[[Manifest], Iterator[Violation]]
    check: Callable[[Path, Manifest, Collection[str], Progress], tuple[int, list[Violation]]]
    show: Callable[[str, Rows, Choice], list[Shown]]
    count: Callable[[Manifest, str], str]
    features: Callable[[str], datasets.Features]


def _problems(manifest: Manifest, dataset: str) -> str:
    return f"{manifest.rows(dataset):,} problems"


def _pairs(manifest: Manifest, family: str) -> str:
    return f"{sum(manifest.rows(config) for config in manifest.configs):,} rows"


_KINDS: dict[Records, Kind] = {
    PROBLEMS: Kind(
        cards=problems_card.card_texts,
        licence=problems_card.licence_text,
        evaluation=evaluation_text,
        check_plan=plan.check_plan,
        check=checked_problems.check_rows,
        show=shown_problems.shown_rows,
        count=_problems,
        features=lambda config: features(),
    ),
    TEXT_PAIRS: Kind(
        cards=pairs_card.card_texts,
        licence=pairs_card.licence_text,
        evaluation=lambda manifest: "",
        check_plan=checked_pairs.check_plan,
        check=checked_pairs.check_rows,
        show=shown_pairs.shown_rows,
        count=_pairs,
        features=lambda config: FAMILIES[dataset_of(config)].features(config),
    ),
}


def kind_of(manifest: Manifest) -> Kind:
    """The kind of a release."""
    return _KINDS[manifest.records]


def check_name(config: str) -> None:
    """Refuse a name that no release can hold.

    Raises:
        ConfigError: the message names the choices.
    """
    family = FAMILIES.get(dataset_of(config))
    if family is None:
        parse_config(config)
    elif config not in family.names:
        raise ConfigError(f"unknown config {config!r}; {family.name} has {', '.join(family.names)}")


def check_config(manifest: Manifest, directory: Path, config: str) -> None:
    """Refuse a config that a release does not hold.

    Raises:
        ConfigError: no release can hold it.
        ReleaseError: this one was built without it, or is of another kind.
    """
    check_name(config)
    if config in manifest.configs:
        if (dataset_of(config) in FAMILIES) != (manifest.records == TEXT_PAIRS):
            raise ReleaseError(
                f"{directory}: its manifest says that it holds {manifest.records}, and {config} does not; "
                "build the release again"
            )
        return
    if dataset_of(config) in FAMILIES or manifest.records != PROBLEMS:
        raise ReleaseError(
            f"{directory}: holds no {config}, but {len(manifest.configs)} configs of {', '.join(manifest.sources)}; "
            f"`numdiag list {directory}` shows them"
        )
    raise ReleaseError(
        f"{directory}: was built without {config}; build it with --configs '{config}'"
    )
