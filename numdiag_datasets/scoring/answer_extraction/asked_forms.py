"""Answers in the form that their question about a table asks for: years, a name, respective values, a change, a text."""

from __future__ import annotations

import re
from dataclasses import replace

from numdiag_datasets.scoring.answer_extraction.found_numbers import Found
from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END
from numdiag_datasets.scoring.answer_extraction.quoted_spans import Quotes
from numdiag_datasets.scoring.answer_extraction.sentences import sentences, statements
from numdiag_datasets.scoring.answer_extraction.span_texts import (
    CLAUSE,
    FIGURE,
    SCALES,
    YEAR,
    found_spans,
    is_figure,
)

_ASKS_YEAR = re.compile(r"\b(?:which|what) (?:fiscal )?years?\b", re.IGNORECASE)
_ASKS_NAME = re.compile(r"(?:which|who)\b(?! (?:\w+ )?years?\b)", re.IGNORECASE)
#: Where the rest of a question for a name begins: "Which segment | has the higher change?"
_ASKED_VERB = re.compile(r"(?:is|are|was|were|ha[sd]|have|\w+ed)\b.*", re.IGNORECASE)
_SO = re.compile(r"\b(?:so|hence|thus|therefore),? ", re.IGNORECASE)
#: The end of a clause in which a name precedes the rest of the question.
_BEHIND_NAME = re.compile(r"\Z|[,;]| \(| (?:for|in|with|at|as|by)\b")
_FIGURE_OF_NAME = re.compile(
    rf"(?:,? (?:with|at)| \() ?{FIGURE.pattern}.*", re.IGNORECASE | re.DOTALL
)
_COMPARED_YEARS = re.compile(r"\([^()\n]*\)|,? (?:versus|vs\.?|compared|than|while|whereas)\b.*")
_YEAR_ALONE = re.compile(
    r"(?:fiscal (?:year )?|FY ?)?(?:19|20)\d\d(?:[-/–]\d{2,4})?", re.IGNORECASE
)
#: Questions whose answer is negative for a fall; that of "What was the decrease?" is positive.
_ASKS_CHANGE = re.compile(r"\b(?:chang|increas|grow)", re.IGNORECASE)
_FALL = r"(?:decreas(?:ed?|ing)|declin(?:ed?|ing)|drop(?:ped)?|fell|fall|shrank|shrunk|reduc(?:tion|ed)|down|lower)"
#: The number of characters around a figure in which its direction is sought.
_NEAR = 40


def as_asked(text: str, quotes: Quotes, found: Found) -> Found:
    """Return an answer as its question asks for it.

    Years or a name are taken from their sentence: "2018, at $95 thousand", "EMEA has the most". Respective values are
    all figures of a sentence. "Decreased by 5%" is -5 if a change is asked for. A text is what its sentence adds to the
    question.

    Args:
        text: plain text (`plain_text.plain_text`).
        quotes: the texts of the question.
        found: the answer, by the form of the text alone.
    """
    if _ASKS_YEAR.search(quotes.question):
        return _years(text, found)
    if _ASKS_NAME.match(quotes.question):
        return _name(text, quotes, found)
    if "respective" in quotes.question.lower():
        return _each_figure(text, quotes, found)
    return _with_direction(text, _new_part(text, quotes, found), quotes.question)


def _years(text: str, found: Found) -> Found:
    """Return the years of a sentence, which are its answer if the question asks for years: "2018, at $95 thousand"."""
    if all(map(_YEAR_ALONE.fullmatch, found.spans)):
        return found
    start = text.rfind("\n", 0, found.start) + 1
    told = _COMPARED_YEARS.sub("", text[start:].partition("\n")[0])
    years = tuple(dict.fromkeys(YEAR.findall(told)))
    return replace(found, spans=years, scale="") if years else found


def _name(text: str, quotes: Quotes, found: Found) -> Found:
    """Return the name in front of the rest of its question, or without a figure: "EMEA has the most", "EMEA (25%)"."""
    (span, *others) = found.spans
    verb = _ASKED_VERB.search(quotes.question.rstrip("? "))
    asked = verb[0] if verb else quotes.question
    for start, end in reversed(statements(text, 0, len(text))):
        before, said, rest = text[start:end].partition(asked)
        name = _SO.split(before)[-1].rstrip()
        is_name = name and name.split()[-1] not in ("which", "that", "who")
        if said and is_name and _BEHIND_NAME.match(rest):
            stop = start + len(before.rstrip())
            return found_spans(text, [(stop - len(name), stop)], "conclusion", quotes) or found
    if others or is_figure(span) or quotes.holds(span):
        return found
    return replace(found, spans=(_FIGURE_OF_NAME.sub("", span),))


def _each_figure(text: str, quotes: Quotes, found: Found) -> Found:
    """Return all figures of a sentence instead of its last one: "were $3 million in 2018 and $9 million in 2019"."""
    start = max((m.end() for m in CLAUSE.finditer(text, 0, found.start)), default=found.start)
    places = [
        (match.start("figure"), max(match.end("figure"), match.end("scale")))
        for match in FIGURE.finditer(text, start, found.end)
        if not YEAR.fullmatch(match["figure"])
    ]
    is_list = len(found.spans) == 1 and len(places) > 1 and places[0][0] == start
    return (found_spans(text, places, found.rule, quotes) if is_list else None) or found


def _new_part(text: str, quotes: Quotes, found: Found) -> Found:
    """Return what a sentence adds to its question, unless that is a figure: "The rate was affected by | lower taxes"."""
    is_whole = len(found.spans) > 1 or is_figure(found.plain) or quotes.holds(found.plain)
    if is_whole or found.rule in ("boxed", "marked"):
        return found
    for start, end in sentences(text, 0, len(text)):
        if start <= found.start < end:
            place = quotes.new_part(text, found.start if found.rule == "announced" else start, end)
            is_all = place[0] in (start, found.start) and place[1] == end
            return (not is_all and found_spans(text, [place], found.rule, quotes)) or found
    return found


def _with_direction(text: str, found: Found, question: str) -> Found:
    """Return an answer with a minus if the text computes it so, or if it states a fall and the question asks for a change."""
    (figure, *others) = found.spans
    if others or not is_figure(figure) or figure[0] in "-(":
        return found
    number = re.escape(figure.lstrip("$€£¥"))
    computed = re.search(rf"[\d)] *[=≈] *{BOLD}?-[$€£¥]? ?{number}(?![.,]?\d)", text)
    if computed and found.rule == "conclusion":
        return replace(found, spans=(f"-{figure}",))
    if not _ASKS_CHANGE.search(question):
        return found
    start, end = max(0, found.start - _NEAR), found.end + _NEAR
    amount = rf"{re.escape(figure)}(?: ?%| (?:percent|percentage points?|{'|'.join(SCALES)})\b)?"
    fall = rf"\b{_FALL}(?: (?:of|by|about|approximately|roughly))* (?:[$€£]?[\d.,]+ (?:\w+,? )?or )?{BOLD}?{amount}|{amount}{BOLD_END}?,?(?: \(?an?| which is an?)? \(?{_FALL}\b"
    is_fall = re.search(fall, text[start:end], re.IGNORECASE)
    return replace(found, spans=(f"-{figure}",)) if is_fall else found
