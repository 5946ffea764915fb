"""Gates of new figures in a report: its paragraphs must not still state the old ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.new_values.paraphrased_amounts import states_amount
from numdiag_datasets.perturbations.new_values.restated_amounts import (
    SCALES,
    is_named,
    scales_of,
    told_sentences,
)
from numdiag_datasets.perturbations.new_values.table_gates import Moves, Position, position_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.totals import is_distinctive

# Maximum numbers of a sentence, and figures of a table row, whose relations are checked. The data sets have
# at most 29 and 9.
_MOST_NUMBERS, _MOST_FIGURES = 50, 100
_MOST_SUMMED = 15
# Characters behind a number that may name what it counts.
_PHRASE = 24


def prose_gate(reading: Reading, moves: Moves, told_again: Collection[Position]) -> str:
    """Return a reason code if an unchanged number in the paragraphs still states an old value, else "".

    Old values are those of a changed figure, rounded and in any scale, and its sums and differences with
    other figures of its row. Its changes and shares in percent count too.

    Args:
        told_again: the positions of numbers that change, or follow from figures of the table as they are now.
    """
    said = [
        n
        for n in reading.passage.quantities
        if cell_of(n.field) is None and position_of(n) not in told_again
    ]
    figures = [n for n in reading.passage.quantities if cell_of(n.field)]
    # "RMB16,664 million" is no quantity that an edit can reach.
    names = {
        n.value
        for n in reading.passage.numbers
        if not (cell_of(n.field) or n.is_quantity) and n.role != "year"
    }
    if any(is_distinctive(figure) and old in names for figure, old, _ in moves.values()):
        return Reason.CONTRADICTS_CONTEXT
    for field, (figure, old, new) in moves.items():
        row, _ = cell_of(field) or (0, 0)
        beside = [n for n in figures if n.field != field and (cell_of(n.field) or (0,))[0] == row]
        if len(beside) > _MOST_FIGURES:
            return Reason.CONTRADICTS_CONTEXT
        amounts, percents = [(old, new)], [(old, new)] if figure.role == "percent" else []
        for other in beside:
            was = other.value
            now = moves[other.field][2] if other.field in moves else was
            amounts += [(abs(old - was), abs(new - now)), (old + was, new + now)]
            percents += list(_changes(old, new, was, now))
        for whole in _wholes(reading, field):
            was = whole.value
            now = moves[whole.field][2] if whole.field in moves else was
            percents += list(_shares(old, new, was, now))
        for number in said:
            is_percent = number.role == "percent"
            if number.value == old != new and _counts(number, reading.problem.table[row][0]):
                return Reason.CONTRADICTS_CONTEXT
            for before, after in percents if is_percent else amounts:
                if _is_stale(number, before, after, is_percent):
                    return Reason.CONTRADICTS_CONTEXT
    return ""


def _counts(number: NumberMention, name: str) -> bool:
    """Return whether a number counts what a row has: "35 acquisitions" and "Total acquisitions"."""
    behind = number.field_text[number.end : number.end + _PHRASE].partition(".")[0]
    return not content_words(behind).isdisjoint(content_words(name))


def _wholes(reading: Reading, field: str) -> Iterator[NumberMention]:
    """Yield the totals that include a figure, or the parts of a figure that is a total itself."""
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


def _is_near(number: NumberMention, amount: Fraction, is_percent: bool) -> bool:
    """Return whether a number may state an amount at some scale.

    Their ratio must be near a power of a thousand. The test uses floats, which is far faster.
    """
    said = float(number.value) or 1e-9
    unit = 10.0 ** -len(number.numeral.partition(".")[2])
    slack = 0.51 * unit / said
    ratio = float(amount) / said
    powers = (1.0,) if is_percent else _POWERS
    return any(abs(ratio / power - 1) <= slack + 1e-9 for power in powers)


_POWERS = tuple(1000.0**power for power in range(-4, 5))


def _is_stale(number: NumberMention, before: Fraction, after: Fraction, is_percent: bool) -> bool:
    """Return whether a number states the old amount and not the new one."""
    if not before or not _is_near(number, before, is_percent):
        return False
    if is_percent:
        return states_amount(number, before, "percent") and not states_amount(
            number, after, "percent"
        )
    # A single digit is not evidence: "5 years".
    if len(number.numeral.replace(".", "").lstrip("0")) < 2:
        return False
    return any(
        states_amount(number, before, scale) and not states_amount(number, after, scale)
        for scale in scales_of(number)
    )


def listing_gate(reading: Reading, moves: Moves, numerals: Mapping[Position, str]) -> str:
    """Return a reason code if numbers of a sentence that add up to a figure would no longer do so, else "".

    "445,000, which include 105,000 options and 340,000 shares".

    Args:
        numerals: position of a changed number -> its new numeral.
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


