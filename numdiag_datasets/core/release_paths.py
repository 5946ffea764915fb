"""Paths of the Parquet files of a release: which files belong to a split of a config."""

from __future__ import annotations

from numdiag_datasets.core.configs import Config, dataset_of, parse_config
from numdiag_datasets.core.data_sets import TEXT_PAIR_FAMILIES
from numdiag_datasets.core.resamples import base_of, stored_as

#: (dataset, key of `FORMS` or "", split, part) -> one Parquet file
Part = tuple[str, str, str, str]


def paths_of(name: str, split: str) -> list[str]:
    """Return the paths of the files of a split of a config, in their order.

    Raises:
        ConfigError: an unknown config of problems.
    """
    if dataset_of(name) in TEXT_PAIR_FAMILIES:
        return [pair_path(name, split)]
    return [part_path(part) for part in config_parts(parse_config(name), split)]


def pair_path(name: str, split: str) -> str:
    """Return the path of a split of text pairs: ``number_words/comparison-bare-en/test.parquet``."""
    family, _, rest = name.partition("-")
    return f"{family}/{rest}/{split}.parquet"


def config_parts(config: Config, split: str) -> list[Part]:
    """Return the parts, each stored once, that make up a split of a config."""
    return [
        (
            config.dataset,
            config.form(kind),
            stored_as(split),
            "perturbed" if kind in ("second", "control") else kind,
        )
        for kind in config.parts(base_of(split))
    ]


def part_path(part: Part) -> str:
    """Return the path of a part in the release: ``asdiv_a/extra/test.parquet``."""
    dataset, perturbation, split, kind = part
    name = f"{split}-applied" if kind == "applied" else split
    return f"{dataset}/{perturbation or 'original'}/{name}.parquet"
