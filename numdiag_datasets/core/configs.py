"""Config names, ``{dataset}-{perturbation}-{setting}``, and those that exist; defined only here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.perturbation_table import CONTROL, FORM_NAMES, PERTURBATION_TABLE, SECOND

PERTURBATION_NAMES = tuple(PERTURBATION_TABLE)

#: Data set -> perturbation -> why it is unavailable ("" if it is available).
APPLICABILITY: dict[str, dict[str, str]] = {
    name: {p: data_set.not_applicable.get(p, "") for p in PERTURBATION_NAMES}
    for name, data_set in DATA_SETS.items()
}
DATASETS = tuple(APPLICABILITY)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: the parts of each split, named original, perturbed, applied, second or control."""

    name: str
    summary: str
    parts: dict[str, tuple[str, ...]]


DEFENSE = "defense"
#: The setting that trains on one form of a perturbation and tests on the other.
TRANSFER = "transfer"
#: The setting that tests an edit without the capability, on the problems that the attack changes.
CONTROLLED = "control"

SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting(
            "attack",
            "train and validation original, test perturbed",
            {"train": ("original",), "validation": ("original",), "test": ("perturbed",)},
        ),
        Setting(
            DEFENSE,
            "all three splits perturbed",
            {"train": ("perturbed",), "validation": ("perturbed",), "test": ("perturbed",)},
        ),
        Setting(
            "augment",
            "train and validation original, followed by the perturbed copies; test original",
            {
                "train": ("original", "applied"),
                "validation": ("original", "applied"),
                "test": ("original",),
            },
        ),
        Setting(
            TRANSFER,
            "train and validation perturbed in the first form, test in the second",
            {"train": ("perturbed",), "validation": ("perturbed",), "test": ("second",)},
        ),
        Setting(
            CONTROLLED,
            "train and validation original, test with an edit of the same size that leaves the capability out",
            {"train": ("original",), "validation": ("original",), "test": ("control",)},
        ),
    )
}


class ConfigError(InputError):
    """An unknown or inapplicable config; the message names the choices."""


@dataclass(frozen=True, slots=True)
class Config:
    """One config. The originals have neither perturbation nor setting.

    Attributes:
        dataset: ``asdiv_a``.
        perturbation: ``extra``, or "".
        setting: ``attack``, ``defense``, ``augment``, ``transfer``, ``control``, or "".
    """

    dataset: str
    perturbation: str = ""
    setting: str = ""

    @property
    def name(self) -> str:
        """The name: ``asdiv_a`` or ``asdiv_a-extra-attack``."""
        return "-".join(part for part in (self.dataset, self.perturbation, self.setting) if part)

    def form(self, part: str) -> str:
        """Return the name of the form that makes a part of a split, "" for originals."""
        if part == "original":
            return ""
        if part == "control":
            return f"{PERTURBATION_TABLE[self.perturbation].control}{CONTROL}"
        return f"{self.perturbation}{SECOND}" if part == "second" else self.perturbation

    def parts(self, split: str) -> tuple[str, ...]:
        """Return the parts of a split: original, perturbed, applied, second, control (see `Setting`)."""
        return SETTINGS[self.setting].parts[split] if self.setting else ("original",)


def dataset_of(name: str) -> str:
    """Return the first part of any config name: a data set or a family of text pairs."""
    return name.partition("-")[0]


def why_not(dataset: str, perturbation: str, setting: str) -> str:
    """Return why a combination is unavailable, "" if it is available."""
    if reason := APPLICABILITY[dataset][perturbation]:
        return reason
    if setting == CONTROLLED:
        form = f"{PERTURBATION_TABLE[perturbation].control}{CONTROL}"
        missing = "not available: the original is its control"
    elif setting == TRANSFER:
        form = f"{perturbation}{SECOND}"
        missing = "not available: the perturbation has one form"
    else:
        return ""
    return DATA_SETS[dataset].not_applicable.get(form, "" if form in FORM_NAMES else missing)


#: Name -> config, of every config that can be built: originals first, then data set by data set.
CONFIGS: dict[str, Config] = {
    config.name: config
    for config in (
        *map(Config, DATASETS),
        *(
            Config(dataset, perturbation, setting)
            for dataset in DATASETS
            for perturbation in PERTURBATION_NAMES
            for setting in SETTINGS
            if not why_not(dataset, perturbation, setting)
        ),
    )
}


#: Shown first if a release contains it: every reader sees at once that a sentence was added.
_SHOWN = "asdiv_a-extra-attack"


def default_config(names: Iterable[str]) -> str:
    """Return the config that loads by default and that the Hub shows first: if possible, a perturbed one."""
    held = list(names)
    attacks = [name for name in held if name.endswith("-attack")]
    return next(name for name in (_SHOWN, *attacks, held[0]) if name in held)


def unavailable() -> dict[str, str]:
    """Return name without setting -> reason, for every combination of the paper that cannot be built."""
    return {
        f"{dataset}-{perturbation}": reason
        for dataset, row in APPLICABILITY.items()
        for perturbation, reason in row.items()
        if reason
    }


def parse_config(name: str) -> Config:
    """Read a config name.

    Raises:
        ConfigError: a part is unknown (the message lists the choices), or the combination does not
            apply (the message has the reason).
    """
    dataset, *rest = name.split("-")
    if dataset not in APPLICABILITY:
        raise ConfigError(
            f"unknown dataset {dataset!r:.60} in {name!r:.60}; choose from {', '.join(DATASETS)}"
        )
    if not rest:
        return Config(dataset)
    perturbation, *rest = rest
    if perturbation not in PERTURBATION_NAMES:
        raise ConfigError(
            f"unknown perturbation {perturbation!r:.60} in {name!r:.60}; choose from {', '.join(PERTURBATION_NAMES)}"
        )
    if reason := APPLICABILITY[dataset][perturbation]:
        available = [p for p, why in APPLICABILITY[dataset].items() if not why]
        choices = f"; {dataset} has {', '.join(available)}" if available else ""
        raise ConfigError(f"{dataset}-{perturbation} is {reason}{choices}")
    settings = [s for s in SETTINGS if not why_not(dataset, perturbation, s)]
    if not rest:
        raise ConfigError(f"{name} lacks a setting: {', '.join(f'{name}-{s}' for s in settings)}")
    if len(rest) != 1 or rest[0] not in SETTINGS:
        raise ConfigError(
            f"unknown setting {'-'.join(rest)!r:.60} in {name!r:.60}; choose from {', '.join(settings)}"
        )
    if reason := why_not(dataset, perturbation, rest[0]):
        raise ConfigError(f"{name} is {reason}; choose from {', '.join(settings)}")
    return Config(dataset, perturbation, rest[0])


def match_configs(*patterns: str) -> list[Config]:
    """Return the configs that match any of some globs, ``asdiv_a-*-attack``, each once.

    Raises:
        ConfigError: nothing matches one of them; for an exact name the message has the reason.
    """
    found: dict[Config, None] = {}
    for pattern in patterns:
        if is_glob(pattern):
            matching = [config for name, config in CONFIGS.items() if fnmatchcase(name, pattern)]
        else:
            matching = [parse_config(pattern)]
        if not matching:
            raise ConfigError(
                f"no config matches {pattern!r:.60}; `numdiag list` shows all of them"
            )
        found |= dict.fromkeys(matching)
    return list(found)


def is_glob(pattern: str) -> bool:
    """Return whether a pattern may match several names."""
    return any(mark in pattern for mark in "*?[")
