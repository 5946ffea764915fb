"""The operation in a passage question's wording: a difference, a sum, the rest of a hundred, or one number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.number_roles import MEASURE_WORDS
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD, content_words

DIFFERENCE: Final = "-"
SUM: Final = "+"
#: The remainder of a hundred percent.
COMPLEMENT: Final = "100 -"
#: The number itself, a count, or an operation without a cue in the wording.
ONE: Final = ""

# Longer texts are not questions.
MOST_CHARACTERS = 400
_LARGER = "more|longer|larger|higher|greater|farther|further|bigger|taller|older"
_SMALLER = "fewer|less|shorter|smaller|lower|younger"
_COMPARES = re.compile(
    rf"\b(?:how (?:many|much)|by what)(?: [\w$%’'-]+,?){{0,5}}? (?:(?P<larger>{_LARGER})|(?P<smaller>{_SMALLER}))\b",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(r"\bdifference\b|\bapart\b", re.IGNORECASE)
_SUMS = re.compile(
    r"\b(?:combined?|total(?:ed)?|totals|altogether|all together|in all|sum|add up)\b",
    re.IGNORECASE,
)
_NEGATES = re.compile(r"\bnot\b|n['’]t\b", re.IGNORECASE)
# "longer than 20 yards", "20 or more", "at least": these restrict the counted things and compare nothing.
_THRESHOLD = re.compile(
    rf"\b(?:{_LARGER}|{_SMALLER}|over|under|above|below|exceed(?:ing|ed)?) (?:than )?(?:an? )?[$€£]?\d"
    rf"|\bor (?:{_LARGER}|{_SMALLER}|over|under)\b|\bat (?:least|most)\b|\bmore than (?:an?|one|two|three|four|five|half|double|twice)\b",
    re.IGNORECASE,
)
# A second operation, or another one.
_COMPOUND = re.compile(
    r"\b(?:combined?|total|altogether|together|sum|both|averaged?|each|per cent of|ratio|times|twice|half|double|exclud\w+|includ\w+"
    r"|besides|except|rest|remaining|left|other than|need(?:ed)?|win by|won by|lose by|lost by)\b",
    re.IGNORECASE,
)
_SIDES = re.compile(
    r"\b(?:than|compared? (?:to|with)|versus|vs\.?|over|relative to|as opposed to|in comparison (?:to|with)|against)\s",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\bbetween\b(?P<one>.*)\band\b(?P<other>.*)", re.IGNORECASE)
_AND = re.compile(r"\band\b|\bfrom\b|,", re.IGNORECASE)
# The remainder of a whole, or the amount by which one outnumbers the other.
_REST = re.compile(r"\bnot\b|n['’]t\b|\boutnumber(?:ed)?\b", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:increased?|decreased?|declined?|gr[eo]w|drop(?:ped)?|fell|fall|rose|rise|los[et]|gain(?:ed)?|chang(?:ed?|ing))\b"
    r".*\b(?:from|between|in)\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\bhow many (?P<list>[^?]*?\b(?:and|or)\b[^?]*?)(?: (?:are|is|were|was|did|do|does|have|has|had|lived?|resided?"
    r"|reported|in|at|on|from|there)\b|\?)",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(r"\b(?:are|is|were|was|did|do|does|have|has|had)\b", re.IGNORECASE)
_LISTING = re.compile(r",|\band\b|\bor\b", re.IGNORECASE)
_LONGEST_LIST = 120
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_PEOPLE = re.compile(r"\bpeople\b")
# One word for each play of a game, for all its wordings.
_SHORT = (
    dict.fromkeys(("td", "tds"), "touchdown")
    | dict.fromkeys(("fg", "fgs"), "goal")
    | dict.fromkeys(("rushing", "rush", "rushed", "running", "ran"), "run")
    | dict.fromkeys(("passing", "threw", "throw", "thrown", "throwing"), "pass")
)
_HEAD = re.compile(
    rf"\bhow (?:many|much)(?: (?:{_LARGER}|{_SMALLER}|total|combined|different))? (?P<head>[a-z]+)",
    re.IGNORECASE,
)
_KINDS = (
    (re.compile(r"\byards?\b", re.IGNORECASE), "yard"),
    (re.compile(r"percent|\bper cent\b|%", re.IGNORECASE), "percent"),
    (re.compile(r"\bdollars?\b|\$|\bincomes?\b|\bmoney\b", re.IGNORECASE), "money"),
)
# Words of the question that name the operation and not the counted things.
_OPERATING = word_list("operation cues")


@dataclass(frozen=True, slots=True)
class Asked:
    """The operation and the operands that a question asks for.

    Attributes:
        operation: DIFFERENCE, SUM, COMPLEMENT or ONE.
        kind: of the amounts that lead to the answer: "yard", "percent", "money", "count" ...
        head: the noun after "how many", in the singular, "" if there is none.
        words: the content words, names and years of the question.
        larger, smaller: for a difference, the words that only one of its sides has; the first side is called
            the larger if ``ordered`` is false.
        ordered: whether the wording determines which side is the larger.
        parts: for a sum, the words of each thing that the question lists, () if it lists none.
        strict: whether only the words of the sides name the operation, so that the words of each side must be
            near its operand.
    """

    operation: str
    kind: str
    head: str
    words: frozenset[str]
    larger: frozenset[str] = frozenset()
    smaller: frozenset[str] = frozenset()
    ordered: bool = False
    parts: tuple[frozenset[str], ...] = ()
    strict: bool = False


def asked_for(question: str) -> Asked:
    """Read the wording of a question.

    Input -> output: "How many more bears are there in Sweden than in Finland?" -> a difference of counts, the
    larger of which is Sweden's and the smaller Finland's.
    """
    if len(question) > MOST_CHARACTERS:
        return Asked(ONE, "count", "", frozenset())
    words = telling_words(question)
    kind, head = _kind_of(question)
    compares = _COMPARES.search(question)
    if _THRESHOLD.search(question):
        return Asked(ONE, kind, head, words)
    if compares or _DIFFERENCE.search(question):
        if _COMPOUND.search(question) or (kind == "percent" and _NEGATES.search(question)):
            return Asked(ONE, kind, head, words)
        one, other = _sides(question)
        first, second = one - other, other - one
        if compares and compares["smaller"]:
            first, second = second, first
        return Asked(DIFFERENCE, kind, head, words, first, second, ordered=compares is not None)
    if kind == "percent" and _NEGATES.search(question):
        return Asked(COMPLEMENT, kind, head, words)
    if sides := _rest_or_change(question):
        one, other = sides
        is_change = len(_YEAR.findall(question)) > 1
        return Asked(
            DIFFERENCE, kind, head, words, one - other, other - one, not is_change, strict=True
        )
    if parts := _listed(question):
        return Asked(SUM, kind, head, words, parts=parts, strict=True)
    return Asked(SUM if _SUMS.search(question) else ONE, kind, head, words)


def _rest_or_change(question: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the words of a whole and of the subtracted part, or the two years of a change."""
    years = _YEAR.findall(question)
    if len(set(years)) == 2 and _CHANGES.search(question):
        return frozenset(years[:1]), frozenset(years[1:])
    match = _REST.search(question)
    if match is None or _SUMS.search(question):
        return None
    one, other = telling_words(question[: match.start()]), telling_words(question[match.end() :])
    return (one, other) if one - other and other - one else None


