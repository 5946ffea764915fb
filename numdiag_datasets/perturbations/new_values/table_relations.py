"""Relations among the numbers of a report that no sum, ratio or total names, and that new figures must keep.

Each relation holds before the edit and involves a figure that changes; after the edit it must still hold:

- two columns, or two rows, with a constant ratio: amounts in two currencies, shares and their par amounts;
- a value that a column repeats: the same award of each director;
- a figure and a number of the paragraphs that add up to another figure of the column;
- figures with one name in several blocks that add up to a number of the paragraphs;
- basic shares, which are no more than diluted ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.new_values.table_gates import Moves, Position, position_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import Line, lines_of

#: Smaller numbers are too often equal, or a sum, by chance.
_LEAST = 1000
#: The fewest pairs with one ratio, and the fewest equal figures, that are not taken for chance.
_PAIRS, _EQUAL = 3, 4
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
    prose = [n for n in reading.passage.quantities if not cell_of(n.field) and n.value >= _LEAST]
    moved = [figure for figure, _, _ in moves.values()]
    broken = (
        *_constant_ratios(columns, moved, now),
        *_constant_ratios(rows, moved, now),
        *_repeated(columns, now),
        *_with_prose(columns, moved, prose, now),
        *_in_blocks(reading, columns, prose, now),
        *_diluted(reading, columns, now),
    )
    return Reason.CONTRADICTS_CONTEXT if any(broken) else ""


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


def _repeated(columns: Mapping[int, Line], now: _Now) -> Iterator[bool]:
    """Yield for each large value that a column repeats whether its figures differ now."""
    for column in columns.values():
        equal: dict[Fraction, list[NumberMention]] = {}
        for figure in column.values():
            if figure.value >= _LEAST:
                equal.setdefault(figure.value, []).append(figure)
        for figures in equal.values():
            if len(figures) >= _EQUAL:
                yield len(set(map(now, figures))) > 1


def _with_prose(
    columns: Mapping[int, Line],
    moved: Iterable[NumberMention],
    prose: list[NumberMention],
    now: _Now,
) -> Iterator[bool]:
    """Yield for two figures of a column that differ by a number of the paragraphs whether they do not now."""
    told = {number.value: number for number in prose}
    for figure in moved:
        _, column = cell_of(figure.field) or (0, 0)
        for other in columns.get(column, {}).values():
            number = told.get(abs(figure.value - other.value))
            if number and min(figure.value, other.value) >= _LEAST:
                yield abs(now(figure) - now(other)) != now(number)


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
