"""Totals of a table: the figures that are sums or differences of others, verified exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.table.figures import HEADER_ROWS, signed_value

_SUMS_UP = re.compile(
    r"total|balance|end(?:ing)? of|closing|aggregate|overall|sum\b|^\s*$", re.IGNORECASE
)
_TAKES_AWAY = re.compile(
    r"gross|net|profit|income|margin|surplus|loss|after|ebit|total", re.IGNORECASE
)
# Rows that decrease a balance, even if written without brackets.
_GOES_DOWN = re.compile(
    r"vested|exercised|forfeit|cancel|expired|settle|paid|payment|used|less\b|disposal|amorti[sz]"
    r"|deduct|repay|released|utili[sz]ed|write-?offs?",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\bend|closing|outstanding|balance|non-?vested|unvested", re.IGNORECASE)
_TOTAL = re.compile(r"total", re.IGNORECASE)
_CHANGE = re.compile(r"change|increase|decrease|varia(?:nce|tion)|difference", re.IGNORECASE)
# Sums of small figures may be a coincidence; names or the number of parts must then confirm them.
_BY_CHANCE = 100
_MANY = 3
_DISTINCTIVE_DIGITS = 3
# Maximum number of figures of a column in a total; a row with more figures has no total.
_MOST_PARTS = 100


@dataclass(frozen=True, slots=True)
class Total:
    """A figure that is the sum of others, each with its sign (1 or -1)."""

    figure: NumberMention
    parts: tuple[tuple[NumberMention, int], ...]

    def value(self, values: dict[str, Fraction]) -> Fraction:
        """Return the sum; ``values`` (field -> signed value) replaces figures."""
        return sum(
            (sign * values.get(part.field, signed_value(part)) for part, sign in self.parts),
            Fraction(0),
        )

    @property
    def holds(self) -> bool:
        """Whether the table's own figures add up."""
        return self.value({}) == signed_value(self.figure)

    @property
    def in_row(self) -> bool:
        """Whether total and parts are in one row, where a reader sees them together."""
        rows = {cell[0] for f in (self.figure, *self._figures()) if (cell := cell_of(f.field))}
        return len(rows) == 1

    def _figures(self) -> Iterator[NumberMention]:
        return (part for part, _ in self.parts)


def find_totals(
    table: Sequence[Sequence[str]], figures: Iterable[NumberMention]
) -> tuple[Total, ...]:
    """Return the totals of columns and rows, in reading order of the figures.

    In a column, a figure is a total if it is the sum of the figures right above it. A total found earlier
    replaces its parts ("Total assets" of two subtotals). By its name it may also be the difference of the two
    above it ("Gross profit"), or a balance that some of them decreased. In a row, it is a total if it is the
    sum of all others, and it has the heading "Total" or is the first or last. It is also one if it is the sum
    or difference of the two before it. A figure that repeats a total, anywhere in the table, is one too.
    """
    columns: dict[int, list[NumberMention]] = {}
    rows: dict[int, list[NumberMention]] = {}
    for figure in figures:
        cell = cell_of(figure.field)
        if cell:
            rows.setdefault(cell[0], []).append(figure)
            columns.setdefault(cell[1], []).append(figure)
    found: list[Total] = []
    for column in columns.values():
        found += _column_totals(table, column)
    sums, changes = _headed(table, _TOTAL), _headed(table, _CHANGE)
    for row in rows.values():
        found += _row_totals(row, sums, changes)
    return (*found, *_restated([f for row in rows.values() for f in row], found))


def _headed(table: Sequence[Sequence[str]], name: re.Pattern[str]) -> set[int]:
    """Return the columns with such a heading."""
    return {
        c for row in table[:HEADER_ROWS] for c, cell in enumerate(row) if c and name.search(cell)
    }


def _column_totals(table: Sequence[Sequence[str]], column: list[NumberMention]) -> list[Total]:
    found: list[Total] = []
    pending: list[NumberMention] = []  # figures above that are not part of a total yet
    for figure in column:
        total = next((t for t in _candidates(table, figure, pending) if t.holds), None)
        if total:
            found.append(total)
            pending = [above for above in pending if all(above is not p for p, _ in total.parts)]
        pending = [*pending[-_MOST_PARTS:], figure]
    return found


def _candidates(
    table: Sequence[Sequence[str]], figure: NumberMention, above: list[NumberMention]
) -> Iterator[Total]:
    """Yield the possible totals for a figure of a column, the most likely first."""

    def name(located: NumberMention) -> str:
        cell = cell_of(located.field)
        return table[cell[0]][0] if cell else ""

    own = name(figure)
    value = signed_value(figure)
    if not value:
        return
    likely = abs(value) >= _BY_CHANCE or _SUMS_UP.search(own)
    running = Fraction(0)
    for i in range(len(above) - 1, -1, -1):
        running += signed_value(above[i])
        count = len(above) - i
        if running == value and count > 1 and (likely or (i == 0 and count >= _MANY)):
            yield Total(figure, tuple((part, 1) for part in above[i:]))
    if len(above) > 1 and _TAKES_AWAY.search(own):
        yield Total(figure, ((above[-2], 1), (above[-1], -1)))
    if len(above) > 1 and _ENDS.search(own):
        signs = [-1 if _GOES_DOWN.search(name(part)) else 1 for part in above]
        yield Total(figure, tuple(zip(above, signs, strict=True)))
    if _TOTAL.search(own) and above:
        yield Total(figure, ((above[-1], 1),))
        yield Total(figure, tuple((part, 1) for part in above if _TOTAL.search(name(part))))


def _row_totals(row: list[NumberMention], sums: set[int], changes: set[int]) -> list[Total]:
    found: list[Total] = []
    if len(row) > _MOST_PARTS:
        return found
    for i, figure in enumerate(row):
        cell = cell_of(figure.field)
        if cell is None:
            continue
        tried: list[Total] = []
        others = tuple((other, 1) for other in row if other is not figure)
        if len(others) >= _MANY if i in (0, len(row) - 1) else False:
            tried.append(Total(figure, others))
        if cell[1] in sums and len(others) > 1:
            tried.append(Total(figure, others))
        if i >= 2:
            one, two = row[i - 2 : i]
            pairs = [Total(figure, ((one, 1), (two, sign))) for sign in (1, -1)]
            if cell[1] in changes:
                first, second = row[:2]
                pairs += (
                    Total(figure, ((first, 1), (second, -1))),
                    Total(figure, ((second, 1), (first, -1))),
                )
                tried += pairs
            elif all(is_distinctive(f) for f in (figure, one, two)):
                tried += pairs
        found += [total for total in tried if total.holds][:1]
    return found


def _restated(figures: list[NumberMention], totals: Sequence[Total]) -> Iterator[Total]:
    """Yield figures that repeat a total of the table, or balance it.

    Examples are "Total assets" and a later opening balance, and assets and "(4,195)" of liabilities.
    """
    by_value: dict[Fraction, list[Total]] = {}
    for total in totals:
        if is_distinctive(total.figure):
            by_value.setdefault(total.figure.value, []).append(total)
    for figure in figures:
        for total in by_value.get(figure.value, ()):
            parts = (total.figure, *(part for part, _ in total.parts))
            if all(part is not figure for part in parts):
                same = signed_value(total.figure) == signed_value(figure)
                yield Total(figure, ((total.figure, 1 if same else -1),))
                break


def is_distinctive(figure: NumberMention) -> bool:
    """Return whether a figure has so many digits that an equal one is not a coincidence."""
    return sum(map(str.isdigit, figure.numeral)) >= _DISTINCTIVE_DIGITS
