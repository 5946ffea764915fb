"""The configs of a release of problems, their splits, and the parts that they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from numdiag_datasets.core.configs import Config
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.release_paths import Part, config_parts
from numdiag_datasets.core.resamples import draw_splits
from numdiag_datasets.perturbations import PERTURBATIONS

#: The settings whose test split is resampled.
_DRAWN = ("attack", "defense")


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
