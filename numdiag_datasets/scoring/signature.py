"""Signature of a result: the conditions that another result must share to be comparable."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, fields

from numdiag_datasets.core.significance import RESAMPLES, SEED

#: How the intervals of a result are made.
BOOTSTRAP = f"{RESAMPLES} by group, seed {SEED}"


@dataclass(frozen=True, slots=True)
class Signature:
    """The conditions of a measurement, as text ``config:...|data:...|rows:...|version:...``.

    A part that does not apply is "".

    Attributes:
        config: the config, or the data set if no config was named.
        data: a version and checksum, a commit of the Hub, or "unknown".
        rows: the number of scored rows.
        partial: the scored rows, see `part_of`, if they are not all rows of the split; followed by the rows
            of the drops, if the baseline has fewer.
        applied: the number of rows that the perturbation changed; "unknown" if the rows have no status.
        prompt: how a language model was asked: style, chat or completion, examples and their seed.
        mode: official or strict, where numbers of TAT-QA are read.
        tolerance: for answers of equations.
        bootstrap: how drops were resampled.
        version: of numdiag.
    """

    config: str = ""
    data: str = ""
    rows: str = ""
    partial: str = ""
    applied: str = ""
    prompt: str = ""
    mode: str = ""
    tolerance: str = ""
    bootstrap: str = ""
    version: str = ""

    @property
    def way(self) -> str:
        """How a language model was asked, without the parameters that its server refused."""
        return self.prompt.partition(",without")[0]

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in asdict(self).items() if value)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature; parts with other names are ignored."""
        parts = dict(part.partition(":")[::2] for part in text.split("|"))
        return cls(**{f.name: parts[f.name] for f in fields(cls) if f.name in parts})


def partial_of(ids: Collection[str], paired: Collection[str], total: int) -> str:
    """Return a signature's description of the scored rows: "" for all rows of a split.

    Args:
        ids: of the scored rows.
        paired: ids of the rows that have a drop.
        total: the number of rows of the split.
    """
    if len(paired) < len(ids):
        return f"{part_of(ids, total)}, drops {part_of(paired, total)}"
    return part_of(ids, total) if len(ids) < total else ""


def part_of(ids: Iterable[str], total: int) -> str:
    """Return some rows of a split as text: ``50/122#1f3c9a2b``, their share and a checksum of their ids.

    The checksum distinguishes parts of the same size. A row counts by the id of its original: the first 50
    originals and the first 50 rows of an attack are the same part.
    """
    names = set(ids)
    return f"{len(names)}/{total}#{checksum(names)}"


def checksum(names: Iterable[str]) -> str:
    """Return a short checksum of names in any order."""
    text = "\n".join(sorted(names))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
