"""The sentences and lines of a completion, without what is no part of the answer: questions, quotes, good-byes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numdiag_datasets.scoring.answer_extraction.plain_text import (
    BOLD,
    BOLD_END,
    BOX_END,
)

#: A part of a text: where it begins and ends.
Place = tuple[int, int]

_END = re.compile(rf"[.!?]+(?=[\s\"')\]{BOLD_END}{BOX_END}]|$)|\n")
_ABBREVIATION = re.compile(r"\b(?:approx|no|vs|e\.g|i\.e|mr|mrs|ms|dr|st)$", re.IGNORECASE)
_BULLET = re.compile(rf"[ \t{BOLD}]*[•*-][ \t]+")
_ASIDE = re.compile(
    rf"[\s{BOLD}\"'*]*(?:>|let me know|i hope|hope (?:this|that|it)|apologies|sorry|i apologi[sz]e|note\b|please|feel free|"
    r"this (?:answers|is the answer|matches|confirms|shows|checks)|thank|is there|if you|would you|do you|good luck|you(?:['’]re| are) welcome|"
    r"question:|the question (?:asks|is)|question asks|check:|verification)",
    re.IGNORECASE,
)
_FAULT = re.compile(
    r"\b(?:wrong|incorrect|mistake|mistaken|error|irrelevant|not relevant|not needed|unnecessary|(?:do|does)(?:n['’]t| not) matter|"
    r"this (?:program|code|script|function) (?:defines|prints|starts|calculates|computes|takes|uses|works))\b",
    re.IGNORECASE,
)


def sentences(text: str, start: int, end: int) -> Iterator[Place]:
    """The sentences, a line at most each, without the bullets of lists; a point within a number ends none."""
    place = start
    for match in _END.finditer(text, start, end):
        if _ABBREVIATION.search(text, max(place, match.start() - 8), match.start()):
            continue
        yield from _stripped(text, place, match.start())
        place = match.end()
    yield from _stripped(text, place, end)


def statements(text: str, start: int, end: int) -> list[Place]:
    """The sentences that may state an answer: without questions, quotes, good-byes and what tells a fault or what does not matter."""
    return [place for place in sentences(text, start, end) if not is_aside(text, *place)]


def is_aside(text: str, start: int, end: int) -> bool:
    """Whether a sentence or line is no part of the way to the answer."""
    asks = text[end : end + 1] == "?" or text[start:end].rstrip("\"' ").endswith("?")
    return asks or bool(_ASIDE.match(text, start, end) or _FAULT.search(text, start, end))


def lines(text: str, start: int, end: int) -> list[Place]:
    """The lines that hold something."""
    found = []
    place = start
    for part in text[start:end].split("\n"):
        if part.strip(f" \t{BOLD}{BOLD_END}{BOX_END}"):
            left = place + len(part) - len(part.lstrip())
            found.append((left, place + len(part.rstrip())))
        place += len(part) + 1
    return found


def _stripped(text: str, start: int, end: int) -> Iterator[Place]:
    while start < end and text[start].isspace():
        start += 1
    mark = _BULLET.match(text, start, end)
    if mark and mark.end() < end:
        start = mark.end()
    if text[start:end].strip():
        yield start, end
