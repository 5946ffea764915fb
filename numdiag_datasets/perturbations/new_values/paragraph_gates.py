"""Gates of new figures in a report: what its paragraphs say must not tell of the old ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.new_values.paraphrased_amounts import states_amount
from numdiag_datasets.perturbations.new_values.table_gates import (
    Moves,
    Position,
    position_of,
)
from numdiag_datasets.texts.evidence import DISTINCTIVE
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.totals import is_distinctive

# Of a sentence, and of a row of a table: how more of them hang together nobody checks. In the data sets there
# are 29 and 9 at most.
_MOST_NUMBERS, _MOST_FIGURES = 50, 100
_MOST_SUMMED = 15


def prose_gate(reading: Reading, moves: Moves, changed: frozenset[Position]) -> str:
    """Whether a number of the paragraphs that stays tells what was: a figure that moves, rounded and in
    whatever scale, its difference from another figure of its row or column, or the change in percent.
    """
    said = [
        n
        for n in reading.passage.quantities
        if cell_of(n.field) is None and position_of(n) not in changed
    ]
    if not said:
        return ""
    figures = [n for n in reading.passage.quantities if cell_of(n.field)]
    for field, (_, old, new) in moves.items():
        row, column = cell_of(field) or (0, 0)
        beside = [n for n in figures if n.field != field and (cell_of(n.field) or (0,))[0] == row]
        if len(beside) > _MOST_FIGURES:
            return Reason.CONTRADICTS_CONTEXT
        amounts, percents = [(old, new)], []
        for other in beside:
            was = other.value
            now = moves[other.field][2] if other.field in moves else was
            amounts += [(abs(old - was), abs(new - now)), (old + was, new + now)]
            percents += list(_changes(old, new, was, now))
        for whole in _wholes(reading, field):
            was = whole.value
            now = moves[whole.field][2] if whole.field in moves else was
            percents += list(_shares(old, new, was, now))
        sums = {
            old + n.value: new + (moves[n.field][2] if n.field in moves else n.value)
            for n in figures
            if n.field != field and (cell_of(n.field) or (0, 0))[1] == column
        }
        for number in said:
            value = number.value
            if is_distinctive(number) and sums.get(value, value) != value:
                return Reason.CONTRADICTS_CONTEXT
            is_percent = number.role == "percent"
            for before, after in percents if is_percent else amounts:
                if _is_stale(number, before, after, is_percent):
                    return Reason.CONTRADICTS_CONTEXT
    return ""


def _wholes(reading: Reading, field: str) -> Iterator[NumberMention]:
    """The totals that a figure is a part of, and the parts that it is the total of."""
    for one in reading.passage.sums:
        if any(part.field == field for part, _ in one.parts):
            yield one.figure
        elif one.figure.field == field:
            yield from (part for part, _ in one.parts)


def _changes(
    old: Fraction, new: Fraction, was: Fraction, now: Fraction
) -> Iterator[tuple[Fraction, Fraction]]:
    if was and now:
        yield abs(old - was) / was * 100, abs(new - now) / now * 100
    if old and new:
        yield abs(old - was) / old * 100, abs(new - now) / new * 100


def _shares(
    old: Fraction, new: Fraction, was: Fraction, now: Fraction
) -> Iterator[tuple[Fraction, Fraction]]:
    if was and now:
        yield old / was * 100, new / now * 100
    if old and new:
        yield was / old * 100, now / new * 100


_SCALES = ("", "thousand", "million", "billion")
_IN_FULL = 10_000


def _is_near(number: NumberMention, amount: Fraction, is_percent: bool) -> bool:
    """Whether a number may state an amount at some scale, told in binary, which is far faster: their ratio
    is near a power of a thousand."""
    said = float(number.value) or 1e-9
    unit = 10.0 ** -len(number.numeral.partition(".")[2])
    slack = 0.51 * unit / said
    ratio = float(amount) / said
    powers = (1.0,) if is_percent else _POWERS
    return any(abs(ratio / power - 1) <= slack + 1e-9 for power in powers)


_POWERS = tuple(1000.0**power for power in range(-4, 5))


def _is_stale(number: NumberMention, before: Fraction, after: Fraction, is_percent: bool) -> bool:
    """Whether a number states what was and not what is."""
    if not before or not _is_near(number, before, is_percent):
        return False
    if is_percent:
        return states_amount(number, before, "percent") and not states_amount(
            number, after, "percent"
        )
    # One digit alone tells nothing: "5 years".
    if len(number.numeral.replace(".", "").lstrip("0")) < 2:
        return False
    value, is_money = number.value, number.role == "money"
    if number.magnitude or (is_money and value >= _IN_FULL):
        scales: Iterable[str] = _SCALES  # "$710,000" beside a table in thousands
    else:
        scales = ("",) if value >= DISTINCTIVE or is_money else ()
    return any(
        states_amount(number, before, scale) and not states_amount(number, after, scale)
        for scale in scales
    )


def listing_gate(reading: Reading, moves: Moves, numerals: Mapping[Position, str]) -> str:
    """Whether numbers of a sentence that add up to a figure would no longer do so: a code, or "".

    "445,000, which include 105,000 options and 340,000 shares".

    Args:
        numerals: the positions of the numbers that change -> how they are written then.
    """
    shown = {
        n.value: moves[n.field][2] if n.field in moves else n.value
        for n in reading.passage.quantities
        if cell_of(n.field) and is_distinctive(n)
    }
    moved = {old for _, old, _ in moves.values()}
    for field, start, end in reading.passage.sentences:
        within = reading.passage.within(field, start, end)
        numbers = [n for n in reading.passage.numbers[within] if n.is_quantity]
        amounts = [(n.value, _now(n, numerals)) for n in numbers if n.role != "percent"]
        if not 2 <= len(amounts) <= _MOST_SUMMED:
            continue
        for count in (2, 3, 4):
            for chosen in combinations(amounts, count):
                old, new = (sum(side, Fraction(0)) for side in zip(*chosen, strict=True))
                is_touched = old in moved or any(was != now for was, now in chosen)
                if is_touched and old in shown and shown[old] != new:
                    return Reason.CONTRADICTS_CONTEXT
    return ""


def _now(number: NumberMention, numerals: Mapping[Position, str]) -> Fraction:
    numeral = numerals.get(position_of(number))
    return number.value if numeral is None else Fraction(numeral.replace(",", ""))


def change_gate(reading: Reading, moves: Moves, changed: frozenset[Position]) -> str:
    """Whether a sentence of the paragraphs tells with amounts how a figure changed that is another now, or
    which way one changed that now goes the other way: a code, or "".

    What it tells may follow from figures that nobody shows ("expenses decreased $2.2 million, or some
    $115,000 per month"), so that no amount of it can be trusted once a figure of its has moved.
    """
    large = [figure for figure, old, new in moves.values() if abs(new - old) * _SLIGHT > old]
    if not large:
        return ""
    table = reading.problem.table
    rows = {(cell_of(figure.field) or (0, 0))[0] for figure in large}
    names = [content_words(table[row][0]) for row in sorted(rows)]
    turned = [content_words(table[row][0]) for row in sorted(_turned(reading, moves))]
    for field, start, end in reading.passage.sentences:
        text = reading.problem.context[int(field[8:-1])]
        if not _TELLS_CHANGE.search(text, start, end):
            continue
        words = content_words(text[start:end])
        if any(_is_named(name, words) for name in turned):
            return Reason.CONTRADICTS_CONTEXT
        within = reading.passage.within(field, start, end)
        amounts = [n for n in reading.passage.numbers[within] if n.is_quantity]
        stays = [n for n in amounts if position_of(n) not in changed]
        if stays and (len(stays) < len(amounts) or any(_is_named(name, words) for name in names)):
            return Reason.CONTRADICTS_CONTEXT
    return ""


def _is_named(name: set[str], words: set[str]) -> bool:
    """Whether a sentence has two of three words of a row's name, or more."""
    return bool(name) and len(name & words) * 3 >= len(name) * 2


def _turned(reading: Reading, moves: Moves) -> set[int]:
    """The rows in which one of two figures was the larger, and is not any more."""
    by_row: dict[int, list[tuple[Fraction, Fraction]]] = {}
    for figure in reading.passage.quantities:
        cell = cell_of(figure.field)
        if cell:
            value = figure.value
            new = moves[figure.field][2] if figure.field in moves else value
            by_row.setdefault(cell[0], []).append((value, new))
    return {
        row
        for row, figures in by_row.items()
        if len(figures) <= _MOST_FIGURES
        and any((a - b) * (x - y) < 0 for (a, x), (b, y) in combinations(figures, 2))
    }


# A change of less than one part in so many shows in no rounded amount.
_SLIGHT = 200
_TELLS_CHANGE = re.compile(
    r"\b(?:increas|decreas|declin|grew|growth|rose|fell|higher|lower|reduc|improv|drop|up|down|from \S+ to)\w*",
    re.IGNORECASE,
)


def sentence_gate(reading: Reading, changed: frozenset[Position]) -> str:
    """Whether a sentence would contradict a new number by what held for the old one: a code, or "".

    "decreased $35.9 million, or 22%, to $127.1 million from $163.0 million": the difference and the
    percentage stay, so the two numbers that they come from must stay too.
    """
    edited = {field for field, _ in changed}
    for field, start, end in reading.passage.sentences:
        if field not in edited:
            continue
        within = reading.passage.within(field, start, end)
        numbers = [n for n in reading.passage.numbers[within] if n.is_quantity]
        news = [number for number in numbers if position_of(number) in changed]
        stays = [number for number in numbers if position_of(number) not in changed]
        if news and stays and len(numbers) > _MOST_NUMBERS:
            return Reason.CONTRADICTS_CONTEXT
        if any(_hangs_on(stay, news, numbers) for stay in stays):
            return Reason.CONTRADICTS_CONTEXT
    return (
        Reason.CONTRADICTS_CONTEXT if any(_is_listed(reading, f, changed) for f in edited) else ""
    )


def _is_listed(reading: Reading, field: str, changed: frozenset[Position]) -> bool:
    """Whether a number of a paragraph that changes is the sum of others in it that do not all: "a cost of $264
    million. Of it, $69 million ... $3 million. The remaining $192 million"."""
    if cell_of(field) is not None or field == "question":
        return False
    numbers = [
        n
        for n in reading.passage.quantities
        if n.field == field and n.role != "percent" and n.value
    ]
    if len(numbers) > _MOST_SUMMED:
        return False
    totals = {n.value for n in numbers if is_distinctive(n)}
    for count in (2, 3, 4):
        for chosen in combinations(numbers, count):
            total = sum((n.value for n in chosen), Fraction(0))
            if total in totals and any(
                position_of(n) in changed for n in numbers if n in chosen or n.value == total
            ):
                return True
    return False


def _hangs_on(
    number: NumberMention, news: Sequence[NumberMention], numbers: Sequence[NumberMention]
) -> bool:
    """Whether a number that stays is a sum, a difference or a change of one that does not and another, or a
    sum of several with it."""
    if any(
        _is_change_of(number, new, other) for new in news for other in numbers if other is not new
    ):
        return True
    others = [n for n in numbers if n is not number and n.role != "percent"]
    if number.role == "percent" or len(others) > _MOST_SUMMED:
        return False
    values = {id(n): n.value for n in others}
    return any(
        sum((values[id(n)] for n in chosen), Fraction(0)) == number.value
        and any(n in news for n in chosen)
        for count in (2, 3)
        for chosen in combinations(others, count)
    )


def _is_change_of(number: NumberMention, one: NumberMention, two: NumberMention) -> bool:
    """Whether a number is the difference of two others, or their change in percent."""
    if number in (one, two):
        return False
    values = one.value, two.value
    change = abs(values[0] - values[1])
    if not change:
        return False
    if number.role == "percent":
        return any(
            states_amount(number, change / value * 100, "percent") for value in values if value
        )
    same = number.magnitude == one.magnitude == two.magnitude
    return same and number.value == change


def table_gate(reading: Reading, changed: frozenset[Position]) -> str:
    """Whether a paragraph's number that changes is a figure of the table, or a difference of two of a row,
    rounded and in whatever scale, so that the table would still state the old one: a code, or "".
    """
    quantities = reading.passage.quantities
    in_text = [n for n in quantities if position_of(n) in changed and cell_of(n.field) is None]
    rows: dict[int, list[Fraction]] = {}
    for figure in quantities if in_text else ():
        cell = cell_of(figure.field)
        if cell and position_of(figure) not in changed:
            rows.setdefault(cell[0], []).append(figure.value)
    if any(len(row) > _MOST_FIGURES for row in rows.values()):
        return Reason.CONTRADICTS_CONTEXT
    pairs = (pair for row in rows.values() for pair in combinations(row, 2))
    amounts = {abs(a - b) for a, b in pairs if a != b} | {v for row in rows.values() for v in row}
    for number in in_text:
        if any(
            states_amount(number, amount, scale)
            for amount in amounts
            if amount
            for scale in (_SCALES if number.magnitude else ("",))
        ):
            return Reason.CONTRADICTS_CONTEXT
    return ""
