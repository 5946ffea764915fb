"""Numbers that a solution may use though no amount of the text shows them: a closed list, each told by a word of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that everybody knows.

    Attributes:
        name: what it is, as the derivation says.
        values: the numbers that stand for it.
        cues: words of the problem, each of them needed, without which nobody would use it.
    """

    name: str
    values: tuple[Fraction, ...]
    cues: tuple[re.Pattern[str], ...]


def _fact(name: str, values: str, *cues: str) -> Fact:
    return Fact(
        name,
        tuple(map(Fraction, values.split())),
        tuple(re.compile(rf"\b(?:{cue})\b", re.IGNORECASE) for cue in cues),
    )


_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)
#: Closed; a number that is none of these and stands in no text cannot be told from one that depends on the text.
FACTS = (
    Fact("percent", (Fraction(100), Fraction(1, 100)), (_PERCENT,)),
    _fact("cents of a dollar", "100 1/100", r"cents?|pennies|penny|dimes?|nickels?|quarters?|dollars?"),
    _fact("cents of a quarter", "25 1/4", r"quarters"),
    _fact("cents of a dime", "10 1/10", r"dimes?"),
    _fact("cents of a nickel", "5 1/20", r"nickels?"),
    _fact("half", "2 1/2", r"half|halves|halved|halfway|1/2"),
    _fact("twice", "2", r"twice|doubles?|doubled|doubling|two times"),
    _fact("both", "2", r"both|couple|pairs?|twins?|each other"),
    _fact("third", "3 1/3", r"thirds?|1/3|2/3"),
    _fact("three times", "3", r"thrice|triples?|tripled|tripling|triplets?|three times"),
    _fact("two thirds", "2", r"two[- ]thirds|2/3"),
    _fact("quarter", "4 1/4", r"quarters?|fourths?|1/4|3/4"),
    _fact("three quarters", "3 3/4", r"three[- ](?:quarters|fourths)|3/4"),
    _fact("four times", "4", r"quadruples?|quadrupled|four times"),
    _fact("fifth", "5 1/5", r"fifths?|1/5|2/5|3/5|4/5"),
    _fact("sixth", "6", r"sixths?|1/6|5/6"),
    _fact("eighth", "8 1/8", r"eighths?|1/8|3/8|5/8|7/8"),
    _fact("tenth", "10 1/10", r"tenths?|1/10|3/10"),
    _fact("the whole", "1", r"half|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|\d/\d+"),
    _fact("dozen", "12", r"dozens?"),
    _fact("days of a week", "7", r"weeks?|weekly"),
    _fact("weekdays", "5", r"weekdays?|work ?week|school week|monday (?:to|through) friday"),
    _fact("days of a weekend", "2", r"weekends?"),
    _fact("hours of a day", "24", r"days?|daily", r"hours?|hourly"),
    _fact("minutes of an hour", "60", r"hours?|hourly|mph|[ap]m", r"minutes?|half[- ]hour"),
    _fact("seconds of a minute", "60", r"minutes?", r"seconds?"),
    _fact("months of a year", "12", r"years?|yearly|annual(?:ly)?", r"months?|monthly"),
    _fact("weeks of a year", "52", r"years?|yearly|annual(?:ly)?", r"weeks?|weekly"),
    _fact("days of a year", "365", r"years?|yearly|annual(?:ly)?", r"days?|daily"),
    _fact("weeks of a month", "4", r"months?|monthly", r"weeks?|weekly"),
    _fact("days of a month", "30", r"months?|monthly|june|april|september|november", r"days?|daily"),
    _fact("years of a decade", "10", r"decades?"),
    _fact("years of a century", "100", r"century|centuries"),
    _fact("inches of a foot", "12", r"foot|feet", r"inch(?:es)?"),
    _fact("feet of a yard", "3", r"yards?", r"foot|feet"),
    _fact("feet of a mile", "5280", r"miles?", r"foot|feet"),
    _fact("ounces of a pound", "16", r"pounds?", r"ounces?"),
    _fact("thousandths of a unit", "1000", r"kilo\w+|kg|km|grams?|met(?:er|re)s?|milli\w+|ml|lit(?:er|re)s?"),
    _fact("centimeters of a meter", "100", r"met(?:er|re)s?", r"centimet(?:er|re)s?|cm"),
    _fact("quarts of a gallon", "4", r"gallons?", r"quarts?"),
    _fact("cups of a pint", "2", r"pints?", r"cups?"),
    _fact("ounces of a cup", "8", r"cups?", r"ounces?"),
    _fact("sides of a square", "4", r"squares?(?! (?:feet|foot|inch|met|mile|yard|kilo|cent))"),
    _fact("sides of a rectangle", "2", r"rectangles?|rectangular|perimeter"),
    _fact("sides of a triangle", "3 2", r"triangles?|triangular"),
    _fact("one", "1", r"one|an?|1 \w+|and (?:his|her|their|my)|himself|herself|myself|themselves|(?:he|she|i) and|him and|her and"),
)  # fmt: skip


#: Facts that say how many times, or which part: a sum never adds them.
FACTORS = frozenset(
    "half twice both third quarter fifth sixth eighth tenth dozen percent".split()
) | {"three times", "two thirds", "three quarters", "four times", "cents of a dollar"}


def facts_of(text: str) -> dict[Fraction, str]:
    """Value -> the name of a fact, of all that the words of a problem bring to mind."""
    found: dict[Fraction, str] = {}
    for value, name in _told(text):
        found.setdefault(value, name)
    return found


def _told(text: str) -> Iterator[tuple[Fraction, str]]:
    for fact in FACTS:
        if all(cue.search(text) for cue in fact.cues):
            for value in fact.values:
                yield value, fact.name
