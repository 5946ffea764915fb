"""Extra, second form, for passages and reports: an irrelevant fact about something that the text names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.english.wordings import (
    ABOUT_EVENTS,
    ABOUT_FIGURES,
    ABOUT_NAME,
    MATCH_DAY,
    THE_COMPANY,
    WORK_ON_ITEM,
    Wording,
)
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.blocks import block_of, most_rows, skip_to
from numdiag_datasets.perturbations.extra.passage import ASKS_OF_TEXT, points_for_all
from numdiag_datasets.perturbations.extra.passage_sentences import WAR, subjects_of
from numdiag_datasets.perturbations.perturbation import Rule
from numdiag_datasets.texts.insertion_points import points_between_paragraphs, start_seldom
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group, Split

# Maximum number of characters of a passage that are searched for names, and of names.
_LONGEST, _MOST_NAMES = 20_000, 20
# Maximum number of table rows whose names are used, and of characters of a name.
_MOST_ROWS, _LONGEST_ITEM = 60, 80
# "in Finland,", "by Napoleon was": the next word is not a noun that the name modifies.
_NAMED = re.compile(
    r"\b(?:in|of|at|near|from|by|against|with|under|to) (?P<name>[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,}){0,2})"
    r"(?=[,.;]| (?:was|were|had|in|on|to|for|with|by|at|from|during)\b)"
)
# "the Commonwealth of Nations": the end of a longer name.
_PART_OF_NAME = re.compile(r"\b[A-Z][a-z]+ (?:of|for) $")
_NO_NAME = re.compile(
    rf"\b(?:{MONTHS}|(?:Sun|Mon|Tues"
    r"|Wednes|Thurs|Fri|Satur)day|Week|Game|Quarter|Spring|Summer|Autumn|Winter|Christmas|Sir|Census|Race|There|He|She|They"
    r"|North|South|East|West|War|Battle|Treaty|Bowl|Cup|League|Day|Night|Field|Stadium|Park)\b"
    r"|(?:ish|ese|ench|utch|ians?|[cmr]ans?|ards?|ers|wegian|ic|ern)$"
)
_MATCH = re.compile(r"\b(?:touchdown|field goal|quarterback|TD pass|TD run)s?\b", re.IGNORECASE)
# A passage about a match has at least this many of its words.
_OF_MATCH = 3
_FIGURES = re.compile(r"\d%|\bper ?cent\b|\bcensus\b|\bmedian\b|\bhouseholds\b", re.IGNORECASE)
# A row name that fits into a sentence: a few plain words that do not begin with a determiner or verb.
_ITEM = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*){0,6}")
_NO_ITEM = re.compile(
    r"\b(?:total|subtotal|gross|others?|balances?|changes?|less|plus|add|including|excluding|opening|closing"
    r"|beginning|ending|end|basic|diluted|average|thereof|years?|quarter|granted|vested|exercised|forfeited|outstanding|due"
    r"|paid|received|used|provided|recorded|acquired|recognized|reclassified|high|low|increase|decrease|number|amounts?"
    r"|percentage|by|as|at|within|not|is|was|are|were|has|have|after|before|during|thousands|millions|note|per|effect"
    r"|adjusted|reported|sold|issued|owned|gains?|loss(?:es)?|lapses?|sales?|rates?|disclosures?|the|a|an|for|to|of which|that|which)\b|(?i:^(?:net|current|non-current|in|on)$)",
    re.IGNORECASE,
)
# Words that occur in every report.
_EVERY_REPORT = content_words("year report annual page number company management day")


@dataclass(frozen=True, slots=True)
class _Text:
    """The properties of a passage or report that the rules use: the names in it, and its kind."""

    names: tuple[str, ...]
    is_match: bool = False
    has_figures: bool = False
    has_events: bool = False


_Find = Callable[[_Text], Iterator[tuple[Wording, str]]]


def _about_names(wordings: tuple[Wording, ...]) -> _Find:
    return lambda text: ((wording, name) for wording in wordings for name in text.names)


_PASSAGE_TIERS: tuple[tuple[Rule[_Find], ...], ...] = (
    (
        Rule(
            "match_day",
            "12 nurses were on duty in the stands.",
            lambda text: ((wording, "") for wording in MATCH_DAY if text.is_match),
        ),
        Rule("about_name", "A quiz about Finland has 15 questions.", _about_names(ABOUT_NAME)),
        Rule(
            "about_figures",
            "The printed volume of official statistics has 34 pages.",
            lambda text: ((wording, "") for wording in ABOUT_FIGURES if text.has_figures),
        ),
        Rule(
            "about_events",
            "A song about marching has 9 verses.",
            lambda text: ((wording, "") for wording in ABOUT_EVENTS if text.has_events),
        ),
    ),
)
# The name of a table row is closer to the questions than the company in general.
_REPORT_TIERS: tuple[tuple[Rule[_Find], ...], ...] = (
    (
        Rule(
            "work_on_item",
            "The file on trade receivables holds 21 letters.",
            _about_names(WORK_ON_ITEM),
        ),
    ),
    (
        Rule(
            "the_company",
            "Our office building has 9 floors.",
            lambda text: ((wording, "") for wording in THE_COMPANY),
        ),
    ),
)
#: The possible values of the column ``rule``.
RULES: dict[str, str] = {
    rule.name: rule.summary
    for tiers in (_PASSAGE_TIERS, _REPORT_TIERS)
    for tier in tiers
    for rule in tier
}


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "... in Finland ..." -> "... A quiz about Finland has 15 questions. ..."

    All questions about a passage or a table share the inserted sentence, up to the limit for one sentence.
    """
    group = split.groups[reading.problem.group]
    block, rows = block_of(reading, group, most_rows(len(split.readings)))
    skip_to(block, rng)
    edit, rule = group.once(("related", rng.key, block), lambda: insertion(group, rng, split, rows))
    return apply_edits(reading.problem, [edit], rule=rule)


