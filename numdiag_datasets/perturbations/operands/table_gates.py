"""Gates of new operands in a table: what stays in table and paragraphs must not contradict them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.perturbations.operands.restated import states_amount
from numdiag_datasets.problems.grounding import Located
from numdiag_datasets.problems.needed_places import DISTINCTIVE
from numdiag_datasets.problems.problem import cell_of
from numdiag_datasets.problems.reading import Reading

# Of a sentence, and of a row of a table: how more of them hang together nobody checks. In the data sets there
# are 29 and 9 at most.
_MOST_NUMBERS, _MOST_FIGURES = 50, 100

#: (field, start) of a number.
Position = tuple[str, int]


def position_of(number: Located) -> Position:
    """Where a number stands."""
    return number.field, number.mention.start


def text_gate(
    reading: Reading, new: Mapping[Fraction, Fraction], numerals: Mapping[Position, str]
) -> str:
    """Whether something that stays shows the old answer, or rounded what an operand or total was.

    Args:
        new: old value of an operand -> its new value.
        numerals: the positions of the numbers that change -> how they are written then.

    Returns:
        A reason code, or "".
    """
    if reading.equation is None:
        return "no_equation"
    scale = reading.problem.scale
    results = {abs(result) for result in reading.equation.results() if result}
    crossing = _crossing(reading, new)
    figures = {
        number.mention.value: Fraction(numerals[position].replace(",", ""))
        for number in reading.quantities
        if (position := position_of(number)) in numerals and number.mention.value >= DISTINCTIVE
    }
    for number in reading.numbers:
        if not number.mention.is_quantity or position_of(number) in numerals:
            continue
        cell = cell_of(number.field)
        near = cell is None or cell[0] in crossing[0] or cell[1] in crossing[1]
        if near and any(
            _may_answer(number, kind) and states_amount(number, result, kind)
            for kind in {scale, ""}
            for result in results
        ):
            return "answer_shown"
        if cell is None and number.mention.role in ("money", "quantity"):
            for unit in _units(number, scale):
                if any(
                    states_amount(number, o, unit) and not states_amount(number, n, unit)
                    for o, n in figures.items()
                ):
                    return "contradicts_context"
    return ""


def _units(number: Located, scale: str) -> tuple[str, ...]:
    """The scales in which a paragraph's amount may state a figure of the table again.

    A percent question does not state the scale of its table; then only an amount with a magnitude of
    its own and two significant digits is held against it ("$7.6 million" against 7,561).
    """
    if scale != "percent":
        return (scale,)
    significant = number.mention.numeral.replace(".", "").lstrip("0")
    return ("thousand", "million") if number.mention.magnitude and len(significant) > 1 else ()


def table_gate(reading: Reading, changed: frozenset[Position]) -> str:
    """Whether a paragraph's number that changes is a difference of two figures of a row, rounded and in
    whatever scale, so that the table would still state the old one: a reason code, or "".
    """
    quantities = reading.passage.quantities
    in_text = [n for n in quantities if position_of(n) in changed and cell_of(n.field) is None]
    rows: dict[int, list[Fraction]] = {}
    for figure in quantities if in_text else ():
        cell = cell_of(figure.field)
        if cell:
            rows.setdefault(cell[0], []).append(figure.mention.value)
    if any(len(row) > _MOST_FIGURES for row in rows.values()):
        return "contradicts_context"
    pairs = (pair for row in rows.values() for pair in combinations(row, 2))
    differences = sorted({abs(a - b) for a, b in pairs if a != b})
    for number in in_text:
        half = Fraction(1, 2 * 10 ** len(number.mention.numeral.partition(".")[2]))
        for scale in (Fraction(1, 1000), Fraction(1), Fraction(1000), Fraction(10**6)):
            value = number.mention.value * scale
            nearest = bisect_left(differences, value - half * scale)
            if nearest < len(differences) and differences[nearest] <= value + half * scale:
                return "contradicts_context"
    return ""


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
        numbers = [n for n in reading.passage.numbers[within] if n.mention.is_quantity]
        news = [number for number in numbers if position_of(number) in changed]
        stays = [number for number in numbers if position_of(number) not in changed]
        if news and stays and len(numbers) > _MOST_NUMBERS:
            return "contradicts_context"
        for new in news:
            for other in (number for number in numbers if number is not new):
                if any(_is_change_of(s, new, other) for s in stays if s is not other):
                    return "contradicts_context"
    return ""


def _is_change_of(number: Located, one: Located, two: Located) -> bool:
    """Whether a number is the difference of two others, or their change in percent."""
    values = one.mention.value, two.mention.value
    change = abs(values[0] - values[1])
    if not change:
        return False
    if number.mention.role == "percent":
        return any(
            states_amount(number, change / value * 100, "percent") for value in values if value
        )
    same = number.mention.magnitude == one.mention.magnitude == two.mention.magnitude
    return same and number.mention.value == change


def _crossing(reading: Reading, new: Mapping[Fraction, Fraction]) -> tuple[set[int], set[int]]:
    """The rows and columns of the operands' cells."""
    cells = [
        cell
        for number in reading.passage.quantities
        if number.mention.value in new and (cell := cell_of(number.field))
    ]
    return {r for r, _ in cells}, {c for _, c in cells}


def _may_answer(number: Located, scale: str) -> bool:
    """Whether a number is of a kind with an answer of this scale."""
    role = number.mention.role
    if cell_of(number.field):
        return scale == "percent" or role != "percent"
    if scale == "percent":
        return role == "percent"
    return role == "money" or (role == "quantity" and scale == "")
