"""Where in a problem another sentence may be inserted without changing what its words refer to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from numdiag_datasets.names import names_someone
from numdiag_datasets.reading import Reading, content_words
from numdiag_datasets.sentences import sentence_spans

_PERSONAL = re.compile(r"\b(?:he|she|him|her|his|hers|they|them|their|theirs)\b", re.IGNORECASE)
# Pronouns that can stand for things, so that any inserted noun could be taken for them.
_IMPERSONAL = re.compile(r"\b(?:it|its|they|them|their|theirs)\b", re.IGNORECASE)
_ANY_PRONOUN = re.compile(rf"{_PERSONAL.pattern}|{_IMPERSONAL.pattern}", re.IGNORECASE)
# What begins a sentence that goes on from the one before it.
_GOES_ON = re.compile(
    r"(?:(?:the|a) (?:total|rest|remaining|others?|first|second|third|last|next|same|following|sum)"
    r"|then|each|both|all|some|another|now|after|later|next|finally|also|so|but|and|that|this|these|"
    r"those|one|most|half|if|together|here|however|unfortunately|instead|suddenly)\b",
    re.IGNORECASE,
)
# "Hoping to rebound from their loss, the Bills flew home": the pronoun means what follows.
_LOOKS_AHEAD = re.compile(
    r"(?:Still |Again )?(?:[A-Z]?[a-z]+ing|After|Following)\b[^.]{0,120}?,? the [A-Z]"
)
# "The median age in the city": which city? A place that an inserted sentence names.
_UNNAMED_PLACE = re.compile(
    r"\b(?:[Tt]he|[Ii]ts) (?:city|county|town|village|township|borough|district|municipality|region"
    r"|country|state|island|population|revolt|battle|siege|war|median|school|average)\b"
)
_CONTRASTS = re.compile(
    r"(?:instead|however|but|also|meanwhile|nevertheless|therefore|thus)\b", re.IGNORECASE
)
_ADDS = re.compile(
    r"additionally|in addition|further|furthermore|moreover|similarly|as a result|accordingly|likewise"
    r"|consequently|the (?:above|foregoing)|following (?:this|these|the above)|of (?:these|those|this)|such\b|as (?:noted|described|discussed|mentioned)",
    re.IGNORECASE,
)
_ASKS_HOW_MUCH = re.compile(r"how (?:much|far|long|tall|high|deep|old)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """An offset in a text field, before a sentence.

    Attributes:
        field, offset: where.
        impersonal: whether only a sentence that mentions no being may stand there, since a pronoun
            behind it could be taken for that being.
    """

    field: str
    offset: int
    impersonal: bool


def insertion_places(reading: Reading) -> list[Place]:
    """The start of the context, then the places between its sentences that are safe.

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
    places = [
        Place(
            field,
            start,
            _refers_back(paragraphs[field][start:end], prose=problem.answer_type != "equation"),
        )
    ]
    question = problem.question
    if (
        len(reading.sentences) == 1
        or _IMPERSONAL.search(question)
        or not _names_what_it_asks(reading)
    ):
        return places
    asks_of_someone = bool(_PERSONAL.search(question))
    bare = [
        (number.field, number.mention.start)
        for number, noun in zip(reading.numbers, reading.nouns, strict=True)
        if not noun and number.mention.role != "money"
    ]
    for field, start, end in reading.sentences[1:]:
        paragraph = paragraphs[field]
        if (
            _IMPERSONAL.search(paragraph, start, end)
            or _GOES_ON.match(paragraph, start)
            or any(f == field and start <= position < end for f, position in bare)
        ):
            continue
        personal = asks_of_someone or bool(_PERSONAL.search(paragraph, start, end))
        places.append(Place(field, start, personal))
    return places


def leans_back(paragraph: str) -> bool:
    """Whether a paragraph goes on from the one before it: "These costs ...", "It also ..."."""
    opening = paragraph[slice(*sentence_spans(paragraph)[0])] if paragraph.strip() else ""
    return bool(
        _GOES_ON.match(paragraph) or _ADDS.match(paragraph) or _refers_back(opening, prose=True)
    )


def paragraph_places(reading: Reading) -> list[Place]:
    """The starts of the paragraphs before which another paragraph may stand.

    The first one, and every one that leans on nothing before it and follows a full stop: not a
    heading, nor a colon that introduces it.
    """
    places = []
    before = "."
    for i, paragraph in enumerate(reading.problem.context):
        stands_alone = paragraph[0].isupper() and not leans_back(paragraph)
        if before.endswith(".") and (stands_alone or i == 0):
            places.append(Place(f"context[{i}]", 0, impersonal=False))
        before = paragraph.rstrip()
    return places


def _refers_back(opening: str, prose: bool) -> bool:
    """Whether the first sentence has a pronoun and no name before it, as in "Next she bought"."""
    if prose and (
        _CONTRASTS.match(opening)
        or ((place := _UNNAMED_PLACE.search(opening)) and not _names(opening[: place.start()]))
    ):
        return True
    pronoun = (_ANY_PRONOUN if prose else _PERSONAL).search(opening)
    if pronoun is None or (prose and _LOOKS_AHEAD.match(opening)):
        return False
    return not _names(opening[: pronoun.start()])


def _names(beginning: str) -> bool:
    return names_someone(beginning, doubtful=False)


def _names_what_it_asks(reading: Reading) -> bool:
    """ "How many pens are left?" does, "How many are left?" does not."""
    question = reading.problem.question
    if _ASKS_HOW_MUCH.match(question):
        return True
    return not content_words(reading.problem.unit).isdisjoint(content_words(question))
