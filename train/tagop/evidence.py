"""Evidence of a TAT-QA answer: the cells and words that it is made of, and the operator.

Zhu et al. (ACL 2021), section 3.4: evidence is found from answer and derivation. The table, if it is a source
of the answer, is searched first, and the first match is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numdiag_datasets.core.equation import parse_equation

from .operators import CELL, COUNT, ORDERED, SPAN, SPANS, operator_of
from .units import Unit, find_cell, find_value, find_words

#: The separator of counted things in the derivations of TAT-QA.
_COUNTED = "##"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The correct choices of a tagger.

    Attributes:
        operator: one of `operators.OPERATORS`.
        units: the indices of the units.
        is_reversed: for an operator of ordered numbers: whether its first number follows the second in the
            text.
    """

    operator: str
    units: frozenset[int]
    is_reversed: bool | None = None


def find_evidence(row: Mapping[str, Any], units: Sequence[Unit]) -> Evidence | None:
    """Return the evidence of a row, or None if it is not found or no single operator leads to the answer."""
    if row["answer_type"] == "arithmetic":
        return _of_equation(row, units)
    wanted = row["answers"]
    if row["answer_type"] == "count":
        wanted = [item for item in row["derivation"].split(_COUNTED) if item.strip()]

    def by_text(text: str, in_table: bool) -> list[int]:
        return find_cell(units, text) if in_table else find_words(units, text, row["context"])

    places = [_first(row, lambda in_table, text=text: by_text(text, in_table)) for text in wanted]
    if not places or not all(places):
        return None
    if row["answer_type"] == "span":
        operator = CELL if units[places[0][0]].is_cell else SPAN
    else:
        operator = COUNT if row["answer_type"] == "count" else SPANS
    return Evidence(operator, frozenset(i for place in places for i in place))


def _of_equation(row: Mapping[str, Any], units: Sequence[Unit]) -> Evidence | None:
    found = operator_of(parse_equation(row["equation"])) if row["equation"] else None
    if found is None:
        return None
    operator, numbers = found
    places = [
        _first(row, lambda in_table, value=value: find_value(units, value, in_table=in_table))
        for value in numbers
    ]
    if not all(places):
        return None
    order = [place[0] for place in places]
    if operator not in ORDERED:
        return Evidence(operator, frozenset(order))
    if order[0] == order[1]:
        return None
    return Evidence(operator, frozenset(order), order[0] > order[1])


def _first(row: Mapping[str, Any], find: Callable[..., list[int]]) -> list[int]:
    """Return the first result of ``find(in_table)`` in the sources of the answer: table first, then text."""
    sources = [in_table for in_table in (True, False) if _SOURCE[in_table] in row["answer_from"]]
    return next((place for in_table in sources if (place := find(in_table))), [])


_SOURCE = {True: "table", False: "text"}
