"""The choice of donor sentence and insertion point among the paragraphs of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from numdiag_datasets.core.problem import Edit, Problem, apply_edits, texts
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.blocks import most_rows
from numdiag_datasets.perturbations.extra.donors import Donor, donors_of, least_used
from numdiag_datasets.perturbations.extra.table_sentences import DATE
from numdiag_datasets.texts.insertion_points import points_between_paragraphs, start_seldom
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group, Split

# Words that occur in every report and that no question asks for; "may" is the verb more often than the month.
_EVERY_REPORT = content_words(
    f"{MONTHS.replace('|May', '').replace('|', ' ')} company group board directors million billion thousand fiscal financial year years annual "
    "quarter month date period ended end amount "
    "approximately number percentage average weighted value term related respectively recorded recognized us u.s "
    "per cent based information expected certain including included fiscal percent figure item"
)
# With more words in common it would have the same topic.
_MOST_SHARED = 2
# How often the largest amount of a report may be in a sentence, and a sentence's in it: no depreciation of
# $2.5 million in a company with debts of $10.6 billion.
_MOST_TIMES, _LEAST_PART = 1, 300
_SCALE_SAID = {
    "billion": r"(?i)\bin (?:\S+ ){0,3}billions?\b",
    "million": r"(?i)\bin (?:\S+ ){0,3}millions?\b|[$€£] ?(?:million|m\b)|\bmillions? of\b",
    "thousand": r"(?i)\bin (?:\S+ ){0,3}thousands?\b|[$€£] ?[’']?000s?\b|[’']000|\b000s\b",
}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|\bF(?:Y|YE)?\s?'?(\d\d)\b")
_WE = re.compile(r"\b(?:[Ww]e|[Oo]ur)\b")
_CURRENCY = re.compile(r"S\$|A\$|[$€£¥]")


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Insert a paragraph that all questions about a table share."""
    group = split.groups[reading.problem.group]
    edit, rule = group.once(("extra", rng.key), lambda: insertion(group, rng, split))
    return apply_edits(reading.problem, [edit], rule=rule)


def insertion(group: Group, rng: Rng, split: Split) -> tuple[Edit, str]:
    """Return the paragraph for all questions about a table, and its rule.

    The sentence could occur in the company's own report: its dates, its currency and its name for the company
    are those of the report. It shares no word with a question or a row's name, no amount with the report, and
    few words with the paragraphs. A sentence without a year of the questions is preferred.
    """
    points = points_between_paragraphs(group.readings[0])
    if not points:
        raise Rejected(Reason.NO_PLACE)
    donors = donors_of(split)
    uses = split.once(("uses", rng.stream), lambda: [0] * len(donors))
    rows = len(group.readings)
    most = most_rows(len(split.readings)) - rows + 1
    report = _Report(group)
    from_ = rng.below(len(donors))

    def in_turn() -> Iterator[int]:
        yield from range(from_, len(donors))
        yield from range(from_)

    ways: tuple[Callable[[Donor], bool], ...] = (report.admits_of_other_years, report.admits)
    point = start_seldom(points, rng)[0]
    for fits in ways:
        found = least_used(donors, in_turn(), fits, point.impersonal, uses, most)
        if found is not None:
            uses[found] += rows
            donor = donors.sentences[found]
            insert = f"\n{donor.text}" if point.at_end else f"{donor.text}\n"
            return Edit(point.field, point.offset, "", insert), report.rule(donor)
    raise Rejected(Reason.NO_DONOR)


class _Report:
    """The facts of a report that an inserted sentence must agree with, and those that it must not mention."""

    def __init__(self, group: Group) -> None:
        problem = group.readings[0].problem
        self._group = group
        self._id = problem.group
        self._text = " | ".join(text for field, text in texts(problem) if field != "question")
        questions = " ".join(reading.problem.question for reading in group.readings)
        labels = " ".join(row[0] for row in problem.table if row)
        scale = next((s for s in _SCALE_SAID if re.search(_SCALE_SAID[s], self._text)), "")
        self._asked = content_words(f"{questions} {labels}") - _EVERY_REPORT
        self._words = group.readings[0].passage.words - _EVERY_REPORT
        self._years = _years(questions)
        self._currencies = set(_CURRENCY.findall(self._text))
        self._is_group = bool(re.search(r"\bGroup\b", self._text))
        self._is_company = bool(re.search(r"\bCompany\b", self._text)) or not self._is_group
        self._largest = max(
            _largest(self._text, ""),
            *(_largest(cell, scale) for row in problem.table for cell in row),
        )
        self._says_we = bool(_WE.search(self._text))
        self._is_fiscal = "fiscal" in self._text.lower()

    def admits(self, donor: Donor) -> bool:
        """Return whether a sentence contradicts nothing in the report and mentions nothing that is asked."""
        text = donor.text
        return (
            donor.group != self._id
            and donor.amounts.isdisjoint(self._group.values)
            and donor.words.isdisjoint(self._asked)
            and len(donor.words & self._words) <= _MOST_SHARED
            and (self._is_group or not re.search(r"\bGroup\b", text))
            and (self._is_company or not re.search(r"\bCompany\b", text))
            and (self._is_fiscal or "fiscal" not in text)
            and set(_CURRENCY.findall(text)) <= (self._currencies or {"$"})
            and all(map(self._has_date, DATE.findall(text)))
            and (self._says_we or not _WE.search(text))
            and self._is_of_its_size(text)
        )

    def _is_of_its_size(self, text: str) -> bool:
        """Return whether the amounts of a sentence are plausible for a company with those of the report."""
        money = _largest(text, "", frozenset({"money"}))
        too_small = money and money * _LEAST_PART < self._largest
        return not too_small and _largest(text, "") <= _MOST_TIMES * self._largest

    def _has_date(self, date: str) -> bool:
        """Return whether the report contains a date, or the day without the year at the head of its table."""
        day, _, year = date.partition(", ")
        heads = (re.search(rf"\b{day},?\s*(?:\||$)", self._text), year in self._text)
        return date in self._text or all(heads)

    def admits_of_other_years(self, donor: Donor) -> bool:
        """Return the result of `admits`, but False for a sentence with a year of a question."""
        return _years(donor.text).isdisjoint(self._years) and self.admits(donor)

    def rule(self, donor: Donor) -> str:
        """Return the rule of the chosen sentence."""
        return "shared_word" if donor.words & self._words else "unrelated"


def _largest(
    text: str, scale: str, roles: frozenset[str] = frozenset({"money", "quantity"})
) -> Fraction:
    """Return the largest amount of a text, in units; `scale` applies to numbers without a magnitude."""
    amounts = (
        n.value * MAGNITUDES.get((n.magnitude or scale).lower(), 1)
        for n in find_numbers(text)
        if n.role in roles
    )
    return max(amounts, default=Fraction(0))


def _years(text: str) -> set[str]:
    """Return the last two digits of the years in a text."""
    return {match[0][-2:] for match in _YEAR.finditer(text)}
