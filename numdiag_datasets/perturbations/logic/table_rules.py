"""Rules that ask another question about the same two figures of a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.decimals import rounded
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.perturbations.logic.table_questions import (
    AVERAGE,
    CHANGE,
    DIFFERENCE,
    PERCENTAGE,
    TOTAL,
    TableQuestion,
)
from numdiag_datasets.perturbations.perturbation import Rule

_PERCENT_WORD = re.compile(r"\b(?:year on year )?(?:percentage|percent)\s|% ", re.IGNORECASE)
_AVERAGED = re.compile(r"\baverage|\bmean\b", re.IGNORECASE)
# "the average sales between the fourth quarter of"
_CUT_OFF = re.compile(r"\bbetween\b|\bquarter of\b", re.IGNORECASE)
# "the change in increase / (decrease)": it would be unclear which change is meant.
_IS_CHANGE = re.compile(r"\b(?:changes?|increases?|decreases?|growth)\b", re.IGNORECASE)
_IS_RATE = re.compile(
    r"\b(?:rate|ratio|percentage|percent|margin|yield|(?:19|20)\d\d)\b|%", re.IGNORECASE
)
_BOTH = re.compile(r"\b(?:both|between|percentages?)\b", re.IGNORECASE)
# A ratio below it, or above its inverse, is hardly informative with two decimals.
_LEAST_RATIO = Fraction(1, 10)
# "the average amount of tax" -> "the change in the amount of tax"
_NEEDS_ARTICLE = re.compile(
    r" (?:\w+ )?(?:amount|number|value|proportion|percentage|share|level|price) "
)


@dataclass(frozen=True, slots=True)
class NewTableQuestion:
    """A question with its derivation, answer and scale."""

    question: str
    derivation: str
    scale: str
    answer: str


Apply = Callable[[TableQuestion], NewTableQuestion | None]


def _percentage_of_change(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the change in net sales in 2019 from 2018" -> "the percentage change in ..."."""
    if asked.asks != CHANGE or asked.amounts == "percent" or _IS_CHANGE.search(asked.figure):
        return None
    phrase = re.sub(r"^(the )(?:nominal )?", r"\1percentage ", asked.phrase, flags=re.IGNORECASE)
    derivation = f"({asked.first}-{asked.second})/{asked.second}"
    return _question(asked, phrase, asked.figure, asked.ending, derivation, "percent", times=100)


