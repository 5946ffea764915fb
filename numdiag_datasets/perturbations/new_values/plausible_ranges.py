"""Things that may number a thousand or ten thousand: not hours of a day, rows of a bus, inches of a person."""

from __future__ import annotations

import re

from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.word_problem.clauses import MOST_CHARACTERS

# Things that no story has thousands of.
_LIMITED = re.compile(
    r"[ -](?:degrees?|miles (?:per|to the) gallon|(?:inch(?:es)?|feet|foot|centimeters|cm) tall"
    r"|(?:(?:different|endangered) )?(?:kinds|(?:\w+ )?species)"
    r"|times (?:as|more|longer|larger|bigger|heavier|taller|older|the))\b"
)
# Singular of a counted noun -> contexts in which there cannot be that many: "She studies 4 hours every day".
_UNITS_BEHIND = re.compile(r"(?:[ -][a-z]+){1,2}\b")
_WITHIN = {
    "hour": re.compile(
        r"\b(?:days?|daily|tonight|night|morning|afternoon|evening|(?:to|yester|\w+)day)\b"
    ),
    "day": re.compile(
        r"\b(?:(?:an?|per|each|every|one|this|last) (?:week|month|year)|summer|winter|vacation|holidays?)\b"
    ),
    "week": re.compile(
        r"\b(?:(?:an?|per|each|every|one|this|last) (?:month|year)|summer|winter|vacation|holidays?)\b"
    ),
    "month": re.compile(r"\b(?:an?|per|each|every|one|this|last) year\b"),
    "year": re.compile(r"\b(?:old|older|younger|age|taught|teacher|married|birthday|siblings?)\b"),
    "row": re.compile(r"\b(?:bus|van|car|plane|boat)\b"),
    "seat": re.compile(r"\b(?:bus|van|car|boat)\b"),
    "ball": re.compile(r"\bjuggl"),
    "slice": re.compile(r"\b(?:pizzas?|cakes?|pies?)\b"),
    "inch": re.compile(r"\b(?:hair|jump\w*|hop\w*|frog|grasshopper|mouse)\b"),
    "kilogram": re.compile(r"\b(?:[Ss]he|[Hh]e) (?:now )?weigh|\bjogging\b|\bdiet\b"),
    "bottle": re.compile(r"\b(?:a|per|each|every) day\b"),
    "chair": re.compile(r"\b(?:each|every|per|a) (?:set|table)\b"),
    "set": re.compile(r"\bbackyard\b"),
    "gallon": re.compile(r"\b(?:gas|car)\b"),
    "pound": re.compile(r"\bback ?pack\b"),
    "foot": re.compile(r"\bstands at\b|\broom\b|\bcarpet\b|\brug\b"),
    "mile": re.compile(r"\b(?:hik(?:e|ed|ing)|walk(?:ed|s)?)\b"),
}
# In everyday life these do not number tens of thousands: food that somebody eats, the content of a bus or a
# bucket.
_EVERYDAY_UNITS = re.compile(
    r"[ -](?:weeks?|months?|years?|(?:gallons|liters|pounds|feet|inches|slices|seats|rows|laps|times)\b)"
)
_EVERYDAY = re.compile(
    r"\b(?:ate|eats?|eaten|eating|drank|drinks?|bus|buses|car|van|boat|truck|ride|wheel|elevator|bucket|basket|backpack"
    r"|pizzas?|cakes?|loads?|wash(?:es|ed|ing)?|fridge|room"
    r"|(?:each|every|per|a|that) (?:day|week))\b",
    re.IGNORECASE,
)


# "5 times a week", "3 pills each day", "2 bags per", "4 more"
_PER_STEP = re.compile(
    r"[ -](?:times|(?:\w+ ){0,3}(?:a|an|per|each|every|daily|weekly|hourly|apiece)\b|more|fewer|less|(?:\w+ )?(?:hours?|minutes?|days?|weeks?"
    r"|months?|years?|petals|kittens|puppies|spots|places|grains|players|members|guests|goals|pages|people|friends|kids|children|sisters|brothers|shelves|rooms|floors|cups|slices|quarters|classes|courses|games|boxes|bags|packs|rows))\b"
)
_SMALL_STEP = re.compile(
    r"\b(?:each|every|per|an?|age|aged|is|was|turn|turns|turned|place|than)\b[^.,]{0,14}$",
    re.IGNORECASE,
)


def may_be_a_thousand(number: NumberMention) -> bool:
    """Return whether a number may become thousands: not hours of a day, days of a week, the age of a person."""
    text, end = number.field_text, number.end
    if _LIMITED.match(text, end):
        return False
    words = _UNITS_BEHIND.match(text, end)
    units = (singular(word) for word in words[0].replace("-", " ").split()) if words else ()
    return not any(unit in _WITHIN and _says_nearby(_WITHIN[unit], number) for unit in units)


def may_be_thousands_in_steps(number: NumberMention) -> bool:
    """Return whether a number may become thousands in a solution of several steps.

    Times, weights, numbers of times and amounts per item may not.
    """
    text, mention = number.field_text, number
    if mention.role not in ("money", "quantity") or not may_be_ten_thousand(number):
        return False
    return not _PER_STEP.match(text, mention.end) and not _SMALL_STEP.search(
        text, max(0, mention.start - 24), mention.start
    )


def may_be_ten_thousand(number: NumberMention) -> bool:
    """Return whether a number may become tens of thousands: not food that is eaten, nor a bus's content."""
    everyday = _EVERYDAY_UNITS.match(number.field_text, number.end)
    return not everyday and not _says_nearby(_EVERYDAY, number) and may_be_a_thousand(number)


def _says_nearby(pattern: re.Pattern[str], number: NumberMention) -> bool:
    """Return whether a pattern matches near a number; a text with thousands of numbers is not a story."""
    start, end = number.start, number.end
    return (
        pattern.search(number.field_text, max(0, start - MOST_CHARACTERS), end + MOST_CHARACTERS)
        is not None
    )
