"""Relations among the numbers of a report that no sum, ratio or total names, and that new figures must keep.

Each relation holds before the edit and involves a figure that changes; after the edit it must still hold:

- two columns, or two rows, with a constant ratio: amounts in two currencies, shares and their par amounts;
- a value that a row or column repeats (the same award of each director, a sum of one part), or the table if it has many
  digits: the balance at the end of a year and at the start of the next;
- up to four figures of a row or column that add up to another figure or to a number of the paragraphs, and up to
  three of which one is taken off;
- means of the parts of a sum, weighted by these parts: prices of the shares that were granted and exercised;
- two figures of a row whose product is a third one: a price, a number and an amount;
- figures with one name in several blocks that add up to a number of the paragraphs;
- percents of a row or column that add up to 100;
- basic shares, which are no more than diluted ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.new_values.table_gates import Moves, Position, position_of
from numdiag_datasets.texts.reading import Passage, Reading
from numdiag_datasets.texts.table.figures import Line, lines_of, signed_value

#: Smaller numbers are too often equal, or a sum, by chance.
_LEAST = 1000
#: The fewest pairs with one ratio, and the fewest equal figures, that are not taken for chance.
_PAIRS, _EQUAL = 3, 2
#: Rows or columns between the terms of a sum, its greatest number of terms, and digits that are not equal by chance.
_WINDOW, _MOST_TERMS, _MOST_SIGNED, _TELLING = 6, 4, 3, 3
#: Digits that are not equal by chance in a whole table.
_UNIQUE = 5
_MOST_FACTORS, _SAFETY = 12, 200
#: What rounding may change of a weighted mean is a smaller part of it.
_CLEARLY = 30
#: The greatest number of shares that add up to all.
_HUNDRED, _MOST_SHARES = 100, 8
#: Figures whose rounding allows more than this share of their value fit too many ratios.
_SLACK = Fraction(1, 50)
_BASIC, _DILUTED = (
    re.compile(r"\bbasic\b", re.IGNORECASE),
    re.compile(r"\bdilut\w+\b", re.IGNORECASE),
)
_Now = Callable[[NumberMention], Fraction]


def relation_gate(
    reading: Reading,
    moves: Moves,
    restated: Mapping[Fraction, Fraction],
    changed: frozenset[Position],
) -> str:
    """Return a reason code if new figures break a relation that held, else "".

    Args:
        restated: old value -> new value, for numbers of the paragraphs.
        changed: the positions of all numbers that change.
    """

    def now(number: NumberMention) -> Fraction:
        if cell_of(number.field):
            return moves[number.field][2] if number.field in moves else number.value
        moved = position_of(number) in changed
        return restated.get(number.value, number.value) if moved else number.value

    rows, columns = lines_of(reading.passage.quantities)
    prose = _large_prose(reading.passage)
    moved = [figure for figure, _, _ in moves.values()]
    broken = (
        *_constant_ratios(columns, moved, now),
        *_constant_ratios(rows, moved, now),
        *_repeated([[*n.values()] for n in (*rows.values(), *columns.values())], _TELLING, now),
        *_repeated([[n for line in rows.values() for n in line.values()]], _UNIQUE, now),
        *_all_percents(rows, now),
        *_all_percents(columns, now),
        *_sums(reading.passage, moved, now),
        *_products(rows, moved, now),
        *_weighted_means(reading, moved, now),
        *_in_blocks(reading, columns, prose, now),
        *_diluted(reading, columns, now),
    )
    return Reason.CONTRADICTS_CONTEXT if any(broken) else ""


def _large_prose(passage: Passage) -> list[NumberMention]:
    return [n for n in passage.quantities if not cell_of(n.field) and n.value >= _LEAST]


def _constant_ratios(
    lines: Mapping[int, Line], moved: Iterable[NumberMention], now: _Now
) -> Iterator[bool]:
    """Yield for each two lines with a constant ratio of at least three pairs whether it is broken."""
    fields = {figure.field for figure in moved}
    for one, two in combinations(lines.values(), 2):
        pairs = [(one[i], two[i]) for i in one.keys() & two.keys()]
        pairs = [(a, b) for a, b in pairs if a.value and b.value]
        if len(pairs) < _PAIRS or not any(n.field in fields for pair in pairs for n in pair):
            continue
        large, small = max(pairs, key=lambda pair: pair[0].value)
        ratio = large.value / small.value
        exact = [(a, b) for a, b in pairs if _unit(a) + ratio * _unit(b) <= _SLACK * abs(a.value)]
        if (
            len(exact) >= _PAIRS
            and len({b.value for _, b in exact}) > 1
            and all(_is_ratio(a, b, a.value, b.value, ratio) for a, b in pairs)
        ):
            yield not all(_is_ratio(a, b, now(a), now(b), ratio) for a, b in pairs)


def _is_ratio(
    one: NumberMention, two: NumberMention, a: Fraction, b: Fraction, ratio: Fraction
) -> bool:
    return abs(a - ratio * b) <= _unit(one) + ratio * _unit(two)


def _unit(number: NumberMention) -> Fraction:
    """Return the unit of the last digit of a figure."""
    return Fraction(1, 10 ** len(number.numeral.partition(".")[2]))


def _repeated(groups: Iterable[Iterable[NumberMention]], digits: int, now: _Now) -> Iterator[bool]:
    """Yield for each large value with so many digits that a group repeats whether its figures differ now."""
    for group in groups:
        equal: dict[Fraction, list[NumberMention]] = {}
        for figure in group:
            if figure.value >= _LEAST and _digits(figure) >= digits:
                equal.setdefault(figure.value, []).append(figure)
        for figures in equal.values():
            if len(figures) >= _EQUAL:
                yield len(set(map(now, figures))) > 1


def _all_percents(lines: Mapping[int, Line], now: _Now) -> Iterator[bool]:
    """Yield for neighbouring small figures of a line that add up to 100 whether they do not now."""
    for line in lines.values():
        figures = [line[i] for i in sorted(line)]
        for first in range(len(figures)):
            total = Fraction(0)
            for last in range(first, min(first + _MOST_SHARES, len(figures))):
                total += figures[last].value
                if total >= _HUNDRED:
                    break
            shares = figures[first : last + 1]
            if total == _HUNDRED and len(shares) > 1 and all(n.value for n in shares):
                yield sum(map(now, shares), Fraction(0)) != _HUNDRED


class _Sum(NamedTuple):
    """A relation that holds: terms, each with its sign, and the number that they add up to, without its sign."""

    terms: tuple[tuple[int, NumberMention], ...]
    result: NumberMention


def _sums(passage: Passage, moved: Iterable[NumberMention], now: _Now) -> Iterator[bool]:
    """Yield for figures of a line that make another figure or a number of the paragraphs whether they do not now."""
    fields = {figure.field for figure in moved}
    for terms, result in _sums_that_hold(passage):
        numbers = [result, *(number for _, number in terms)]
        if fields.isdisjoint(number.field for number in numbers):
            continue
        is_now = abs(sum((sign * now(number) for sign, number in terms), Fraction(0)))
        slack = max((_unit(n) for n in numbers if now(n) == n.value), default=0)
        yield 2 * abs(is_now - now(result)) > slack


@lru_cache(maxsize=1)  # for all new values that are tried, and all questions of a report
def _sums_that_hold(passage: Passage) -> tuple[_Sum, ...]:
    prose = _large_prose(passage)
    found: list[_Sum] = []
    for line in (line for lines in lines_of(passage.quantities) for line in lines.values()):
        numbers = [*line.values(), *prose]
        # In whole numbers, which are added in a fraction of the time.
        scale = max((_unit(n).denominator for n in numbers), default=1)
        whole = {id(n): int(n.value * scale) for n in numbers}
        results: dict[int, list[NumberMention]] = {}
        for number in numbers:
            if number.value >= _LEAST and _is_telling(number):
                results.setdefault(whole[id(number)], []).append(number)
        places = sorted(line) if results else []
        for i, first in enumerate(places):
            near = [line[place] for place in places[i + 1 :] if place - first <= _WINDOW]
            for count in range(1, _MOST_TERMS):
                for others in combinations(near, count):
                    found += _made_of((line[first], *others), results, whole)
    return tuple(found)


def _made_of(
    terms: tuple[NumberMention, ...],
    results: Mapping[int, list[NumberMention]],
    whole: Mapping[int, int],
) -> Iterator[_Sum]:
    """Yield the numbers that terms add up to, or all but one, which is taken off.

    The sign of a figure says nothing of whether it is added: "(71)" is taken off, and its change is shown without.
    """
    total = sum(whole[id(term)] for term in terms)
    yield from _results(terms, None, abs(total), results)
    for off in terms if len(terms) <= _MOST_SIGNED else ():
        yield from _results(terms, off, abs(total - 2 * whole[id(off)]), results)


def _results(
    terms: tuple[NumberMention, ...],
    off: NumberMention | None,
    total: int,
    results: Mapping[int, list[NumberMention]],
) -> Iterator[_Sum]:
    for result in results.get(total, ()):
        # Of three terms with two signs there are many sums.
        if result not in terms and (off is None or len(terms) == 2 or _digits(result) >= _UNIQUE):
            yield _Sum(tuple((-1 if term is off else 1, term) for term in terms), result)


def _products(
    rows: Mapping[int, Line], moved: Iterable[NumberMention], now: _Now
) -> Iterator[bool]:
    """Yield for a figure that is the product of two others of its row whether it is not now."""
    fields = {figure.field for figure in moved}
    for line in rows.values():
        figures = [n for n in line.values() if n.value]
        if fields.isdisjoint(n.field for n in figures) or len(figures) > _MOST_FACTORS:
            continue
        for one, two in combinations(figures, 2):
            if not (_is_telling(one) and _is_telling(two)):
                continue
            for result in figures:
                if result in (one, two) or result.value < _LEAST:
                    continue
                for scale in (Fraction(1), Fraction(100), Fraction(1000)):
                    value = one.value * two.value / scale
                    slack = _product_slack(one, two) / scale + _unit(result)
                    if slack <= value / _SAFETY and abs(value - result.value) * 2 <= slack:
                        is_now = now(one) * now(two) / scale
                        yield abs(is_now - now(result)) * 2 > slack


def _weighted_means(reading: Reading, moved: Iterable[NumberMention], now: _Now) -> Iterator[bool]:
    """Yield for a sum down a column whether the figures beside it are no longer means weighted by its parts."""
    figures = {cell_of(n.field): n for n in reading.passage.quantities if cell_of(n.field)}
    fields = {figure.field for figure in moved}
    width = max(map(len, reading.problem.table), default=0)
    for one in reading.passage.sums:
        row, column = cell_of(one.figure.field) or (0, 0)
        parts = [(cell_of(part.field) or (0, 0), sign) for part, sign in one.parts]
        if any(c != column for (_, c), _ in parts) or len(parts) < 2:
            continue
        for other in set(range(width)) - {column}:
            cells = [*parts, ((row, column), -1)]
            every = [
                (n, figures[r, other], sign if signed_value(n) > 0 else -sign)
                for (r, _), sign in cells
                if (n := figures[r, column]) and (r, other) in figures
            ]
            if len(every) < len(cells):
                continue
            if fields.isdisjoint(n.field for n, m, _ in every) and fields.isdisjoint(
                m.field for _, m, _ in every
            ):
                continue
            slack = sum((n.value * _unit(m) for n, m, _ in every), Fraction(0)) / 2
            before = sum((s * n.value * m.value for n, m, s in every), Fraction(0))
            total, mean, _ = every[-1]
            if slack * _CLEARLY <= total.value * mean.value and abs(before) <= slack:
                yield abs(sum((s * now(n) * now(m) for n, m, s in every), Fraction(0))) > slack


def _product_slack(one: NumberMention, two: NumberMention) -> Fraction:
    """Return by how much rounded factors may change their product; whole ones are counts."""
    return sum(
        (_unit(a) * b.value for a, b in ((one, two), (two, one)) if "." in a.numeral), Fraction(0)
    )


def _is_telling(number: NumberMention) -> bool:
    """Return whether a number has enough digits not to be another of its line by chance."""
    return _digits(number) >= _TELLING


def _digits(number: NumberMention) -> int:
    return len(number.numeral.replace(",", "").replace(".", "").strip("0"))


def _in_blocks(
    reading: Reading, columns: Mapping[int, Line], prose: list[NumberMention], now: _Now
) -> Iterator[bool]:
    """Yield for figures of one name whose sum a paragraph states whether it is another sum now."""
    table = reading.problem.table
    for column in columns.values():
        named: dict[str, list[NumberMention]] = {}
        for row, figure in column.items():
            named.setdefault(table[row][0].strip().lower(), []).append(figure)
        for name, figures in named.items():
            total = sum((figure.value for figure in figures), Fraction(0))
            if name and len(figures) > 1:
                for number in prose:
                    if number.value == total:
                        yield sum(map(now, figures), Fraction(0)) != now(number)


def _diluted(reading: Reading, columns: Mapping[int, Line], now: _Now) -> Iterator[bool]:
    """Yield for basic and diluted shares of a column whether the basic ones have become more."""
    table = reading.problem.table
    for column in columns.values():
        basic = [f for r, f in column.items() if _BASIC.search(table[r][0]) and f.value >= _LEAST]
        diluted = [
            f for r, f in column.items() if _DILUTED.search(table[r][0]) and f.value >= _LEAST
        ]
        if len(basic) == 1 and len(diluted) == 1 and basic[0].value <= diluted[0].value:
            yield now(basic[0]) > now(diluted[0])
