"""Ratios of a table: figures that are a share or a change of others, in percent or not, verified as rounded."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.table.figures import HEADER_ROWS, Line, lines_of, signed_value

# Names of rows and columns of figures that are computed from others.
_RATIO = re.compile(
    r"%|percent|margin|ratio|\bper\b|earnings per|\beps\b|yield|return on|growth|as a (?:share|part|proportion)"
    r"|proportion|tax rate|turnover|arpu|arpa|weighted[- ]average (?:[\w-]+ ){0,3}(?:price|value|term|life|rate)",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"change|increase|decrease|varia(?:nce|tion)|growth|difference", re.IGNORECASE)
_RATE_PER = re.compile(r"\brates? per\b", re.IGNORECASE)
_COUPON = re.compile(
    r"(?<![\w.,])\d{1,2}(?:\.\d+)?%(?= (?:[\w-]+ ){0,4}(?:notes?|bonds?|debentures?|loans?|mortgages?|(?:preferred|preference) (?:stock|shares))\b)(?! (?:of|change)\b)",
    re.IGNORECASE,
)
_LARGE = 1_000
SHARE, CHANGE = "share", "change"
# Rows and columns of larger tables are not compared.
_MOST_LINES, _MOST_CELLS = 60, 2_000
_SAFETY = 20


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure that is, rounded, ``times * one / two``, or for `CHANGE` ``times * (one - two) / two``."""

    figure: NumberMention
    one: NumberMention
    two: NumberMention
    kind: str
    times: int

    def value(self, values: dict[str, Fraction]) -> Fraction | None:
        """Return the ratio, None for division by zero; ``values`` (field -> signed value) replaces figures."""
        one, two = (values.get(n.field, signed_value(n)) for n in (self.one, self.two))
        if not two:
            return None
        return self.times * ((one - two) / abs(two) if self.kind == CHANGE else one / two)

    def is_shown(self, value: Fraction | None, shown: NumberMention | None = None) -> bool:
        """Return whether the figure may be this value, rounded; its sign is ignored, since tables omit it.

        Args:
            shown: the new content of its cell, if it changed.
        """
        if value is None:
            return False
        mention = shown or self.figure
        unit = Fraction(1, 10 ** len(mention.numeral.partition(".")[2]))
        return abs(abs(value) - mention.value) * 2 <= unit

    def is_near(self, sizes: Mapping[str, float]) -> bool:
        """Return whether floats (field -> signed value) allow that the table's own figures have this ratio."""
        one, two = sizes[self.one.field], sizes[self.two.field]
        if not two:
            return False
        value = abs(self.times * ((one - two) / two if self.kind == CHANGE else one / two))
        unit = 10.0 ** -len(self.figure.numeral.partition(".")[2])
        return abs(value - abs(sizes[self.figure.field])) <= unit / 2 + 1e-9 * (value + 1)

    @property
    def holds(self) -> bool:
        """Whether the table's own figures have this ratio."""
        return self.is_shown(self.value({}))


def find_ratios(
    table: Sequence[Sequence[str]], figures: Iterable[NumberMention]
) -> tuple[Ratio, ...]:
    """Return the ratios of a table that hold in the same way for a whole line.

    Examples are a row of margins over two rows of amounts, and a column of changes between two columns.
    """
    rows, columns = lines_of(figures)
    if sum(map(len, table)) > _MOST_CELLS:
        return ()
    found: dict[str, Ratio] = {}
    headings = column_headings(table, columns)
    for lines, names in ((rows, row_names(table)), (columns, headings)):
        if len(lines) > _MOST_LINES:
            continue
        for i, line in lines.items():
            if all(is_ratio(names[i], figure) for figure in line.values()):
                others = [lines[j] for j in lines if j != i]
                for ratio in _of_lines(line, others) or _of_one_whole(line, others):
                    found.setdefault(ratio.figure.field, ratio)
    return tuple(found.values())


def row_names(table: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the name of each row, with the heading above it: "Earnings per share: Basic"."""
    names: dict[int, str] = {}
    heading = ""
    for r, row in enumerate(table):
        name = row[0] if row else ""
        if not any(cell.strip() for cell in row[1:]) and name.strip():
            heading = name.strip() if name.rstrip().endswith(":") else ""
        names[r] = f"{heading} {name}" if heading and heading != name.strip() else name
    return names


def column_headings(
    table: Sequence[Sequence[str]], columns: Mapping[int, Collection[int]]
) -> dict[int, str]:
    """Return the heading of each column, above all figures.

    Args:
        columns: column -> the rows in which it has a figure.
    """
    first = min((min(rows) for rows in columns.values() if rows), default=0)
    head = table[: max(1, min(first, HEADER_ROWS))]
    return {c: " ".join(row[c] for row in head if c < len(row)) for c in columns}


def is_ratio(name: str, figure: NumberMention) -> bool:
    """Return whether a figure is a ratio by its percent sign, or by the name of its row or column.

    In the second case it must be a number with decimals below a thousand, or a rate per something. A rate that
    names a security ("5.25% Senior Notes") says nothing of its figures.
    """
    if figure.role == "percent":
        return True
    name = _COUPON.sub("", name) if "%" in name else name
    is_small = figure.value < _LARGE and "." in figure.numeral
    return bool(_RATIO.search(name)) and (is_small or "%" in name or bool(_RATE_PER.search(name)))


def is_change(heading: str) -> bool:
    """Return whether the figures of a column are changes, by its heading."""
    return bool(_CHANGE.search(heading))


def _of_lines(line: Line, others: Sequence[Line]) -> list[Ratio]:
    """Return the ratios of two other lines that at least two thirds of a line's figures are, if any."""
    enough = _digits_beyond_chance(4 * len(others) * (len(others) - 1))
    sizes = {n.field: float(signed_value(n)) for each in (line, *others) for n in each.values()}
    for one, two in permutations(others, 2):
        places = [i for i in line if i in one and i in two]
        for kind in (CHANGE, SHARE):
            for times in (100, 1):
                ratios = [Ratio(line[i], one[i], two[i], kind, times) for i in places]
                # Floats first, which exclude nearly all of them and are far faster.
                if 3 * sum(ratio.is_near(sizes) for ratio in ratios) >= 2 * len(ratios) and (
                    holding := _telling(ratios, enough)
                ):
                    return holding
    return []


def _of_one_whole(line: Line, others: Sequence[Line]) -> list[Ratio]:
    """Return the ratios of a line's figures as shares of one figure of another line: "% of revenues"."""
    enough = _digits_beyond_chance(sum(map(len, others)))
    for other in others:
        for whole in other.values():
            ratios = [Ratio(line[i], other[i], whole, SHARE, 100) for i in line if i in other]
            if holding := _telling(ratios, enough):
                return holding
    return []


def _digits_beyond_chance(candidates: int) -> int:
    """Return the number of digits that agree by chance in at most one of twenty cases."""
    return len(str(_SAFETY * candidates))


def _telling(ratios: Sequence[Ratio], enough: int) -> list[Ratio]:
    """Return the ratios that hold, if they are two thirds of all and have enough digits, else none.

    A whole that is 100% of itself is not evidence.
    """
    holding = [ratio for ratio in ratios if ratio.holds]
    telling = (ratio.figure for ratio in holding if ratio.one is not ratio.two)
    digits = sum(len(mention.numeral.lstrip("0.")) for mention in telling)
    return holding if digits >= enough and len(holding) * 3 >= len(ratios) * 2 else []
