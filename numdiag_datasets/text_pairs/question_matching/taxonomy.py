"""DuQM's 3 categories, 13 subcategories and 32 operations, with the paper's counts and accuracies (table 1)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path

#: Columns of a row, from wide to narrow; macro averages are over the last.
SCOPES = ("category", "subcategory", "operation")
_FILE = Path(__file__).with_name("duqm.tsv")
#: The systems of the paper, as its tables name their columns.
MODELS = {
    "bert_base": "BERT base",
    "ernie_base": "ERNIE base",
    "roberta_base": "RoBERTa base",
    "macbert_base": "MacBERT base",
    "roberta_large": "RoBERTa large",
    "macbert_large": "MacBERT large",
}
#: What the two labels are called; 1 is the paper's Y.
LABELS = ("different", "equivalent")
_SPREAD = "_std"


@dataclass(frozen=True, slots=True)
class Operation:
    """A way to make a pair of questions.

    Attributes:
        key: what configs, columns and results call it.
        category: lexical, syntactic or pragmatic.
        subcategory, name: as in the paper.
        yes, no: how many pairs of the paper are equivalent, and how many are not; 0 for our own.
        accuracies: model -> accuracy in points, and its standard deviation over three seeds.
    """

    key: str
    category: str
    subcategory: str
    name: str
    yes: int = 0
    no: int = 0
    accuracies: tuple[tuple[str, Decimal, Decimal], ...] = ()

    @property
    def pairs(self) -> int:
        return self.yes + self.no


#: The same value in another form, 3, 三 or 叁: equivalent. DuQM has no such pairs.
NUMERAL_FORM = Operation("numeral_form", "lexical", "Numeral form", "rewrite num.")


@cache
def operations() -> dict[str, Operation]:
    """Every operation by its key: the 32 of the paper in its order, and our own."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        found = [_operation(row) for row in csv.DictReader(file, delimiter="\t")]
    return {operation.key: operation for operation in (*found, NUMERAL_FORM)}


def duqm_operations() -> list[Operation]:
    """The 32 operations of the paper."""
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
    )
