"""The sums of a table as equations that must keep holding: totals, and rows or columns that are sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.table.figures import Line, lines_of, signed_value
from numdiag_datasets.texts.table.totals import Total, find_totals, is_distinctive

# Rows and columns of larger tables are not compared.
_MOST_LINES, _MOST_CELLS = 60, 2_000
_DISTINCTIVE = 100
_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Sum:
    """A figure and the terms that it is the sum of.

    Attributes:
        figure: the total.
        parts: each with its sign, 1 or -1.
        fields: the fields of the figure and its parts.
        residual: the rounding error of the table's own figures; it stays.
    """

    figure: NumberMention
    parts: tuple[tuple[NumberMention, int], ...]
    residual: Fraction = _ZERO
    fields: frozenset[str] = dataclass_field(init=False, compare=False, repr=False)
    _terms: tuple[tuple[str, int, Fraction], ...] = dataclass_field(
        init=False, compare=False, repr=False
    )
    _before: Fraction = dataclass_field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        fields = frozenset((self.figure.field, *(part.field for part, _ in self.parts)))
        terms = tuple((part.field, sign, signed_value(part)) for part, sign in self.parts)
        before = sum((sign * value for _, sign, value in terms), self.residual)
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "_terms", terms)
        object.__setattr__(self, "_before", before)

    def value(self, values: Mapping[str, Fraction]) -> Fraction:
        """Return the required value of the figure; ``values`` (field -> signed value) replaces figures."""
        # Few figures change, and adding fractions takes long.
        changes = (
            values[field] - old if sign > 0 else old - values[field]
            for field, sign, old in self._terms
            if field in values
        )
        return sum(changes, self._before)

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Return whether the figures still add up, with the original residual."""
        return self.value(values) == self.shown(values)

    def shown(self, values: Mapping[str, Fraction]) -> Fraction:
        """Return the value that the figure has."""
        now = values.get(self.figure.field)
        return signed_value(self.figure) if now is None else now


def find_sums(table: Sequence[Sequence[str]], figures: Iterable[NumberMention]) -> tuple[Sum, ...]:
    """Return all sums of a table, each equation once.

    In addition to the totals of `find_totals`, these are rows that are sums or differences in each of their
    columns. The terms are two other rows, or a run of rows above or below; the same applies to columns. A sum
    that holds exactly in one place and up to rounding in all others is not a coincidence.
    """
    figures = list(figures)
    totals = find_totals(table, figures)
    found = [Sum(total.figure, total.parts) for total in totals]
    rows, columns = lines_of(figures)
    sizes = {figure.field: float(signed_value(figure)) for figure in figures}
    named = {total.figure.field for total in totals}
    if sum(map(len, table)) <= _MOST_CELLS:
        found += _in_other_columns(totals, columns)
        for column in columns.values():
            found += _balanced(list(column.values()))
        names = [row[0] if row else "" for row in table]
        for lines, crossing, own in ((rows, columns, names), (columns, rows, [])):
            if len(lines) <= _MOST_LINES:
                found += _of_lines(_without_percents(lines, crossing), own, named, sizes)
    equations: dict[frozenset[tuple[str, int]], Sum] = {}
    for one in map(_without_zeros, found):
        if one.parts:
            equations.setdefault(_equation(one), one)
    targets: set[str] = set()
    made: list[Sum] = []
    for one in equations.values():
        turned = _turned(one, targets)
        targets.add(turned.figure.field)
        made.append(turned)
    return tuple(made)


def _without_zeros(one: Sum) -> Sum:
    """Return a sum without the parts that are zero, which neither contribute nor change."""
    return replace(one, parts=tuple(pair for pair in one.parts if pair[0].value))


def _turned(one: Sum, targets: Collection[str]) -> Sum:
    """Return the same equation solved for a figure that no other is solved for yet.

    This is its total, else the last of its parts.
    """
    if one.figure.field not in targets:
        return one
    for part, sign in reversed(one.parts):
        if part.field not in targets:
            rest = tuple((other, -sign * s) for other, s in one.parts if other is not part)
            return Sum(part, ((one.figure, sign), *rest), -sign * one.residual)
    return one


def _equation(one: Sum) -> frozenset[tuple[str, int]]:
    """Return a key that is the same for a = b + c and b = a - c."""
    terms = [(one.figure.field, -1), *((part.field, sign) for part, sign in one.parts)]
    flip = min(terms)[1]
    return frozenset((field, sign * flip) for field, sign in terms)


def _in_other_columns(totals: Iterable[Total], columns: Mapping[int, Line]) -> Iterator[Sum]:
    """Yield sums of one column that also hold in the same rows of another."""
    for total in totals:
        cells = [cell_of(n.field) or (0, 0) for n in (total.figure, *(p for p, _ in total.parts))]
        if len({column for _, column in cells}) > 1 or len(cells) < 3:
            continue
        signs = [sign for _, sign in total.parts]
        for c, column in columns.items():
            figure = column.get(cells[0][0])
            if figure is None or c == cells[0][1]:
                continue
            rows = zip(cells[1:], signs, strict=True)
            there = tuple((column[row], sign) for (row, _), sign in rows if row in column)
            one = Sum(figure, there)
            if len(there) > 1 and one.holds({}):
                yield one