def _listed(question: str) -> tuple[frozenset[str], ...]:
    """Return the words of each thing that a question counts together: "How many men and women were there?"."""
    match = _LIST.search(question)
    if match is None or len(match["list"]) > _LONGEST_LIST or _AUXILIARY.search(match["list"]):
        return ()
    parts = tuple(map(telling_words, filter(str.strip, _LISTING.split(match["list"]))))
    alone = len(frozenset().union(*parts)) == sum(map(len, parts))
    return parts if 2 <= len(parts) <= 3 and all(parts) and alone else ()


def telling_words(text: str) -> frozenset[str]:
    """Return the content words and years of a text, and "people", without words for operations."""
    words = content_words(text) | set(_YEAR.findall(text)) | set(_PEOPLE.findall(text))
    return frozenset(_SHORT.get(word, word) for word in words) - _OPERATING


def _sides(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the two things that a question compares."""
    if match := _BETWEEN.search(question):
        return telling_words(match["one"]), telling_words(match["other"])
    match = _SIDES.search(question)
    if match is None:
        halves = _AND.split(question, maxsplit=1)
        one, other = (halves[0], halves[-1]) if len(halves) == 2 else (question, "")
    else:
        one, other = question[: match.start()], question[match.end() :]
    return telling_words(one), telling_words(other)


def _kind_of(question: str) -> tuple[str, str]:
    match = _HEAD.search(question)
    head = singular(match["head"].lower()) if match else ""
    for pattern, kind in _KINDS:
        if pattern.search(question):
            return kind, head
    return (head if head in MEASURE_WORDS else "count"), head


def names_of(question: str) -> frozenset[str]:
    """Return the capitalized content words of a question, without its first word."""
    words = WORD.findall(question[:MOST_CHARACTERS])[1:]
    return telling_words(" ".join(word for word in words if word[0].isupper()))
