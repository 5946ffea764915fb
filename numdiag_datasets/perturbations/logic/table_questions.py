"""The reading of a question about two figures of a table: words, derivation and table must agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.problem import Problem, cell_of, texts
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.logic.compared_years import find_period
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.derivation import read_derivation
from numdiag_datasets.texts.table.figures import signed_value
from numdiag_datasets.texts.table.years import year_of
from numdiag_datasets.texts.word_problem.clauses import MOST_CHARACTERS

CHANGE, PERCENTAGE, AVERAGE, TOTAL, DIFFERENCE = (
    "change",
    "percentage_change",
    "average",
    "total",
    "difference",
)

#: Steps of a derivation of two figures -> the quantity that it computes.
_SHAPES: dict[tuple[tuple[str, int, int], ...], str] = {
    (("-", 0, 1),): CHANGE,
    (("+", 0, 1),): TOTAL,
    (("+", 0, 1), ("/", 3, 2)): AVERAGE,
    (("-", 0, 1), ("/", 4, 2), ("*", 5, 3)): PERCENTAGE,  # (a - b) / b * 100
    (("/", 0, 1), ("-", 4, 2), ("*", 5, 3)): PERCENTAGE,  # (a / b - 1) * 100
}

_THE: dict[str, Any] = {"LOWER": "the"}
_IN: dict[str, Any] = {"LOWER": {"IN": ["in", "of"]}}
_RISE: list[list[dict[str, Any]]] = [
    [{"LOWER": {"IN": ["change", "increase", "decrease"]}}],
    [
        {"LOWER": {"IN": ["increase", "increase/"]}},
        {"ORTH": "/", "OP": "?"},
        {"ORTH": "("},
        {"LOWER": "decrease"},
        {"ORTH": ")"},
    ],
]
_PERCENT: list[list[dict[str, Any]]] = [
    [{"LOWER": {"IN": ["percentage", "percent", "%"]}}],
    [{"LOWER": "year"}, {"LOWER": "on"}, {"LOWER": "year"}, {"LOWER": "percentage"}],
]
#: Quantity that a question asks for -> the token patterns of its phrase, "the percentage change in".
_PHRASES: dict[str, list[list[dict[str, Any]]]] = {
    CHANGE: [
        *([_THE, *rise, _IN] for rise in _RISE),
        [_THE, {"LOWER": "nominal", "OP": "?"}, {"LOWER": "difference"}, _IN],
    ],
    PERCENTAGE: [[_THE, *percent, *rise, _IN] for percent in _PERCENT for rise in _RISE],
    AVERAGE: [
        [
            _THE,
            {"LOWER": "average"},
            {"LOWER": "annual", "OP": "?"},
            {"LOWER": "of", "OP": "?"},
            {"LOWER": "the", "OP": "?"},
        ],
        [_THE, {"LOWER": "company"}, {"LOWER": "'s"}, {"LOWER": "average"}],
    ],
    TOTAL: [
        [_THE, {"LOWER": "total"}],
        [_THE, {"LOWER": "sum"}, {"LOWER": "of"}, {"LOWER": "the", "OP": "?"}],
    ],
    DIFFERENCE: [[_THE, {"LOWER": "difference"}, {"LOWER": {"IN": ["between", "in"]}}]],
}
#: Maximum number of cells with the same value; the data sets have at most 10.
MOST_CELLS = 50

_SCALE = re.compile(
    r"\bin (?:thousand|million|billion)s?\b|[$€£]\s?(?:m|bn|million|thousand)\b|000s?\b",
    re.IGNORECASE,
)

# "from, 2019 to 2018": the base of the change is unclear.
_GOES_BACK = re.compile(r"\bfrom,", re.IGNORECASE)

# Half of a character, which spaCy cannot encode.
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question that its derivation and the table confirm.

    Attributes:
        asks: a key of the table of phrases.
        before, phrase, figure, ending: the parts of the question without its question mark: "What was ", "the
            change in", " net sales", " in 2019 from 2018".
        years: the base and the other year; empty if items are compared instead of years.
        first, second: the numerals of the derivation; for a change, the new figure and the base.
        first_year: the year of ``first``, 0 if there are no years.
        amounts: the scale of the two figures, None if it is not stated.
        row: the name of the row with both figures, "" if they are in one column.
    """

    asks: str
    before: str
    phrase: str
    figure: str
    ending: str
    years: tuple[int, ...]
    first: str
    second: str
    first_year: int
    amounts: str | None
    row: str


