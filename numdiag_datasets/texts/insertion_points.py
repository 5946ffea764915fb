"""Insertion points: places in a problem where another sentence does not change any reference."""

from __future__ import annotations

import re
from typing import NamedTuple

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.cohesion import CONTINUATION, continues_paragraph, refers_back
from numdiag_datasets.english.cohesive_words import (
    ALSO,
    ANAPHORIC_ADJECTIVES,
    INFERENCE,
    PLACE_ADVERBS,
    RESULT,
    SAME_OR_OTHER,
    SEQUENCE,
    TEMPORAL,
    alternatives,
)
from numdiag_datasets.texts.reading import Reading

# Ties that a sentence cannot have to its own words.
_GOES_ON_WORDS = (
    ALSO
    | (ANAPHORIC_ADJECTIVES - {"following"})
    | INFERENCE
    | (PLACE_ADVERBS - {"there"})
    | RESULT
    | (SAME_OR_OTHER - {"such"})
    | SEQUENCE
    | TEMPORAL
    | set(
        "this these those however instead respond responded responding reply replied replying answer answered".split()
    )
    | set("countered afterward back again".split())
)
# How often the start is tried first if there are other points.
_AT_START = 0.2
# "How many are left?", "How many towns had he?": the question refers to the sentence before.
_ASKS_OF_NOTHING = re.compile(
    r"how (?:many|much) (?:more |fewer |less )?(?:is|are|was|were|does|do|did|has|have|had|will|would|can|of them|left)\b"
    r"|how (?:many|much|long|far|old)(?: \w+){0,3} (?:is|are|was|were|does|do|did|has|have|had|will|would|can|could)"
    r" (?:he|she|they|it)\b",
    re.IGNORECASE,
)
# Words that continue the sentence before, in any position.
_GOES_ON = re.compile(
    rf"\b(?:{alternatives(_GOES_ON_WORDS)}|years? (?:after|ago|before)|days? (?:after|before)|in (?:reply|response|return|turn)"
    r"|as a result|in addition|by contrast|(?:after|before|with|during|following) the (?:\w+ )?(?:win|loss|victory|defeat|game|war|battle"
    r"|match|break|score|touchdown|play|turnover|fumble|interception|kickoff|punt|drive|possession|siege|treaty|truce))\b",
    re.IGNORECASE,
)
# "The Group assesses this allowance": within this distance of a paragraph's start, a pronoun refers to
# earlier text.
_OPENING = 60
# An example of the sentence before, or something that only that sentence names.
_EXAMPLE = re.compile(
    r"\bfor (?:example|instance)\b|\bthe (?:agricultural output|region|conflict)\b", re.IGNORECASE
)
_THIS = re.compile(r"\b(?:this|these|those|such|it|its|they|their)\b", re.IGNORECASE)
# "No other customer accounted for 10%": refers to earlier ones. "See the overview for more information": on
# which topic?
_OTHERS = re.compile(
    r"(?:See|Refer|For (?:further|more|additional)|All of (?:these|this|the)) |(?:No|Any|All|The|Our|Each) (?:other|remaining|same|such|latter|former|increase|decrease|change|decline"
    r"|growth|improvement|reduction|movement|difference)\b"
)
# "Item 14. PRINCIPAL ACCOUNTING FEES AND SERVICES."
_HEADING = re.compile(r"(?:(?:Item|Note|ITEM|NOTE) \d+[^a-z]*|[^a-z]*)")
# "More troops ...", "There were 8,981 housing units", "The war ...", "Of the rest ...", but "In the third quarter, ..." and "The Bears ...".
_DEFINITE_OPENING = re.compile(
    r"(?:More|Fewer|Less|Additional|Further|Key|Local|Subsequent|Various|Several|Many) [a-z]|There (?:is|are|was|were|have|has|had) |(?:(?:In|On|At|After|Before|During|By|From|For|With|Of|To|Under|Among|Within|Despite|Over|Throughout) )?[Tt]he "
    r"(?!(?:first|second|third|fourth|final|opening|\d\w\w) (?:quarter|half|period)\b)(?!\d{3,4}\b)(?!(?:late|early|mid)\b)(?![A-Z])"
)


class InsertionPoint(NamedTuple):
    """An offset in a text field, before a sentence or after the last one.

    Attributes:
        field, offset: the position.
        at_end: whether it is after the last sentence, before the question.
        impersonal: whether only a sentence that mentions no being may be inserted, since a later pronoun
            could refer to that being.
        of_story: whether only a sentence about the story itself may be inserted, since "they" or "there" follows
            and means the group or the place that was named last.
    """

    field: str
    offset: int
    impersonal: bool
    at_end: bool = False
    of_story: bool = False


