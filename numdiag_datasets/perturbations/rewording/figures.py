"""Rewritten figures of a table: in words, with decimals, or with a distractor."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from numdiag_datasets.core.problem import Edit, cell_of
from numdiag_datasets.english.number_words import verbalize
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.table.figures import WrittenFigure, written_figure

#: Currency sign -> the singular and plural of its name, and of that of its hundredths.
CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "¥": ("yen", "yen", "sen", "sen"),
}
#: The prefix of "$" -> the country of the dollars, for their name.
DOLLARS = {
    "US": "US",
    "S": "Singapore",
    "A": "Australian",
    "AU": "Australian",
    "C": "Canadian",
    "CA": "Canadian",
    "HK": "Hong Kong",
    "NZ": "New Zealand",
    "NT": "New Taiwan",
}
_UNITS = {
    "c": "cents",
    "p": "pence",
    "m": "million",
    "bn": "billion",
    "bps": "basis points",
    "pts": "points",
    "pp": "percentage points",
    "x": "times",
}
_SIGNS = {"-": "minus ", "+": "plus ", "": ""}


def is_figure(number: NumberMention) -> bool:
    """Return whether a number is in a cell."""
    return cell_of(number.field) is not None


def figure_in_words(
    number: NumberMention,
    with_digits: bool = False,
    write: Callable[[Fraction], str] = verbalize,
) -> Edit:
    """Return the edit that writes the figure of a cell in words; brackets stay.

    Input -> output: "$ (1,452.4)" -> "(one thousand four hundred and fifty-two point four dollars)", "12.5 %"
    -> "twelve point five percent"; with digits: "(71)" -> "(seventy-one (71))".

    Args:
        number: a quantity of a cell.
        with_digits: whether the digits follow the words.
        write: writes a value in words.
    """
    figure = written_figure(number.field_text)
    words = f"{_SIGNS[figure.mark]}{_amount_in_words(number, figure, write)}"
    if with_digits:
        digits = figure.text.replace("(", "").replace(")", "")
        words = f"{words} ({' '.join(digits.split())})"
    closes = ")" if ")" in figure.text else ""  # also in "(0.1) pts"
    after = f"{'(' if figure.bracketed else ''}{words}{closes}"
    return Edit(number.field, figure.start, figure.text, after)


def _amount_in_words(
    number: NumberMention, figure: WrittenFigure, write: Callable[[Fraction], str]
) -> str:
    value = number.value
    words = [write(value)]
    unit = figure.unit if figure.unit in _UNITS else ""
    if figure.currency:
        words += [_UNITS[unit]] if unit in ("m", "bn") else []
        country = figure.currency[:-1].strip()
        one, many, *_ = CURRENCIES.get(figure.currency[-1], (figure.currency, figure.currency))
        words += [DOLLARS.get(country, country)] if country and many != figure.currency else []
        words.append(one if value == 1 and not unit else many)
    elif unit:
        words.append(_UNITS[unit])
    if figure.is_percent:
        words.append("percent")
    return " ".join(words)


def figure_beside(number: NumberMention, distractor: int, form: str) -> Edit:
    """Return the edit that adds a distractor to the figure of a cell, with its unit and without its sign.

    Input -> output: "$(62)" with "{number} (not {other})" -> "$(62) (not $93)".

    Args:
        number: a quantity of a cell.
        distractor: the number that it is not.
        form: with the places ``number`` and ``other``.
    """
    figure = written_figure(number.field_text)
    unit = "%" if figure.is_percent else figure.unit
    space = " " if figure.unit and f" {figure.unit}" in figure.text else ""
    other = f"{figure.currency}{distractor}{space}{unit}"
    after = form.format(number=figure.text, other=other)
    return Edit(number.field, figure.start, figure.text, after)
