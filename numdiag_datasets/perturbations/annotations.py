"""Logic and Order by hand: for each problem a new question, or a new order of its words.

The files hold ids and our own words only. A row of ``asdiv_a_logic.tsv`` asks a new question on the
unchanged text; one of ``asdiv_a_order.tsv`` is a template of the new text (`order.rearrangement`) that
names the source's words by number. ``text`` is a hash of the text that a row was written for.
"""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import Problem

#: The ``rule`` of a row that was made by hand.
ANNOTATION = "annotation"

_FOLDER = Path(__file__).parent


class AnnotationError(InputError):
    """An annotation that was written for another text than the source has under its id."""


@dataclass(frozen=True, slots=True)
class LogicAnnotation:
    """Logic by hand.

    Attributes:
        id, text: the problem, and the hash of its text.
        question: the new question, "" where none can be asked.
        equation: its equation, in the canonical form.
        unit: its unit, "" where it is that of the original.
        why_not: a reason code of `reasons.REASONS` where there is no new question.
    """

    id: str
    text: str
    question: str
    equation: str
    unit: str
    why_not: str


@dataclass(frozen=True, slots=True)
class OrderAnnotation:
    """Order by hand: a template of the first paragraph, or the reason code why there is none."""

    id: str
    text: str
    template: str
    why_not: str


_A = TypeVar("_A", LogicAnnotation, OrderAnnotation)


def text_hash(problem: Problem) -> str:
    """The first 12 hexadecimal digits of the sha256 of paragraphs and question, a line each."""
    text = "\n".join((*problem.context, problem.question))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def logic_annotation(problem: Problem) -> LogicAnnotation | None:
    """Return the problem's Logic annotation, None if it has none.

    Raises:
        AnnotationError: the text has changed since; the message names the id.
    """
    return _checked(logic_annotations(problem.dataset).get(problem.id), problem, "logic")


def order_annotation(problem: Problem) -> OrderAnnotation | None:
    """Return the problem's Order annotation, None if it has none.

    Raises:
        AnnotationError: the text has changed since; the message names the id.
    """
    return _checked(order_annotations(problem.dataset).get(problem.id), problem, "order")


@cache
def logic_annotations(dataset: str) -> dict[str, LogicAnnotation]:
    """Id -> annotation, empty for a data set without any."""
    return {row["id"]: LogicAnnotation(**row) for row in _rows("logic", dataset)}


@cache
def order_annotations(dataset: str) -> dict[str, OrderAnnotation]:
    """Id -> annotation, empty for a data set without any."""
    return {row["id"]: OrderAnnotation(**row) for row in _rows("order", dataset)}


def _rows(perturbation: str, dataset: str) -> list[dict[str, str]]:
    path = _FOLDER / perturbation / f"{dataset}.tsv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _checked(annotation: _A | None, problem: Problem, kind: str) -> _A | None:
    if annotation is not None and annotation.text != text_hash(problem):
        raise AnnotationError(
            f"{problem.id}: its {kind} annotation was written for another text (hash "
            f"{annotation.text}, here {text_hash(problem)}); annotations fit the published source only"
        )
    return annotation