def read_question(reading: Reading, siblings: Iterable[Reading]) -> TableQuestion | None:
    """Return the reading of a question about two figures, or None unless words, derivation and table agree.

    Questions longer than `MOST_CHARACTERS` are not read. The figures are in one row under different years, or
    in one column next to the names of years or items. The base of a change is the figure of the year that the
    question starts from.

    Args:
        siblings: the questions about the same table; one of them may state the scale of the row.
    """
    problem, equation = reading.problem, reading.equation
    if len(problem.question) > MOST_CHARACTERS:
        return None
    computes = _computes(equation) if equation and problem.derivation else None
    pair = figures_of(reading, equation.operands[:2]) if computes and equation else None
    if computes is None or pair is None:
        return None
    years = _years(problem.table, pair)
    found = _phrase(problem.question, computes, items=not years)
    if found is None or not (years or found[0] in (DIFFERENCE, TOTAL)):
        return None
    asks, start, end = found
    rest = problem.question[end:].rstrip().removesuffix("?").rstrip()
    period = find_period(rest)
    if period is None and _GOES_BACK.search(rest):
        return None
    if years:
        named = period.years if period else tuple(sorted(years))
        base_first = years[::-1] if asks in (CHANGE, PERCENTAGE) else tuple(sorted(years))
        if base_first != (named if asks in (CHANGE, PERCENTAGE) else tuple(sorted(named))):
            return None
    elif period:
        return None
    numerals = read_derivation(problem.derivation, problem.answers[0], problem.scale).numerals
    one, two = (cell_of(figure.field) for figure in pair)
    same_row = one is not None and two is not None and one[0] == two[0]
    return TableQuestion(
        asks=asks,
        before=problem.question[:start],
        phrase=problem.question[start:end],
        figure=rest[: period.start] if period else rest,
        ending=rest[period.start :] if period else "",
        years=base_first if years else (),
        first=problem.derivation[slice(*numerals[0])],
        second=problem.derivation[slice(*numerals[1])],
        first_year=years[0] if years else 0,
        amounts=_scale_of_amounts(reading, siblings, pair),
        row=problem.table[one[0]][0] if same_row and one else "",
    )


def _computes(equation: Equation) -> str | None:
    """Return the quantity that a derivation computes from its first two operands, or None for another form."""
    steps = tuple((step.symbol, step.left, step.right) for step in equation.steps)
    kind = _SHAPES.get(steps)
    values = equation.operands
    if kind == AVERAGE:
        return kind if values[2] == 2 else None
    if kind == PERCENTAGE:
        base = values[1] if steps[0][0] == "-" else 1
        return kind if values[2] == base and values[3] == 100 else None
    return kind


@cache
def _matcher() -> tuple[Any, Any]:
    """Return a blank English pipeline and a matcher of the phrases; no model is downloaded."""
    # Imported here: loading takes a second, and only questions about tables need it.
    import spacy
    from spacy.matcher import Matcher

    nlp = spacy.blank("en")
    matcher = Matcher(nlp.vocab)
    for asks, phrases in _PHRASES.items():
        matcher.add(asks, phrases, greedy="LONGEST")
    return nlp, matcher


def _phrase(question: str, computes: str, items: bool) -> tuple[str, int, int] | None:
    """Return (quantity asked for, start, end) of the first phrase that agrees with the derivation."""
    nlp, matcher = _matcher()
    document = nlp(_SURROGATE.sub("\ufffd", question))
    wanted = DIFFERENCE if computes == CHANGE and items else computes
    spans = sorted(matcher(document, as_spans=True), key=lambda span: (span.start, -span.end))
    for span in spans:
        if span.label_ == wanted:
            return wanted, span.start_char, span.end_char
    return None


