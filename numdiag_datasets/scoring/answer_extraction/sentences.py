"""Sentences and lines of a completion that can state its answer: no questions, quotes or good-byes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END, BOX_END

#: The start and end of a part of a text.
Place = tuple[int, int]

_END = re.compile(rf"[.!?]+(?=[\s\"')\]{BOLD_END}{BOX_END}]|$)|\n")
_LINE = re.compile(r"[^\n]+")
_ABBREVIATION = re.compile(r"\b(?:approx|no|vs|e\.g|i\.e|mr|mrs|ms|dr|st|yrs)$", re.IGNORECASE)
_BULLET = re.compile(rf"[ \t{BOLD}]*[•*-][ \t]+")
_ASIDE = re.compile(
    rf"[\s{BOLD}\"'*]*(?:>|let me know|i hope|hope (?:this|that|it)|apologies|sorry|i apologi[sz]e|note\b|please|feel free|"
    r"this (?:answers|is the answer|matches|confirms|shows|checks)|thank|is there|if you|would you|do you|good luck|you(?:['’]re| are) welcome|"
    r"assumptions?:|key (?:insight|point|idea)|(?:a )?common (?:mistake|error)|in other words|that(?:['’]s| is) (?:about|roughly|approximately)[^.\n]{0,100} if you prefer|"
    r"(?:we|i|you) (?:get|got|find|found) (?:this|that|it)\b|i rounded|i (?:can|could|['’]d be happy to) (?:also )?(?:explain|show|walk|provide|help|give|break|go)|(?:this|that|which) (?:is|['’]s) (?:correct|right|true)\b|"
    r"\((?!so\b|thus\b|therefore\b|hence\b|[^a-z\n]*$)[a-z][^()\n]*\)?[.!]?$|question:|to (?:get|find) (?:this|that|it)\b|strangely\b|(?:just )?to (?:double[- ]?check|verify|check)[:,]|the question (?:asks|is)|question asks|check:|verification)",
    re.IGNORECASE,
)
#: The reason or condition of what a sentence says: "if a pen costs $4, ...", "... since she has 12".
CONDITION = re.compile(
    r"\b(?:if|when|unless|since|because|although|assuming|given(?= that| \d))\b(?:[^,;\n]|,(?=\d))*?(?:,(?!\d)|\bthen\b|(?=;)|\Z)",
    re.IGNORECASE,
)
#: Begins the check of a result: "Let me verify: 12 + 5 = 17".
_CHECK = re.compile(
    rf"[\s{BOLD}]*(?:(?:now|and),? )?(?:let me|let['’]s|we can|i['’]ll|i will|you can|(?:just )?to)? ?(?:also |now |quickly |just )?(?:double[- ]?check|(?:sanity )?check(?:ing)?|verify|verification|confirm|(?:substituting|plugging) (?:it |this |that )?back(?: in)?:)",
    re.IGNORECASE,
)
#: A counterfactual: "Without the discount he would have paid $80".
_OTHERWISE = re.compile(
    r"(?:if [^.=\n]{0,100}\b(?:were|had|also|instead)\b|without\b|had \w+ )[^.=\n]{0,100}\bwould\b",
    re.IGNORECASE,
)
#: The parts of a result in a bracket of their own: "(24 at first, 9 given)".
_PARTS = re.compile(r"\([^()\n=]*\d[^()\n=]*, [^()\n=]*\)[.!]?")
_CONCLUDES = re.compile(
    rf"[\s{BOLD}]*(?:so|thus|therefore|hence|(?:the )?(?:final )?answer)\b", re.IGNORECASE
)
_RESULT = re.compile(r"\d")
_FAULT = re.compile(
    r"\b(?:(?<!\d )(?:wrong|incorrect)|mistake|mistaken|error|irrelevant|(?:not|\w+n['’]t) (?:relevant|needed|counted|asked)|unnecessary|(?:do|does)(?:n['’]t| not) matter|"
    r"this (?:program|code|script|function) (?:defines|prints|starts|calculates|computes|takes|uses|works))\b",
    re.IGNORECASE,
)


def sentences(text: str, start: int, end: int) -> Iterator[Place]:
    """Yield the sentences without list bullets, at most a line each; a point within a number ends none."""
    place = start
    for match in _END.finditer(text, start, end):
        if _ABBREVIATION.search(text, max(place, match.start() - 8), match.start()):
            continue
        yield from _stripped(text, place, match.start())
        place = match.end()
    yield from _stripped(text, place, end)


def statements(text: str, start: int, end: int) -> list[Place]:
    """Return the sentences that may state an answer.

    Questions, quotes, good-byes, and remarks on faults or irrelevant facts are left out, and the check of a result.
    """
    stating: list[Place] = []
    has_result = is_check = False
    for place in sentences(text, start, end):
        if has_result and _CHECK.match(text, *place):
            is_check = True
        elif is_check and ("=" not in text[slice(*place)] or _CONCLUDES.match(text, *place)):
            is_check = False
        is_remark = has_result and (
            _OTHERWISE.match(text, *place) or _PARTS.fullmatch(text, *place)
        )
        if is_check or is_remark or is_aside(text, *place):
            continue
        stating.append(place)
        has_result = has_result or bool(_RESULT.search(text, *place))
    return stating


def is_aside(text: str, start: int, end: int) -> bool:
    """Return whether a sentence or line is not part of the way to the answer."""
    asks = text[end : end + 1] == "?" or text[start:end].rstrip("\"' ").endswith("?")
    return asks or bool(_ASIDE.match(text, start, end) or _FAULT.search(text, start, end))


def lines(text: str, start: int, end: int) -> list[Place]:
    """Return the lines that are not empty."""
    return [
        (line.end() - len(line[0].lstrip()), line.start() + len(line[0].rstrip()))
        for line in _LINE.finditer(text, start, end)
        if line[0].strip(f" \t{BOLD}{BOLD_END}{BOX_END}")
    ]


def _stripped(text: str, start: int, end: int) -> Iterator[Place]:
    start = end - len(text[start:end].lstrip())
    mark = _BULLET.match(text, start, end)
    if mark and mark.end() < end:
        start = mark.end()
    if start < end and not text[start:end].isspace():
        yield start, end