def points_in_prose(reading: Reading) -> list[InsertionPoint]:
    """Return the start of a passage, then the safe points between its sentences, then its end.

    At the start, a first sentence such as "Next she bought ..." allows only impersonal sentences. Further in,
    the next sentence must name its people before any pronoun. It must not continue the one before ("The rest
    ...", "Two years later ...", "The war ...") or have a number without its noun ("6 are blue"). The end is a
    point if the question names the thing that it asks for.
    """
    if not reading.sentences:
        return []
    paragraphs = {f"context[{i}]": text for i, text in enumerate(reading.problem.context)}
    field, start, end = reading.sentences[0]
    points = [InsertionPoint(field, start, refers_back(paragraphs[field][start:end], prose=True))]
    passage = reading.passage
    bare = [
        not noun if number.is_quantity and number.role != "money" else None
        for number, noun in zip(passage.numbers, passage.nouns, strict=True)
    ]
    before = end
    for field, start, end in reading.sentences[1:]:
        sentence = paragraphs[field][start:end]
        follows_stop = start == 0 or paragraphs[field].endswith(".", 0, before)
        if (
            follows_stop
            and sentence[:1].isupper()
            and not _leans_in_prose(sentence)
            and not next(filter(_is_known, bare[passage.within(field, start, end)]), False)
        ):
            points.append(InsertionPoint(field, start, impersonal=False))
        before = end
    field, _, end = reading.sentences[-1]
    text = paragraphs[field]
    if (
        not text[end:].strip()
        and text.endswith(".", 0, end)
        and not leans_on_end(reading.problem.question)
    ):
        points.append(InsertionPoint(field, end, impersonal=False, at_end=True))
    return points


def _is_known(bare: bool | None) -> bool:
    return bare is not None


def leans_on_end(question: str) -> bool:
    """Return whether a question continues the last sentence of its passage."""
    return bool(_ASKS_OF_NOTHING.match(question))


def points_between_paragraphs(reading: Reading) -> list[InsertionPoint]:
    """Return the starts of paragraphs before which another may be inserted, and the end of the last one.

    Such a paragraph does not depend on earlier text and follows a full stop, not a heading or an introducing
    colon. The first one must not be a heading of the others. If there is no such place, one below the
    headings is returned.
    """
    context = reading.problem.context
    points = []
    before = "."
    for i, paragraph in enumerate(context):
        is_text = i > 0 or (paragraph.rstrip().endswith(".") and not _HEADING.fullmatch(paragraph))
        if before.endswith(".") and is_text and _opens_alone(paragraph):
            points.append(InsertionPoint(f"context[{i}]", 0, impersonal=False))
        before = paragraph.rstrip()
    last = len(context) - 1
    if context and (before.endswith(".") or not (points or before.endswith(":"))):
        points.append(
            InsertionPoint(f"context[{last}]", len(context[last]), impersonal=False, at_end=True)
        )
    if not points and last > 0 and _opens_alone(context[last]):
        points.append(InsertionPoint(f"context[{last}]", 0, impersonal=False))
    return points


def _opens_alone(paragraph: str) -> bool:
    """Return whether a paragraph continues nothing: not "No other customer ..."."""
    return (
        paragraph[:1].isupper()
        and not continues_paragraph(paragraph)
        and not _OTHERS.match(paragraph)
        and not _THIS.search(paragraph[:_OPENING])
    )


def start_seldom(points: list[InsertionPoint], rng: Rng) -> list[InsertionPoint]:
    """Return the points in random order, with the start first in at most a fifth of cases."""
    start, *further = points
    if not further:
        return points
    if start.field != "context[0]" or start.offset:
        first = rng.below(len(points))
        return [*points[first:], *points[:first]]
    first = rng.below(len(further))
    further = [*further[first:], *further[:first]]
    share = min(_AT_START, 1 / len(points))
    return [start, *further] if rng.uniform() < share else [*further, start]


def _leans_in_prose(sentence: str) -> bool:
    return bool(
        CONTINUATION.match(sentence)
        or _EXAMPLE.search(sentence)
        or _GOES_ON.search(sentence)
        or _DEFINITE_OPENING.match(sentence)
        or refers_back(sentence, prose=True)
    )
