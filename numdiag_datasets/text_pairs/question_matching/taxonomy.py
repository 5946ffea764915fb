"""DuQM's 3 categories, 13 subcategories and 32 operations, with the paper's counts and accuracies (table 1)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path

#: Columns of a row, from general to specific; macro averages are over the last.
SCOPES = ("category", "subcategory", "operation")
_FILE = Path(__file__).with_name("duqm.tsv")
#: The systems of the paper: column of our table -> its name.
MODELS = {
    "bert_base": "BERT base",
    "ernie_base": "ERNIE base",
    "roberta_base": "RoBERTa base",
    "macbert_base": "MacBERT base",
    "roberta_large": "RoBERTa large",
    "macbert_large": "MacBERT large",
}
#: The names of the two labels; 1 is the paper's Y.
LABELS = ("different", "equivalent")
_SPREAD = "_std"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that makes a pair of questions.

    Attributes:
        key: its name in configs, columns and results.
        category: lexical, syntactic or pragmatic.
        subcategory, name: as in the paper.
        yes, no: the numbers of the paper's equivalent and different pairs; 0 for our own operations.
        accuracies: model -> accuracy in points, and its standard deviation over three seeds.
        left_out: the reason why numdiag makes no such pairs; "" if it does.
    """

    key: str
    category: str
    subcategory: str
    name: str
    yes: int = 0
    no: int = 0
    accuracies: tuple[tuple[str, Decimal, Decimal], ...] = ()
    left_out: str = ""

    @property
    def pairs(self) -> int:
        return self.yes + self.no


#: Operations missing from DuQM: counterparts of its operations with the other label.
_COUNTERPARTS = (
    Operation("numeral_form", "lexical", "Part of Speech", "rewrite num."),
    Operation("unit_form", "lexical", "Part of Speech", "convert quantifier"),
    Operation("implied_time", "lexical", "Temporal word", "insert implied"),
    Operation("time_form", "lexical", "Temporal word", "rewrite"),
    Operation("empty_negation", "lexical", "Negation", "insert empty neg."),
    Operation("negated_synonym", "lexical", "Negation", "neg.+synonym"),
    Operation("location_name", "lexical", "Named Entity", "rename loc."),
    Operation("organization_name", "lexical", "Named Entity", "rename org."),
    Operation("person_name", "lexical", "Named Entity", "rename person"),
    Operation("product_name", "lexical", "Named Entity", "rename product"),
    Operation("replaced_character", "pragmatic", "Misspelling", "replace, another word"),
    Operation("inserted_content", "pragmatic", "Discourse Particle (Simple)", "insert content"),
)


@cache
def operations() -> dict[str, Operation]:
    """Return every operation by its key: the 32 of the paper in its order, then our own."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        found = [_operation(row) for row in csv.DictReader(file, delimiter="\t")]
    return {operation.key: operation for operation in (*found, *_COUNTERPARTS)}


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


def _operation(row: dict[str, str]) -> Operation:
    return Operation(
        row["operation"],
        row["category"],
        row["subcategory"],
        row["name"],
        int(row["yes"]),
        int(row["no"]),
        tuple((name, Decimal(row[name]), Decimal(row[name + _SPREAD])) for name in MODELS),
        row["left_out"] or "",
    )
