"""Rows in the layout of SVAMP, and what a perturbation makes of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numdiag_datasets import perturb
from numdiag_datasets.own_data.row_files import RowSource

ROWS: list[dict[str, Any]] = [
    {"ID": "a", "Body": "Ann has 12 pens. Bo has 3 pens.", "Question": "How many pens do they have in all?",
     "Equation": "( 12.0 + 3.0 )", "Answer": 15.0, "Note": None},
    {"ID": "b", "Body": "A hen laid 48 eggs in 4 nests", "Question": "How many eggs are in each nest?",
     "Equation": "( 48.0 / 4.0 )", "Answer": 12.0, "Note": "x, y"},
    {"ID": "c", "Body": "Some cats sleep.", "Question": "How many cats?", "Equation": "5", "Answer": 5.0, "Note": "é"},
    {"ID": "d", "Body": "Cy cut 30 planks. He used 8.", "Question": "How many are left?",
     "Equation": "( 30.0 - 9.0 )", "Answer": 22.0, "Note": ""},
]  # fmt: skip
DONORS: list[dict[str, Any]] = [
    *ROWS,
    {"ID": "e", "Body": "A baker sold 9 cakes.", "Question": "?", "Equation": "", "Answer": 0},
]


def rows_of(perturbation: str, rows: Sequence[dict[str, Any]] = ROWS, **options: Any) -> list[dict[str, Any]]:
    function = perturb(perturbation, donors=DONORS, **options)
    return [function.row(row) for row in rows]


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [row for row, _ in RowSource(str(path)).records()]
