"""Rows of a release as people read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.rng import Rng

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Shown:
    """A row that is shown.

    Attributes:
        row: its columns; of text pairs with its number, and the name of its label.
        text: what people read of it: called with whether edits are marked by colours.
    """

    row: Mapping[str, Any]
    text: Callable[[bool], Text]

    def to_json(self) -> dict[str, Any]:
        """The row as plain values, and as it is shown without colours.

        Raises:
            EditError: its edits do not fit.
        """
        return {**self.row, "shown": self.text(False).plain}


@dataclass(frozen=True, slots=True)
class Choice:
    """Which rows are shown.

    Attributes:
        status: only rows with this status; "" for all.
        id: only the rows of this id; "" for all.
        shuffle: show them in the random order of this seed; None for the order of the release.
    """

    status: str = ""
    id: str = ""
    shuffle: int | None = None

    def place(self, position: int, name: str) -> float:
        """What the rows are sorted by.

        Args:
            position: of the row in the release.
            name: its id.
        """
        if self.shuffle is None:
            return position
        return Rng(self.shuffle, "show", 1, name).uniform()
