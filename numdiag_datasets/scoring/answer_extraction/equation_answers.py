"""Extraction of the equation that a model wrote, with its offsets."""

from __future__ import annotations

import re

from numdiag_datasets.core.equation import (
    MAX_LENGTH,
    EquationError,
    parse_equation,
    with_plain_signs,
)
from numdiag_datasets.scoring.answer_extraction.answer_markers import MOST_LOOKED_AT
from numdiag_datasets.scoring.answer_extraction.found_numbers import SIGNED
from numdiag_datasets.scoring.answer_extraction.plain_text import plain_text

_OPENING, _CLOSING = r"(?:-?(?:floor|ceil)?\( ?){0,9}", r"(?: ?\)){0,9}"
_TERM = rf"{_OPENING}{SIGNED}(?: {{1,2}}[a-z]{{2,}}){{0,2}}{_CLOSING}"
_EXPRESSION = re.compile(rf"{_TERM}(?:[ \t]*[-+*/][ \t]*{_TERM})+|{_OPENING}{SIGNED}{_CLOSING}")
_WORDS = re.compile(r"(?<![a-zA-Z])(?!(?:floor|ceil)\b)[a-zA-Z]{2,}")
#: An expression with an unknown in it is longer than its numbers: "12 + n", "12x - 5", "20 - her pens", "20% * 50".
_GOES_ON_BEFORE = re.compile(r"[\w)%]\s*[-+*/^]\s*$|[-+*/^(]\s*[a-zA-Z]$")
_GOES_ON = re.compile(r"\s*[-+*/^]\s*(?:\w|\(|$)|[%^(\w]")
#: The left side "total = ", which is an assignment of code to `plain_text`.
_UNKNOWN = re.compile(r"\s*[a-zA-Z_]\w{0,30} ?= ?")
#: A line that is a number and nothing else: "Answer: 17", "x = 17 apples".
_ALONE = re.compile(
    rf"\W*(?:(?:equation|answer)\W+)?(?:[a-zA-Z]\w{{0,30}} ?= ?)?\W{{0,2}}({SIGNED})(?: [a-z]{{2,}})?[^\w%]*",
    re.IGNORECASE,
)


def equation_answer(completion: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Return the first equation in a part of a completion; its offsets and its canonical text.

    ``x = (12 + $5) × 2 = 34`` -> ``(12 + 5) * 2``: of two sides the one with operators, since the model was not
    asked for the result. Later lines are not read. A line with nothing but a number is a value without an equation.

    Args:
        completion: the generated text.
        start, end: the offsets of the part, see `last_turn.final_turn`.
    """
    lines = re.finditer(r"[^\n]*\d[^\n]*", completion[start:end])
    for line, _ in zip(lines, range(MOST_LOOKED_AT), strict=False):
        if len(line[0]) > MAX_LENGTH:
            continue
        unknown = _UNKNOWN.match(line[0])
        first = start + line.start() + (unknown.end() if unknown else 0)
        plain = plain_text(completion, first, start + line.end())
        if found := _in_line(with_plain_signs(plain.text)):
            first, last, text = found
            return *plain.source(first, last), text
    return None


def _in_line(line: str) -> tuple[int, int, str] | None:
    for match in _EXPRESSION.finditer(line):
        first, last = _balanced(line, *match.span())
        if line.startswith(
            "- ", first, last
        ):  # a bullet, or a difference whose first part is in words
            first += len("- ")
        if _GOES_ON_BEFORE.search(line, 0, first) or _GOES_ON.match(line, last):
            continue
        if (text := _parsed(line[first:last])) and re.search(r"[-+*/(]", text[1:]):
            return first, last, text
    if alone := _ALONE.fullmatch(line):
        text = _parsed(alone[1])
        return (*alone.span(1), text) if text else None
    return None


def _balanced(line: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets without brackets of the sentence around an expression: "(so it is 12 + 5)"."""
    while (shown := line[start:end]).count("(") != shown.count(")"):
        if shown.count(")") > shown.count("(") and shown.endswith(")"):
            end -= 1
        elif shown.count("(") > shown.count(")") and shown.startswith("("):
            start += 1
        else:
            break
    return start, end


def _parsed(text: str) -> str:
    try:
        return parse_equation(_WORDS.sub("", text)).text
    except EquationError:
        return ""