def insertion(group: Group, rng: Rng, split: Split, rows: int) -> tuple[Edit, str]:
    """Return the insertion for some questions about a text, and its rule.

    The wording is drawn from those that fit and are used least in the split. It has no word of a question
    about the text, and its number occurs neither in the text nor in the answers.

    Args:
        rows: the number of questions that get it.
    """
    first = group.readings[0]
    is_report = first.problem.kind is TextKind.TABLE
    if any(ASKS_OF_TEXT.search(reading.problem.question) for reading in group.readings):
        raise Rejected(Reason.ASKS_OF_WHOLE_TEXT)
    points = points_between_paragraphs(first) if is_report else points_for_all(group.readings)
    if not points:
        raise Rejected(Reason.NO_PLACE)
    questions = frozenset().union(
        *(content_words(reading.problem.question) for reading in group.readings)
    )
    text = _read(first, questions, is_report)
    uses: dict[str, int] = split.once(("wordings", rng.stream), dict)
    most = most_rows(len(split.readings)) - rows
    fitting: list[tuple[str, Wording, str]] = []
    for tier in _REPORT_TIERS if is_report else _PASSAGE_TIERS:
        fitting = [
            (rule.name, wording, name)
            for rule in tier
            for wording, name in rule.apply(text)
            if uses.get(wording.form, 0) <= most
            and _words_of_form(wording.form).isdisjoint(questions)
        ]
        if fitting:
            break
    if not fitting:
        raise Rejected(Reason.NO_RULE)
    least = min(uses.get(wording.form, 0) for _, wording, _ in fitting)
    fitting = [found for found in fitting if uses.get(found[1].form, 0) == least]
    rule_name, wording, name = fitting[rng.below(len(fitting))]
    free = [n for n in range(wording.least, wording.most + 1) if Fraction(n) not in group.values]
    if not free:
        raise Rejected(Reason.NO_RULE)
    sentence = wording.form.format(n=f"{free[rng.below(len(free))]:,}", name=name)
    in_order = start_seldom(points, rng)
    point = next((p for p in in_order if not p.impersonal), None)
    if point is None:
        raise Rejected(Reason.NO_PLACE)
    parting = "\n" if is_report else " "
    uses[wording.form] = uses.get(wording.form, 0) + rows
    insert = f"{parting}{sentence}" if point.at_end else f"{sentence}{parting}"
    return Edit(point.field, point.offset, "", insert), rule_name


@cache
def _words_of_form(form: str) -> frozenset[str]:
    """Return the content words of a wording, without those that occur in every report."""
    return frozenset(content_words(form.format(n="", name="")) - _EVERY_REPORT)


def _read(reading: Reading, questions: frozenset[str], is_report: bool) -> _Text:
    text = " ".join(reading.problem.context)
    if is_report:
        return _Text(
            tuple(islice(_items(reading, questions), _MOST_NAMES)),
            is_match=False,
            has_figures=False,
        )
    matched = sum(1 for _, _ in zip(_MATCH.finditer(text), range(_OF_MATCH), strict=False))
    return _Text(
        tuple(islice(_names(text[:_LONGEST], questions), _MOST_NAMES)),
        is_match=matched == _OF_MATCH,
        has_figures=matched < _OF_MATCH and bool(_FIGURES.search(text)),
        has_events=WAR in subjects_of(text, often=True),
    )


def _names(text: str, questions: frozenset[str]) -> dict[str, None]:
    """Return the names of a passage that share no word with a question, in order."""
    return {
        match["name"]: None
        for match in _NAMED.finditer(text)
        if not _NO_NAME.search(match["name"])
        and not _PART_OF_NAME.search(
            text, max(0, match.start() - _LONGEST_ITEM), match.start("name")
        )
        and content_words(match["name"]).isdisjoint(questions)
    }


def _items(reading: Reading, questions: frozenset[str]) -> dict[str, None]:
    """Return the row names that share no word with a question, as they are written within a sentence."""
    found: dict[str, None] = {}
    text = " ".join(reading.problem.context)
    for row in reading.problem.table[:_MOST_ROWS]:
        item = " ".join(row[0].split()) if row else ""
        plain = len(item) <= _LONGEST_ITEM and _ITEM.fullmatch(item) and not _NO_ITEM.search(item)
        if not plain or not content_words(item).isdisjoint(questions):
            continue
        spoken = f"{item[0].lower()}{item[1:]}"
        first = item.partition(" ")[0]
        # "Japan" keeps its capital within a sentence, "goodwill" has none; "Octopart" is undecided.
        is_name = re.search(rf"[a-z,] {re.escape(first)}\b", text)
        if not is_name and re.search(rf"\b{re.escape(first.lower())}\b", text):
            found[spoken] = None
    return found
