"""A result of text pairs as an outcome: what one system got right of one config, once; and what all results share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class ReportError(ValueError):
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
