"""Pairs of questions: made by an operation from a question, or read from files that the user holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

from numdiag_datasets.draws import Draws
from numdiag_datasets.problems.problem import Edit, edit_text
from numdiag_datasets.text_pairs.question_matching.numeral_rules import Replacement
from numdiag_datasets.text_pairs.question_matching.operations import RULES
from numdiag_datasets.text_pairs.question_matching.questions import (
    LONGEST,
    LabelledPair,
    QuestionError,
)
from numdiag_datasets.text_pairs.question_matching.taxonomy import operations

GENERATION = 1
FIELD = "text"
#: Split -> its share of the questions, in fifths.
_FIFTHS = {"train": 3, "validation": 1, "test": 1}


@dataclass(frozen=True, slots=True)
class QuestionPair:
    """A row, with the columns of the configs.

    Attributes:
        text, text_pair: two questions.
        label: 0 different, 1 equivalent.
        category, subcategory, operation: its phenomenon; "" where a file does not tell it.
        edits: what makes the second of the first; none where it was not made by an operation.
    """

    text: str
    text_pair: str
    label: int
    category: str
    subcategory: str
    operation: str
    edits: list[dict[str, Any]]


def split_of(question: str) -> str:
    """The split of a question, the same for every operation: three fifths, one and one, by a hash of its text."""
    digest = blake2b(question.encode(), key=b"question_matching", digest_size=8).digest()
    fifth = int.from_bytes(digest, "big") % sum(_FIFTHS.values())
    for split, fifths in _FIFTHS.items():
        fifth -= fifths
        if fifth < 0:
            return split
    raise AssertionError


def proposals(operation: str, question: str) -> list[Replacement]:
    """Every change that an operation can make to a question, none to one of more than `LONGEST` characters.

    Raises:
        QuestionError: the libraries for Chinese are not installed.
    """
    if len(question) > LONGEST:
        return []
    try:
        return list(RULES[operation].propose(question))
    except ImportError as error:
        raise QuestionError(
            f"{error.name} is not installed; question matching needs pip install 'numdiag[chinese]'"
        ) from error


def made_pairs(operation: str, questions: Iterable[str], seed: int) -> Iterator[QuestionPair]:
    """A pair of every question that an operation can change, drawn from all changes that it can make.

    Args:
        operation: a key of `operations.RULES`.
        questions: in Chinese.
        seed: of the draws; a pair depends on it, the operation and the question alone.

    Raises:
        QuestionError: the libraries for Chinese are not installed.
    """
    place = operations()[operation]
    rule = RULES[operation]
    for question in questions:
        found = proposals(operation, question)
        if not found:
            continue
        draws = Draws(seed, "question_matching", GENERATION, f"{operation}\x1f{question}")
        edit = Edit(FIELD, *found[draws.below(len(found))])
        yield QuestionPair(
            question,
            edit_text(question, [edit]),
            rule.label,
            place.category,
            place.subcategory,
            operation,
            [asdict(edit)],
        )


def held_pairs(pairs: Iterable[LabelledPair]) -> list[QuestionPair]:
    """The pairs of a file as rows."""
    rows = []
    for pair in pairs:
        place = operations().get(pair.operation)
        rows.append(
            QuestionPair(
                pair.text,
                pair.text_pair,
                pair.label,
                place.category if place else "",
                place.subcategory if place else "",
                pair.operation,
                [],
            )
        )
    return rows
