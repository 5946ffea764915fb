"""The Parquet files of a release of problems: their paths, and the config splits that use them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from numdiag_datasets.core.configs import Config
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.resamples import base_of, draw_splits, stored_as
from numdiag_datasets.perturbations import PERTURBATIONS

#: The settings whose test split is resampled.
_DRAWN = ("attack", "defense")
#: (dataset, key of `FORMS` or "", split, part) -> one Parquet file
Part = tuple[str, str, str, str]


@dataclass(slots=True)
class Plan:
    """The contents of a release: the requested configs and the parts that they use.

    The originals of every data set are always among the configs, since every other row is defined by its
    difference from them.

    Attributes:
        configs: the requested configs.
        draws: the number of draws of the test split where numbers are sampled; 0 for the test split alone.
        parts: in the order in which they are written.
    """

    configs: Sequence[Config]
    draws: int = 0
    parts: dict[Part, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = {config.dataset: None for config in self.configs}
        originals = [Config(name) for name in names]
        self.configs = originals + [config for config in self.configs if config.perturbation]
        for config in self.configs:
            for split in splits_of(config, self.draws):
                self.parts.update(dict.fromkeys(config_parts(config, split)))


def splits_of(config: Config, draws: int) -> tuple[str, ...]:
    """Return the splits of a config: train, validation, test, and the draws if its perturbation samples numbers.

    The score on one draw is one sample of a distribution of scores (GSM-Symbolic; Mirzadeh et al., ICLR 2025).
    """
    if not config.perturbation or config.setting not in _DRAWN:
        return SPLITS
    return SPLITS + draw_splits(draws * PERTURBATIONS[config.perturbation].samples_numbers)


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
