"""Gates of new figures in a table: unchanged numbers in table and paragraphs must not contradict them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.new_values.paraphrased_amounts import states_amount
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.derivation import SCALES
from numdiag_datasets.texts.table.figures import HEADER_ROWS
from numdiag_datasets.texts.table.ratios import column_headings, is_change, is_ratio, row_names

_TOTAL = re.compile(r"\b(?:sub)?-?total|aggregate|\bsum\b", re.IGNORECASE)
_NET = re.compile(
    r"(?<!, )\bnet\b(?! (?:of|cash|sales|revenues?)\b)|gross|balance|closing|\bend(?:ing)?\b|profit|income before"
    r"|operating (?:income|loss)(?! carry)|surplus|ebit",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\baverage|\bmean\b", re.IGNORECASE)
# Digits that make a rounded intermediate result telling; prose has many smaller counts, and tables smaller figures.
_TELLING, _FEW, _LARGE = 2, 10, 1000

#: (field, start) of a number.
Position = tuple[str, int]
#: Field of a cell -> its figure, old value and new value, without signs.
Moves = Mapping[str, tuple[NumberMention, Fraction, Fraction]]


def position_of(number: NumberMention) -> Position:
    """Return the position of a number."""
    return number.field, number.start


def answer_gate(
    reading: Reading, moves: Moves, changed: frozenset[Position], results: Sequence[Fraction]
) -> str:
    """Return a reason code if an unchanged number states the old answer or an old intermediate result, else "".

    A number that rounds the old result and the new one as well ("$1.2 billion" for 1,160 million) contradicts
    nothing, and is not the answer.

    Args:
        results: the new results of the equation.
    """
    if reading.equation is None:
        return Reason.NO_EQUATION
    cells = [cell_of(field) or (0, 0) for field in moves]
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    for number, step, scale in _stating_results(reading):
        cell = cell_of(number.field)
        near = cell is None or cell[0] in rows or cell[1] in columns
        if near and position_of(number) not in changed:
            is_exact = _is_exactly(number, reading.results[step], scale)
            if is_exact or not states_amount(number, results[step], scale):
                return Reason.ANSWER_SHOWN
    return ""


@lru_cache(maxsize=1)  # for all new values that are tried for a row
def _stating_results(reading: Reading) -> tuple[tuple[NumberMention, int, str], ...]:
    """Return the quantities that may state a result of the equation: (quantity, step, scale of the result)."""
    problem, last = reading.problem, len(reading.results) - 1
    found = []
    for step, result in enumerate(reading.results):
        if not result or (step < last and problem.scale == "percent" and abs(result) < 1):
            continue  # 0.15, of which only 15 percent is asked, is not the 0.2 of another row
        # Half of a sum of percents is asked in percent; other steps are amounts.
        scales = {problem.scale, ""} if step == last or problem.scale != "percent" else {""}
        found += [
            (number, step, scale)
            for scale in sorted(scales)
            for number in reading.numbers
            if number.is_quantity
            and _may_answer(number, scale)
            and states_amount(number, result, scale)
            and (step == last or _digits(number) >= _TELLING or number.value == abs(result))
            and not _is_by_chance(reading, number)
        ]
    return tuple(found)


def _is_exactly(number: NumberMention, result: Fraction, scale: str) -> bool:
    """Return whether a number is a result in all its digits, in its scale or in full."""
    magnitude = MAGNITUDES.get(number.magnitude.lower(), 1)
    units = (Fraction(1), magnitude / SCALES[scale])
    return abs(result) in {number.value * unit for unit in units}


def _digits(number: NumberMention) -> int:
    return len(number.numeral.replace(".", "").replace(",", "").strip("0"))


def _is_by_chance(reading: Reading, number: NumberMention) -> bool:
    """Return whether a small number most likely counts something else: "five plans", another row's 155."""
    if number.role in ("percent", "money"):
        return False
    cell = cell_of(number.field)
    if cell is None:
        return number.value < _FEW
    if number.value >= _LARGE:
        return False
    return not any(
        is_change(name) or _TOTAL.search(name) or _MEAN.search(name)
        for name in names_of(reading.problem.table, *cell)
    )


def names_of(table: Sequence[Sequence[str]], row: int, column: int) -> tuple[str, ...]:
    """Return the name of a row, and the cells at the head of a column; a row may be shorter than others."""
    return table[row][0], *(head[column] for head in table[:HEADER_ROWS] if column < len(head))


def _may_answer(number: NumberMention, scale: str) -> bool:
    """Return whether a number is of the same kind as an answer of this scale."""
    role = number.role
    if cell_of(number.field):
        return scale == "percent" or role != "percent"
    if scale == "percent":
        return role == "percent"
    return role == "money" or (role == "quantity" and scale == "")


