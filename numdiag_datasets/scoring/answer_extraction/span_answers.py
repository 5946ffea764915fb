"""Extraction of the spans that are a text's answer to a question about a table, with their offsets."""

from __future__ import annotations

import re

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.scoring.answer_extraction.answer_markers import (
    announcements,
    last_retraction,
    refuses,
)
from numdiag_datasets.scoring.answer_extraction.number_answers import concluding_number, is_cut
from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END
from numdiag_datasets.scoring.answer_extraction.quoted_spans import Quotes
from numdiag_datasets.scoring.answer_extraction.sentences import (
    Place,
    is_aside,
    lines,
    sentences,
    statements,
)
from numdiag_datasets.scoring.answer_extraction.span_texts import (
    DATE,
    FIGURE,
    YEAR,
    FoundSpans,
    bare,
    found_spans,
    is_figure,
)

_FIGURE_IS = re.compile(rf"{FIGURE.pattern}(?= (?:is|was|are|were)\b)", re.IGNORECASE)
_OPTION = re.compile(r"\(?[A-H][).:][ \t]+(?=\S)")
_CLAUSE = re.compile(
    r"(?:[=:]|\b(?:is|was|are|were|includes?|included|equals|amounted to|totall?ed|being|namely|consists? of)\b:?)\s+(?=\S)",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"(?:an? |the )?(?:(?:percentage |net |total |absolute )?(?:increase|decrease|decline|change|difference|growth|drop|reduction|rise|gain|loss)s? (?:of|by|in)|"
    r"(?:increased|decreased|declined|grew|rose|fell|higher|lower|up|down|calculated|computed|determined|found|equal)\b)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[ \t]*(?:[-*•·–]|\(?\d{1,2}[.)])[ \t]+(?=\S)", re.MULTILINE)
#: A first line with more words is reasoning, and a clause with more words is not a short answer.
_MOST_WORDS = 12
_BOLD = re.compile(rf"{BOLD}([^{BOLD_END}\n]+){BOLD_END}")
_STEP = re.compile(r"(?:to |step|first|let|given|sure|we |from |in 20)", re.IGNORECASE)


def span_answer(text: str, quotes: Quotes) -> FoundSpans | None:
    """Return the spans that are a text's answer, with their scale, or None if there are none.

    An announced answer counts, with the list below it; else a list at the end; else a short first line;
    else the clause after "is" in the last sentence, or its figure. A list without semicolons is split at
    commas and "and" if each part is a figure or begins like a name.

    Args:
        text: plain text (`plain_text.plain_text`).
        quotes: the texts of the question; a quote from them is an answer as it is.
    """
    end = len(text.rstrip())
    tail = last_retraction(text, 0, end)
    if tail is not None and (announcements(text, tail, end) or _bold_in(text, tail, end)):
        return _read(text, quotes, tail, end)
    return _read(text, quotes, 0, end)


def _read(text: str, quotes: Quotes, start: int, end: int) -> FoundSpans | None:
    told = announcements(text, start, end)
    boxes = [a for a in told if a.rule == "boxed"]
    if boxes:
        # Several boxes at the end are a list.
        near = [
            a
            for a in boxes
            if a.stop > boxes[-1].stop - 200 and "\n\n" not in text[a.stop : boxes[-1].start]
        ]
        places = (
            [(a.end, a.stop) for a in near] if len(near) > 1 else [(boxes[-1].end, boxes[-1].stop)]
        )
        return found_spans(text, places, "boxed", quotes)
    for announcement in reversed(told):
        line = _line(text, announcement.end, announcement.stop)
        if line is None or line[0] >= announcement.stop:
            below = _list_below(text, announcement.end, end) or _next_line(
                text, quotes, announcement.end, end
            )
            if below:
                return _unless_refused(text, quotes, below, announcement.rule)
            continue
        if text[slice(*line)].endswith(":") and (below := _list_below(text, line[1], end)):
            return _unless_refused(text, quotes, below, announcement.rule)
        return _unless_refused(
            text, quotes, [_clause_of(text, quotes, line, is_announced=True)], announcement.rule
        )
    return _unannounced(text, quotes, start, end)


def _unannounced(text: str, quotes: Quotes, start: int, end: int) -> FoundSpans | None:
    parts = [place for place in lines(text, start, end) if not is_aside(text, *place)]
    if not parts:
        return None
    if quotes.holds(bare(text[slice(*parts[0])])):
        return found_spans(text, [parts[0]], "line", quotes)
    listed = _closing_list(text, parts)
    if listed and not refuses(text, *listed[-1]) and text[listed[-1][1] - 1] not in "$:,(":
        return found_spans(text, listed, "list", quotes)
    if is_cut(text, start, end):
        return None
    first = next(iter(sentences(text, *parts[0])), parts[0])
    if is_figure(text[slice(*first)]):
        return found_spans(text, [first], "leading", quotes)
    if not _begins_reasoning(text, parts):
        return _unless_refused(text, quotes, [_clause_of(text, quotes, parts[0])], "line")
    told = statements(text, start, end)
    for place in reversed(told[-3:]):
        if refuses(text, *place):
            return None
        clause = _clause_of(text, quotes, place)
        if clause != place or len(told) == 1 or find_numbers(text[slice(*place)]):
            return found_spans(text, [clause], "conclusion", quotes)
    return found_spans(text, [told[-1]], "conclusion", quotes) if told else None


