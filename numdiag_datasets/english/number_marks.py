"""A number in digits, and its role according to the marks that touch it: signs, letters, hyphens.

If the marks do not determine the role, the words around the number do (``number_roles``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.core.decimals import MOST_DIGITS
from numdiag_datasets.english.joined_numbers import (
    is_bound,
    is_end_of_range,
    is_part_of_ratio,
    is_range_before_unit,
    is_rate_of_currencies,
)
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numerals import without_groups
from numdiag_datasets.english.word_lists import word_list

MONTHS = word_list("months")
_NEXT_WORD = re.compile(r"\s*([^\W\d_]+(?:[.'’][^\W\d_]+)*\.?)")
_LAST_LETTERS = re.compile(r"[^\W\d_]+$")
_CHAIN = re.compile(r"\d[\d,.]*(?:(?:[-–—/:]| ?[–—] ?)\d[\d,.]*)+")
# Of currencies whose signs are not read as part of a number: "₹500", "15$"; "5 $20 bills" counts bills.
_CURRENCY_SIGNS = frozenset("$€£¥₹¢₽₩₺₴₦₱")
_RUPEES = re.compile(r"(?<!\w)Rs\.? ?$")
_CURRENCY_BEHIND = re.compile(r" ?[$€£¥₹¢₽₩₺₴₦₱](?![ ]?\d)")
_LUMBER = re.compile(
    r"\d+(?: x \d+){0,2}(?:s\b| (?:pieces?|boards?|lumber|planks?|posts?|beams?|costs?)\b)"
)
_LUMBER_BEFORE = re.compile(r"(?<![\w.])(?:\d+ x ){1,2}$")
_INCHES_BEHIND = re.compile(r"['’] ?\d")  # 5'10", 5' 10"
_FEET_BEFORE = re.compile(r"\d['’] ?$")
_POINT_BEHIND, _POINT_BEFORE = re.compile(r" point \d"), re.compile(r"\d point $")  # "4 point 5"
_RATIO_BEFORE = re.compile(r"\bratios?\b[^.?!;,\d]*$", re.IGNORECASE)
# A part of a chain that is one number: "1.2.3-4" has none, and a code is not one.
_NUMERAL = re.compile(rf"(?=.{{1,{MOST_DIGITS}}}\Z)\d[\d,]*(?:\.[\d,]*)?", re.DOTALL)
_SCORE_CUES = word_list("score cues")
_AFTER_NUMERAL = re.compile(
    # Words in ASCII, since case folding also maps other letters to theirs: "bıllion", "1ſt".
    rf"(?P<percent>[ \xa0]?\\?%)|(?P<magnitude>\s{{1,2}}(?a:{'|'.join(MAGNITUDES)})\b)"
    r"|(?P<ordinal>(?a:st|nd|rd|th)\b)"
    r"|(?P<hyphen>[-‐‑](?:[^\W\d_]| (?:and|or|to) ))|(?P<glued>[^\W\d_])",
    re.IGNORECASE,
)
# "US$5", "S$ 1.2 million"; "£2.2m", "$428.6M"
_CURRENCY_PREFIX = re.compile(r"(?<!\w)(US|CA|AU|HK|NZ|NT|[ACS])$")
_MAGNITUDE_LETTERS = {
    "m": "million",
    "mn": "million",
    "bn": "billion",
    "b": "billion",
    "k": "thousand",
}
_GLUED_MAGNITUDE = re.compile(r"(?:mn?|bn?|k)\b", re.IGNORECASE)
CLOCK = re.compile(r" ?(?:[ap]\.?m\b|o['’]clock)", re.IGNORECASE)
# "1 1/2 hours", "3 and 1/2 times", "2 and a half dozen", "3 quarters of a box"
MIXED_BEHIND = re.compile(
    r" (?:and )?(?:an? )?(?:[1-9]/[1-9]|half\b(?! (?:of|as|the|an?))|(?:quarters|thirds|fourths|fifths) of\b)"
)
# "8.625% Series A shares", "2.625% Convertible Senior Notes".
_SECURITY = re.compile(r"% (?:Convertible|Senior|Series|Subordinated|Exchangeable|Preferred)\b")
# "$23, 335", "($542) million"
_PARTED = re.compile(r", \d{3}(?![\d,])|[,)]\s(?:million|billion|thousand)\b")

# Features that a rule can need. A number is only compared with the rules whose needs it meets, which
# skips most of a table; the order of the rules still decides.
(
    MARK_BEFORE,  # anything but a blank
    PERCENT_BEHIND,
    MAGNITUDE_BEHIND,
    LETTERS_BEHIND,  # "£2.2m"
    ORDINAL_BEHIND,
    GLUED_BEHIND,
    NO_WORD_BEFORE,
    CAPITAL_BEFORE,
    NO_WORD_BEHIND,
    UNIT_BEHIND,
    DECIMAL,  # or with a comma
    UP_TO_31,
    UP_TO_40,
    YEAR_LIKE,  # four digits from 1000 to 2100
) = (1 << bit for bit in range(14))
_BEHIND = {
    "percent": PERCENT_BEHIND,
    "magnitude": MAGNITUDE_BEHIND,
    "letters": LETTERS_BEHIND,
    "ordinal": ORDINAL_BEHIND,
    "glued": GLUED_BEHIND,
    "hyphen": 0,
    "": 0,
}


@dataclass(slots=True)  # not frozen: that takes three times as long, and every number needs one
class DigitNumber:
    """A number in digits with all the features that the rules use.

    Attributes:
        text: the text that contains it.
        start, end: its span with the currency sign, and with the magnitude once that is included.
        numeral: its digits ("1,200").
        value: of the numeral.
        is_money: whether a currency sign precedes it.
        before: the character before it, " " at the start of the text.
        mark, mark_end: the mark directly after it (percent, magnitude, letters, ordinal, hyphen, glued,
            "" for none of these), and the end of that mark.
        features: the needs of rules that it meets, as bits; those of words and size once they are read.
        magnitude: "million" once it is included, else "".
        hyphenated: whether it is attributive, as in "41-yard".
        previous, following: the words around it, the following one in lower case, "" for none; read
            if the marks do not decide.
        whole: the value if the numeral is a whole number without commas, else -1; read with them.
    """

    text: str
    start: int
    end: int
    numeral: str
    value: Fraction
    is_money: bool
    before: str
    mark: str
    mark_end: int
    features: int
    magnitude: str = ""
    hyphenated: bool = False
    previous: str = ""
    following: str = ""
    whole: int = -1


def _always(number: DigitNumber) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class RoleRule:
    """One line of a table of rules; the first rule that applies determines the role.

    Attributes:
        name: unique among all tables.
        role: "" leaves it to the words around the number.
        example: a text with a number that this rule decides.
        applies: whether it applies to a number with these needs; any true value means yes.
        needs: features of a number.
        takes: the mark after the number that becomes part of it if this rule decides.
    """

    name: str
    role: str
    example: str
    applies: Callable[[DigitNumber], object] = _always
    needs: int = 0
    takes: str = ""


class RuleTable:
    """Rules in the order in which they are tried; the last one always applies."""

    def __init__(self, *rules: RoleRule) -> None:
        self.rules = rules
        self._by_features: dict[int, tuple[RoleRule, ...]] = {}

    def decide(self, number: DigitNumber) -> RoleRule:
        """Return the first rule that applies."""
        features = number.features
        rules = self._by_features.get(features)
        if rules is None:
            rules = tuple(rule for rule in self.rules if rule.needs & features == rule.needs)
            self._by_features[features] = rules
        for rule in rules:
            if rule.applies(number):
                break
        return rule


def _has_minus(number: DigitNumber) -> bool:
    """Return whether a minus sign precedes a number: "−0.8", "less than -3,000"; no hyphen: "under-15"."""
    before = number.before
    return before == "−" or (
        before in "-–" and number.text[number.start - 2 : number.start - 1].isspace()
    )


def _has_decimal_comma(number: DigitNumber) -> bool:
    """Return whether a European decimal comma, as in "1,43%", would make two numbers of one."""
    text, start, end = number.text, number.start, number.end
    if text[end : end + 1] == "," and text[end + 1 : end + 2].isdigit():
        return True
    return number.before == "," and start >= 2 and text[start - 2].isdigit()


def _has_name_before(number: DigitNumber) -> bool:
    """Return whether a letter or a version is joined in front: "COVID-19", "v1.2.3", "B.2"."""
    before, start = number.before, number.start
    if start < 2 or before not in "-.–":
        return False
    joined = number.text[start - 2]
    return joined.isalnum() and (before != "." or joined.isdigit() or joined.isupper())


def _has_code_before(number: DigitNumber) -> bool:
    """Return whether a part of a code and a blank precede the number: "333- 233349"."""
    text, start = number.text, number.start
    return (
        number.before == " "
        and text[start - 2 : start - 1] == "-"
        and text[start - 3 : start - 2].isdigit()
    )


def _is_year_of_percentages(number: DigitNumber) -> bool:
    """Return whether a year is followed by a space and a percent sign, as in headings of columns: "2019 %"."""
    is_year = len(number.numeral) == 4 and number.numeral.isdigit() and 1990 <= number.value < 2050
    return is_year and not number.text.startswith("%", number.end)


def _is_of_lumber(number: DigitNumber) -> bool:
    text, start = number.text, number.start
    is_first = text.startswith(" x ", number.end)
    return bool(
        (is_first or _LUMBER_BEFORE.search(text, max(0, start - 16), start))
        and _LUMBER.match(text, start)
    )


def _is_of_coordinate(number: DigitNumber) -> bool:
    """Return whether a number has the minutes of an angle: "51°30' N"."""
    text, start = number.text, number.start
    return text.startswith(("'", "’"), number.end) and text.endswith(
        ("°", "º", "° ", "º "), 0, start
    )


def _is_of_feet_and_inches(number: DigitNumber) -> bool:
    text, start, end = number.text, number.start, number.end
    return bool(_INCHES_BEHIND.match(text, end)) or bool(
        number.before in " '’" and _FEET_BEFORE.search(text, max(0, start - 3), start)
    )


_MINUS = RoleRule("minus sign", "label", "less than -3,000 of them", _has_minus, MARK_BEFORE)
_LETTERS_BEFORE = RoleRule(
    "letters before", "name", "in FY18 it rose", lambda number: number.before.isalnum(), MARK_BEFORE
)
_BOUND = RoleRule(
    "bound", "label", "passes of 360+ yards", lambda n: is_bound(n.text, n.start, n.end)
)
#: Rules for digits with a currency sign, by their marks.
CURRENCY_RULES = RuleTable(
    _MINUS,
    _BOUND,
    _LETTERS_BEFORE,
    RoleRule("rate of currencies", "score", "at €1:£0.88",
             lambda n: is_rate_of_currencies(n.text, n.start, n.end)),
    RoleRule("range of money", "range", "ranging from $5 to $12",
             lambda n: is_end_of_range(n.text, n.start, n.end)),
    RoleRule("money with magnitude", "money", "for $1.5 million",
             needs=MAGNITUDE_BEHIND, takes="magnitude"),
    RoleRule("unit of a column", "label", "in $000's",
             lambda n: n.numeral.startswith("00"), takes="hyphen"),
    RoleRule("parted money", "label", "an income of $23, 335",
             lambda n: _PARTED.match(n.text, n.end)),
    RoleRule("magnitude letter", "money", "for £2.2m", needs=LETTERS_BEHIND, takes="letters"),
    RoleRule("letters behind money", "name", "for $5x", needs=GLUED_BEHIND),
    RoleRule("ordinal letters behind money", "name", "the $5th", needs=ORDINAL_BEHIND),
    RoleRule("currency sign", "money", "for $1,200", takes="hyphen"),
)  # fmt: skip

_WORDS_AROUND = RoleRule("words around", "", "12 pens", takes="hyphen")
#: Rules for digits without a currency sign, by their marks.
PLAIN_RULES = RuleTable(
    _MINUS,
    _BOUND,
    RoleRule("digits behind a decimal comma", "label", "from 1,43% on",
             lambda n: n.before == "," and _has_decimal_comma(n), MARK_BEFORE),
    _LETTERS_BEFORE,
    RoleRule("code joined before", "label", "File No. 333- 233349", _has_code_before),
    RoleRule("range", "range", "lives of 5 to 40 years",
             lambda n: is_end_of_range(n.text, n.start, n.end)),
    RoleRule("name of a security", "name", "its 8.625% Series A shares",
             lambda n: _SECURITY.match(n.text, n.end), PERCENT_BEHIND),
    RoleRule("hundreds behind digits", "label", "2 hundred men",
             lambda n: n.text.startswith((" hundred", "-hundred"), n.end)),
    RoleRule("point in words", "label", "a length of 4 point 5 inches",
             lambda n: _POINT_BEHIND.match(n.text, n.end) or _POINT_BEFORE.search(n.text, max(0, n.start - 8), n.start)),
    RoleRule("foreign currency", "label", "for 500 ₹",
             lambda n: n.before in _CURRENCY_SIGNS or _CURRENCY_BEHIND.match(n.text, n.end)),
    RoleRule("rupees", "label", "for Rs. 500",
             lambda n: _RUPEES.search(n.text, max(0, n.start - 5), n.start)),
    RoleRule("sign of degrees", "label", "at 30° C",
             lambda n: n.text.startswith(("°", "º", "′", "″"), n.end) or _is_of_coordinate(n)),
    RoleRule("lumber", "label", "a 2 x 4 board", _is_of_lumber),
    RoleRule("feet and inches", "label", "He is 5'10\" tall", _is_of_feet_and_inches),
    RoleRule("mixed number", "fraction", "1 1/2 hours",
             lambda n: MIXED_BEHIND.match(n.text, n.end)),
    RoleRule("magnitude", "", "2 million men", needs=MAGNITUDE_BEHIND, takes="magnitude"),
    RoleRule("year of percentages", "year", "2019 % of sales", _is_year_of_percentages, PERCENT_BEHIND),
    RoleRule("percent sign", "percent", "45% of them", needs=PERCENT_BEHIND, takes="percent"),
    RoleRule("decimal comma", "label", "from 1,43 on", _has_decimal_comma),
    RoleRule("name joined before", "name", "of COVID-19", _has_name_before, MARK_BEFORE),
    RoleRule("ordinal letters", "ordinal", "the 3rd", needs=ORDINAL_BEHIND),
    RoleRule("clock", "time", "at 9 pm", lambda n: CLOCK.match(n.text, n.end)),
    RoleRule("decade", "year", "in the 1990s he",
             lambda n: n.text[n.end : n.end + 2] in ("s ", "s,", "s."), GLUED_BEHIND),
    RoleRule("letters behind", "name", "the 49ers", needs=GLUED_BEHIND),
    RoleRule("range before a unit", "range", "over a 2 to 5-year period",
             lambda n: is_range_before_unit(n.text, n.start, n.end)),
    RoleRule("ratio", "score", "outnumbered 3 to 1",
             lambda n: is_part_of_ratio(n.text, n.start, n.end)),
    _WORDS_AROUND,
)  # fmt: skip


def digit_number(text: str, start: int, numeral_start: int, end: int, numeral: str) -> DigitNumber:
    """Return a number in digits with the marks that touch it.

    Args:
        text: the text that contains it.
        start, end: its span with the currency sign.
        numeral_start, numeral: its digits.
    """
    is_money = start < numeral_start
    if is_money and (prefix := _CURRENCY_PREFIX.search(text, max(0, start - 3), start)):
        start = prefix.start(1)
    behind = _AFTER_NUMERAL.match(text, end)
    mark = (behind and behind.lastgroup) or ""
    if is_money and mark == "glued" and (letters := _GLUED_MAGNITUDE.match(text, end)):
        mark, behind = "letters", letters
    before = text[start - 1] if start else " "
    return DigitNumber(
        text,
        start,
        end,
        numeral,
        digits_value(numeral),
        is_money,
        before,
        mark,
        behind.end() if behind else end,
        _BEHIND[mark] if before == " " else _BEHIND[mark] | MARK_BEFORE,
    )


def rule_of_marks(number: DigitNumber) -> RoleRule:
    """Return the rule of the marks that touch a number, and include the marks that belong to the number.

    Input -> output: "$1.5" in "for $1.5 million" -> the rule "money with magnitude", and the number
    is now "$1.5 million".
    """
    text, end = number.text, number.end
    rule = (CURRENCY_RULES if number.is_money else PLAIN_RULES).decide(number)
    if rule.takes == "hyphen":
        number.hyphenated = number.mark == "hyphen" or (
            rule is _WORDS_AROUND and text.startswith(" yard line", end)
        )
    elif rule.takes:
        number.end = number.mark_end
        taken = text[end : number.end].strip()
        if rule.takes == "magnitude":
            number.magnitude = taken
        elif rule.takes == "letters":
            number.magnitude = _MAGNITUDE_LETTERS[taken.lower()]
    return rule


def chain_role(text: str, start: int) -> tuple[int, str]:
    """Return (end, role) of numbers joined by a mark: "13-9", "7:30", "5-19 October", "2015/2016", "3/4"."""
    match = _CHAIN.match(text, start)
    if match is None:
        return 0, ""
    chain, end = match[0], match.end()
    if ":" in chain:
        return end, "score" if _RATIO_BEFORE.search(text, max(0, start - 60), start) else "time"
    previous = previous_word(text, start).lower()
    if next_word(text, end) in MONTHS or previous in MONTHS:
        return end, "date"
    parts = re.split(r"[-–—/ ]+", chain.rstrip(".,"))
    if (
        len(parts[0]) == 4
        and _NUMERAL.fullmatch(parts[0])
        and 1000 <= digits_value(parts[0]) <= 2100
    ):
        return end, "year"
    if "/" in chain:
        return end, "fraction" if len(parts) == 2 else "date"
    if len(parts) != 2 or not all(map(_NUMERAL.fullmatch, parts)):
        return end, "label"
    first, second = map(digits_value, parts)
    return end, "score" if previous in _SCORE_CUES or first >= second else "range"


def previous_word(text: str, start: int) -> str:
    """Return the word before a number, "" if there is none."""
    before = text[max(0, start - 24) : start].rstrip(' \t\n\r\xa0(“"')
    if before[-1:] in (".", ")"):
        before = before[:-1]
    word = before.rsplit(" ", 1)[-1]
    if word.isalpha():  # nearly always, and faster than a regular expression
        return word
    match = _LAST_LETTERS.search(word)
    return match[0] if match else ""


def next_word(text: str, end: int) -> str:
    """Return the word after a number in lower case, "" if there is none."""
    match = _NEXT_WORD.match(text, end, end + 24)
    return match[1].rstrip(".").lower() if match else ""


@lru_cache(maxsize=8192)
def digits_value(numeral: str) -> Fraction:
    """Return the value of "1,200" or ".5", of `MOST_DIGITS` characters at most."""
    return Fraction(without_groups(numeral).rstrip("."))
