"""Numbers and expressions in a text, with their offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END
from numdiag_datasets.scoring.answer_extraction.whole_amounts import (
    NO_VALUE,
    OPERATIONS_IN_WORDS,
)

# In a longer list, "111,111,...", each group is a number of its own; without a bound, long lists take quadratic time.
_MOST_GROUPS = 100
_OPERATION_WORD = rf"(?:{'|'.join(OPERATIONS_IN_WORDS)})"
_DIGITS = rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,{_MOST_GROUPS}}}(?!\d|,\d)|\d+)(?:\.\d+)?|\.\d+|{NO_VALUE}"
# A minus after a digit or a closing bracket subtracts; "1st", the 3 of "COVID3" and the 1 of "1e99999" are not numbers.
SIGNED = rf"(?<![\w.)])(?:(?<!\d )-)?(?:(?-i:[A-Z]{{2}})(?=[$€£¥]))?[$€£¥]? ?-?(?:{_DIGITS})(?!\d|st\b|nd\b|rd\b|th\b|[eE][-+]?\d)"
HEDGE = r"(?:(?:approximately|approx\.|about|around|roughly|nearly|almost|exactly|only|just|a total of|at least|precisely|simply|~|≈)\s*)?"
NUMBER = re.compile(rf"(?:{SIGNED}|(?<=[-$€£¥])(?:{_DIGITS})(?!\d))(?:/\d{{1,9}}(?![\d/]))?")
_UNIT = rf"(?!(?:or|and|rounded|rounds|is|gives|yields|results|{_OPERATION_WORD})\b)[a-z]{{2,}}(?:-[a-z]+)*(?:/[a-z]+)?"
_SIGN = rf"(?: ?[-+*/=]| (?:x|{_OPERATION_WORD}) )"
_TERM = rf"[(\[]*(?:{SIGNED})(?:/[a-z]{{2,}})?[)\]]*(?: ?%|-[a-z]+(?= [-+*/=])| {_UNIT}(?: {_UNIT}(?={_SIGN}))?)?[)\]]*"
# "8 pens - 4 per box" subtracts nothing.
_OPERATION = (
    rf"(?:[ \t]*(?:[+*/x]|-(?! [\d.]+ (?:per|each)\b))[ \t]*|[ \t]+{_OPERATION_WORD}[ \t]+)"
)
_CHAIN = re.compile(rf"{_TERM}(?:{_OPERATION}{_TERM})*")
_TIMES = re.compile(r"(?<=[\d) ])x(?=[ \d($])")
_UNKNOWN = re.compile(r"[a-zA-Z]{1,10}[ \t]*=[ \t]*")
_EQUALS = re.compile(
    rf"[ \t${BOLD_END}]*(?:={{1,3}}|≈|equals\b|,? (?:which )?round(?:ed|s) (?:up |down |off )?to (?!\d+ (?:decimal|place|digit|significant)))[\s$*_{BOLD}]*"
)
_LEAD = re.compile(rf"[\s:*${BOLD}\"']*(?:minus |negative )?{HEDGE}")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer found in a text.

    Attributes:
        start, end: its offsets.
        spans: its texts. A number has one: without commas, currency and unit; or the expression. A lone figure of
            a table, or figures with a common scale, have no unit and scale.
        rule: how it was found: ``boxed``, ``marked``, ``announced``, ``leading`` (at the start of the text),
            ``result`` (after the last equals sign), ``conclusion`` (in the last sentence with a number),
            ``words``, ``line`` (a short line of its own), ``list`` (lines with bullets).
        scale: thousand, million, billion, percent or "".
    """

    start: int
    end: int
    spans: tuple[str, ...]
    rule: str
    scale: str = ""

    @property
    def plain(self) -> str:
        """The text of an answer that is one number or expression."""
        return self.spans[0]


def leading_number(text: str, start: int, stop: int, rule: str) -> Found | None:
    """Return the number or expression at the start of a text; for ``5 + 12 = 17`` the result."""
    lead = _LEAD.match(text, start, stop)
    place = lead.end() if lead else start
    is_minus = bool(lead and re.search(r"minus |negative ", lead[0]))
    if unknown := _UNKNOWN.match(text, place, stop):
        place = unknown.end()
    if place > start and text[place - 1] == "$" and not text.startswith("(", place):
        place -= 1
    terms: list[tuple[int, int]] = []
    while term := _CHAIN.match(text, place, stop):
        terms.append(term.span())
        equals = _EQUALS.match(text, term.end(), stop)
        if equals is None:
            break
        place = equals.end()
    if not terms:
        return None
    # "26 = 9 + 17" ends in its calculation.
    results = [
        term for term in terms if re.fullmatch(r"-?[\d./]+", without_units(text[slice(*term)]))
    ]
    found = (results or terms)[-1]
    plain = without_units(text[slice(*found)])
    return Found(*found, (f"-{plain}" if is_minus else plain,), rule) if plain else None


def numbers_in(text: str, start: int, stop: int, rule: str) -> Iterator[Found]:
    for match in NUMBER.finditer(text, start, stop):
        yield Found(*match.span(), (without_units(match[0]),), rule)


def without_units(text: str) -> str:
    """Return a number or expression without commas, currency and units: ``$1,234.5`` -> ``1234.5``."""
    if NO_VALUE in text:
        return NO_VALUE
    for words, sign in OPERATIONS_IN_WORDS.items():
        text = text.replace(f" {words} ", f" {sign} ")
    if "%" in text and re.search(r"[-+*/]", text):
        return NO_VALUE
    text = _TIMES.sub("*", re.sub(r"(?<=\d),(?=\d{3})", "", text))
    text = re.sub(r"(?<=[a-z\d])-(?=[a-z])|/(?=[a-z])", "", text)  # "9 push-ups", "$30/hour"
    text = re.sub(r"[^-+*/().\d ]", "", text.replace("[", "(").replace("]", ")")).strip()
    if re.fullmatch(r"[-. ()\d]+", text) and len(re.findall(r"[\d.]+", text)) == 1:
        return re.sub(r"[ ()]", "", text)
    return " ".join(text.split())