def _begins_reasoning(text: str, parts: list[Place]) -> bool:
    """Return whether the first line is no answer yet: long, an introduction, or an unfinished calculation."""
    first = text[slice(*parts[0])]
    if len(parts) == 1:
        return len(first.split()) > _MOST_WORDS
    if len(first.split()) > _MOST_WORDS or first.rstrip(f"{BOLD_END} ").endswith(":"):
        return True
    if is_figure(first):
        return False
    later = text[parts[1][0] : parts[-1][1]]
    goes_on = "=" in later or bool(
        re.search(r"\b(?:so|hence|thus|therefore)\b", later, re.IGNORECASE)
    )
    return goes_on or first.endswith(".") or bool(_STEP.match(first))


def _unless_refused(text: str, quotes: Quotes, places: list[Place], rule: str) -> FoundSpans | None:
    is_refusal = len(places) == 1 and refuses(text, *places[0])
    if is_refusal and not quotes.holds(bare(text[slice(*places[0])])):
        return None
    return found_spans(text, places, rule, quotes)


def _line(text: str, start: int, stop: int) -> Place | None:
    found = lines(text, start, stop)
    return found[0] if found else None


def _next_line(text: str, quotes: Quotes, start: int, end: int) -> list[Place]:
    place = _line(text, start, end)
    return [_clause_of(text, quotes, place)] if place else []


def _list_below(text: str, start: int, end: int) -> list[Place]:
    """Return the lines with bullets that follow."""
    items = []
    for place in lines(text, start, end):
        mark = _BULLET.match(text, *place)
        if mark is None:
            break
        items.append((mark.end(), place[1]))
    return items


def _closing_list(text: str, lines: list[Place]) -> list[Place]:
    """Return the lines with bullets at the end, if they follow a colon or begin with the first line."""
    items: list[Place] = []
    for number in range(len(lines) - 1, -1, -1):
        mark = _BULLET.match(text, *lines[number])
        if mark is None:
            introduces = text[slice(*lines[number])].rstrip(BOLD_END).endswith(":")
            is_short = all(b - a < 100 and "=" not in text[a:b] for a, b in items)
            return items if introduces and is_short and len(items) > 1 else []
        items.insert(0, (mark.end(), lines[number][1]))
    is_short = all(b - a < 80 for a, b in items)
    return items if len(items) > 1 and is_short else []


def _clause_of(text: str, quotes: Quotes, place: Place, *, is_announced: bool = False) -> Place:
    """Return the part of a sentence that is the answer: a quote, a clause after "is", or its final figure."""
    start, end = place
    first = next(iter(sentences(text, start, end)), place)
    for quoted in (place, first):
        if quotes.holds(bare(text[slice(*quoted)])):
            return quoted
    if (
        first[1] < end
        and len(text[slice(*first)].split()) <= _MOST_WORDS
        and (is_announced or is_figure(text[slice(*first)]))
    ):
        end = first[1]
    if option := _OPTION.match(text, start, end):
        start = option.end()
    told = _FIGURE_IS.match(text, start, end)
    if told and not YEAR.fullmatch(told["figure"]):
        return start, told.end("scale") if told["scale"] else told.end("figure")
    part = bare(text[start:end])
    if is_figure(part) or ";" in part:
        return start, end
    if len(part.split()) > 4 and (bold := _bold_in(text, start, end)):
        return bold
    clauses = list(_CLAUSE.finditer(text, start, end))
    if clauses and (not is_announced or len(part.split()) > 4):
        after = clauses[-1].end()
        rest = bare(text[after:end])
        if is_figure(rest) or (
            not _MANNER.match(rest)
            and (len(rest.split()) <= _MOST_WORDS)
            and not (find_numbers(rest) and len(rest.split()) > 6 and not DATE.search(rest))
        ):
            return after, end
    is_sentence = len(part.split()) > 4 and (
        bool(clauses)
        or len(part.split()) > _MOST_WORDS
        or re.search(r"\b(?:so|hence|thus|therefore)\b|=", part, re.IGNORECASE)
    )
    if is_sentence and (figure := _concluding_figure(text, start, end)):
        return figure
    return start, end


def _concluding_figure(text: str, start: int, end: int) -> Place | None:
    """Return the offsets of the figure that a sentence concludes with, including its scale."""
    found = concluding_number(text, start, end)
    if found is None or YEAR.fullmatch(found.plain):
        return None
    left = found.start
    while left > start and text[left - 1] in "$€£¥-":
        left -= 1
    if left > start and text[left - 1] == "(" and text[found.end : found.end + 1] == ")":
        left -= 1
    figure = FIGURE.match(text, left, end)
    if figure is None:
        return None
    return left, figure.end("scale") if figure["scale"] else figure.end("figure")


def _bold_in(text: str, start: int, end: int) -> Place | None:
    """Return the offsets of the bold text in a part of a text, if there is exactly one."""
    found = list(_BOLD.finditer(text, start, end))
    return found[0].span(1) if len(found) == 1 else None
