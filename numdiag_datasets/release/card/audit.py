"""Rows read by hand: how many were right, with the interval that so many readings allow."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.core.significance import wilson_interval

_RESULTS = Path(__file__).with_name("audit.tsv")


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand-read sample of applied rows; what "right" means is in ``docs/audit.md``.

    Attributes:
        rule: the rule that made the rows, "" where rows of all rules were drawn together.
        read, right: how many were read, and how many of these were right: the answer, and where
            ``peace`` is not told apart the text as well.
        peace: of how many the text is natural and contradicts nothing; None if not told apart.
        attacks: how many the edit attacks; None if that was not counted.
    """

    dataset: str
    perturbation: str
    rule: str
    read: int
    right: int
    peace: int | None = None
    attacks: int | None = None

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
                *(int(row[name]) if row[name] else None for name in ("peace", "attacks")),
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]
