"""Numbers of a text: quantities, and those that are years, dates, scores, labels or names."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter

from numdiag_datasets.core.decimals import MOST_DIGITS
from numdiag_datasets.english.formulas import formula_spans
from numdiag_datasets.english.joined_numbers import is_end_of_range
from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.number_marks import (
    CLOCK,
    MIXED_BEHIND,
    chain_role,
    digit_number,
    next_word,
)
from numdiag_datasets.english.number_roles import (
    COUNTED_PLURALS,
    continues,
    deciding_rule,
    is_day_of_month,
    is_rank,
    unit_role,
)
from numdiag_datasets.english.number_words import (
    MAGNITUDES,
    ORDINALS,
    TEENS,
    TENS,
    UNITS,
    parse_words,
)
from numdiag_datasets.english.numerals import (
    EUROPEAN,
    GROUPED,
    OTHERWISE_GROUPED,
    SPACED,
    SPACED_MONEY,
)
from numdiag_datasets.english.references import is_one_of_series, is_reference
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.english.word_lists import word_list

#: The roles of numbers that a perturbation may change.
QUANTITY_ROLES = frozenset({"quantity", "money", "percent", "measure"})


@dataclass(frozen=True, slots=True)
class NumberMention:
    """One mention of a number in a text.

    Attributes:
        start: its offset in code points, including the currency sign, percent sign and magnitude that
            belong to it ("$1.5 million", "45%").
        end: the offset of its end.
        text: the characters of the mention.
        value: the numeral's own value, exact; a magnitude in digits form is kept separately.
        form: "digits" or "words".
        role: quantity, money, percent, measure, year, date, time, ordinal, score, range, fraction,
            label, reference, name or determiner.
        numeral_start: the offset of the bare numeral ("1.5").
        numeral_end: the offset of its end.
        magnitude: "million" in "$1.5 million", else "".
        hyphenated: attributive, as in "41-yard": only words can replace the digits naturally.
        field: the name of the text field, as in `Edit.field`; "" for a text on its own.
        field_text: the whole text that contains the number.
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
    field: str = ""
    field_text: str = ""

    @property
    def numeral(self) -> str:
        """The bare numeral: "1,200" of "$1,200"."""
        offset = self.start
        return self.text[self.numeral_start - offset : self.numeral_end - offset]

    @property
    def is_quantity(self) -> bool:
        """Whether the number is an amount (how much or how many)."""
        return self.role in QUANTITY_ROLES

    @property
    def perturbable(self) -> bool:
        """Whether any perturbation of value or form may touch it."""
        return self.role in QUANTITY_ROLES and not self.hyphenated