def explained_gate(reading: Reading, moves: Moves) -> str:
    """Return a reason code if an unexplained total or ratio may depend on a new figure, else "".

    It is unexplained if it crosses the figure's row or column, and the table does not show its computation.
    """
    table = reading.problem.table
    figures: dict[tuple[int, int], NumberMention] = {
        cell: n for n in reading.passage.quantities if (cell := cell_of(n.field))
    }
    sums = [one.fields for one in reading.passage.sums]
    of_sums = frozenset[str]().union(*sums)
    totals = {one.figure.field for one in reading.passage.sums}
    explained = totals | {ratio.figure.field for ratio in reading.passage.ratios}
    columns: dict[int, list[int]] = {}
    for r, c in figures:
        columns.setdefault(c, []).append(r)
    headings, names = column_headings(table, columns), row_names(table)
    unread = {c for c in columns if _has_unread_figure(table, c, figures)}
    now = {n.field: moves[n.field][2] if n.field in moves else n.value for n in figures.values()}
    for field, (moved, old, new) in moves.items():
        row, column = cell_of(field) or (0, 0)
        is_rate = is_ratio(names[row], moved) or is_ratio(headings[column], moved)
        near = [n for (r, c), n in figures.items() if n is not moved and (r == row or c == column)]
        if column in unread:
            return Reason.CONTRADICTS_CONTEXT
        if field not in of_sums | explained and (
            _TOTAL.search(headings[column])
            or (_TOTAL.search(table[row][0]) and _may_have_parts(names, row, column, figures))
        ):
            return Reason.CONTRADICTS_CONTEXT
        sensitive = abs(new - old) / old if old else Fraction(1)
        for (r, c), figure in figures.items():
            if figure.field in moves or (r == row) == (c == column):
                continue
            name = headings[c] if r == row else names[r]
            if figure.field in explained:
                continue
            own = headings[column] if r == row else names[row]
            is_worked_out = is_ratio(name, figure) or (
                r == row and is_change(name) and not is_change(headings[column])
            )
            if is_worked_out and _may_come_from(name, names[row]):
                if is_rate and not is_change(name):
                    continue  # one rate is not worked out of another
                unit = Fraction(1, 10 ** len(figure.numeral.partition(".")[2]))
                # Over a figure that the table does not show, a change within the rounding is invisible.
                if figure.value * sensitive * 2 > unit or _is_broken_ratio(
                    figure, old, new, near, now
                ):
                    return Reason.CONTRADICTS_CONTEXT
            elif _are_apart(own, name) or any({field, figure.field} <= one for one in sums):
                continue  # terms of one sum, which holds
            elif figure.field in totals or not _TOTAL.search(name):
                is_net = _NET.search(name) and of_sums.isdisjoint((field, figure.field))
                if is_net and not (c == column and _are_levels(names, row, r, figures)):
                    return Reason.CONTRADICTS_CONTEXT
            elif not (
                c == column and _ranks_above(name, own) and _are_levels(names, row, r, figures)
            ):
                return Reason.CONTRADICTS_CONTEXT
    return ""


def _is_broken_ratio(
    figure: NumberMention,
    old: Fraction,
    new: Fraction,
    others: Sequence[NumberMention],
    now: Mapping[str, Fraction],
) -> bool:
    """Return whether a figure was, as rounded, a ratio or change of a moved figure and another, and is not now."""
    for other in others:
        was, is_now = other.value, now[other.field]
        if other is figure or not (old and new and was and is_now):
            continue
        before = (old / was, was / old, abs(old - was) / was, abs(old - was) / old)
        after = (new / is_now, is_now / new, abs(new - is_now) / is_now, abs(new - is_now) / new)
        for one, two in zip(before, after, strict=True):
            for times in (1, 100):
                if states_amount(figure, one * times, "percent") and not states_amount(
                    figure, two * times, "percent"
                ):
                    return True
    return False


def _are_levels(
    names: Mapping[int, str], one: int, two: int, figures: Mapping[tuple[int, int], NumberMention]
) -> bool:
    """Return whether two rows and all between them are levels of an account, of which most items are not shown.

    Then the items that are not shown may make up for any difference between sales, gross profit and income.
    """
    shown = {row for row, _ in figures}
    between = [
        row
        for row in range(min(one, two), max(one, two) + 1)
        if row in shown and not _OF_WHICH.match(names[row])
    ]
    return all(any(level.search(names[row]) for level in (*_LEVELS, _PER_SHARE)) for row in between)


def _may_have_parts(
    names: Mapping[int, str],
    row: int,
    column: int,
    figures: Mapping[tuple[int, int], NumberMention],
) -> bool:
    """Return whether the row above a total may be one of its parts: no other total, and no level of an account."""
    above = max((r for r, c in figures if c == column and r < row), default=None)
    return above is not None and not (
        _TOTAL.search(names[above]) or any(level.search(names[above]) for level in _LEVELS)
    )


def _are_apart(name: str, total: str) -> bool:
    """Return whether an amount of this name cannot be a part of a total or a net amount of that name.

    It has another unit (shares, days, MWh), or it is a level of an account, and the total is one of the balance or
    of expenses.
    """
    one, two = (
        next((i for i, unit in enumerate(_ROW_UNITS) if unit.search(n)), None)
        for n in (name, total)
    )
    is_level = any(level.search(name) for level in (*_LEVELS, _PER_SHARE))
    return one != two or (is_level and _OTHER_TOTALS.search(total) is not None)


