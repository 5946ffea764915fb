"""Roles of numbers in digits, from the words around them: an amount (how many) or a label (which one)."""

from __future__ import annotations

import re

from numdiag_datasets.english.number_marks import (
    CAPITAL_BEFORE,
    DECIMAL,
    MARK_BEFORE,
    MONTHS,
    NO_WORD_BEFORE,
    NO_WORD_BEHIND,
    UNIT_BEHIND,
    UP_TO_31,
    UP_TO_40,
    YEAR_LIKE,
    DigitNumber,
    RoleRule,
    RuleTable,
    next_word,
    previous_word,
    rule_of_marks,
)
from numdiag_datasets.english.number_names import (
    BEFORE_YEAR,
    COUNTS_NOTHING,
    INNER_CAPITAL,
    ends_name,
    ends_name_at_mark,
    is_rising,
)
from numdiag_datasets.english.references import (
    PLAIN_REFERENCES,
    REFERENCES,
    SERIES,
    is_one_of_series,
    is_reference,
    names_one,
)
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.english.word_lists import word_list

# Units of measure and of money.
MONEY_WORDS = word_list("money words")
MEASURE_WORDS = word_list("measure words")
_PERCENT_WORDS = frozenset({"percent", "percentage"})
_PER_CENT = re.compile(r" per cent\b")
_UNITS = MEASURE_WORDS | MONEY_WORDS | _PERCENT_WORDS | {"per"}
# "at 2018 year end", "in fiscal 2019 second quarter"
_UNITS_OF_YEARS = frozenset({"year", "second", "month", "week"})

_ADDRESS = re.compile(
    r" (?:[A-Z][\w.]+ ){1,3}(?:Road|Street|Avenue|Ave|Drive|Boulevard|Blvd|Lane|Way|Court|Parkway|Highway|Square|Rd|St)\b"
)
_CODE = re.compile(
    r"\b(?:(?:zip|area|postal|secret|security|access) code|PIN|pass(?:word|code)|(?:phone|telephone|serial|account|license|flight|house) number)(?: is| was|:) $",
    re.IGNORECASE,
)
_NAMES_WITH_NUMBER = word_list("names with a number")
_NUMBERS_OF_NAMES = frozenset(name.partition("/")[2] for name in _NAMES_WITH_NUMBER)
_TELEPHONING = word_list("verbs of telephoning")
_QUOTES = frozenset("\"“‘'")
_PLAN = re.compile(r"\([a-z]\)")
_TITLED = re.compile(r" [“\"][^”\"]{1,40}[”\"](?:,| and) ")  # notes 6 “Taxation” and 25

# The fewest capitals of an acronym.
_ACRONYM_LETTERS = 4

# Parts of numbers, and scores.
_THOUSANDS_POINT = re.compile(r"[1-9]\d{1,2}\.000")
_NEGATIVE_OPENINGS = ("$(", "€(", "£(", "(–", "(-")
_BASES = frozenset({"100", "1000", "10000", "100000", "1000000"})
_TIED = ("tied at ", "Tied at ", "game at ", "score at ")
_MONEY_BEFORE = re.compile(r"[$€£]\d{1,3}, $")
_NOTE_BEFORE = re.compile(r"\bNotes?: $")