def _change_of_percentage(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the percentage change in net sales" -> "the change in net sales"."""
    if asked.asks != PERCENTAGE or asked.amounts is None:
        return None
    phrase = _PERCENT_WORD.sub("", asked.phrase)
    return _question(
        asked, phrase, asked.figure, asked.ending, f"{asked.first}-{asked.second}", asked.amounts
    )


def _average_of_years(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the change in sales in 2019 from 2018" -> "the average sales for 2018 and 2019"."""
    if asked.asks not in (CHANGE, PERCENTAGE) or asked.amounts is None or not asked.ending:
        return None
    figure = asked.figure.strip()
    if _AVERAGED.search(figure) or _CUT_OFF.search(figure):
        return None
    of = "of " if figure.lower().startswith("the ") else ""
    phrase = f"the average {of}"
    ending = f" for {_year_pair(asked)}"
    derivation = f"({asked.first}+{asked.second})/2"
    return _question(asked, phrase.rstrip(), f" {figure}", ending, derivation, asked.amounts)


def _change_of_average(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the average sales for 2018 and 2019" -> "the change in sales between 2018 and
    2019"."""
    if asked.asks != AVERAGE or not asked.ending or asked.amounts is None:
        return None
    if _IS_CHANGE.search(asked.figure):
        return None
    later_first = asked.first_year == max(asked.years)
    new, base = (asked.first, asked.second) if later_first else (asked.second, asked.first)
    ending = f" between {_year_pair(asked)}"
    phrase = "the change in the" if _NEEDS_ARTICLE.match(asked.figure) else "the change in"
    return _question(asked, phrase, asked.figure, ending, f"{new}-{base}", asked.amounts)


def _average_of_total(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the total profit in 2018 and 2019" -> "the average profit in 2018 and 2019"."""
    if asked.asks != TOTAL or not asked.years or asked.amounts is None:
        return None
    if _AVERAGED.search(asked.figure):
        return None
    if "sum" in asked.phrase.lower():
        phrase = re.sub(r"sum of", "average of", asked.phrase, flags=re.IGNORECASE)
    else:
        keeps_total = "total" in asked.row.lower()  # for the row "Total sales"
        average = "average total" if keeps_total else "average"
        phrase = re.sub(r"total", average, asked.phrase, flags=re.IGNORECASE)
    figure = asked.figure.replace(" altogether", "")
    derivation = f"({asked.first}+{asked.second})/2"
    return _question(asked, phrase, figure, asked.ending, derivation, asked.amounts)


def _average_of_items(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the difference between A and B" -> "the average of A and B"."""
    if asked.asks != DIFFERENCE or asked.amounts is None or _AVERAGED.search(asked.figure):
        return None
    figure = asked.figure
    if asked.phrase.lower().endswith(" in"):
        if figure.count(" between ") != 1:
            return None
        figure = figure.replace(" between ", " for ")
    if " and " not in figure:
        return None
    derivation = f"({asked.first}+{asked.second})/2"
    return _question(asked, "the average of", figure, asked.ending, derivation, asked.amounts)


def _ratio_of_years(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the percentage change in sales from 2018 to 2019" -> "the ratio of sales in 2019 to the
    2018 figure"."""
    if asked.asks not in (CHANGE, PERCENTAGE) or not asked.ending or asked.amounts == "percent":
        return None
    figure = asked.figure.strip()
    if _IS_CHANGE.search(figure) or _CUT_OFF.search(figure) or _IS_RATE.search(figure):
        return None
    base, new = _written_years(asked)
    value = parse_equation(f"{asked.first}/{asked.second}").value()
    if value == 1 or not _LEAST_RATIO <= value <= 1 / _LEAST_RATIO:
        return None
    ending = f" in {new} to the {base} figure"
    return _question(
        asked, "the ratio of", f" {figure}", ending, f"{asked.first}/{asked.second}", ""
    )


def _difference_of_items(asked: TableQuestion) -> NewTableQuestion | None:
    """Input -> output: "the sum of A and B in 2019" -> "the difference between A and B in 2019"."""
    if asked.asks != TOTAL or asked.years or "sum of" not in asked.phrase.lower():
        return None
    if asked.amounts is None or asked.figure.count(" and ") != 1 or _BOTH.search(asked.figure):
        return None
    big, small = asked.first, asked.second
    if parse_equation(f"{big}-{small}").value() < 0:
        big, small = small, big
    return _question(
        asked,
        "the difference between",
        asked.figure,
        asked.ending,
        f"{big}-{small}",
        asked.amounts,
    )


def _written_years(asked: TableQuestion) -> tuple[str, str]:
    """Return the base and the other year, as the question writes them."""
    base, new = asked.years
    if re.search(r"\bFY", asked.ending):
        return f"FY{str(base)[2:]}", f"FY{str(new)[2:]}"
    fiscal = "fiscal " if re.search(r"\bfiscal\b", asked.ending, re.IGNORECASE) else ""
    return f"{fiscal}{base}", f"{fiscal}{new}"


def _year_pair(asked: TableQuestion) -> str:
    """Return the years as the question writes them: "2018 and 2019", "FY18 and FY19"."""
    years = [str(year) for year in sorted(asked.years)]
    if re.search(r"\bFY", asked.ending):
        years = [f"FY{year[2:]}" for year in years]
    fiscal = "fiscal " if re.search(r"\bfiscal\b", asked.ending, re.IGNORECASE) else ""
    return f"{fiscal}{years[0]} and {years[1]}"


def _question(
    asked: TableQuestion,
    phrase: str,
    figure: str,
    ending: str,
    derivation: str,
    scale: str,
    times: int = 1,
) -> NewTableQuestion:
    return new_table_question(f"{asked.before}{phrase}{figure}{ending}?", derivation, scale, times)


def new_table_question(
    question: str, derivation: str, scale: str, times: int = 1
) -> NewTableQuestion:
    """Return a question whose answer is ``times`` the value of its derivation."""
    value = parse_equation(derivation).value() * times
    return NewTableQuestion(question, derivation, scale, rounded(value))


TABLE_LOGIC_RULES: tuple[Rule[Apply], ...] = (
    Rule("percentage_of_change", "a change is asked as a percentage", _percentage_of_change),
    Rule(
        "change_of_percentage", "a percentage change is asked as an amount", _change_of_percentage
    ),
    Rule("average_of_years", "a change between two years becomes their average", _average_of_years),
    Rule("change_of_average", "an average of two years becomes their change", _change_of_average),
    Rule("ratio_of_years", "a change between two years becomes their ratio", _ratio_of_years),
    Rule(
        "difference_of_items", "a sum of two items becomes their difference", _difference_of_items
    ),
    Rule("average_of_total", "a total of two years becomes their average", _average_of_total),
    Rule("average_of_items", "a difference of two items becomes their average", _average_of_items),
)
