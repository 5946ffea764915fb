"""Which hidden states of an encoder are probed, and where their results lie."""

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
        number: 0 for the embeddings, then one a layer.
        is_numbered: whether it was asked for by its number, which its results tell, and not as the last.
    """

    number: int
    is_numbered: bool = True

    def folder(self, config: Path) -> Path:
        """Where its results lie in the folder of a config."""
        return config / f"layer-{self.number}" if self.is_numbered else config


#: What a classifier reads that reads no frozen encoder.
NO_LAYER = Layer(-1, is_numbered=False)


def chosen_layers(asked: Sequence[str], depth: int, model: str) -> list[Layer]:
    """The layers that were asked for, each once.

    Args:
        asked: numbers, ``last`` or ``all``.
        depth: how many layers the model has behind its embeddings.

    Raises:
        RunError: one that the model does not have.
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
