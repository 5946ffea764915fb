"""The selection of some data sets of a release."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from numdiag_datasets.core.configs import ConfigError, dataset_of
from numdiag_datasets.core.manifest import Manifest

T = TypeVar("T")


def select_datasets(manifest: Manifest, datasets: Sequence[str]) -> Manifest:
    """Return the manifest that the release would have if only these data sets had been built.

    Raises:
        ConfigError: the release does not contain one of them.
    """
    for dataset in datasets:
        if dataset not in manifest.sources:
            raise ConfigError(
                f"unknown dataset {dataset!r}; this release holds {', '.join(manifest.sources)}"
            )
    configs = _of(manifest.configs, datasets)
    wanted = {path for splits in configs.values() for paths in splits.values() for path in paths}
    return replace(
        manifest,
        sources=_of(manifest.sources, datasets),
        coverage=_of(manifest.coverage, datasets),
        configs=configs,
        unavailable=_of(manifest.unavailable, datasets),
        files={path: stored for path, stored in manifest.files.items() if path in wanted},
    )


def _of(values: Mapping[str, T], datasets: Collection[str]) -> dict[str, T]:
    """Return the entries of these data sets; a key begins with the name of its data set."""
    return {name: value for name, value in values.items() if dataset_of(name) in datasets}