def change_gate(
    reading: Reading,
    moves: Moves,
    numerals: Mapping[Position, str],
    told_again: Collection[Position],
) -> str:
    """Return a reason code if a sentence describes the change of a figure that is now different, else "".

    The code also applies if a figure now changes in the other direction, in the table or in the sentence itself;
    "This increase" is that of the sentence before. The amounts of such a sentence may
    depend on figures that are not shown ("expenses decreased $2.2 million, or some $115,000 per month"). None
    of them is reliable once such a figure has changed.

    Args:
        numerals: position of a changed number -> its new numeral.
        told_again: these positions and those of numbers that follow from the table and stay.
    """
    large = [figure for figure, old, new in moves.values() if _is_large(old, new)]
    told = (n for n in reading.passage.quantities if position_of(n) in numerals)
    if not large and not any(_is_large(n.value, _now(n, numerals)) for n in told):
        return ""
    table = reading.problem.table
    rows = {(cell_of(figure.field) or (0, 0))[0] for figure in large}
    names = [content_words(table[row][0]) for row in sorted(rows)]
    turned = [content_words(table[row][0]) for row in sorted(_turned(reading, moves))]
    for field, own_start, end, start in told_sentences(reading.passage):
        text = reading.problem.context[int(field[8:-1])]
        within = reading.passage.within(field, start, end)
        amounts = [n for n in reading.passage.numbers[within] if n.is_quantity]
        stays = [n for n in amounts if position_of(n) not in told_again]
        moved = any(_is_large(n.value, _now(n, numerals)) for n in amounts)
        if moved and any(map(_is_amount, stays)):  # a part of it, or what it is made up of
            return Reason.CONTRADICTS_CONTEXT
        if not _TELLS_CHANGE.search(text, own_start, end):
            continue
        words = content_words(text[start:end])
        if any(is_named(name, words) for name in turned):
            return Reason.CONTRADICTS_CONTEXT
        if _is_reversed([(n.value, _now(n, numerals)) for n in amounts if n.role != "percent"]):
            return Reason.CONTRADICTS_CONTEXT
        if stays and (len(stays) < len(amounts) or any(is_named(name, words) for name in names)):
            return Reason.CONTRADICTS_CONTEXT
    return ""


def _is_amount(number: NumberMention) -> bool:
    return number.role == "money" or bool(number.magnitude)


def _is_large(old: Fraction, new: Fraction) -> bool:
    """Return whether a change is visible in a rounded amount."""
    return abs(new - old) * _SLIGHT > old


def _turned(reading: Reading, moves: Moves) -> set[int]:
    """Return the rows in which the order of two figures is reversed."""
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
        if len(figures) <= _MOST_FIGURES and _is_reversed(figures)
    }


def _is_reversed(figures: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Return whether the order of two of these (old value, new value) is reversed."""
    return any((a - b) * (x - y) < 0 for (a, x), (b, y) in combinations(figures, 2))


# A change of less than one part in this number is not visible.
_SLIGHT = 200
_TELLS_CHANGE = re.compile(
    r"\b(?:increas|decreas|declin|grew|growth|rose|fell|higher|lower|reduc|(?<!leasehold )improv|drop)"
    r"|\b(?:up|down|from \S+ to)\b",
    re.IGNORECASE,
)


def sentence_gate(
    reading: Reading, numerals: Mapping[Position, str], told_again: Collection[Position]
) -> str:
    """Return a reason code if the rest of a sentence would contradict a new number, else "".

    "decreased $35.9 million, or 22%, to $127.1 million from $163.0 million": the difference and the
    percentage stay, so the two numbers that they come from must stay too.

    Args:
        numerals, told_again: see `change_gate`.
    """
    edited = {field for field, _ in numerals}
    for field, start, end in reading.passage.sentences:
        if field not in edited:
            continue
        within = reading.passage.within(field, start, end)
        numbers = [n for n in reading.passage.numbers[within] if n.is_quantity]
        news = [number for number in numbers if position_of(number) in numerals]
        stays = [number for number in numbers if position_of(number) not in told_again]
        if news and stays and len(numbers) > _MOST_NUMBERS:
            return Reason.CONTRADICTS_CONTEXT
        if any(_hangs_on(stay, news, numbers) for stay in stays):
            return Reason.CONTRADICTS_CONTEXT
    return (
        Reason.CONTRADICTS_CONTEXT if any(_is_listed(reading, f, numerals) for f in edited) else ""
    )


def _is_listed(reading: Reading, field: str, numerals: Mapping[Position, str]) -> bool:
    """Return whether numbers of a paragraph that add up to another one no longer do so.

    "a cost of $264 million. Of it, $69 million ... $3 million. The remaining $192 million"
    """
    if cell_of(field) is not None or field == "question":
        return False
    numbers = [
        n
        for n in reading.passage.quantities
        if n.field == field and n.role != "percent" and n.value
    ]
    if len(numbers) > _MOST_SUMMED:
        return False
    totals = {n.value: n for n in numbers if is_distinctive(n)}
    for count in (2, 3, 4):
        for chosen in combinations(numbers, count):
            total = totals.get(sum((n.value for n in chosen), Fraction(0)))
            if total is not None and _now(total, numerals) != sum(
                (_now(n, numerals) for n in chosen), Fraction(0)
            ):
                return True
    return False


def _hangs_on(
    number: NumberMention, news: Sequence[NumberMention], numbers: Sequence[NumberMention]
) -> bool:
    """Return whether an unchanged number depends on a changed one.

    It may be the difference or percentage change of a changed number and another, or a sum that includes a
    changed number.
    """
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
    """Return whether a number is the difference of two others, or their change in percent."""
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
    """Return a reason code if the table still states the old value of a paragraph's changed number, else "".

    The old value may be a figure of the table or a difference of two figures in a row, rounded and in any
    scale.
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
            for scale in (SCALES if number.magnitude else ("",))
        ):
            return Reason.CONTRADICTS_CONTEXT
    return ""
