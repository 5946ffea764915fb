"""Rows of a release as people read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numdiag_datasets.draws import Draws

if TYPE_CHECKING:
    from rich.text import Text

#: Makes the text of a row when it is called, in colour or with marks.
Shown = Callable[[bool], "Text"]


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
        return Draws(self.shuffle, "show", 1, name).uniform()
