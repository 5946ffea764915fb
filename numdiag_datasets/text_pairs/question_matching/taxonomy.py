"""DuQM's 3 categories, 13 subcategories and 32 operations, with the paper's counts (table 1), and our own operations."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

#: Columns of a row, from general to specific; macro averages are over the last.
SCOPES = ("category", "subcategory", "operation")
_FILE = Path(__file__).with_name("operations.tsv")
#: The names of the two labels; 1 is the paper's Y.
LABELS = ("different", "equivalent")


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that makes a pair of questions.

    Attributes:
        key: its name in configs, columns and results.
        category: lexical, syntactic or pragmatic.
        subcategory, name: as in the paper.
        yes, no: the numbers of the paper's equivalent and different pairs; 0 for our own operations.
        left_out: the reason why numdiag makes no such pairs; "" if it does.
    """

    key: str
    category: str
    subcategory: str
    name: str
    yes: int
    no: int
    left_out: str

    @property
    def pairs(self) -> int:
        return self.yes + self.no


@cache
def operations() -> dict[str, Operation]:
    """Return every operation by its key: the 32 of the paper in its order, then counterparts with the other label."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file, delimiter="\t")
    return {
        key: Operation(key, category, subcategory, name, int(yes), int(no), left_out)
        for key, category, subcategory, name, yes, no, left_out in rows
    }


def operation_of(name: str, subcategory: str = "", label: int | None = None) -> Operation | None:
    """Return the operation with a name, ours (``replace_numeral``) or the paper's ("replace num."), or None.

    Args:
        name: in any case, with or without the full stop.
        subcategory: that of the paper, if several operations share the name; "" if unknown.
        label: the label of a pair made by it, which also helps to select one.

    Raises:
        ValueError: several operations have the name.
    """
    plain = _plain(name)
    if plain in operations():
        return operations()[plain]
    found = [
        o
        for o in duqm_operations()
        if plain in (_plain(o.name), _plain(f"{o.subcategory} {o.name}"))
    ]
    if subcategory:
        found = [o for o in found if o.subcategory == subcategory]
    if len(found) > 1 and label is not None:
        found = [o for o in found if (o.yes if label else o.no)]
    if len(found) > 1:
        raise ValueError(
            f"operation {name!r} may be {' or '.join(o.key for o in found)}; name one, or add a column 'subcategory'"
        )
    return found[0] if found else None


def place_of(category: str, subcategory: str) -> tuple[str, str]:
    """Return a file's category and subcategory in the taxonomy's spelling; unknown ones are unchanged."""
    for operation in operations().values():
        if _plain(subcategory) == _plain(operation.subcategory):
            return operation.category, operation.subcategory
    first = _plain(category).partition("_")[0]  # "Lexical Feature"
    known = {operation.category for operation in operations().values()}
    return (first if first in known else category), subcategory


def _plain(name: str) -> str:
    return "_".join(name.lower().replace(".", " ").replace("_", " ").replace("-", " ").split())


def duqm_operations() -> list[Operation]:
    """Return the 32 operations of the paper."""
    return [operation for operation in operations().values() if operation.pairs]
