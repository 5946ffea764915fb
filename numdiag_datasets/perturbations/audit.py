"""Rows read by people: counts of right, coherent and attacking rows, from the ``audit.tsv`` of each perturbation."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.perturbation_table import FORM_NAMES, PERTURBATION_TABLE
from numdiag_datasets.core.significance import wilson_interval


@dataclass(frozen=True, slots=True)
class HandReading:
    """A sample of applied rows that was read; ``docs/audit.md`` defines the three questions.

    Attributes:
        dataset: of the rows.
        form: of the perturbation: ``noise``, ``noise-second``.
        rule: the rule that made the rows; "" for a sample of all rules together.
        read: the number of rows read.
        right: the number of rows with the right answer; if ``coherent`` is None, with a coherent text as well.
        coherent: the number of rows with a natural text that contradicts nothing; None if not counted.
        attacks: the number of rows whose edit attacks, of a control those that leave the capability out; None if not counted.
    """

    dataset: str
    form: str
    rule: str
    read: int
    right: int
    coherent: int | None = None
    attacks: int | None = None

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the Wilson score interval of the share that is right (Wilson, JASA 1927), 0 to 1."""
        return wilson_interval(self.right, self.read, confidence)


def load_readings() -> list[HandReading]:
    """Return the recorded readings, by data set and form, in the order of their tables."""
    places = {name: i for i, name in enumerate((*DATA_SETS, *FORM_NAMES))}
    found = [reading for name in PERTURBATION_TABLE for reading in _readings(name)]
    return sorted(found, key=lambda reading: (places[reading.dataset], places[reading.form]))


def _readings(perturbation: str) -> Iterator[HandReading]:
    path = Path(__file__).parent / perturbation / "audit.tsv"
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield HandReading(
                row["dataset"],
                row["form"],
                row["rule"],
                int(row["read"]),
                int(row["right"]),
                *(int(row[name]) if row[name] else None for name in ("coherent", "attacks")),
            )
