"""Readable forms of the rows of a release."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.rng import Rng

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Shown:
    """A row to show.

    Attributes:
        row: its columns; a text pair also has its number and the name of its label.
        text: renders the row for readers; its argument is whether colours mark the edits.
    """

    row: Mapping[str, Any]
    text: Callable[[bool], Text]

    def to_json(self) -> dict[str, Any]:
        """Return the columns as plain values, and the rendered text without colours.

        Raises:
            EditError: its edits do not fit its text.
        """
        return {**self.row, "shown": self.text(False).plain}


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of rows to show, and their order.

    Attributes:
        status: only rows with this status; "" for all.
        id: only the rows of this id; "" for all.
        shuffle: the seed of a random order; None for the order of the release.
    """

    status: str = ""
    id: str = ""
    shuffle: int | None = None

    def place(self, position: int, name: str) -> float:
        """Return the sort key of a row.

        Args:
            position: of the row in the release.
            name: its id.
        """
        if self.shuffle is None:
            return position
        return Rng(self.shuffle, "show\x1f1", name).uniform()
