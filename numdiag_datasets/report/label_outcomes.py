"""A result of text pairs as an outcome: what one system got right of one config, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


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


def read_label_outcome(
    result: Mapping[str, Any], name: str, path: str, fail: Callable[[str], Exception]
) -> LabelOutcome:
    """An outcome of a result with ``config``, ``scores`` and, where it is told, ``interval``.

    Args:
        fail: makes the error of what is wrong.
    """
    accuracy = result["scores"].get("accuracy")
    if not isinstance(accuracy, int | float) or not 0 <= accuracy <= 100:
        raise fail(f"{path}: accuracy is {accuracy!r}, not points from 0 to 100")
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
