"""Hidden states of an encoder to probe, and the folders of their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import RunError

LAST, ALL = "last", "all"


@dataclass(frozen=True, slots=True)
class Layer:
    """A hidden state.

    Attributes:
        number: 0 for the embeddings, then one per layer.
        is_numbered: whether it was requested by its number, which is part of its results, and not as the
            last.
    """

    number: int
    is_numbered: bool = True

    def folder(self, config: Path) -> Path:
        """Return the folder of its results in the folder of a config."""
        return config / f"layer-{self.number}" if self.is_numbered else config


#: The layer of classifiers that do not use a frozen encoder.
NO_LAYER = Layer(-1, is_numbered=False)


def chosen_layers(asked: Sequence[str], depth: int, model: str) -> list[Layer]:
    """Return the requested layers, without repetition.

    Args:
        asked: numbers, ``last`` or ``all``.
        depth: the number of the model's layers after the embeddings.

    Raises:
        RunError: the model does not have one of them.
    """
    numbers = {str(number): [Layer(number)] for number in range(depth + 1)}
    choices = numbers | {
        LAST: [Layer(depth, is_numbered=False)],
        ALL: [Layer(number) for number in range(depth + 1)],
    }
    for name in asked:
        if name not in choices:
            raise RunError(
                f"--layer {name}: {model} has the layers 0 (its embeddings) to {depth}; "
                f"give numbers, {LAST} or {ALL}"
            )
    return list(dict.fromkeys(layer for name in asked for layer in choices[name]))