def _either(words: object) -> str:
    return "|".join(sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


_TENS = rf"(?:{_either(TENS)})"
_DIGIT = rf"(?:{_either(UNITS)})"
_NONZERO = rf"(?:{_either(word for word in UNITS if word != 'zero')})"
_MAGNITUDE = rf"(?:{_either(MAGNITUDES)})"
_ORDINAL = rf"(?:(?:{_TENS}[- ])?(?:{_either(ORDINALS)}))"
# The grammar accepts exactly the words that `parse_words` reads as one number: zero is alone, no hundred
# follows another, magnitudes fall. Further words are a number of their own: "twenty zero", "one million
# one million". An atomic group is not read again as a shorter number.
_BELOW_100 = rf"(?:{_TENS}(?:[- ]{_NONZERO})?|{_either(TEENS)}|{_NONZERO})"
# "one hundred and one half" is no "one hundred and one".
_NO_HALF = r"(?! half\b(?!-))"
_REST_OF_HUNDRED = rf"(?:(?:[- ]and)?[- ](?>{_BELOW_100})(?![- ]hundred){_NO_HALF})?"
_BELOW_1000 = rf"(?:{_BELOW_100}[- ]hundred{_REST_OF_HUNDRED}|{_BELOW_100})"
_REST = rf"(?:,?(?:[- ]and)?[- ](?>{_BELOW_1000})"


def _below(magnitudes: list[str]) -> str:
    """Return a pattern for the words after a magnitude.

    These are the given magnitudes, in falling order and at most once each, then hundreds and ones.
    """
    groups = "".join(rf"{_REST}[- ]{magnitude})?" for magnitude in magnitudes)
    return rf"{groups}{_REST}(?![- ](?:{_MAGNITUDE}|hundred)){_NO_HALF})?"


_FALLING = sorted(MAGNITUDES, key=lambda name: MAGNITUDES[name], reverse=True)
_LARGE = "|".join(f"{magnitude}{_below(_FALLING[i + 1 :])}" for i, magnitude in enumerate(_FALLING))
_CARDINAL = (
    rf"(?:(?:(?:an? hundred{_REST_OF_HUNDRED}|{_BELOW_1000})(?:[- ](?:{_LARGE}))?"
    rf"|an? (?:{_LARGE})|zero(?:[- ]{_MAGNITUDE})?)"
    rf"(?: point(?: {_DIGIT}){{1,{MOST_DIGITS}}}(?: {_MAGNITUDE})?"
    rf"|-point(?:-{_DIGIT}){{1,{MOST_DIGITS}}}(?:-{_MAGNITUDE})?)?)"  # "one-point-five-million-dollar"
)
# Possible beginnings of a number: a digit, a currency sign, or the first letters of a number word ("a" and
# "an" only before a magnitude). Nearly all other characters skip the long alternations.
_BEGINNING = re.compile(
    r"\\?[$€£]|[0-9]|\.(?=\d)|\b(?:z(?=ero)|o(?=ne)|t(?=w|hir|hre|en)|f(?=our|ort|i[rfv])|s(?=ix|e[cv])"
    r"|e(?=ig|lev)|n(?=in)|h(?=undr)|a(?=n? [htmb]))",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"(?P<digits>(?:\\?[$€£] ?)?(?P<numeral>(?=\d{{1,3}}\W\d)(?:{SPACED}|{SPACED_MONEY}|(?P<european>{EUROPEAN})"
    rf"|{OTHERWISE_GROUPED}(?:\.\d+)?|{GROUPED}(?!\d)(?:\.\d+)?)|\d+(?:\.\d+)?|(?<![\w.])\.\d+))"
    # In ASCII, since case folding also maps other letters to those of a number word: "ſix", "bıllion".
    rf"|(?a:(?:(?P<ordinal>{_ORDINAL})|(?P<words>{_CARDINAL})))\b",
    re.IGNORECASE,
)
# The earliest modern year, and the greatest distance between years of one report.
_MODERN, _YEARS_APART = 1990, 3
#: Longer texts are not kept, which would take much memory.
_LONGEST_KEPT = 10_000
_JOINTS = frozenset("-–—/:")
# "a three and out", "two and three wheelers"
_TERM_BEHIND = re.compile(r"[ -]and[ -]outs?\b| (?:and three )?wheelers\b")
_MISSPELT = _either(word_list("misspelt number words"))
# Words that make a number in words a part of a longer one, also glued to another: "onehundred five".
_PART_BEFORE = re.compile(
    rf"(?:(?:hundred|thousand|(?:m|b|tr|quadr|quint)illion)s?|\b(?:{_MISSPELT}))(?:,? and|-and)?[- ]$"
    r"|\b(?:half |point (?:oh )?|oh )$|[a-z]-[ \t]{0,3}\n[ \t]{0,3}$",
    re.IGNORECASE,
)
_PART_BEHIND = re.compile(
    rf"[- ](?:(?:quadr|quint)illion|{_MISSPELT})\b|-[ \t]{{0,3}}\n[ \t]{{0,3}}(?:{_NONZERO})\b| point oh\b",
    re.IGNORECASE,
)
# A sign, but not a subtraction: "ten minus five".
_SIGN_BEFORE = re.compile(
    r"(?<!\d )(?<!(?:one|two|six|ten|een|red|and|ion) )(?<!(?:four|five|nine) )(?<!(?:three|seven|eight) )(?<!ty )"
    r"\b(?:minus|negative) $",
    re.IGNORECASE,
)
# "two thirds of", "three and a half", "two and fifty-four hundredths"
_MAGNITUDE_BETWEEN = re.compile(rf" (?P<name>hundred|{_MAGNITUDE}),?(?P<and> and)? ", re.IGNORECASE)
_LOOSE = re.compile(r"(?<!\ba)(?<!\ban)(?<!\band) [a-z]+(?:-[a-z]+)?\Z", re.IGNORECASE)
# Behind a number in words: "-gallon tanks", "-gallon blue tanks"
_NAMED = re.compile(r"-[a-z]+ ([a-z]+)(?: ([a-z]+))?", re.IGNORECASE)
_SHARES = "thirds|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|hundredths|thousandths"
_MIXED = re.compile(
    rf" (?:{_SHARES}|quarters of)\b| and (?:an?|one) (?:half|quarter|third)\b(?![- ](?:place|quarter))"
    rf"| and {_BELOW_100}[- ](?:{_SHARES}|quarters)\b"
)
_FRACTION_WORD = re.compile(
    r"-(?:hal(?:f|ves)|quarters?|thirds?|fourths?|fifths?|sixths?|eighths?)\b"
)


def find_numbers(text: str, field: str = "") -> list[NumberMention]:
    """Return the numbers of ``text`` in order.

    Input -> output: "Mrs. Hilt paid $1,200 on May 5" -> [money 1200, date 5]. HTML entities
    (``&#8212;``) are not numbers; a full stop that ends a sentence is not a decimal point; "two hundred
    and forty-eight" is one number; fractions in words ("two-thirds") have the role fraction. Words that do
    not make a single number make several: "twenty zero" -> [20, 0].

    Any text can be read, in time that grows with its length. More than 30 digits (`MOST_DIGITS`)
    are a code and not a number.

    Args:
        text: any text.
        field: the name of the field that contains it, as in `Edit.field`.

    Returns:
        The mentions, each with its role and its exact value.
    """
    return list(
        _mentions(text, field) if len(text) <= _LONGEST_KEPT else _mentions.__wrapped__(text, field)
    )


@lru_cache(maxsize=16384)  # perturbations and checks read the same sentences again
def _mentions(text: str, field: str) -> tuple[NumberMention, ...]:
    mentions: list[NumberMention] = []
    chain_end, joined = 0, ""
    end = 0
    for beginning in _BEGINNING.finditer(text):
        match = _NUMBER.match(text, beginning.start()) if beginning.start() >= end else None
        if match is None:
            continue
        end = match.end()
        kind = match.lastgroup
        if kind != "digits" and _is_part(text, match, mentions):
            continue
        if kind == "words":
            if counted := _end_of_count(text, match):
                match = _NUMBER.match(text, match.start(), counted) or match
                end = match.end()
            mentions.append(_read_words(text, match, field))
            _set_repeated(text, mentions)
            _set_adjoining(text, mentions)
        elif kind == "ordinal":
            mentions.append(_read_ordinal(text, match, field))
        else:
            start = match.start("numeral")
            is_entity = start >= 2 and text[start - 2 : start] == "&#"
            if is_entity or len(match["numeral"]) > MOST_DIGITS:
                continue
            if start >= chain_end:
                joined = ""
                if text[match.end() : match.end() + 2].lstrip()[:1] in _JOINTS:
                    chain_end, joined = chain_role(text, start)
            last = mentions[-1] if mentions else None
            mention = _read_digits(text, match, joined, field)
            if (
                last is not None
                and mention.role == "quantity"
                and last.role in ("reference", "date", "ordinal", "name")
                and continues(
                    text,
                    last.role,
                    (last.start, last.end),
                    (mention.start, mention.end),
                    is_next=mention.value == last.value + 1,
                )
            ):
                mention = replace(mention, role=last.role)
            mentions.append(mention)
            _set_repeated(text, mentions)
            _set_adjoining(text, mentions)
    mentions = _with_years(mentions)
    if spans := formula_spans(text):
        mentions = [
            replace(m, role="label") if _is_in(spans, m.numeral_start) else m for m in mentions
        ]
    return tuple(mentions)


def _is_in(spans: list[tuple[int, int]], position: int) -> bool:
    """Return whether one of some spans in order contains a position."""
    before = bisect_right(spans, position, key=itemgetter(0))
    return before > 0 and position < spans[before - 1][1]


def _with_years(mentions: list[NumberMention]) -> list[NumberMention]:
    """Return the numbers, with a modern one near the years of the same text as a year: "2019 sales and 2018 sales"."""
    years = [int(m.value) for m in mentions if m.role == "year" and m.value >= _MODERN]
    if not years:
        return mentions
    return [
        replace(m, role="year")
        if m.role == "quantity"
        and m.form == "digits"
        and len(m.text) == len("2018")
        and m.text.isdigit()
        and any(0 <= abs(int(m.text) - year) <= _YEARS_APART for year in years)
        and (noun := next_word(m.field_text, m.end)).endswith("s")
        and noun not in COUNTED_PLURALS
        else m
        for m in mentions
    ]


def _set_repeated(text: str, mentions: list[NumberMention]) -> None:
    """Make the last two mentions labels if they are one number in words and digits: "four (4)"."""
    if len(mentions) < 2:
        return
    one, two = mentions[-2:]
    is_repeated = one.form != two.form and one.value == two.value
    if is_repeated and text[one.end : two.start] == " (" and text[two.end : two.end + 1] == ")":
        mentions[-2:] = replace(one, role="label"), replace(two, role="label")


def _set_adjoining(text: str, mentions: list[NumberMention]) -> None:
    """Make the last two mentions labels if they may be one number: "two fifty", "5 thousand two hundred"."""
    if len(mentions) < 2:
        return
    one, two = mentions[-2:]
    if one.form == "digits":
        gap = _MAGNITUDE_BETWEEN.fullmatch(text, one.numeral_end, two.start)
        if gap is None:
            return
        limit = MAGNITUDES.get(gap["name"].lower(), 100)
        # All digits of a group: "a $50 million 6 year contract" has two numbers.
        is_group = two.text.isdigit() and len(two.text) == (2 if limit == 100 else 3)
        is_one = (
            two.value < limit
            and not two.hyphenated
            and (two.form == "words" or (is_group and not gap["and"]))
        )
    else:
        is_one = (
            two.form == "words"
            and text[one.end : two.start] == " "
            and one.value < 100
            and 10 <= two.value < 100
            and one.role in (*QUANTITY_ROLES, "determiner")
            and two.is_quantity
            and not two.hyphenated
            # "five twenty dollar bills"
            and (not classes_of(noun := next_word(text, two.end)) or singular(noun) != noun)
        )
    if is_one:
        mentions[-2:] = replace(one, role="label"), replace(two, role="label")


def _end_of_count(text: str, match: re.Match[str]) -> int:
    """Return where the number of things ends if another one is part of their name: "twenty one-dollar bills"; else 0."""
    words = match["words"]
    count, _, last = words.rpartition(" ")
    named = _NAMED.match(text, match.end())
    if named is None or last.lower() not in UNITS or not _is_loose(words):
        return 0
    things = named[2] if named[2] and not classes_of(named[1]) else named[1]
    return match.start() + len(count) if singular(things) != things.lower() else 0


def _is_loose(words: str) -> bool:
    """Return whether a blank comes before the last part of a number in words: "twenty one", "two hundred fifty-five"."""
    return bool(_LOOSE.search(words)) and " point " not in words


def _is_part(text: str, match: re.Match[str], before: Sequence[NumberMention]) -> bool:
    """Return whether words are a part of a longer number that is not read: "hundred and twenty"."""
    start, end = match.span()
    found = _PART_BEFORE.search(text, max(0, start - 24), start)
    # In "one million one million" the first million is a number of its own.
    is_read = found is not None and bool(before) and before[-1].end > found.start()
    return bool((found and not is_read) or _PART_BEHIND.match(text, end))


def _read_ordinal(text: str, match: re.Match[str], field: str) -> NumberMention:
    start, end = match.span()
    value = _ordinal_value(match[0].lower())
    return NumberMention(
        start, end, match[0], value, "words", "ordinal", start, end, "", False, field, text
    )


def _read_digits(text: str, match: re.Match[str], joined: str, field: str) -> NumberMention:
    numeral_start, numeral_end = match.span("numeral")
    number = digit_number(text, match.start(), numeral_start, numeral_end, match["numeral"])
    role = "label" if match["european"] else joined or deciding_rule(number).role
    start, end = number.start, number.end
    if text[end : end + 1] == "+" and not text[end + 1 : end + 2].isdigit():
        end += 1  # "300+ yards"
    return NumberMention(
        start,
        end,
        text[start:end],
        number.value,
        "digits",
        role,
        numeral_start,
        numeral_end,
        number.magnitude,
        number.hyphenated,
        field,
        text,
    )


def _read_words(text: str, match: re.Match[str], field: str) -> NumberMention:
    start, end = match.span("words")
    words = match["words"]
    hyphenated = text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha()
    if hyphenated and _FRACTION_WORD.match(text, end):
        role = "fraction"
    elif hyphenated and _is_loose(words):
        role = "label"  # "a twenty five-yard pass", "two hundred fifty-gallon drums"
    elif words in ("one", "One") or (start and text[start - 1] == "-"):
        role = "determiner"
    elif words[0].isupper() and not starts_sentence(text, start):
        role = "name"
    elif _SIGN_BEFORE.search(text, max(0, start - 24), start):
        role = "label"  # as the digits of "-5"
    else:
        following = next_word(text, end)
        role = unit_role(following)
        if is_day_of_month(text, end, following):
            role = "date"
        elif following == "coupon":
            role = "name"  # "zero coupon"
        elif _MIXED.match(text, end) or MIXED_BEHIND.match(text, end):
            role = "fraction"
        elif is_reference(text, start) or is_one_of_series(text, start):
            role = "reference"
        elif role == "quantity" and is_rank(text, start, end):
            role = "label"
        elif _TERM_BEHIND.match(text, end) or text.endswith("pick ", 0, start):
            role = "name"
        elif CLOCK.match(text, end):
            role = "time"
        elif is_end_of_range(text, start, end):
            role = "range"
    value = _words_value(words.lower())
    return NumberMention(
        start, end, words, value, "words", role, start, end, "", hyphenated, field, text
    )


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