# Years.
# also "between 11,500 and 6,200 BC"
_ERA_BEHIND = re.compile(
    r"(?:(?: (?:and|to|or) |[-–])\d[\d,]*)?\s(?:AD|BC|BCE|CE|A\.D\.|B\.C\.)(?!\w)"
)
# A story of times in which years have three digits.
_OLD_TIMES = re.compile(
    r"\b(?:A\.?D|B\.?C|BCE|CE|centur(?:y|ies)|reign\w*|emperors?|dynast\w+|caliph\w*|khans?|papacy|crusade\w*)\b"
)
_BEFORE_OLD_YEAR = frozenset("in during since until after before from by".split())
_CLAUSE_GOES_ON = re.compile(
    r"\s?(?:[.,;:()]|$)|\s(?:and|but|when|while|the|a|he|she|they|it|his|her|their|was|were|to|with|at|by|after|before|until|as)\b"
)
# "a 52- or 53-week year"
_SUSPENDED_BEFORE = re.compile(r"\d- (?:or|and|to) $")
_BEFORE_ERA = frozenset({"AD", "c", "C", "ca", "circa"})
# Plurals that follow a year: "2015 estimates".
_YEARLY = word_list("yearly")
_YEAR_CUES = MONTHS | frozenset(
    "in since from by until till during of year fiscal through before after to and between early "
    "late mid circa spring summer autumn fall winter ended ending".split()
)
# Words after four digits that end in "s" but are not plurals, and plurals that always make a count.
_NO_PLURALS = _YEAR_CUES | frozenset(
    "has was is its as this his us census thus towards whereas unless across always perhaps analysis "
    "series congress business versus vs losses besides afterwards ends begins includes marks results "
    "comes sees gives shows remains reports represents consists".split()
)
COUNTED_PLURALS = word_list("counted plurals")
_BEFORE_MODERN_YEAR = word_list("before a modern year")
_ARTICLES = frozenset({"a", "an", "the"})
_COINS = frozenset({"penny", "cent", "dollar"})
_ABOUT = word_list("about")
_LIFE_BEFORE = re.compile(r"\b[bd]\. ?$")
_EVENT_BEFORE = re.compile(r"[^\W\d_]{2}, $")
_CLOSES = re.compile(r"[.;)](?!\d)")
_NEARLY = frozenset({"around", "about"})
_BEHIND_YEARS = word_list("behind years")
_TO_YEAR = ("rior to ", "ubsequent to ", "ompared to ", "ompared with ", "elative to ", "year-end ")
_TOTALS = ("total of ", "sum of ", "number of ", "amount of ")
_RATE_BEHIND = re.compile(
    r" (?:an?|per|each|every) (?:minute|hour|day|week|month)\b(?! (?:later|earlier|before|after|ago|prior))"
)
_BEFORE_DATE = frozenset("in since from by until till during after before".split())
# "1800-stitch", but not "1861-built", "1920-style", "1577-July".
_COUNTS_BEHIND = re.compile(
    r"[-‐‑](?!(?:era|born|style|vintage|model|present|through|to|and|or)\b|[a-z]+ed\b)[a-z]"
)
_DAY_BEFORE = re.compile(rf"(?:{'|'.join(MONTHS)})\.? \d{{1,2}}(?:st|nd|rd|th)?,? $", re.IGNORECASE)
_YEAR_BEFORE = re.compile(r"(?<![\d,.$€£])(\d{4})(?:, |,? and | or | to |, and )$")
_YEAR_BEHIND = re.compile(r"(?:, |,? and | or |, and )(\d{4})(?![\d,.]\d|\d)")

