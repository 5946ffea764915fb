"""A result of text pairs as an outcome: what one system got right of one config, once; and what all results share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numdiag_datasets.errors import InputError
from numdiag_datasets.release.configs import Config


class ReportError(InputError):
    """Results that cannot be read or do not go together; the message names the file."""


def signature_part(signature: str, key: str) -> str:
    """A part of a signature: ``mode`` of ``...|mode:strict|...`` is ``strict``; "" where it has none."""
    return dict(part.partition(":")[::2] for part in signature.split("|")).get(key, "")


@dataclass(frozen=True, slots=True)
class LabelOutcome:
    """What one system got right of one config, once.

    Attributes:
        system: what a reader calls it.
        config: the config whose test split was predicted.
        accuracy: in points.
        interval: its 95% interval; None where that is not told.
        macro_accuracy: the mean over operations; None where there are none.
        breakdown: column -> value -> ``rows``, ``accuracy``, ``interval``.
        signature: of the result, "" where it has none.
        seed: of the training.
        path: the file.
    """

    system: str
    config: str
    accuracy: float
    interval: tuple[float, float] | None = None
    macro_accuracy: float | None = None
    breakdown: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    signature: str = ""
    seed: int | None = None
    path: str = ""


def read_label_outcome(result: Mapping[str, Any], name: str, path: str) -> LabelOutcome:
    """An outcome of a result with ``config``, ``scores`` and, where it is told, ``interval``.

    Raises:
        ReportError: its accuracy is none.
    """
    accuracy = result["scores"].get("accuracy")
    if not isinstance(accuracy, int | float) or not 0 <= accuracy <= 100:
        raise ReportError(f"{path}: accuracy is {accuracy!r}, not points from 0 to 100")
    interval = result.get("interval")
    return LabelOutcome(
        system=name,
        config=str(result["config"]),
        accuracy=float(accuracy),
        interval=(float(interval[0]), float(interval[1])) if interval else None,
        macro_accuracy=result["scores"].get("macro_accuracy"),
        breakdown=result.get("breakdown") or {},
        signature=str(result.get("signature", "")),
        seed=(result.get("training") or {}).get("seed"),
        path=path,
    )


@dataclass(frozen=True, slots=True)
class System:
    """What is compared: a model with its way of reading and writing.

    Attributes:
        name: as given, as the result has it, or that of its folder.
        numbers: ``tokens`` or ``placeholders``; ``""`` where that is not told.
        target: ``equation`` or ``answer``; ``""`` where that is not told.
        is_paper: whether its figures are the paper's.
    """

    name: str
    numbers: str = ""
    target: str = ""
    is_paper: bool = False

    @property
    def label(self) -> str:
        """What a reader calls it."""
        return ", ".join(part for part in (self.name, self.numbers, self.target) if part)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one system scored on one config, once.

    Attributes:
        system: which.
        config: the config whose test split was predicted.
        trained_on: the setting of the config it was trained on; "" for the originals.
        scores: metric -> points over all rows.
        rows: how many; 0 where that is not told.
        drop, drop_all_rows: metric -> `significance.Drop` as a dictionary, over the rows that were
            changed and over all; empty where the result has none.
        applied: metric -> points over the rows that were changed, with ``rows``.
        breakdown: name -> value of the column -> means.
        signature: of the result, "" where it has none.
        seed: of the training.
        path: the file.
    """

    system: System
    config: Config
    trained_on: str
    scores: Mapping[str, float]
    rows: int = 0
    drop: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    drop_all_rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    applied: Mapping[str, float] = field(default_factory=dict)
    breakdown: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    signature: str = ""
    seed: int | None = None
    path: str = ""

    @property
    def setting(self) -> str:
        """What the row of a table is called: attack, defense, augment, or "" for originals; the attack on a
        model that was trained on augmented data is ``augment, attacked``."""
        return f"{self.trained_on}, attacked" if self.trained_on else self.config.setting

    def signed(self, key: str) -> str:
        """A part of the signature: ``signed("mode")`` of ``...|mode:strict|...`` is ``strict``."""
        return signature_part(self.signature, key)
