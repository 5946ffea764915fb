"""Find the numbers of a text, and tell quantities from years, dates, scores, labels and names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.number_words import (
    MAGNITUDES,
    ORDINALS,
    TEENS,
    TENS,
    UNITS,
    parse_words,
)
from numdiag_datasets.sentences import starts_sentence

#: The roles that a perturbation may touch.
QUANTITY_ROLES = frozenset({"quantity", "money", "percent", "measure"})


@dataclass(frozen=True, slots=True)
class NumberMention:
    """One number as it stands in a text.

    Attributes:
        start, end: code-point span, with the currency sign, percent sign and magnitude that belong
            to it ("$1.5 million", "45%").
        text: what stands there.
        value: the numeral's own value, exact; a magnitude in digits form is kept apart.
        form: "digits" or "words".
        role: quantity, money, percent, measure, year, date, time, ordinal, score, range, fraction,
            label, reference, name or determiner.
        numeral_start, numeral_end: span of the bare numeral ("1.5").
        magnitude: "million" in "$1.5 million", else "".
        hyphenated: attributive, as in "41-yard": only a change into words reads well there.
    """

    start: int
    end: int
    text: str
    value: Fraction
    form: str
    role: str
    numeral_start: int
    numeral_end: int
    magnitude: str = ""
    hyphenated: bool = False

    @property
    def numeral(self) -> str:
        """The bare numeral: "1,200" of "$1,200"."""
        offset = self.start
        return self.text[self.numeral_start - offset : self.numeral_end - offset]

    @property
    def is_quantity(self) -> bool:
        """Whether the number says how much or how many."""
        return self.role in QUANTITY_ROLES

    @property
    def perturbable(self) -> bool:
        """Whether any perturbation of value or form may touch it."""
        return self.role in QUANTITY_ROLES and not self.hyphenated


def _either(words: object) -> str:
    return "|".join(sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


_TENS = rf"(?:{_either(TENS)})"
_DIGIT = rf"(?:{_either(UNITS)})"
_ORDINAL = rf"(?:(?:{_TENS}[- ])?(?:{_either(ORDINALS)}))"
_BELOW_100 = rf"(?:{_TENS}(?:[- ]{_DIGIT})?|{_either(TEENS)}|{_DIGIT})"
_BELOW_1000 = rf"(?:{_BELOW_100}[- ]hundred(?:(?:[- ]and)?[- ]{_BELOW_100})?|{_BELOW_100})"
_MAGNITUDE = rf"(?:{_either(MAGNITUDES)})"
_CARDINAL = (
    rf"(?:(?:an? (?:hundred(?:(?: and)? {_BELOW_100})?|(?={_MAGNITUDE}))|{_BELOW_1000})"
    rf"(?:[- ]?{_MAGNITUDE}(?:,?(?:[- ]and)?[- ]{_BELOW_1000}(?:[- ]{_MAGNITUDE})?)*)?"
    rf"(?: point(?: {_DIGIT})+(?: {_MAGNITUDE})?)?)"
)
# The look-aheads spare almost every character the long alternations: digits and currency signs, and
# almost every other word the long alternation: these are the beginnings of
# all number words, "a" and "an" only before a magnitude.
_BEGINNING = r"(?=zero|one|tw|th[ior]|fo[ru]|fi[rfv]|six|se[cv]|ei|ni|ten|ele|hundr|an? [htmb])"
_NUMBER = re.compile(
    r"(?P<digits>(?=[$€£.0-9])(?:(?<!\w)[$€£] ?)?(?P<numeral>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?"
    r"|(?<![\w.])\.\d+))"
    rf"|\b{_BEGINNING}(?:(?P<ordinal>{_ORDINAL})|(?P<words>{_CARDINAL}))\b",
    re.IGNORECASE,
)
_CHAIN = re.compile(r"\d[\d,.]*(?:(?:[-–—/:]| ?[–—] ?)\d[\d,.]*)+")
_NEXT_WORD = re.compile(r"\s*([^\W\d_]+(?:[.'’][^\W\d_]+)*\.?)")
_PREVIOUS_WORD = re.compile(r"([^\W\d_]+)[.]?[\s(]*$")
_AFTER_NUMERAL = re.compile(
    rf"(?P<percent> ?%)|(?P<magnitude> {_MAGNITUDE}\b)|(?P<ordinal>st\b|nd\b|rd\b|th\b)"
    r"|(?P<hyphen>-[^\W\d_])|(?P<glued>[^\W\d_])",
    re.IGNORECASE,
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_REFERENCES = frozenset(
    "note notes item items section sections topic table figure week chapter article step level "
    "phase room exhibit rule act version route highway interstate channel flight apollo ifrs ias "
    "asc asu fas sfas no nos number part page grade team group division route paragraph".split()
)
_YEAR_CUES = (
    frozenset(
        "in since from by until till during of year fiscal through before after to and between early "
        "late mid circa spring summer autumn fall winter ended ending".split()
    )
    | _MONTHS
)
MONEY_WORDS = frozenset("dollar dollars cent cents buck bucks euro euros pence penny".split())
MEASURE_WORDS = frozenset(
    "inch inches foot feet ft yard yards yd yds mile miles mi millimeter millimeters mm centimeter "
    "centimeters centimetre centimetres cm m meter meters metre metres kilometer kilometers kilometre "
    "kilometres km ounce ounces oz pound pounds lb lbs gram grams g kilogram kilograms kg kgs ton "
    "tons tonne tonnes pint pints quart quarts gallon gallons gal liter liters litre litres l ml "
    "milliliter milliliters second seconds minute minutes min mins hour hours hr hrs day days week "
    "weeks month months year years decade decades century centuries degree degrees acre acres "
    "hectare hectares gb mb square cubic mph".split()
)
_SCORE_CUES = frozenset(
    "won win wins winning lost lose losing loss beat beating lead led leading trail trailing score "
    "tied tie victory record defeat defeated by".split()
)
_CLOCK = re.compile(r" ?(?:[ap]\.?m\b|o['’]clock)", re.IGNORECASE)
_FRACTION_WORD = re.compile(
    r"-(?:hal(?:f|ves)|quarters?|thirds?|fourths?|fifths?|sixths?|eighths?)\b"
)


def find_numbers(text: str) -> list[NumberMention]:
    """Return the numbers of ``text`` in order.

    Input -> output: "Mrs. Hilt paid $1,200 on May 5" -> [money 1200, date 5]. HTML entities
    (``&#8212;``) are no numbers; a full stop that ends a sentence is no decimal point; "two hundred
    and forty-eight" is one number; fractions in words ("two-thirds") have the role fraction.
    """
    mentions: list[NumberMention] = []
    chain_end, chain_role = 0, ""
    for match in _NUMBER.finditer(text):
        kind = match.lastgroup
        if kind == "words":
            mentions.append(_read_words(text, match))
        elif kind == "ordinal":
            start, end = match.span()
            mentions.append(
                NumberMention(
                    start,
                    end,
                    match[0],
                    _ordinal_value(match[0].lower()),
                    "words",
                    "ordinal",
                    start,
                    end,
                )
            )
        else:
            start = match.start("numeral")
            if start >= 2 and text[start - 2 : start] == "&#":
                continue
            if start >= chain_end:
                chain_role = ""
                if text[match.end() : match.end() + 2].lstrip()[:1] in tuple("-–—/:"):
                    chain = _CHAIN.match(text, start)
                    if chain:
                        chain_end = chain.end()
                        chain_role = _chain_role(text, chain[0], start, chain_end)
            mentions.append(_read_digits(text, match, chain_role))
    return mentions


def _read_digits(text: str, match: re.Match[str], chain_role: str) -> NumberMention:
    start, end = match.span()
    numeral_start, numeral_end = match.span("numeral")
    numeral = match["numeral"]
    value = _digits_value(numeral)
    money = start < numeral_start
    role, magnitude, hyphenated = chain_role, "", False
    after = _AFTER_NUMERAL.match(text, end)
    kind = after.lastgroup if after else ""
    if role:
        pass
    elif start > 0 and not money and (text[start - 1].isalnum() or _name_before(text, start)):
        role = "name"
    elif kind == "ordinal":
        role = "ordinal"
    elif _CLOCK.match(text, end):
        role = "time"
    elif kind == "percent":
        role = "percent"
        end = after.end()  # type: ignore[union-attr]
    elif kind == "glued":
        role = "year" if text[end : end + 2] in ("s ", "s,", "s.") else "name"
    else:
        if kind == "magnitude":
            magnitude = after[0].strip()  # type: ignore[index]
            end = after.end()  # type: ignore[union-attr]
        hyphenated = kind == "hyphen"
        role = "money" if money else _role_by_context(text, start, end, numeral, value)
    return NumberMention(
        start,
        end,
        text[start:end],
        value,
        "digits",
        role,
        numeral_start,
        numeral_end,
        magnitude,
        hyphenated,
    )


def _read_words(text: str, match: re.Match[str]) -> NumberMention:
    start, end = match.span("words")
    words = match["words"]
    hyphenated = text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha()
    if hyphenated and _FRACTION_WORD.match(text, end):
        role = "fraction"
    elif words in ("one", "One") or (start and text[start - 1] == "-"):
        role = "determiner"
    elif words[0].isupper() and not starts_sentence(text, start):
        role = "name"
    else:
        following = _next_word(text, end)
        role = _unit_role(following)
        if following in _MONTHS and following != "may":
            role = "date"
        elif _CLOCK.match(text, end):
            role = "time"
    return NumberMention(
        start, end, words, _words_value(words.lower()), "words", role, start, end, "", hyphenated
    )


def _role_by_context(text: str, start: int, end: int, numeral: str, value: Fraction) -> str:
    """The role of a free-standing digit number, from the words around it."""
    following = _next_word(text, end)
    role = _unit_role(following)
    if role != "quantity":
        return role
    before = _PREVIOUS_WORD.search(text, max(0, start - 24), start)
    previous = before[1] if before else ""
    if previous[:1].isupper() and previous.lower() in _REFERENCES:
        return "reference"
    if value.denominator != 1 or "," in numeral:
        return role
    whole = value.numerator  # an int: comparing a Fraction takes far longer
    if following in _MONTHS and following != "may":
        return "date"
    if whole <= 31 and previous[:1].isupper() and previous.lower() in _MONTHS:
        return "date"
    if len(numeral) == 4 and 1000 <= whole <= 2100:
        counted = following and following not in _YEAR_CUES and following.endswith("s")
        if not counted and (previous.lower() in _YEAR_CUES or (whole >= 1900 and not following)):
            return "year"
    if whole <= 30 and _is_label(text, start, end):
        return "label"
    return role


def _is_label(text: str, start: int, end: int) -> bool:
    """List marks ("16. WARRANTIES", "3) ...") and footnotes ("(2)")."""
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return True
    return start == 0 and text[end : end + 2] in (". ", ") ")


def _chain_role(text: str, chain: str, start: int, end: int) -> str:
    """The role of numbers joined by a mark: "13-9", "7:30", "5-19 October", "2015/2016", "3/4"."""
    if ":" in chain:
        return "time"
    previous = _PREVIOUS_WORD.search(text, max(0, start - 24), start)
    if _next_word(text, end) in _MONTHS or (previous and previous[1].lower() in _MONTHS):
        return "date"
    parts = re.split(r"[-–—/ ]+", chain.rstrip(".,"))
    if all(len(part) == 4 for part in parts[:1]) and 1000 <= _digits_value(parts[0]) <= 2100:
        return "year"
    if "/" in chain:
        return "fraction" if len(parts) == 2 else "date"
    if len(parts) > 2:
        return "label"
    cue = previous[1].lower() if previous else ""
    first, second = (_digits_value(part) for part in parts)
    return "score" if cue in _SCORE_CUES or first >= second else "range"


def _name_before(text: str, start: int) -> bool:
    """A letter or a version joined in front: "COVID-19", "v1.2.3"."""
    return (
        start >= 2
        and text[start - 1] in "-.–"
        and text[start - 2].isalnum()
        and (text[start - 1] != "." or text[start - 2].isdigit())
    )


def _unit_role(following: str) -> str:
    if following in MEASURE_WORDS:
        return "measure"
    if following in MONEY_WORDS:
        return "money"
    return "percent" if following in ("percent", "per cent", "percentage") else "quantity"


def _next_word(text: str, end: int) -> str:
    match = _NEXT_WORD.match(text, end, end + 24)
    return match[1].rstrip(".").lower() if match else ""


@lru_cache(maxsize=8192)
def _digits_value(numeral: str) -> Fraction:
    return Fraction(numeral.replace(",", "").rstrip("."))


@lru_cache(maxsize=8192)
def _words_value(words: str) -> Fraction:
    return parse_words(words)


@lru_cache(maxsize=1024)
def _ordinal_value(word: str) -> Fraction:
    tens, _, last = word.replace("-", " ").rpartition(" ")
    value = ORDINALS.index(last) + 1
    if value > 20:
        value = (value - 18) * 10 if value < 28 else 10 ** (value - 26)
    return Fraction(value + (TENS[tens] if tens else 0))
