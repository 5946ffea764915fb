"""Questions for the average of three years of a row, and rules that turn them into other questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.logic.table_questions import MOST_CELLS
from numdiag_datasets.perturbations.logic.table_rules import NewTableQuestion, new_table_question
from numdiag_datasets.perturbations.perturbation import Rule
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.derivation import read_derivation
from numdiag_datasets.texts.table.figures import signed_value
from numdiag_datasets.texts.table.years import year_of
from numdiag_datasets.texts.word_problem.clauses import MOST_CHARACTERS

_YEAR = r"(?:fiscal |FY ?)?(?:(?:19|20)\d\d|(?<=FY)\d\d)"
_FORM = re.compile(
    r"(?P<asks>What (?:is|was|are|were)) the average (?:of )?(?:the )?(?P<figure>[^?]{2,120}?)"
    rf"(?P<ending> (?:from|for|in|during|over|across|between) (?:the )?(?:years? |fiscal years? |period )*"
    rf"(?:{_YEAR} ?(?:-|–|to|through) ?{_YEAR}|{_YEAR}, ?{_YEAR},? ?and {_YEAR}|{_YEAR} ?and {_YEAR})"
    r"| (?:for|in|over|across) the (?:3|three) years)?\s*\??\s*",
    re.IGNORECASE,
)
_NOT_A_FIGURE = re.compile(
    r"\b(?:average|mean|changes?|increases?|decreases?|growth|per|and|between|each|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_STEPS = (("+", 0, 1), ("+", 4, 2), ("/", 5, 3))


@dataclass(frozen=True, slots=True)
class Series:
    """A question for the average of three years that its derivation and the table confirm.

    Attributes:
        asks: "What was".
        figure: the name of the averaged figure, without "the".
        ending: " from 2017-2019", or "".
        years: the first and the last.
        numerals: of the first year, the last year, the smallest and the largest figure.
        scale: the scale of the figures and of their average.
    """

    asks: str
    figure: str
    ending: str
    years: tuple[int, int]
    numerals: tuple[str, str, str, str]
    scale: str


def read_series(reading: Reading, siblings: Iterable[Reading]) -> Series | None:
    """Return the reading of a question for the average of three years, or None.

    None unless words, derivation and table agree, or if the question is longer than `MOST_CHARACTERS`. No
    sibling is needed, since an average has the scale of its figures.
    """
    problem, equation = reading.problem, reading.equation
    if equation is None or not problem.derivation or len(problem.question) > MOST_CHARACTERS:
        return None
    steps = tuple((step.symbol, step.left, step.right) for step in equation.steps)
    said = _FORM.fullmatch(" ".join(problem.question.split()))
    if steps != _STEPS or equation.operands[3] != 3 or said is None:
        return None
    if _NOT_A_FIGURE.search(said["figure"]):
        return None
    row = _row_of(reading, equation.operands[:3])
    if row is None:
        return None
    years = [year_of(problem.table, cell_of(figure.field) or (0, 0), "row") for figure in row]
    known = [year for year in years if year is not None]
    if len(set(known)) < len(row):
        return None
    read = read_derivation(problem.derivation, problem.answers[0], problem.scale)
    numerals = [problem.derivation[slice(*span)] for span in read.numerals[:3]]
    by_year = sorted(zip(known, numerals, strict=True))
    by_size = sorted(zip(equation.operands[:3], numerals, strict=True))
    return Series(
        asks=said["asks"],
        figure=said["figure"].strip(),
        ending=said["ending"] or "",
        years=(by_year[0][0], by_year[-1][0]),
        numerals=(by_year[0][1], by_year[-1][1], by_size[0][1], by_size[-1][1]),
        scale=problem.scale,
    )


def _row_of(reading: Reading, values: Iterable[Fraction]) -> list[NumberMention] | None:
    """Return the positive figures with these values in one row, or None.

    The row has all values and shares more words with the question than any other such row.
    """
    values = list(values)
    table = reading.problem.table
    rows: dict[int, list[NumberMention]] = {}
    for number in reading.passage.quantities:
        cell = cell_of(number.field)
        if cell and number.value in values and signed_value(number) > 0:
            rows.setdefault(cell[0], []).append(number)
    asked = content_words(reading.problem.question)
    best: list[tuple[int, list[NumberMention]]] = []
    for r, numbers in rows.items():
        found = [[n for n in numbers if n.value == value] for value in values]
        shared = len(content_words(table[r][0]) & asked)
        if shared and len(numbers) <= MOST_CELLS and all(len(cells) == 1 for cells in found):
            best.append((shared, [cells[0] for cells in found]))
    best.sort(key=lambda row: -row[0])
    if not best or (len(best) > 1 and best[0][0] == best[1][0]):
        return None
    return best[0][1]


def _change_of_series(series: Series) -> NewTableQuestion | None:
    """Input -> output: "the average net income from 2017-2019" -> "the change in net income from 2017 to 2019"."""
    first, last, _, _ = series.numerals
    start, end = series.years
    question = f"{series.asks} the change in the {series.figure} from {start} to {end}?"
    return new_table_question(question, f"{last}-{first}", series.scale)


def _range_of_series(series: Series) -> NewTableQuestion | None:
    """Input -> output: as above -> "the difference between the highest and the lowest net income from 2017-2019"."""
    _, _, low, high = series.numerals
    ending = series.ending or f" from {series.years[0]} to {series.years[1]}"
    question = (
        f"{series.asks} the difference between the highest and the lowest {series.figure}{ending}?"
    )
    return new_table_question(question, f"{high}-{low}", series.scale)


SERIES_RULES: tuple[Rule[Callable[[Series], NewTableQuestion | None]], ...] = (
    Rule(
        "change_of_series",
        "an average of three years becomes the change over them",
        _change_of_series,
    ),
    Rule(
        "range_of_series",
        "an average of three years becomes the highest less the lowest",
        _range_of_series,
    ),
)
