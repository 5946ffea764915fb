"""What a number needs to be compared with another."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, fields


@dataclass(frozen=True, slots=True)
class Signature:
    """How a result was measured, as text ``config:...|data:...|rows:...|version:...``; a part is "" where
    it says nothing.

    Attributes:
        config: the config, or the data set where no config was named.
        data: a version and checksum, a commit of the Hub, or "unknown".
        rows: how many rows were scored.
        partial: which they are, see `part_of`, where they are not all rows of the split; behind it the rows that
            the drops are over, where the baseline has fewer.
        applied: how many of them the perturbation changed; "unknown" where the rows do not say.
        prompt: how a language model was asked: style, chat or completion, examples and their seed.
        mode: official or strict, where numbers of TAT-QA are read.
        tolerance: of answers of equations.
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

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in asdict(self).items() if value)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature; parts of other names are passed over."""
        parts = dict(part.partition(":")[::2] for part in text.split("|"))
        return cls(**{f.name: parts[f.name] for f in fields(cls) if f.name in parts})


def partial_of(ids: Collection[str], paired: Collection[str], total: int) -> str:
    """What a signature says of the rows that were scored: "" for all of a split.

    Args:
        ids: of the scored rows.
        paired: of those that have a drop.
        total: how many rows the split has.
    """
    if len(paired) < len(ids):
        return f"{part_of(ids, total)}, drops {part_of(paired, total)}"
    return part_of(ids, total) if len(ids) < total else ""


def part_of(ids: Iterable[str], total: int) -> str:
    """Some rows of a split, as text: ``50/122#1f3c9a2b``, how many of how many, and a checksum of their ids.

    So two parts are told apart that are of one size. A row counts by the id of its original: the first 50 originals and
    the first 50 rows of an attack are the same part.
    """
    names = sorted(set(ids))
    checksum = hashlib.sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{len(names)}/{total}#{checksum}"
