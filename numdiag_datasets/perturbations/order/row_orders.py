"""New orders of the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from numdiag_datasets.core.problem import Edit, cell_of
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import signed_value

# Names of rows whose position is meaningful: sums and balances, parts of the row above, times, levels, and
# rows that are last by custom.
_PLACED = re.compile(
    r"\b(?:total|subtotal|sum|opening|closing|balances?|beginning|ending|end of|start of|less|plus|add|of which|including"
    r"|excluding|thereof|remaining|thereafter|average|changes?|as reported|adjusted|before|after|profit|income from"
    r"|outstanding|granted|exercised|vested|forfeited|cancel\w*|expired|basic|diluted|level|tier|phase|stage|grade|per share"
    rf"|{MONTHS}|quarter|month|year|week|day"
    r"|first|second|third|fourth|north|high|low|maximum|minimum|eliminations?|inter-?segment|allowances?|unallocated"
    r"|corporate|reconciling|provision|previous|prior)\b"
    r"|^(?:net|gross|(?:all )?others?|(?:as a )?percent\w*|margin|ratio|(?:non-?)?current|long-?term|short-?term|noncurrent)\b|,? (?:net|gross|others?)$"
    r"|^[\s(–—-]|^%|\d|:\s*$",
    re.IGNORECASE,
)
# "Audit fees (1)"
_FOOTNOTE = re.compile(r"\s*\(\w{1,2}\)\s*$")
# Names by which a row refers to the row above, which then must stay above it.
_PART_OF_ABOVE = re.compile(
    r"(?i:of which|thereof|including|excluding|less\b|plus\b|add\b|(?:as a )?(?:percent|%)|change|margin)|[a-z(–—-]"
)
# A row that adds up those above it, with their signs; any other sum may be a difference.
_ADDS_UP = re.compile(r"total\b|net cash\b", re.IGNORECASE)
_SUMS = re.compile(
    r"total|subtotal|net\b|gross|profit|income|margin|balance|closing|ending|end of|earnings|loss|^\s*$",
    re.IGNORECASE,
)
_ASKS_OF_PLACE = re.compile(
    r"\b(?:top|bottom|rows?|rank(?:s|ed|ing)?|(?:first|last|second|third|next) (?:item|line|entry|figure|category|listed|one)"
    r"|order(?:ed)? (?:of|in|by)|in order|listed (?:first|last|above|below))\b",
    re.IGNORECASE,
)
# Larger tables stay as they are.
_MOST_ROWS, _MOST_CELLS = 100, 2_000

_Rows = dict[int, dict[int, NumberMention]]


def row_orders(readings: Sequence[Reading], rng: Rng) -> Iterator[list[Edit]]:
    """Yield the edits that rotate blocks of rows without a meaningful position: all blocks, then each alone.

    Each block is rotated by a random number of rows.
    """
    table = readings[0].problem.table
    turned = []
    for block in _blocks(readings):
        by = 1 + rng.below(len(block) - 1)
        turned.append(
            [
                Edit(f"table[{row}][{c}]", 0, table[row][c], table[other][c])
                for row, other in zip(block, (*block[by:], *block[:by]), strict=True)
                for c in range(len(table[row]))
                if table[row][c] != table[other][c]
            ]
        )
    if len(turned) > 1:
        yield [edit for edits in turned for edit in edits]
    yield from turned


def _blocks(readings: Sequence[Reading]) -> list[list[int]]:
    """Return the blocks of two or more adjacent rows that may be in any order."""
    reading = readings[0]
    table = reading.problem.table
    if len(table) > _MOST_ROWS or sum(map(len, table)) > _MOST_CELLS:
        return []
    if any(_ASKS_OF_PLACE.search(r.problem.question) for r in readings):
        return []
    filled = _filled(reading)
    sums = {_row(total.figure) for total in reading.passage.totals if not total.in_row}
    blocks: list[list[int]] = []
    block: list[int] = []
    for r in range(1, len(table) + 1):
        plain = (
            r in filled
            and r not in sums
            and bool(table[r][0].strip())
            and not _PLACED.search(_FOOTNOTE.sub("", table[r][0]))
        )
        if block and not (plain and _alike(table[block[-1]], table[r])):
            held = r in filled and _PART_OF_ABOVE.match(table[r][0].strip())
            blocks.append(block[:-1] if held else block)
            block = []
        if plain:
            block.append(r)
    return [block for block in blocks if len(block) > 1 and _is_free(block, reading, filled)]


def _filled(reading: Reading) -> _Rows:
    """Return row -> column -> the figure there."""
    filled: _Rows = {}
    for number in reading.passage.quantities:
        if cell := cell_of(number.field):
            filled.setdefault(cell[0], {})[cell[1]] = number
    return filled


def _row(figure: NumberMention) -> int:
    cell = cell_of(figure.field)
    return cell[0] if cell else -1


def _alike(one: Sequence[str], two: Sequence[str]) -> bool:
    """Return whether two rows have text in the same columns."""
    return [bool(cell.strip()) for cell in one] == [bool(cell.strip()) for cell in two]


def _is_free(block: list[int], reading: Reading, filled: _Rows) -> bool:
    """Return whether the rows of a block have different names and add up to one total, or to none."""
    table = reading.problem.table
    names = {" ".join(table[r][0].lower().split()) for r in block}
    if len(names) < len(block):
        return False
    rows = set(block)
    summed = False
    for total in reading.passage.totals:
        signs = {_row(part): sign for part, sign in total.parts}
        if total.in_row or not rows & signs.keys():
            continue
        if rows - signs.keys() or len({signs[r] for r in rows}) > 1:
            return False
        summed = True
    after = block[-1] + 1
    below = table[after][0].strip() if after in filled else ""
    adds_up = bool(_ADDS_UP.match(below))
    if after in filled and _SUMS.search(below) and not (summed or adds_up):
        return False
    return adds_up or len({signed_value(n) < 0 for r in block for n in filled[r].values()}) == 1
