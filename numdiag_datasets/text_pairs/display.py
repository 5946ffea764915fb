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
    return [_shown(number, rows[number], labels) for number in numbers]


def _shown(number: int, row: Row, labels: Sequence[str]) -> Shown:
    named = {"number": number, **row, "label_name": labels[row["label"]]}
    return Shown(named, partial(shown_row, number, row, labels))


def shown_row(number: int, row: Row, labels: Sequence[str], colour: bool = False) -> Text:
    """Return a row as lines: its number and label, its texts, and its other columns.

    If edits turn the first text into the second, they are marked in the first: ``[-两-]{+三+}斤排骨``.

    Args:
        number: the number of the row in its split, from 0.
        row: the row, with the columns of its config.
        labels: the names of the labels, 0 first.
        colour: whether to mark edits by colour.
    """
    # Imported here, so that importing the library does not load rich.
    from rich.text import Text

    text = Text(f"{number}  ")
    text.append(f"{row['label']} {labels[row['label']]}", style="bold")
    if row.get("edits"):
        edits = [Edit(**edit) for edit in row["edits"]]
        text.append("\n  ").append_text(marked_text(row["text"], edits, colour))
    else:
        for name in _SHOWN[:2]:
            if row[name]:
                text.append(f"\n  {row[name]}")
    known = (f"{name} {value}" for name, value in row.items() if name not in _SHOWN and value)
    return text.append("\n  " + ", ".join(known), style="dim")
