"""Numbers of the paragraphs that follow from figures of the table: rounded, in another scale, as a change or percent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.new_values.paraphrased_amounts import unit_of
from numdiag_datasets.perturbations.new_values.table_gates import Moves, Position, position_of
from numdiag_datasets.texts.evidence import DISTINCTIVE
from numdiag_datasets.texts.reading import Passage, Reading
from numdiag_datasets.texts.table.figures import Line, lines_of, signed_value
from numdiag_datasets.texts.table.years import year_of

_THIS_CHANGE = re.compile(
    r"(?:This|The|These|Such|That) (?:\w+ )?(?:increas|decreas|declin|growth|rise|reduction|change)\w*\b"
)
#: The scales of amounts.
SCALES = ("", "thousand", "million", "billion")
_IN_FULL = 10_000
# Rows with more figures are not compared.
_MOST_FIGURES = 12


class Statement(NamedTuple):
    """A number of a paragraph and the figures of a row that it comes from.

    Attributes:
        number: the number.
        figures: one that it repeats, or two whose difference it is, the earlier one last.
        unit: the unit of the number in that of the figures.
        is_change: whether it is the difference as a percentage of the second figure.
    """

    number: NumberMention
    figures: tuple[NumberMention, ...]
    unit: Fraction
    is_change: bool = False

    def value(self, values: Mapping[str, Fraction]) -> Fraction:
        """Return the amount, below zero for a fall; ``values`` (field -> signed value) replaces figures."""
        return _amount([values.get(n.field, signed_value(n)) for n in self.figures], self.is_change)

    def numeral_value(self, values: Mapping[str, Fraction]) -> Fraction | None:
        """Return what the number is now, rounded as before, None if it is zero or the change has turned.

        In the scale of the table it stays exact.
        """
        new = self.value(values)
        if len(self.figures) > 1 and new * self.value({}) <= 0:
            return None
        if self.unit <= 1 and not self.is_change:
            return abs(new) / self.unit or None
        grain = 10 ** len(self.number.numeral.partition(".")[2])
        return Fraction((abs(new) / self.unit * 2 * grain + 1) // 2, grain) or None


def _amount(values: Sequence[Fraction], is_change: bool) -> Fraction:
    if len(values) == 1:
        return values[0]
    one, two = values
    return (one - two) / abs(two) * 100 if is_change else one - two


def restated(
    reading: Reading, moves: Moves, changed: Iterable[Position]
) -> dict[Position, Fraction]:
    """Return what the numbers of the paragraphs are now that come from figures of a row that their sentence names.

    It includes numbers that stay as they are. Numbers that may come from several figures, which give different
    values now, are left out.

    Args:
        changed: the positions of numbers that are known already.
    """
    known = set(changed)
    values = {
        field: new if signed_value(figure) > 0 else -new
        for field, (figure, _, new) in moves.items()
    }
    found: dict[Position, set[Fraction | None]] = {}
    for statement in _statements(reading.passage, reading.problem.table):
        position = position_of(statement.number)
        if position not in known:
            found.setdefault(position, set()).add(statement.numeral_value(values))
    return {
        position: value
        for position, (value, *others) in found.items()
        if value is not None and not others
    }


@lru_cache(maxsize=1)  # for all new values that are tried, and all questions of a report
def _statements(passage: Passage, table: tuple[tuple[str, ...], ...]) -> tuple[Statement, ...]:
    rows, _ = lines_of(passage.quantities)
    names = {row: content_words(table[row][0]) for row in rows}
    texts = dict(passage.texts)
    found: list[Statement] = []
    for field, start, end, named_from in told_sentences(passage):
        words = content_words(texts[field][named_from:end])
        numbers = [
            n
            for n in passage.numbers[passage.within(field, start, end)]
            if n.perturbable and n.form == "digits"
        ]
        for row in rows if numbers else ():
            if is_named(names[row], words) and len(rows[row]) <= _MOST_FIGURES:
                for number in numbers:
                    found += _of_row(number, rows[row], table)
    return tuple(found)


def told_sentences(passage: Passage) -> Iterator[tuple[str, int, int, int]]:
    """Yield (field, start, end) of each sentence, and where the words begin that name what it tells.

    "This increase" is that of the sentence before.
    """
    texts = dict(passage.texts)
    before = "", 0
    for field, start, end in passage.sentences:
        goes_on = before[0] == field and _THIS_CHANGE.match(texts[field], start, end)
        named_from = before[1] if goes_on else start
        before = field, named_from
        yield field, start, end, named_from


def is_named(name: set[str], words: set[str]) -> bool:
    """Return whether a sentence has at least two thirds of the words of a row's name."""
    return bool(name) and len(name & words) * 3 >= len(name) * 2


def _of_row(
    number: NumberMention, line: Line, table: Sequence[Sequence[str]]
) -> Iterator[Statement]:
    """Yield the ways in which a number may come from the figures of a row."""
    is_percent = number.role == "percent"
    scales = ("percent",) if is_percent else scales_of(number)
    for figure in line.values():
        if (figure.role == "percent") == is_percent:
            yield from _stated(number, (figure,), scales, is_change=False)
    for one, two in combinations(line.values(), 2):
        for pair in _in_time(one, two, table):
            if is_percent or "percent" not in (one.role, two.role):
                yield from _stated(number, pair, scales, is_change=is_percent)


def _in_time(
    one: NumberMention, two: NumberMention, table: Sequence[Sequence[str]]
) -> Iterator[tuple[NumberMention, NumberMention]]:
    """Yield two figures with that of the earlier year last, or both ways if the years are unknown."""
    first, second = (year_of(table, cell_of(n.field) or (0, 0), "row") for n in (one, two))
    is_known = first is not None and second is not None and first != second
    if not is_known or (first or 0) > (second or 0):
        yield one, two
    if not is_known or (first or 0) < (second or 0):
        yield two, one


def _stated(
    number: NumberMention,
    figures: tuple[NumberMention, ...],
    scales: Iterable[str],
    *,
    is_change: bool,
) -> Iterator[Statement]:
    values = [signed_value(n) for n in figures]
    if is_change and not values[-1]:
        return
    amount = _amount(values, is_change)
    for scale in scales:
        unit = unit_of(number, amount, scale) if amount else None
        if unit is not None:
            yield Statement(number, figures, unit, is_change)


def scales_of(number: NumberMention) -> tuple[str, ...]:
    """Return the scales of the figures that a number may repeat, none if it is too small to tell."""
    is_money = number.role == "money"
    if number.magnitude or (is_money and number.value >= _IN_FULL):
        return SCALES  # "$710,000" next to a table in thousands
    return ("",) if number.value >= DISTINCTIVE or is_money else ()