def figures_of(
    reading: Reading, values: Sequence[Any]
) -> tuple[NumberMention, NumberMention] | None:
    """Return the two positive figures of one row or column whose names share most words with the question.

    None if there are none, or if one of the values occurs in more than `MOST_CELLS` cells.
    """
    first, second = values
    cells = [n for n in reading.passage.quantities if cell_of(n.field) and signed_value(n) > 0]
    table = reading.problem.table
    asked = content_words(reading.problem.question)
    best: tuple[int, int] = (0, 0)
    found: tuple[NumberMention, NumberMention] | None = None
    ones, twos = ([n for n in cells if n.value == value] for value in (first, second))
    if max(len(ones), len(twos)) > MOST_CELLS:
        return None
    for one in ones:
        for two in (n for n in twos if n is not one):
            (r, c), (q, d) = cell_of(one.field) or (0, 0), cell_of(two.field) or (0, 0)
            if r != q and c != d:
                continue
            named = content_words(f"{table[r][0]} {table[q][0]}")
            score = (len(named & asked), 1 if r == q else 0)
            if score > best and (named & asked or not named):
                best, found = score, (one, two)
    return found


def _years(
    table: Sequence[Sequence[str]], pair: tuple[NumberMention, NumberMention]
) -> tuple[int, int] | None:
    """Return the years of two figures, or None unless each has one and they differ."""
    one, two = (cell_of(figure.field) or (0, 0) for figure in pair)
    along = "row" if one[0] == two[0] else "column"
    years = year_of(table, one, along), year_of(table, two, along)
    if years[0] is None or years[1] is None or years[0] == years[1]:
        return None
    return years[0], years[1]


def _scale_of_amounts(
    reading: Reading, siblings: Iterable[Reading], pair: tuple[NumberMention, NumberMention]
) -> str | None:
    """Return the scale of two figures: the answer's own, or for a percentage that of a sibling on the row."""
    problem = reading.problem
    if not (reading.equation and reading.equation.text.endswith("* 100")):
        return problem.scale
    return scale_of_ratio(reading, siblings, pair)


def scale_of_ratio(
    reading: Reading, siblings: Iterable[Reading], pair: tuple[NumberMention, NumberMention]
) -> str | None:
    """Return the scale of two figures with a ratio: the one that siblings on their rows state, or None."""
    if any(figure.role == "percent" for figure in pair):
        return "percent"
    rows = {(cell_of(figure.field) or (0, 0))[0] for figure in pair}
    scales = {
        scale
        for sibling in siblings
        if (scale := _stated_scale(sibling.problem)) != "percent"
        and rows <= _rows_answered(sibling)
    }
    if len(scales) != 1 or (scales == {""} and _names_scale(reading.problem)):
        return None
    return scales.pop()


def _stated_scale(problem: Problem) -> str:
    """Return the scale of an answer, also if a span states it in words: "$533 million"."""
    if problem.scale or problem.answer_type == "arithmetic":
        return problem.scale
    words = {m.magnitude.lower() for answer in problem.answers for m in find_numbers(answer)}
    return words.pop() if len(words) == 1 else ""


def _names_scale(problem: Problem) -> bool:
    """Return whether table or paragraphs state that amounts are in thousands or the like."""
    return any(_SCALE.search(text) for field, text in texts(problem) if field != "question")


def _rows_answered(sibling: Reading) -> set[int]:
    """Return the rows of the table whose figures make up a question's answer."""
    problem = sibling.problem
    if sibling.equation:
        if any(step.symbol in "*/" for step in sibling.equation.steps[:1]):
            return set()
        values = set(sibling.equation.operands)
    else:
        values = _values_of_spans(problem)
    cells = ((cell_of(n.field), n) for n in sibling.passage.quantities)
    by_row: dict[int, set[Any]] = {}
    for cell, number in cells:
        if cell and number.value in values:
            by_row.setdefault(cell[0], set()).add(number.value)
    unique = {value for value in values if sum(value in shown for shown in by_row.values()) == 1}
    return {row for row, shown in by_row.items() if shown & unique}


def _values_of_spans(problem: Problem) -> set[Any]:
    if "table" not in problem.answer_from:
        return set()
    return {m.value for answer in problem.answers for m in find_numbers(answer) if m.role != "year"}
