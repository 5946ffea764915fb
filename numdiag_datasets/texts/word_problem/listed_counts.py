"""Counts of things that a text lists one by one, which no edit may change: "her 3 quizzes", "the 3 friends"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from numdiag_datasets.english.names import BEINGS, DATES, begins_with_name
from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.number_marks import next_word, previous_word
from numdiag_datasets.english.number_words import ORDINALS
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.numerals import MONTHS, NUMERAL
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.texts.grounding import term_counts
from numdiag_datasets.texts.reading import Reading, counted_noun

#: A larger count is hardly ever that of a list.
LONGEST: Final = 12
_LONGEST_LIST = 200
#: A text with more numbers is not a story.
_MOST_NUMBERS = 60
_DEFINITE = re.compile(
    r"\b(?:the|these|those|all|both|her|his|their|my|our|its|following)(?: (?:other|different|following|first|last|past|previous|next))? $",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:first|last|next|previous|other|remaining) $")
_JOINTLY = frozenset({"together", "combined", "altogether"})
_BEHIND = _JOINTLY | word_list("between number and noun") | word_list("ends of a counted phrase")
_NAMES = re.compile(r"\b[A-Z]\w{0,20}(?:, [A-Z]\w{0,20}){0,8},? and [A-Z]\w{0,20}")
_MEMBER = r"(?:(?:[Aa]n?|the|some) )?[A-Za-z][\w'’-]{0,20}(?: [a-z][\w'’-]{0,20})?"
_WORDS = re.compile(rf"\b{_MEMBER}(?:, {_MEMBER}){{1,11}},? and {_MEMBER}")
_AMOUNT = rf"[$€£]?(?:{NUMERAL})"
_NUMERALS = re.compile(rf"(?<![\w.,]){_AMOUNT}(?:, {_AMOUNT}){{0,11}},? and {_AMOUNT}")
# "two equal groups of girls and boys"
_OF_KINDS = re.compile(
    rf" (?:\w+ )?(?:groups|teams|kinds|types|sorts|parts|categories) of (?P<list>{_MEMBER}(?:, {_MEMBER}){{0,11}},? and {_MEMBER})"
)
#: "Rome, Paris and Oslo are three stops"
_ARE = re.compile(
    rf"(?P<list>{_MEMBER}(?:, {_MEMBER}){{1,11}},? and {_MEMBER}) (?:are|were) (?:the |only )?$"
)
_BETWEEN = re.compile(r",? and |, ")
_MEAN = re.compile(r"\b(?:averag\w+|mean)\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)*\b")
_ORDINAL = rf"{'|'.join(ORDINALS[:LONGEST])}|\d{{1,2}}(?:st|nd|rd|th)|other"
_MARKER = re.compile(
    rf"\b(?P<marker>(?P<ordinal>{_ORDINAL})|top|middle|bottom|upper|lower|left|right|front|back|last)\b(?: (?P<noun>[a-z]+))?",
    re.IGNORECASE,
)
# One of these is among the markers of every list; looking for them takes a tenth of the time.
_FIRST_MARKERS = ("first", "1st", "other", "top", "upper", "left", "front")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_WEEK = "Mon Tues Wednes Thurs Fri Satur Sun".split()
#: "from Monday to Friday"
_WEEKDAYS = re.compile(
    rf"\b({'|'.join(_WEEK)})days? (?:to|through|until|till) ({'|'.join(_WEEK)})days?\b"
)
_MONTH = re.compile(rf"\b(?:{MONTHS})\b")
_YEAR = re.compile(r"\b(?:in|of) (?:19|20)\d\d\b")
_DAY = re.compile(r"\b(?:yesterday|today|tomorrow)\b", re.IGNORECASE)
_NAMED_TIMES = {
    "day": (_WEEKDAY, _DAY),
    "month": (_MONTH,),
    "year": (_YEAR,),
    "weekday": (_WEEKDAY,),
}
_TIMES = (
    "minute hour morning afternoon evening night day week weekend month quarter season semester year"
).split()
#: Unit -> "this week", "the previous week", "the week before".
_POINTED_TIMES = {
    unit: re.compile(
        r"\b(?:this|that|last|next|(?:the )?(?:previous|next|following|same|other)) "
        rf"{unit}\b|\bthe {unit} (?:before|after)\b",
        re.IGNORECASE,
    )
    for unit in _TIMES
}


def mean_counts(reading: Reading) -> frozenset[int]:
    """Return the positions in `Reading.worked` of divisors that count the terms of a mean."""
    counts = term_counts(reading.worked) if reading.worked else frozenset()
    is_mean = counts and any(_MEAN.search(text) for _, text in reading.texts)
    return counts if is_mean else frozenset()


def is_listed_count(reading: Reading, number: NumberMention) -> bool:
    """Return whether a number counts what the text lists: names, things, numbers, times or "the first ... the second"."""
    count, parts = number.value.as_integer_ratio()  # comparing a Fraction takes far longer
    if (
        parts != 1
        or not 2 <= count <= LONGEST
        or number.role not in ("quantity", "measure")
        or len(reading.quantities) > _MOST_NUMBERS
    ):
        return False
    if is_of_told(reading, number) or _is_of_series(reading, number):
        return True
    text, texts = number.field_text, _texts(reading)
    kinds = _OF_KINDS.match(text, number.end)
    if kinds and count == len(_BETWEEN.split(kinds["list"])):
        return True
    listed = _ARE.search(text, max(0, number.start - _LONGEST_LIST), number.start)
    if listed and count == len(_BETWEEN.split(listed["list"])):
        return True
    is_definite = _DEFINITE.search(text, max(0, number.start - 24), number.start) is not None
    if (is_definite or count > 2) and count in _lengths(_NUMERALS, (_sentence_of(number),)):
        return True
    if is_definite and count in _lengths(_WORDS, texts):
        return True
    words = words_of(text[number.end : number.end + 24])[:1]
    if any(_told_times(singular(word), texts) == count for word in words):
        return True
    if len(_markers(texts)) >= count and any(
        _marked(noun, texts) == count for noun in {*map(singular, words), counted_noun(number)}
    ):
        return True
    names = _lengths(_NAMES, texts)
    if not is_definite and count not in names:
        return False
    is_of_beings = words == ("of",) or any(
        not BEINGS.isdisjoint(classes_of(noun)) for noun in {*words, counted_noun(number)}
    )
    return (count in names and (is_definite or is_of_beings)) or (
        is_definite and is_of_beings and count == len(_names(texts))
    )


def is_of_told(reading: Reading, number: NumberMention) -> bool:
    """Return whether a number without a noun counts things mentioned before it: "as the first 2 together"."""
    found = _part(number)
    word = next_word(number.field_text, number.end)
    if found is None or found[0] == "next " or (word and word not in _BEHIND - {"and", "or"}):
        return False
    told = sum((n.field, n.start) < (number.field, number.start) for n in reading.quantities)
    return number.value <= told and (word in _JOINTLY or found[0] != "other ")


def _part(number: NumberMention) -> re.Match[str] | None:
    return _FIRST.search(number.field_text, max(0, number.start - 12), number.start)


def _is_of_series(reading: Reading, number: NumberMention) -> bool:
    """Return whether a number counts the first, the last or all things of a series whose end is mentioned: "4 days: the first 3 and day 4"."""
    word = next_word(number.field_text, number.end)
    noun = singular(word)
    alike = [n for n in reading.quantities if singular(next_word(n.field_text, n.end)) == noun]
    parts = {(n.value, part[0]) for n in alike if (part := _part(n))}
    if not parts or not word or word in _BEHIND:
        return False
    labels = {
        n.value
        for n in reading.numbers
        if (n.role == "ordinal" and singular(next_word(n.field_text, n.end)) == noun)
        or (n.role == "reference" and singular(previous_word(n.field_text, n.start)) == noun)
    }
    one_more = bool(labels) or any(f"last {noun}" in text for text in _texts(reading))
    wholes = set(labels)
    if len(parts) + one_more > 1:
        wholes.add(sum(value for value, _ in parts) + Fraction(one_more))
    if _part(number):
        return max(labels, default=0) > 1 or any(n.value in wholes for n in alike if not _part(n))
    return number.value in wholes


def _texts(reading: Reading) -> tuple[str, ...]:
    return (*reading.problem.context, reading.problem.question)


def _sentence_of(number: NumberMention) -> str:
    """Return the text around a number up to the next full stops."""
    text, start = number.field_text, number.start
    end = text.find(". ", start)
    return text[text.rfind(". ", 0, start) + 1 : end if end >= 0 else len(text)]


@lru_cache(maxsize=8)
def _lengths(pattern: re.Pattern[str], texts: tuple[str, ...]) -> frozenset[int]:
    """Return the lengths of the lists that match a pattern."""
    return frozenset(
        len(_BETWEEN.split(found[0])) for text in texts for found in pattern.finditer(text)
    )


@lru_cache(maxsize=1)
def _names(texts: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        starts = {start for start, _ in sentence_spans(text)}
        for match in _NAME.finditer(text):
            name = match[0]
            if match.start() in starts and not begins_with_name(name):
                name = name.partition(" ")[2]
            if name and not DATES.match(name):
                found.add(name)
    return frozenset(found)


def _told_times(unit: str, texts: Sequence[str]) -> int:
    """Return how many different times of a unit the texts name: "this week", "last week" -> 2; "Monday to Friday" -> 5."""
    if unit not in _POINTED_TIMES:
        return 0
    if unit == "day" and (days := next(filter(None, map(_WEEKDAYS.search, texts)), None)):
        return (_WEEK.index(days[2]) - _WEEK.index(days[1])) % len(_WEEK) + 1
    patterns = (*_NAMED_TIMES.get(unit, ()), _POINTED_TIMES[unit])
    found = (match for pattern in patterns for text in texts for match in pattern.finditer(text))
    return len({match[0].lower() for match in found})


def _marked(noun: str, texts: tuple[str, ...]) -> int:
    """Return how many things of a kind the texts distinguish: "the first box ... the other" -> 2."""
    found = _markers(texts)
    named = [m for m in found if m["noun"] and singular(m["noun"]) in (noun, "one")]
    if all(match["noun"] == "one" for match in named):
        return 0
    return len({m["marker"] for m in found if m["ordinal"] or m in named})


@lru_cache(maxsize=8)
def _markers(texts: tuple[str, ...]) -> tuple[re.Match[str], ...]:
    lower = " ".join(texts).lower()
    if not any(word in lower for word in _FIRST_MARKERS):
        return ()
    return tuple(_MARKER.finditer(lower))