# Days.
_DAYS_BEHIND = re.compile(rf"(?:,| and| to| or) \d{{1,2}} (?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
_MAY = re.compile(r" May\b(?!\s+[a-z])")
_BEFORE_DAY = word_list("before day")
# Months that are words too: "they may 5 times", "a march 3 miles long".
_NO_MONTHS = frozenset({"may", "march", "mar", "sep", "dec"})
_GLUED_MONTHS = tuple(month.capitalize() for month in MONTHS if len(month) > 4)

_COUNTED_BEHIND = re.compile(r" (?!is\b|was\b|has\b)[a-z]{2,20}s\b")
_PLURAL_BEFORE = re.compile(r"\b[A-Z][a-z]+[a-rtv-z]s (?:\d{1,3}, )*$")
_SEVERAL_BEFORE = re.compile(r"[a-rtv-z]s (?:\w{1,9}, )*$")  # "of grades 2, 3", not "bus 7"

# List marks and footnotes.
_NAME_BEHIND = re.compile(r" [A-Z]")
_MARK = re.compile(r"\. [A-Z]")
_TITLE = re.compile(r"[.)]? [A-Z]")


def is_day_of_month(text: str, end: int, following: str) -> bool:
    """Return whether a month after a number makes it a day: "5 October", "5 and 9 March"."""
    if _DAYS_BEHIND.match(text, end):
        return True
    return following in MONTHS and (following != "may" or bool(_MAY.match(text, end)))


_TOP = re.compile(r"\b[Tt]op $")
#: A plural within four words: "top three highest scores", but not "top 100 in the arts".
_NOUN_PHRASE_WORD = r" (?!(?:as|at|by|for|from|has|in|is|of|on|to|was|with)\b)[a-z-]*"
_PLURAL_AHEAD = re.compile(rf"(?:{_NOUN_PHRASE_WORD}){{0,3}}?{_NOUN_PHRASE_WORD}[a-rt-z]s\b")


def is_rank(text: str, start: int, end: int) -> bool:
    """Return whether a number after "top" is a rank, and not the number of those named: "top ten", not "top five boys"."""
    return bool(_TOP.search(text, max(0, start - 5), start)) and not _PLURAL_AHEAD.match(text, end)


def unit_role(following: str) -> str:
    """Return the role that the next word implies for a number."""
    if following in MEASURE_WORDS:
        return "measure"
    if following in MONEY_WORDS:
        return "money"
    return "percent" if following in _PERCENT_WORDS else "quantity"


def continues(
    text: str, role: str, last: tuple[int, int], span: tuple[int, int], *, is_next: bool
) -> bool:
    """Return whether a number continues a list that began with a number of this role: "notes 6 and 25".

    Args:
        text: any text.
        role: the role of the number before.
        last: the span of that number.
        span: the span of the number.
        is_next: whether it is one more than that number: "Scope 1 and 2 emissions".
    """
    between, end = text[last[1] : span[0]], span[1]
    if role == "ordinal":
        return between[2:] == " and "  # "4th and 2"
    if role == "reference" and _TITLED.fullmatch(between):
        return True
    if between not in (", ", " and ", " or ", " to ", ", and ", " & "):
        return False
    if role == "name":  # "won Games 4 and 5", not "Avro 504 and 5 others"
        plural = _PLURAL_BEFORE.search(text, max(0, last[0] - 24), last[0])
        return bool(plural) and not _COUNTED_BEHIND.match(text, end)
    in_row = is_next or _SEVERAL_BEFORE.search(text, max(0, last[0] - 36), last[0])
    if _COUNTED_BEHIND.match(text, end) and (between == ", " or not in_row):
        return False  # "in house 1, 20 carpets", "grade 4 and 35 students"
    return role == "reference" or (
        role == "date" and bool(re.match(r"[,.?)]", text[end : end + 1]))
    )


def _in_brackets(number: DigitNumber, brackets: str) -> bool:
    return number.before + number.text[number.end : number.end + 1] == brackets


def _is_negative(number: DigitNumber) -> bool:
    text, start, end = number.text, number.start, number.end
    return text[max(0, start - 2) : start] in _NEGATIVE_OPENINGS or (
        number.before == "(" and text[end : end + 2] == ")%"
    )


def _has_note_before(number: DigitNumber) -> bool:
    text, start = number.text, number.start
    return text[start - 2 : start] == ": " and bool(
        _NOTE_BEFORE.search(text, max(0, start - 8), start)
    )


def _neighbouring_year(number: DigitNumber) -> int:
    """Return the four digits next to these in a list, 0 if there are none."""
    text, start = number.text, number.start
    beside = _YEAR_BEFORE.search(text, max(0, start - 24), start) or _YEAR_BEHIND.match(
        text, number.end
    )
    return int(beside[1]) if beside else 0


def _is_counted(number: DigitNumber) -> bool:
    following = number.following
    return (
        following.endswith("s")
        and following not in _NO_PLURALS
        and not _NAME_BEHIND.match(number.text, number.end)
    )


def _takes_year(number: DigitNumber) -> bool:
    """Return whether the words before a modern number make it a year: "these 2018 hires", "from 2015 averages"."""
    previous = number.previous.lower()
    return (
        previous in _BEFORE_MODERN_YEAR
        or number.text.endswith(_TO_YEAR, 0, number.start)
        or starts_sentence(number.text, number.start)
    )


def _is_parted_in_thousands(number: DigitNumber) -> bool:
    """Return whether a number and one beside it may be one number with a blank: "13 600 members"."""
    text, start, end = number.text, number.start, number.end
    return bool(
        (end - start <= 3 and _THOUSANDS_BEHIND.match(text, end))
        or (end - start == 3 and _THOUSANDS_BEFORE.search(text, max(0, start - 5), start))
    )


def _follows_month(number: DigitNumber) -> bool:
    return number.previous not in _NO_MONTHS and number.previous.lower() in MONTHS


def _starts_footnote(number: DigitNumber) -> bool:
    text, start, end = number.text, number.start, number.end
    return (
        start > 0
        and number.whole <= 9
        and bool(_NAME_BEHIND.match(text, end) or _MARK.match(text, end))
        and number.before.isspace()
        and starts_sentence(text, start)
    )


def _starts_title(number: DigitNumber) -> bool:
    return number.start == 0 and bool(_TITLE.match(number.text, number.end))


_VEHICLE_CODE = re.compile(r"\b(?i:flight|train|tram|ferry|bus|ship) [A-Z]{2,4} $")
# Not "3 300-page books" and not "in 2019 600 people".
_THOUSANDS_BEHIND = re.compile(r" \d{3}(?![\d-]|[,.]\d)")
_THOUSANDS_BEFORE = re.compile(r"(?<![\d,.-])\d{1,3} $")

#: Rules for digits, by the words around them.
WORD_RULES = RuleTable(
    RoleRule("parted thousands", "label", "the 13 600 members",
             lambda n: _is_parted_in_thousands(n)),
    RoleRule("stage name", "name", "a song by 50 Cent",
             lambda n: n.following == "cent" and n.text.startswith(" Cent", n.end), UNIT_BEHIND),
    RoleRule("per cent", "percent", "70 per cent of them",
             lambda n: _PER_CENT.match(n.text, n.end), UNIT_BEHIND),
    RoleRule("day before a modern year", "year", "March 31, 2018 differences",
             lambda n: n.whole >= 1900 and _DAY_BEFORE.search(n.text, max(0, n.start - 24), n.start), YEAR_LIKE),
    RoleRule("year of a percentage", "year", "the 2019 percentage change",
             lambda n: 1900 <= n.whole < 2100 and n.following in _PERCENT_WORDS, UNIT_BEHIND | YEAR_LIKE),
    RoleRule("year before a unit", "year", "at 2018 year end",
             lambda n: n.whole >= 1900 and n.following in _UNITS_OF_YEARS, UNIT_BEHIND | YEAR_LIKE),
    RoleRule("year of a coin", "year", "a 1959 penny",
             lambda n: n.previous.lower() in _ARTICLES and n.following in _COINS, UNIT_BEHIND | YEAR_LIKE),
    RoleRule("one-time", "label", "a 1 time reward",
             lambda n: n.whole == 1 and n.following == "time" and n.previous.lower() in _ARTICLES, UP_TO_31),
    RoleRule("measure", "measure", "36 miles", lambda n: n.following in MEASURE_WORDS, UNIT_BEHIND),
    RoleRule("money word", "money", "50 cents", lambda n: n.following in MONEY_WORDS, UNIT_BEHIND),
    RoleRule("percent word", "percent", "30 percent",
             lambda n: n.following in _PERCENT_WORDS, UNIT_BEHIND),
    RoleRule("reference", "reference", "Room 12",
             lambda n: n.previous.lower() in REFERENCES, CAPITAL_BEFORE),
    RoleRule("code of a vehicle", "reference", "Flight BA 117 left",
             lambda n: _VEHICLE_CODE.search(n.text, max(0, n.start - 16), n.start), CAPITAL_BEFORE),
    RoleRule("reference in lower case", "reference", "see note 12",
             lambda n: n.previous in PLAIN_REFERENCES and is_reference(n.text, n.start)),
    RoleRule("name with a number", "name", "She saw Ocean's 11 twice",
             lambda n: n.numeral in _NUMBERS_OF_NAMES and f"{n.text[max(0, n.start - 24) : n.start - 1].rpartition(' ')[2]}/{n.numeral}" in _NAMES_WITH_NUMBER),
    RoleRule("telephone number", "label", "to dial 911.",
             lambda n: n.whole >= 100 and n.previous.lower() in _TELEPHONING
             and (not n.following or n.following in COUNTS_NOTHING or n.following == "now")),
    RoleRule("code", "label", "Her zip code is 90210.",
             lambda n: n.whole >= 100 and _CODE.search(n.text, max(0, n.start - 24), n.start)),
    RoleRule("address", "label", "at 401 Congress Avenue",
             lambda n: _ADDRESS.match(n.text, n.end)),
    RoleRule("heading in quotes", "reference", 'See "9. Leases" here',
             lambda n: n.before in _QUOTES and n.text[n.end : n.end + 2] == ". ", UP_TO_40 | MARK_BEFORE),
    RoleRule("one of a series", "reference", "on day 2 she",
             lambda n: (n.previous.lower() in SERIES and is_one_of_series(n.text, n.start))
             or (n.numeral.isdigit() and n.before == " " and not n.hyphenated and names_one(n.text, n.start, n.following))),
    RoleRule("thousands point", "label", "greeted by 100.000 people",
             lambda n: _THOUSANDS_POINT.fullmatch(n.numeral)),
    RoleRule("name with an inner capital", "name", "the MorphInk 99 editor",
             lambda n: n.before == " " and INNER_CAPITAL.search(n.previous)),
    RoleRule("number sign or verse", "reference", "win #56",
             lambda n: n.before in ("#", ":"), MARK_BEFORE),
    RoleRule("pension plan", "reference", "401(k) plans",
             lambda n: _PLAN.match(n.text, n.end), NO_WORD_BEHIND),
    RoleRule("negative", "label", "a change of (48.3)%", _is_negative, MARK_BEFORE),
    RoleRule("short year", "year", "in Dec. '04",
             lambda n: n.before in ("'", "’") and len(n.numeral) == 2 and n.whole >= 0, MARK_BEFORE),
    RoleRule("tied score", "score", "tied at 30",
             lambda n: n.text.endswith(_TIED, 0, n.start)),
    RoleRule("rising", "name", "his part in the 45, he", is_rising, NO_WORD_BEHIND),
    RoleRule("end of a name", "name", "five Avro 504 were bought", ends_name, CAPITAL_BEFORE),
    RoleRule("name at a mark", "name", "shown on Fox Sports 1.",
             ends_name_at_mark, CAPITAL_BEFORE | NO_WORD_BEHIND),
    RoleRule("acronym", "name", "the FHTV 4 contract",
             lambda n: len(n.previous) >= _ACRONYM_LETTERS and n.previous.isupper() and not _follows_month(n), CAPITAL_BEFORE | UP_TO_40),
    RoleRule("rank", "label", "a top 40 hit",
             lambda n: is_rank(n.text, n.start, n.end)),
    RoleRule("position on a field", "label", "at their own 33.",
             lambda n: n.previous == "own" and not n.hyphenated and (not n.following or n.following in COUNTS_NOTHING)),
    RoleRule("base of a rate", "label", "9.75 births per 1,000 people",
             lambda n: n.previous == "per" and n.numeral.replace(",", "") in _BASES),
    RoleRule("rest of parted money", "label", "an income of $23, 335",
             lambda n: len(n.numeral.partition(".")[0]) >= 3 and _MONEY_BEFORE.search(n.text, max(0, n.start - 8), n.start), NO_WORD_BEFORE),
    RoleRule("leading zero", "label", "agent 007",
             lambda n: n.numeral[0] == "0" and len(n.numeral) > 1 and n.numeral[1] != "."),
    RoleRule("note with a colon", "label", "Note: 5 of them", _has_note_before, NO_WORD_BEFORE),
    RoleRule("citation", "label", "he fled.[12]", lambda n: _in_brackets(n, "[]"), MARK_BEFORE),
    RoleRule("era before", "year", "c. 273",
             lambda n: n.previous in _BEFORE_ERA and n.before in " ."),
    RoleRule("era behind", "year", "until 300 A.D. here",
             lambda n: _ERA_BEHIND.match(n.text, n.end)),
    RoleRule("year of old times", "year", "He fell in 993. The emperor wept.",
             lambda n: 100 <= n.whole < 1000 and n.previous.lower() in _BEFORE_OLD_YEAR
             and _CLAUSE_GOES_ON.match(n.text, n.end) and _OLD_TIMES.search(n.text)),
    RoleRule("suspended hyphen", "range", "a 52- or 53-week year",
             lambda n: _SUSPENDED_BEFORE.search(n.text, max(0, n.start - 8), n.start)),
    RoleRule("decimal section number", "label", "2.1 Taxation",
             lambda n: n.value < 100 and _starts_title(n), NO_WORD_BEFORE | DECIMAL),
    RoleRule("month behind", "date", "5 October",
             lambda n: is_day_of_month(n.text, n.end, n.following), UP_TO_31),
    RoleRule("May behind", "date", "on 21 May saw",
             lambda n: n.following == "may" and n.previous.lower() in _BEFORE_DAY and n.text.startswith(" May", n.end), UP_TO_31),
    RoleRule("month before", "date", "on May 5", _follows_month, UP_TO_31),
    RoleRule("month glued to a word", "date", "as ofDecember 31",
             lambda n: n.previous.endswith(_GLUED_MONTHS), UP_TO_31),
    RoleRule("footnote in brackets", "label", "income (2) rose",
             lambda n: n.whole <= 30 and _in_brackets(n, "()"), UP_TO_40 | MARK_BEFORE),
    RoleRule("footnote", "label", "For more, see it. 2 For purposes of",
             _starts_footnote, UP_TO_40),
    RoleRule("list mark", "label", "3) of these",
             lambda n: n.start == 0 and n.whole <= 30 and n.text[n.end : n.end + 2] in (". ", ") "), UP_TO_40 | NO_WORD_BEFORE),
    RoleRule("section number", "label", "3 Borrowings include",
             _starts_title, UP_TO_40 | NO_WORD_BEFORE),
    RoleRule("total", "quantity", "a total of 1907 reports",
             lambda n: n.text.endswith(_TOTALS, 0, n.start), YEAR_LIKE),
    RoleRule("rate", "quantity", "she earns 2000 a week",
             lambda n: n.previous.lower() not in _BEFORE_DATE and _RATE_BEHIND.match(n.text, n.end), YEAR_LIKE),
    RoleRule("attributive count", "quantity", "an 1800-stitch flower",
             lambda n: n.hyphenated and _COUNTS_BEHIND.match(n.text, n.end), YEAR_LIKE),
    RoleRule("year after In", "year", "In 1802 soldiers fled",
             lambda n: n.previous == "In" and n.whole >= 1600, YEAR_LIKE),
    RoleRule("early year after In", "year", "In 993, he fled",
             lambda n: n.previous == "In" and 100 <= n.whole < 1000 and n.text.startswith(",", n.end), NO_WORD_BEHIND),
    RoleRule("counted people", "quantity", "1652 prisoners and 1600 men",
             lambda n: n.following in COUNTED_PLURALS, YEAR_LIKE),
    RoleRule("yearly figures", "year", "the 2007 elections",
             lambda n: n.whole >= 1900 and (n.previous.lower() in BEFORE_YEAR or n.following in _YEARLY), YEAR_LIKE),
    RoleRule("modern year before a plural", "year", "these 2018 hires",
             lambda n: 1900 <= n.whole < 2100 and _is_counted(n) and _takes_year(n), YEAR_LIKE),
    RoleRule("beside a modern year", "year", "1998 and 2000 models",
             lambda n: n.whole >= 1900 and 1900 <= _neighbouring_year(n) <= 2100, YEAR_LIKE),
    RoleRule("counted plural", "quantity", "1652 prisoners", _is_counted, YEAR_LIKE),
    RoleRule("whole of a part", "quantity", "352 out of 1132 total",
             lambda n: n.text.endswith("out of ", 0, n.start), YEAR_LIKE),
    RoleRule("year of a life", "year", "Widers (d. 1597 in Rome)",
             lambda n: _LIFE_BEFORE.search(n.text, max(0, n.start - 4), n.start), YEAR_LIKE),
    RoleRule("year after a comma", "year", "the royal election, 1576.",
             lambda n: _EVENT_BEFORE.search(n.text, max(0, n.start - 4), n.start) and _CLOSES.match(n.text, n.end), YEAR_LIKE | NO_WORD_BEHIND),
    RoleRule("year after around", "year", "it began around 1904 with them",
             lambda n: n.whole >= 1600 and n.previous in _NEARLY and n.following in _BEHIND_YEARS, YEAR_LIKE),
    RoleRule("year cue", "year", "since 1098 they",
             lambda n: n.previous.lower() in _YEAR_CUES, YEAR_LIKE),
    RoleRule("day before", "year", "on March 8, 1022, he",
             lambda n: _DAY_BEFORE.search(n.text, max(0, n.start - 24), n.start), YEAR_LIKE),
    RoleRule("modern year at a mark", "year", "over 1998.",
             lambda n: n.whole >= 1900, YEAR_LIKE | NO_WORD_BEHIND),
    RoleRule("year in brackets", "year", "(1553)",
             lambda n: _in_brackets(n, "()"), YEAR_LIKE | MARK_BEFORE),
    RoleRule("estimate", "quantity", "nearly 1700 of them",
             lambda n: n.previous.lower() in _ABOUT, YEAR_LIKE),
    RoleRule("early modern year", "year", "he met 1845 there", lambda n: n.whole >= 1600, YEAR_LIKE),
    RoleRule("beside a year", "year", "1217, 1219",
             lambda n: 1000 <= _neighbouring_year(n) <= 2100, YEAR_LIKE),
    RoleRule("attributive year", "year", "a 1537 treaty",
             lambda n: n.previous.lower() in _ARTICLES and bool(n.following), YEAR_LIKE),
    RoleRule("quantity", "quantity", "12 pens"),
)  # fmt: skip


def deciding_rule(number: DigitNumber) -> RoleRule:
    """Return the rule that determines the role of a number: one of the marks, else one of the words.

    Marks that are part of the number are included in it. Input -> output: "1.5" in
    "1.5 million dollars" -> the rule "money word", and the number is now "1.5 million".
    """
    rule = rule_of_marks(number)
    if rule.role:
        return rule
    number.previous = previous_word(number.text, number.start)
    number.following = next_word(number.text, number.end)
    if number.value.denominator == 1 and "," not in number.numeral:
        number.whole = number.value.numerator  # comparing a Fraction takes far longer
    number.features |= _features_of_words(number) | _features_of_size(number)
    return WORD_RULES.decide(number)


def _features_of_words(number: DigitNumber) -> int:
    previous, following = number.previous, number.following
    features = 0
    if not previous:
        features = NO_WORD_BEFORE
    elif previous[0].isupper():
        features = CAPITAL_BEFORE
    if not following:
        features |= NO_WORD_BEHIND
    elif following in _UNITS:
        features |= UNIT_BEHIND
    return features


def _features_of_size(number: DigitNumber) -> int:
    whole = number.whole
    if whole < 0:
        return DECIMAL
    if whole <= 40:
        return UP_TO_40 | UP_TO_31 if whole <= 31 else UP_TO_40
    return YEAR_LIKE if len(number.numeral) == 4 and 1000 <= whole <= 2100 else 0
