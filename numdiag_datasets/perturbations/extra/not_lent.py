"""Single sentences of the data that must not be inserted: errors of their sources, names of companies.

A rule would match nothing else, so ``not_lent.tsv`` lists each by the hash of the sentence, with the reason.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from numdiag_datasets.perturbations.annotations import short_hash

_FILE = Path(__file__).with_name("not_lent.tsv")


def is_not_lent(sentence: str) -> bool:
    """Return whether a sentence is in the list."""
    return short_hash(sentence) in _reasons()


@cache
def _reasons() -> dict[str, str]:
    with _FILE.open(encoding="utf-8", newline="") as file:
        return {row["sentence"]: row["reason"] for row in csv.DictReader(file, delimiter="\t")}
