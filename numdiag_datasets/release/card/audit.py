"""Rows read by hand: how many were right, with the interval that so many readings allow."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.significance import wilson_interval

_RESULTS = Path(__file__).with_name("audit.tsv")


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand-read sample of applied rows; what "right" means is in ``docs/audit.md``.

    Attributes:
        rule: the rule that made the rows, "" for a perturbation without rules.
        read, right: how many were read, and how many of these were right.
    """

    dataset: str
    perturbation: str
    rule: str
    read: int
    right: int

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The Wilson score interval of the share that is right (Wilson, JASA 1927), 0 to 1."""
        return wilson_interval(self.right, self.read, confidence)


def load_readings() -> list[HandReading]:
    """Return the recorded readings, in the order of the table of perturbations."""
    with _RESULTS.open(encoding="utf-8", newline="") as file:
        return [
            HandReading(
                row["dataset"],
                row["perturbation"],
                row["rule"],
                int(row["read"]),
                int(row["right"]),
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]
