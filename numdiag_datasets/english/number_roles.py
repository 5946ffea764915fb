"""The role of a number in digits, told by the words and marks around it: how many, or which one."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.english.sentences import starts_sentence

_CHAIN = re.compile(r"\d[\d,.]*(?:(?:[-–—/:]| ?[–—] ?)\d[\d,.]*)+")
_NEXT_WORD = re.compile(r"\s*([^\W\d_]+(?:[.'’][^\W\d_]+)*\.?)")
_LAST_LETTERS = re.compile(r"[^\W\d_]+$")
_MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_REFERENCES = frozenset(
    "note notes item items section sections topic table figure week chapter article step level levels "
    "phase room exhibit rule act version route highway interstate channel flight apollo ifrs ias ifric "
    "asc asu fas sfas no nos number part page pages grade team group division route paragraph scope "
    "scopes form forms series office dynamics windows tier class game schedule appendix chapters "
    "regulation volume round pp versions sab top report title aasb".split()
)
# In lower case: "in week 6", "see note 12", "at number 11 on the chart"; "the number 35" is a value.
_PLAIN_REFERENCES = frozenset(
    "week number note notes page pages game round version versions pp level levels scope tier type section sections year".split()
)
_PLAIN_REFERENCE = re.compile(
    r"\b(?:weeks?|notes?|pages|(?:on|in|see|at) page|(?:in|to|of|after|before) (?:game|round)|versions?|pp\.?|levels?|scope|tier|type|sections?"
    r"|(?:in|of) year) $"
    r"|(?<!\bthe )(?<!\bThe )\bnumber $"
)
_YEAR_CUES = (
    frozenset(
        "in since from by until till during of year fiscal through before after to and between early "
        "late mid circa spring summer autumn fall winter ended ending".split()
    )
    | _MONTHS
)
# Words behind four digits that end in "s" and are no plural, and what makes a count all the same.
_NO_PLURALS = frozenset(
    "has was is its as this his us census thus towards whereas unless across always perhaps analysis "
    "series congress business versus vs losses besides afterwards ends begins includes marks results "
    "comes sees gives shows remains reports represents consists".split()
)
_COUNTED_PLURALS = frozenset(
    "people men women children troops infantry cavalry soldiers persons sheep".split()
)
# "the 2007 elections", "fiscal 2019 sales"
_BEFORE_YEAR = _MONTHS | frozenset("the our fiscal quarter year in".split())
# Plurals that have a year: "2015 estimates".
_YEARLY = frozenset(
    "estimates rankings grants awards figures projections playoffs forecasts results balances services "
    "elections standings statistics".split()
)
_ARTICLES = frozenset({"a", "an", "the"})
_ABOUT = frozenset(
    "about around over under nearly almost some approximately least most than only additional another "
    "roughly exactly estimated".split()
)
_DAY_BEFORE = re.compile(
    rf"(?:{'|'.join(_MONTHS)})\.? \d{{1,2}}(?:st|nd|rd|th)?,? $", re.IGNORECASE
)
_NAME_BEHIND = re.compile(r" [A-Z]")
_YEAR_BEFORE = re.compile(r"(?<![\d,.$€£])(\d{4})(?:, |,? and | or | to |, and )$")
_YEAR_BEHIND = re.compile(r"(?:, |,? and | or |, and )(\d{4})(?![\d,.]\d|\d)")
# "at 2018 year end", "in fiscal 2019 second quarter"
_UNITS_OF_YEARS = frozenset({"year", "second", "month", "week"})
_BEFORE_DAY = frozenset("on by from until to since between".split())
_ERA_BEHIND = re.compile(r" (?:AD|BC|BCE|CE|A\.D\.|B\.C\.)(?!\w)")
_BEFORE_ERA = frozenset({"AD", "c", "C", "ca", "circa"})
_INNER_CAPITAL = re.compile(r"[a-z]{3}[A-Z]")
_DAYS_BEHIND = re.compile(rf"(?:,| and| to| or) \d{{1,2}} (?:{'|'.join(_MONTHS)})\b", re.IGNORECASE)
_PER_CENT = re.compile(r" per cent\b")
_TITLED = re.compile(r" [“\"][^”\"]{1,40}[”\"](?:,| and) ")  # notes 6 “Taxation” and 25
_TIED = ("tied at ", "Tied at ", "game at ", "score at ")
_RISINGS = ("in the ", "during the ", "after the ", "before the ")
# Behind the last word of a name: "on the Billboard 200 on 23 July", "Hill 950 overlooking".
_COUNTS_NOTHING = frozenset(
    "is was are were has had on both in and for to from when which ran chart cable specification by at as "
    "with introduced overlooking cover respectively prior".split()
)
_PARTED = re.compile(r", \d{3}(?![\d,])|[,)]\s(?:million|billion|thousand)\b")
_MONEY_BEFORE = re.compile(r"[$€£]\d{1,3}, $")
_THOUSANDS_POINT = re.compile(r"[1-9]\d{1,2}\.000")  # "100.000 people"
_TITLE_CASE = re.compile(r" [A-Z][a-z]")
_NOTE_BEFORE = re.compile(r"\bNotes?: $")
# "as ofDecember 31"
_GLUED_MONTHS = tuple(month.capitalize() for month in _MONTHS if len(month) > 4)
_MAY = re.compile(r" May\b(?!\s+[a-z])")
_PLAN = re.compile(r"\([a-z]\)")  # "401(k)"
_MARK = re.compile(r"\. [A-Z]")
_TITLE = re.compile(r"[.)]? [A-Z]")
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


def role_by_context(text: str, start: int, end: int, numeral: str, value: Fraction) -> str:
    """The role of a free-standing digit number, from the words around it."""
    following = next_word(text, end)
    role = "percent" if following == "per" and _PER_CENT.match(text, end) else unit_role(following)
    bare = value.denominator == 1 and "," not in numeral
    previous = previous_word(text, start)
    if following == "cent" and text.startswith(" Cent", end):
        return "name"  # 50 Cent
    if role != "quantity":
        is_year = (
            following in _UNITS_OF_YEARS and len(numeral) == 4 and bare and 1900 <= value <= 2100
        )
        return "year" if is_year else role
    if (previous[:1].isupper() and previous.lower() in _REFERENCES) or (
        previous in _PLAIN_REFERENCES and is_reference(text, start)
    ):
        return "reference"
    if _THOUSANDS_POINT.fullmatch(numeral):
        return "label"
    if _INNER_CAPITAL.search(previous) and text[start - 1] == " ":
        return "name"  # "MorphInk 99"
    if text[start - 1 : start] in ("#", ":") or _PLAN.match(text, end):
        return "reference"
    if _is_negative(text, start, end):
        return "label"
    if bare and len(numeral) == 2 and text[start - 1 : start] in ("'", "’"):
        return "year"  # "Dec. '04"
    if previous == "at" and text.endswith(_TIED, 0, start):
        return "score"
    if _is_proper(text, start, end, previous, following):
        return "name"
    if _MONEY_BEFORE.search(text, max(0, start - 8), start):
        return "label"  # "$23, 335"
    if numeral[0] == "0" and len(numeral) > 1 and numeral[1] != ".":
        return "label"  # "000's", "019"
    if text.startswith(" 000", end):
        return "label"  # "180 000"
    if (
        text[start - 2 : start] == ": " and _NOTE_BEFORE.search(text, max(0, start - 8), start)
    ) or (text[start - 1 : start] + text[end : end + 1] == "[]"):
        return "label"
    if (previous in _BEFORE_ERA and text[start - 1] in " .") or _ERA_BEHIND.match(text, end):
        return "year"
    if not bare:
        return "label" if start == 0 and _TITLE.match(text, end) and value < 100 else role
    whole = value.numerator  # an int: comparing a Fraction takes far longer
    if whole <= 31 and is_date(text, end, previous, following):
        return "date"
    if (
        len(numeral) == 4
        and 1000 <= whole <= 2100
        and (
            (previous == "In" and whole >= 1600)
            or _is_year(text, start, end, whole, previous.lower(), following)
        )
    ):
        return "year"
    return "label" if whole <= 40 and _is_label(text, start, end, whole) else role


def is_reference(text: str, start: int) -> bool:
    """Whether a word in lower case before a number makes it a reference: "in week four"."""
    return bool(_PLAIN_REFERENCE.search(text, max(0, start - 24), start))


def continues(text: str, role: str, between: str, end: int) -> bool:
    """Whether a number goes on a list that began with a number of this role: "notes 6 and 25"."""
    if role == "ordinal":
        return between[2:] == " and "  # "4th and 2"
    if role == "reference" and _TITLED.fullmatch(between):
        return True
    if between not in (", ", " and ", " or ", " to ", ", and ", " & "):
        return False
    return role == "reference" or (
        role == "date" and bool(re.match(r"[,.?)]", text[end : end + 1]))
    )


def is_date(text: str, end: int, previous: str, following: str) -> bool:
    """Whether a number up to 31 is a day: "May 5", "5 October", "27 May 2019", "september 30"."""
    if _DAYS_BEHIND.match(text, end):
        return True
    if following in _MONTHS and (following != "may" or _MAY.match(text, end)):
        return True
    if following == "may" and previous.lower() in _BEFORE_DAY and text.startswith(" May", end):
        return True
    if previous.lower() in _MONTHS:
        return previous[:1].isupper() or previous not in ("may", "march", "mar", "sep", "dec")
    return len(previous) > 4 and any(previous.endswith(month) for month in _GLUED_MONTHS)


def _is_year(text: str, start: int, end: int, whole: int, previous: str, following: str) -> bool:
    """Whether four digits name a year: "in 1998", "the 1998 season", "the 2010 Census", "1217, 1219"."""
    beside = _YEAR_BEFORE.search(text, max(0, start - 24), start) or _YEAR_BEHIND.match(text, end)
    neighbour = int(beside[1]) if beside else 0
    if following in _COUNTED_PLURALS:
        return False
    is_yearly = previous in _BEFORE_YEAR or following in _YEARLY
    if whole >= 1900 and (is_yearly or 1900 <= neighbour <= 2100):
        return True
    plural = following.endswith("s") and following not in _NO_PLURALS | _YEAR_CUES
    if plural and not _NAME_BEHIND.match(text, end):
        return False
    if previous in _YEAR_CUES or _DAY_BEFORE.search(text, max(0, start - 24), start):
        return True
    if (whole >= 1900 and not following) or text[start - 1 : start] + text[end : end + 1] == "()":
        return True
    if previous in _ABOUT:
        return False
    return whole >= 1600 or 1000 <= neighbour <= 2100 or (previous in _ARTICLES and bool(following))


def _is_label(text: str, start: int, end: int, whole: int) -> bool:
    """List marks ("16. WARRANTIES", "3) ...", "3 Borrowings include") and footnotes ("(2)")."""
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return whole <= 30
    if start:
        numbered = whole <= 9 and (_NAME_BEHIND.match(text, end) or _MARK.match(text, end))
        return bool(numbered) and text[start - 1].isspace() and starts_sentence(text, start)
    return (whole <= 30 and text[end : end + 2] in (". ", ") ")) or bool(_TITLE.match(text, end))


def _is_proper(text: str, start: int, end: int, previous: str, following: str) -> bool:
    """Whether a number is the end of a name: "five Avro 504 were bought", "his part in the 45"."""
    if previous == "the":
        short = end - start == 2 and text[end : end + 1] in ",."
        return short and not following and text.endswith(_RISINGS, 0, start)
    between_names = bool(_TITLE_CASE.match(text, end))  # a page number: "Lamb 39 Weston"
    return (
        previous[:1].isupper()
        and (between_names or (following in _COUNTS_NOTHING and "." not in text[start:end]))
        and "," not in text[start:end]
        and not text.startswith(("-", "‐", ".0"), end)
        and not (end - start == 4 and text[start] in "12")
        and text[start - 2 : start - 1].isalnum()
        and not starts_sentence(text, start - 1 - len(previous))
        and previous.lower() not in _BEFORE_YEAR
    )


def is_split(text: str, end: int) -> bool:
    """Whether the rest of a sum of money is parted from it: "$23, 335", "($542) million"."""
    return bool(_PARTED.match(text, end))


def _is_negative(text: str, start: int, end: int) -> bool:
    """Whether brackets or a dash make a number negative: "$(1.5) million", "(48.3)%", "(–0.3)"."""
    before = text[max(0, start - 2) : start]
    return before in ("$(", "€(", "£(", "(–", "(-") or (
        before[-1:] == "(" and text[end : end + 2] == ")%"
    )


def is_decimal_comma(text: str, start: int, end: int) -> bool:
    """ "0,43%": written the European way, which would be read as two numbers."""
    behind = text[end : end + 1] == "," and text[end + 1 : end + 2].isdigit()
    return behind or (start >= 2 and text[start - 1] == "," and text[start - 2].isdigit())


def chain_role(text: str, start: int) -> tuple[int, str]:
    """(end, role) of numbers joined by a mark: "13-9", "7:30", "5-19 October", "2015/2016", "3/4"."""
    match = _CHAIN.match(text, start)
    if match is None:
        return 0, ""
    chain, end = match[0], match.end()
    if ":" in chain:
        return end, "time"
    previous = previous_word(text, start).lower()
    if next_word(text, end) in _MONTHS or previous in _MONTHS:
        return end, "date"
    parts = re.split(r"[-–—/ ]+", chain.rstrip(".,"))
    if all(len(part) == 4 for part in parts[:1]) and 1000 <= digits_value(parts[0]) <= 2100:
        return end, "year"
    if "/" in chain:
        return end, "fraction" if len(parts) == 2 else "date"
    if len(parts) > 2:
        return end, "label"
    first, second = (digits_value(part) for part in parts)
    return end, "score" if previous in _SCORE_CUES or first >= second else "range"


def name_before(text: str, start: int) -> bool:
    """A letter or a version joined in front: "COVID-19", "v1.2.3", "B.2"."""
    if start < 2 or text[start - 1] not in "-.–" or not text[start - 2].isalnum():
        return False
    return text[start - 1] != "." or text[start - 2].isdigit() or text[start - 2].isupper()


def unit_role(following: str) -> str:
    """The role that the next word gives to a number."""
    if following in MEASURE_WORDS:
        return "measure"
    if following in MONEY_WORDS:
        return "money"
    return "percent" if following in ("percent", "percentage") else "quantity"


def previous_word(text: str, start: int) -> str:
    """The word before a number, "" if there is none."""
    before = text[max(0, start - 24) : start].rstrip(' \t\n\r\xa0(“"')
    if before[-1:] in (".", ")"):
        before = before[:-1]
    word = before.rsplit(" ", 1)[-1]
    if word.isalpha():  # nearly always, and faster than an expression
        return word
    match = _LAST_LETTERS.search(word)
    return match[0] if match else ""


def next_word(text: str, end: int) -> str:
    """The word behind a number in lower case, "" if there is none."""
    match = _NEXT_WORD.match(text, end, end + 24)
    return match[1].rstrip(".").lower() if match else ""


@lru_cache(maxsize=8192)
def digits_value(numeral: str) -> Fraction:
    """The value of "1,200" or ".5"."""
    return Fraction(numeral.replace(",", "").rstrip("."))