def _balanced(column: list[NumberMention]) -> Iterator[Sum]:
    """Yield the sum of a column with two equal sides and without their totals: assets, then liabilities."""
    values = [signed_value(figure) for figure in column]
    whole, first = sum(values, _ZERO), _ZERO
    for k in range(1, len(column) - 1):
        first += values[k - 1]
        if k > 1 and first * 2 == whole and abs(first) >= _DISTINCTIVE:
            signs = [1] * k + [-1] * (len(column) - k - 1)
            yield Sum(column[-1], tuple(zip(column[:-1], signs, strict=True)))
            return


def _without_percents(lines: Mapping[int, Line], crossing: Mapping[int, Line]) -> dict[int, Line]:
    """Return the lines without figures in crossing lines of percentages, which do not add up."""
    percents = {
        i
        for i, line in crossing.items()
        if any(figure.role == "percent" for figure in line.values())
    }
    return {
        i: {place: figure for place, figure in line.items() if place not in percents}
        for i, line in lines.items()
    }


def _of_lines(
    by_number: Mapping[int, Line],
    names: Sequence[str],
    named: set[str],
    sizes: Mapping[str, float],
) -> Iterator[Sum]:
    numbers = sorted(by_number)
    lines = [by_number[i] for i in numbers]
    alike: dict[str, list[int]] = {}
    for i, number in enumerate(numbers):
        if names and names[number].strip():
            alike.setdefault(" ".join(names[number].lower().split()), []).append(i)
    groups = [group for group in alike.values() if len(group) > 2]
    order = sorted(
        range(len(lines)),
        key=lambda i: all(figure.field not in named for figure in lines[i].values()),
    )
    for has_minus in (False, True):  # totals first, then differences
        for i in order:
            line = lines[i]
            if sum(map(is_distinctive, line.values())) < 2:
                continue
            same = [lines[j] for group in groups if i in group for j in group if j != i]
            for parts in _candidates(lines, i, same, has_minus):
                yield from _sums(line, parts, sizes)


def _candidates(
    lines: list[Line], i: int, alike: list[Line], has_minus: bool
) -> Iterator[list[tuple[Line, int]]]:
    """Yield the terms that a line may be the sum of.

    Candidates are the lines of the same name ("Travel" of every region), runs of two or more adjacent lines,
    then any two others. With subtraction, all lines of a run but the first are subtracted, or one or both of
    two.
    """
    if alike and not has_minus:
        yield [(line, 1) for line in alike]
    for step in (-1, 1):
        run: list[Line] = []
        j = i + step
        while 0 <= j < len(lines):
            run.append(lines[j])
            if len(run) > 1:
                # "Revenue, Costs, Expenses, Income": all but the first are subtracted.
                signs = [-1] * (len(run) - 1) if has_minus else [1] * (len(run) - 1)
                yield list(zip(run, [*signs, 1], strict=True))
            j += step
    others = [line for j, line in enumerate(lines) if j != i]
    for one, two in combinations(others, 2):
        if has_minus:
            yield [(one, 1), (two, -1)]
            yield [(two, 1), (one, -1)]
            yield [(one, -1), (two, -1)]  # "thereof" parts in brackets
        else:
            yield [(one, 1), (two, 1)]


def _sums(line: Line, parts: list[tuple[Line, int]], sizes: Mapping[str, float]) -> list[Sum]:
    """Return the sums of a line, none unless it holds everywhere."""
    if any(_misses(place, figure, parts, sizes) for place, figure in line.items()):
        return []
    found: list[Sum] = []
    exact = 0
    for place, figure in line.items():
        there = tuple((part[place], sign) for part, sign in parts if place in part)
        residual = signed_value(figure) - sum((s * signed_value(n) for n, s in there), _ZERO)
        exact += not residual and len(there) > 1
        found.append(Sum(figure, there, residual))
    several = sum(len(one.parts) > 1 for one in found)
    return found if exact and several > 1 else []


def _misses(
    place: int, figure: NumberMention, parts: list[tuple[Line, int]], sizes: Mapping[str, float]
) -> bool:
    """Return whether the parts differ from a figure by more than rounding explains.

    The test uses floats, which is far faster, and never returns True for parts that add up.
    """
    value = sizes[figure.field]
    there = [sign * sizes[part[place].field] for part, sign in parts if place in part]
    residual = abs(value - sum(there))
    unit = 10.0 ** -len(figure.numeral.partition(".")[2])
    slack = 1e-9 * (abs(value) + sum(map(abs, there)))
    return residual > unit * (len(there) + 1) / 2 + slack or residual > abs(value) / 200 + slack
