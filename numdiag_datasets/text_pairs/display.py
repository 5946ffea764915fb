"""Rows of text pairs in readable form."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.manifest import ReleaseError
from numdiag_datasets.core.problem import Edit
from numdiag_datasets.core.schema import Row
from numdiag_datasets.release.display import Choice, Shown
from numdiag_datasets.release.display.marking import marked_text
from numdiag_datasets.text_pairs import FAMILIES

if TYPE_CHECKING:
    from rich.text import Text

_SHOWN = ("text", "text_pair", "label", "edits")


def shown_rows(config: str, rows: Sequence[Row], choice: Choice) -> list[Shown]:
    """Return the chosen rows of a config; the id of a row is its number.

    Raises:
        ReleaseError: a status was requested, but these rows have no status.
    """
    if choice.status:
        raise ReleaseError(f"rows of {config} have no status; --id takes their number")
    numbers = [number for number in range(len(rows)) if choice.id in ("", str(number))]
    numbers.sort(key=lambda number: choice.place(number, str(number)))
    labels = FAMILIES[dataset_of(config)].labels(config)
    shown = []
    for number in numbers:
        row = rows[number]
        label = labels[row["label"]]
        named = {"number": number, **row, "label_name": label}
        shown.append(Shown(named, partial(shown_row, number, row, label)))
    return shown


def shown_row(number: int, row: Row, label: str, colour: bool = False) -> Text:
    """Return a row as lines: its number and label, its texts, and its other columns.

    If edits turn the first text into the second, they are marked in the first: ``[-两-]{+三+}斤排骨``.

    Args:
        number: the number of the row in its split, from 0.
        row: the row, with the columns of its config.
        label: the name of its label.
        colour: whether to mark edits by colour.
    """
    # Imported here, so that importing the library does not load rich.
    from rich.text import Text

    text = Text(f"{number}  ")
    text.append(f"{row['label']} {label}", style="bold")
    if row.get("edits"):
        edits = [Edit(**edit) for edit in row["edits"]]
        text.append("\n  ").append_text(marked_text(row["text"], edits, colour))
    else:
        for name in _SHOWN[:2]:
            if row[name]:
                text.append(f"\n  {row[name]}")
    known = (f"{name} {value}" for name, value in row.items() if name not in _SHOWN and value)
    return text.append("\n  " + ", ".join(known), style="dim")
