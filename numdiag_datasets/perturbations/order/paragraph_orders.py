"""New orders of the paragraphs of a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.english.cohesion import continues_paragraph
from numdiag_datasets.english.cohesive_words import (
    ADDITIVE,
    ADVERSATIVE,
    ANAPHORIC_ADJECTIVES,
    DEMONSTRATIVES,
    HE_SHE,
    IT,
    ORDINALS_TO_THIRD,
    RESULT,
    SAME_OR_OTHER,
    SEQUENCE,
    TEXT_DEIXIS,
    THEY,
    alternatives,
)
from numdiag_datasets.english.sentences import first_sentence
from numdiag_datasets.english.words import content_words

# Words by which a sentence refers to another, to the table or to its own position.
_POINTING_WORDS = (
    HE_SHE
    | (THEY - {"theirs"})  # accounts do not have it
    | IT
    | (DEMONSTRATIVES - {"that"})  # in long sentences mostly a conjunction
    | TEXT_DEIXIS
    | ANAPHORIC_ADJECTIVES
    | SAME_OR_OTHER
    | ORDINALS_TO_THIRD
    | ADVERSATIVE
    | SEQUENCE
    # These begin a sentence, where `continues_paragraph` finds them.
    | (ADDITIVE - {"furthermore", "moreover", "likewise"})
    | (RESULT - {"consequently"})
    | {"also", "again", "both", "each", "remaining", "collectively", "otherwise", "therefore"}
    | {"previously", "subsequently", "finally", "lastly", "continued"}
)
_POINTS = re.compile(
    rf"\b(?:{alternatives(_POINTING_WORDS)}|respective paragraph|part of|due to the)\b",
    re.IGNORECASE,
)
# "the expenditures described above", "due to the same factors": anywhere in the paragraph.
_POINTS_AT_PLACE = re.compile(
    r"\b(?:above|below|aforementioned|foregoing|preceding|previously (?:noted|described|discussed|mentioned)"
    r"|same (?:factors|reasons)|(?:first|previous|next|following) paragraph)\b",
    re.IGNORECASE,
)
# A term that a paragraph defines: (the “Plan”), ("SAB 118").
_DEFINED = re.compile(r"\((?:[^()]{0,40}\s)?[“\"]([^”\"]{2,60})[”\"]\)|\(([A-Z][A-Za-z&]{1,9}s?)\)")
# "Service Revenue Service revenue"
_RUN_IN_HEADING = re.compile(r"((?:\w+ ){1,5})(?=\1)", re.IGNORECASE)
# "Cost of sales", but not "Note 9. Receivables", which is numbered by position.
_HEADING = re.compile(
    r"(?!Note |NOTE |Item |ITEM |Fiscal |Year |Quarter )[A-Z][A-Za-z,&’'() -]{3,70}(?<![.:;,])"
)
_NAME = re.compile(r"[a-z,;] ([A-Z][A-Za-z]{2,})\b(?! \d)")  # within a sentence; no months
# "the supply agreement", "the members"
_DEFINITE = re.compile(r"\b[Tt]he ((?:[a-z][\w-]* ){0,2}[a-z][\w-]*)")
# Maximum length of a paragraph that may move, number of paragraphs that it may pass, and number of paragraphs
# that are considered.
_LONGEST_PARAGRAPH, _FURTHEST, _MOST_PARAGRAPHS = 10_000, 4, 40


def paragraph_orders(problem: Problem) -> Iterator[list[Edit]]:
    """Yield the edits of every sound exchange of paragraphs or sections, and every sound move of a paragraph.

    A section moves with its heading. A paragraph with a new neighbour does not depend on the old one, and no
    paragraph comes before another that introduces its terms.
    """
    yield from _orders_of_paragraphs(problem)
    yield from _orders_of_sections(problem)


def _orders_of_paragraphs(problem: Problem) -> Iterator[list[Edit]]:
    context = problem.context[:_MOST_PARAGRAPHS]
    labels = " ".join(row[0] for row in problem.table if row)
    alone = [_stands_alone(paragraph) for paragraph in context]
    known = _Known()
    known.add(labels)
    for i in range(len(context) - 1):
        if i:
            known.add(context[i - 1])
        if not alone[i] or (i and not _is_complete(context[i - 1])):
            continue
        for j in range(i + 1, min(i + _FURTHEST, len(context) - 1) + 1):
            if not alone[j]:
                break
            run = context[i : j + 1]
            behind = problem.context[j + 1] if j + 1 < len(problem.context) else ""
            if continues_paragraph(behind) or _POINTS.search(first_sentence(behind)):
                continue
            orders = [(*run[1:], run[0]), (run[-1], *run[:-1])]
            if j - i > 1:
                orders.append((run[-1], *run[1:-1], run[0]))
            for order in dict.fromkeys(orders):
                if not _breaks(run, order, known) and not _loses(behind, run, order, known):
                    yield [
                        Edit(f"context[{i + k}]", 0, old, new)
                        for k, (old, new) in enumerate(zip(run, order, strict=True))
                        if old != new
                    ]


def _orders_of_sections(problem: Problem) -> Iterator[list[Edit]]:
    """Yield the edits that exchange two adjacent sections.

    Each is a heading with paragraphs, the first of which depends on nothing before it.
    """
    context = problem.context[:_MOST_PARAGRAPHS]
    known = _Known()
    known.add(" ".join(row[0] for row in problem.table if row))
    starts = [i for i, paragraph in enumerate(context) if _HEADING.fullmatch(paragraph)]
    ends = [*starts[1:], len(context)]
    read = 0
    for k in range(len(starts) - 1):
        start, middle, end = starts[k], starts[k + 1], ends[k + 1]
        for paragraph in context[read:start]:
            known.add(paragraph)
        read = start
        one, two = context[start:middle], context[middle:end]
        if not (_is_section(one) and _is_section(two)) or end == _MOST_PARAGRAPHS:
            continue
        if not _depends(" ".join(two), " ".join(one), known) and one[0] != two[0]:
            yield [
                Edit(f"context[{start + i}]", 0, old, new)
                for i, (old, new) in enumerate(zip((*one, *two), (*two, *one), strict=True))
                if old != new
            ]


def _is_section(paragraphs: tuple[str, ...]) -> bool:
    return (
        len(paragraphs) > 1
        and _stands_alone(paragraphs[1])
        and all(map(_is_complete, paragraphs[1:]))
        and sum(map(len, paragraphs)) <= _LONGEST_PARAGRAPH
    )


def _breaks(run: tuple[str, ...], order: tuple[str, ...], known: _Known) -> bool:
    """Return whether a paragraph would come before one that introduces its terms."""
    place = {paragraph: i for i, paragraph in enumerate(order)}
    return any(
        place[later] < place[earlier] and _depends(later, earlier, known)
        for k, later in enumerate(run)
        for earlier in run[:k]
    )


def _loses(behind: str, run: tuple[str, ...], order: tuple[str, ...], known: _Known) -> bool:
    """Return whether the next paragraph depends on the one that was right before it and is not any more."""
    return order[-1] != run[-1] and _depends(behind, run[-1], known, order[-1])


def _stands_alone(paragraph: str) -> bool:
    return (
        paragraph[:1].isupper()
        and len(paragraph) <= _LONGEST_PARAGRAPH
        and not _RUN_IN_HEADING.match(paragraph)
        and _is_complete(paragraph)
        and not continues_paragraph(paragraph)
        and not _POINTS.search(first_sentence(paragraph))
        and not _POINTS_AT_PLACE.search(paragraph)
    )


def _is_complete(paragraph: str) -> bool:
    return paragraph.rstrip().endswith((".", ".”", '."'))


# A paragraph is compared with several others.
_KEPT = 128


@lru_cache(maxsize=_KEPT)
def _names(text: str) -> frozenset[str]:
    return frozenset(_NAME.findall(text))


@lru_cache(maxsize=_KEPT)
def _words(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


@lru_cache(maxsize=_KEPT)
def _definites(text: str) -> frozenset[str]:
    """Return the content words of definite phrases: "the agreement", "the supply agreement"."""
    return frozenset().union(*(content_words(match[1]) for match in _DEFINITE.finditer(text)))


@lru_cache(maxsize=_KEPT)
def _terms(text: str) -> frozenset[str]:
    """Return the terms that a text defines."""
    return frozenset((match[1] or match[2]).strip(",. ") for match in _DEFINED.finditer(text))


class _Known:
    """The names and content words of the text read so far."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.words: set[str] = set()

    def add(self, text: str) -> None:
        self.names |= _names(text)
        self.words |= _words(text)


def _depends(paragraph: str, before: str, known: _Known, also: str = "") -> bool:
    """Return whether a paragraph mentions something that only the one before it introduced.

    It may do so by a defined term, by a name, or by a definite phrase: "the agreement".
    """
    if any(name in paragraph for name in _terms(before)):
        return True
    if any(name in paragraph for name in _names(before) - known.names - _names(also)):
        return True
    introduced = _words(before) - known.words - _words(also)
    return not introduced.isdisjoint(_definites(paragraph))