_ROW_UNITS = tuple(
    re.compile(unit, re.IGNORECASE)
    for unit in (
        r"(?<!per )\bshares\b(?! repurchase)|\bstock equivalents\b",
        r"\bdays\b",
        r"\b[kMGT]Wh\b",
        r"\btonnes\b|\btons\b",
        r"\bprice\b|\bscore\b",
        r"\bnumber\b|\bemployees\b|\bstores\b",
    )
)
_OTHER_TOTALS = re.compile(
    r"\btotal (?:[\w’'-]+ )?(?:assets|liabilities|equity|debt|capital|borrowings|(?:\w+ )?expenses?|costs)\b",
    re.IGNORECASE,
)
_UNREAD = re.compile(r"\d[\d.,]*[.,]\d{3}\b(?!.*[a-z]{2})")


def _has_unread_figure(
    table: Sequence[Sequence[str]], column: int, figures: Mapping[tuple[int, int], NumberMention]
) -> bool:
    """Return whether a cell of a column looks like a figure but is not read as one: "2.978,478"."""
    return any(
        (r, column) not in figures and column < len(row) and _UNREAD.search(row[column])
        for r, row in enumerate(table)
    )


# In an account each level is a part of the level above it.
_LEVELS = (
    re.compile(
        r"^\W*(?:total |net |consolidated |operating )*(?:sales|revenues?|turnover|orders)(?:, net)?\W*$",
        re.IGNORECASE,
    ),
    re.compile(r"\bgross (?:profit|margin|income)", re.IGNORECASE),
    re.compile(
        r"operating \W*(?:income|profit|earnings|loss)|(?:income|loss)\)? from operations|net \W*(?:income|profit|loss)"
        r"|(?:income|profit|earnings|loss)\)? (?:before|after)|profit for|\b(?:ebit(?:da|a)?|npat)\d?\b|^net earnings",
        re.IGNORECASE,
    ),
)


@lru_cache(maxsize=1024)
def _ranks_above(name: str, other: str) -> bool:
    """Return whether a row ranks above another in an account: sales, gross profit, operating income."""
    one, two = (
        next((i for i, level in enumerate(_LEVELS) if level.search(n)), None) for n in (name, other)
    )
    return one is not None and two is not None and one < two


_OF_WHICH = re.compile(
    r"[\W_]*(?:there ?of|therein|of which|of whom|including|hereof)\b", re.IGNORECASE
)
_PER_SHARE = re.compile(r"per (?:\w+ ){0,3}share|\beps\b", re.IGNORECASE)
_OF_SHARES = re.compile(r"income|loss|earnings|profit|shares|denominator|numerator", re.IGNORECASE)


def _may_come_from(ratio: str, row: str) -> bool:
    """Return whether a ratio of this name may be computed from a row of that name."""
    return bool(_OF_SHARES.search(row)) if _PER_SHARE.search(ratio) else True


@lru_cache(maxsize=1)
def _row_names(table: Sequence[Sequence[str]]) -> tuple[list[str], list[set[str]]]:
    """Return the name of each row, and its content words."""
    names = [row[0] if row else "" for row in table]
    return names, [content_words(name) for name in names]


def part_gate(reading: Reading, moves: Moves) -> str:
    """Return a reason code if a part would exceed its whole, else "".

    Parts are recognized by their names: "Connections", "Postpaid connections". The code also applies if the
    next row is an unsummed part of a changed figure: "thereof", "of which".
    """
    table = reading.problem.table
    totals = {one.figure.field for one in reading.passage.sums}
    for field in moves:
        row, _ = cell_of(field) or (0, 0)
        below = table[row + 1][0] if row + 1 < len(table) and table[row + 1] else ""
        if _OF_WHICH.match(below) and field not in totals:
            return Reason.CONTRADICTS_CONTEXT
    names, words = _row_names(table)
    now = {field: new for field, (_, _, new) in moves.items()}
    for figure in reading.passage.quantities:
        cell = cell_of(figure.field)
        if cell is None:
            continue
        for other in moves.values():
            row, column = cell_of(other[0].field) or (0, 0)
            if column != cell[1] or row == cell[0] or not words[row] or not words[cell[0]]:
                continue
            value = now.get(figure.field, figure.value)
            holds = words[cell[0]] < words[row] or _ranks_above(names[cell[0]], names[row])
            whole, part = (cell[0], row) if holds else (row, cell[0])
            if not (words[whole] < words[part] or _ranks_above(names[whole], names[part])):
                continue
            old, new = (
                (other[1] - figure.value, other[2] - value)
                if part == row
                else (figure.value - other[1], value - other[2])
            )
            if old <= 0 < new:
                return Reason.CONTRADICTS_CONTEXT
    return ""
