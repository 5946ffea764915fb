"""What a number needs to be compared with another."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields


@dataclass(frozen=True, slots=True)
class Signature:
    """How a result was measured, as text ``config:...|data:...|rows:...|version:...``; a part is "" where
    it says nothing.

    Attributes:
        config: the config, or the data set where no config was named.
        data: a version and checksum, a commit of the Hub, or "unknown".
        rows: how many rows were scored.
        applied: how many of them the perturbation changed; "unknown" where the rows do not say.
        mode: official or strict, where numbers of TAT-QA are read.
        tolerance: of answers of equations.
        bootstrap: how drops were resampled.
        version: of numdiag.
    """

    config: str = ""
    data: str = ""
    rows: str = ""
    applied: str = ""
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
