"""Attack, defense, augment: which splits of a config are perturbed (DNC paper, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from numdiag_datasets.problem import APPLIED, Problem


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting shows in each split: parts named original, perturbed or applied."""

    name: str
    summary: str
    parts: dict[str, tuple[str, ...]]


SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting(
            "attack",
            "train and validation original, test perturbed",
            {"train": ("original",), "validation": ("original",), "test": ("perturbed",)},
        ),
        Setting(
            "defense",
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
    )
}


def applied_copies(perturbed: Iterable[Problem], perturbation: str) -> list[Problem]:
    """The applied problems of a perturbed split under ids of their own, ``<id>#<perturbation>``."""
    return [
        replace(problem, id=f"{problem.id}#{perturbation}")
        for problem in perturbed
        if problem.status == APPLIED
    ]
