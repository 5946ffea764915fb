"""Hand-made annotations for Logic and Order: a new question or a new word order for each problem.

The files contain only ids and our own words. A row of ``logic/asdiv_a.tsv`` asks a new question about the
unchanged text. A row of ``order/asdiv_a.tsv`` is a template of the new text (`order.rearrangement`) that
refers to the source's words by number. ``text`` is a hash of the text that a row was written for.
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

#: The ``rule`` of a row that was annotated by hand.
ANNOTATION = "annotation"

_FOLDER = Path(__file__).parent


class AnnotationError(InputError):
    """An annotation that was written for a text other than the source's text under the same id."""


@dataclass(frozen=True, slots=True)
class LogicAnnotation:
    """A hand-made annotation for Logic.

    Attributes:
        id, text: the problem, and the hash of its text.
        question: the new question; "" if none can be asked.
        equation: the new question's equation, in the canonical form.
        unit: the new answer's unit; "" if it is the original's.
        why_not: a reason code of `reasons.REASONS` if there is no new question.
    """

    id: str
    text: str
    question: str
    equation: str
    unit: str
    why_not: str


@dataclass(frozen=True, slots=True)
class OrderAnnotation:
    """A hand-made annotation for Order: a template of the first paragraph, or a reason code if none exists."""

    id: str
    text: str
    template: str
    why_not: str


_A = TypeVar("_A", LogicAnnotation, OrderAnnotation)


def text_hash(problem: Problem) -> str:
    """Return the first 12 hexadecimal digits of the sha256 of paragraphs and question, one per line."""
    return short_hash("\n".join((*problem.context, problem.question)))


def short_hash(text: str) -> str:
    """Return the first 12 hexadecimal digits of the sha256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def logic_annotation(problem: Problem) -> LogicAnnotation | None:
    """Return the problem's Logic annotation, or None if it has none.

    Raises:
        AnnotationError: the text has changed since; the message names the id.
    """
    return _checked(logic_annotations(problem.dataset).get(problem.id), problem, "logic")


def order_annotation(problem: Problem) -> OrderAnnotation | None:
    """Return the problem's Order annotation, or None if it has none.

    Raises:
        AnnotationError: the text has changed since; the message names the id.
    """
    return _checked(order_annotations(problem.dataset).get(problem.id), problem, "order")


@cache
def logic_annotations(dataset: str) -> dict[str, LogicAnnotation]:
    """Return id -> annotation; empty for a data set without annotations."""
    return {row["id"]: LogicAnnotation(**row) for row in _rows("logic", dataset)}


@cache
def order_annotations(dataset: str) -> dict[str, OrderAnnotation]:
    """Return id -> annotation; empty for a data set without annotations."""
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
