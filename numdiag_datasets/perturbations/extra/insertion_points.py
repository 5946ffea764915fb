"""Where in a problem another sentence may be inserted without changing what its words refer to."""

from __future__ import annotations

import re
from typing import NamedTuple

from numdiag_datasets.english.cohesion import (
    CONTINUATION,
    IMPERSONAL_PRONOUN,
    PERSONAL_PRONOUN,
    continues_paragraph,
    refers_back,
)
from numdiag_datasets.english.words import content_words
from numdiag_datasets.problems.reading import Reading

_ASKS_HOW_MUCH = re.compile(r"how (?:much|far|long|tall|high|deep|old)\b", re.IGNORECASE)


class InsertionPoint(NamedTuple):
    """An offset in a text field, before a sentence or behind the last one.

    Attributes:
        field, offset: where.
        at_end: whether it stands behind the last sentence, before the question.
        impersonal: whether only a sentence that mentions no being may stand there, since a pronoun
            behind it could be taken for that being.
    """

    field: str
    offset: int
    impersonal: bool
    at_end: bool = False


def points_in_prose(reading: Reading) -> list[InsertionPoint]:
    """The start of the context, then the points between its sentences that are safe.

    At the start, a first sentence such as "Next she bought ..." takes impersonal sentences only.
    Further in, neither the next sentence nor the question may have a pronoun that can stand for
    things, the next sentence neither goes on from the one before ("The rest ...") nor has a number
    without its noun ("6 are blue"), and the question names what it asks for.
    """
    if not reading.sentences:
        return []
    problem = reading.problem
    paragraphs = {f"context[{i}]": text for i, text in enumerate(problem.context)}
    field, start, end = reading.sentences[0]
    points = [
        InsertionPoint(
            field,
            start,
            refers_back(paragraphs[field][start:end], prose=True),
        )
    ]
    question = problem.question
    if (
        len(reading.sentences) == 1
        or IMPERSONAL_PRONOUN.search(question)
        or not _names_what_it_asks(reading)
    ):
        return points
    asks_of_someone = bool(PERSONAL_PRONOUN.search(question))
    passage = reading.passage
    bare = [
        not noun and number.mention.role != "money"
        for number, noun in zip(passage.numbers, passage.nouns, strict=True)
    ]
    for field, start, end in reading.sentences[1:]:
        paragraph = paragraphs[field]
        if (
            IMPERSONAL_PRONOUN.search(paragraph, start, end)
            or CONTINUATION.match(paragraph, start)
            or any(bare[passage.within(field, start, end)])
        ):
            continue
        personal = asks_of_someone or bool(PERSONAL_PRONOUN.search(paragraph, start, end))
        points.append(InsertionPoint(field, start, personal))
    return points


def points_between_paragraphs(reading: Reading) -> list[InsertionPoint]:
    """The starts of the paragraphs before which another paragraph may stand.

    The first one, and every one that leans on nothing before it and follows a full stop: not a
    heading, nor a colon that introduces it.
    """
    points = []
    before = "."
    for i, paragraph in enumerate(reading.problem.context):
        stands_alone = paragraph[:1].isupper() and not continues_paragraph(paragraph)
        if before.endswith(".") and (stands_alone or i == 0):
            points.append(InsertionPoint(f"context[{i}]", 0, impersonal=False))
        before = paragraph.rstrip()
    return points


def _names_what_it_asks(reading: Reading) -> bool:
    """Whether a question names what it counts: "How many pens are left?", not "How many are left?"."""
    question = reading.problem.question
    if _ASKS_HOW_MUCH.match(question):
        return True
    return not content_words(reading.problem.unit).isdisjoint(content_words(question))
