"""A release with some of its data sets only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numdiag_datasets.release.configs import ConfigError, dataset_of


def select_datasets(manifest: dict[str, Any], datasets: Sequence[str]) -> dict[str, Any]:
    """The manifest of a release as if only these data sets had been built.

    Raises:
        ConfigError: the release does not hold one of them.
    """
    for dataset in datasets:
        if dataset not in manifest["sources"]:
            raise ConfigError(
                f"unknown dataset {dataset!r}; this release holds {', '.join(manifest['sources'])}"
            )
    configs = {
        name: splits for name, splits in manifest["configs"].items() if dataset_of(name) in datasets
    }
    wanted = {path for splits in configs.values() for paths in splits.values() for path in paths}
    return manifest | {
        "sources": _of(manifest["sources"], datasets),
        "coverage": _of(manifest["coverage"], datasets),
        "configs": configs,
        "unavailable": {
            name: why
            for name, why in manifest["unavailable"].items()
            if dataset_of(name) in datasets
        },
        "files": {path: stored for path, stored in manifest["files"].items() if path in wanted},
    }


def _of(values: dict[str, Any], datasets: Sequence[str]) -> dict[str, Any]:
    return {dataset: value for dataset, value in values.items() if dataset in datasets}
