"""Attack, defense, augment: which splits of a config are perturbed (DNC paper, section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass


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
