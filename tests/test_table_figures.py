"""Cells and totals of financial tables."""

import pytest

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.new_values.paraphrased_amounts import states_amount
from numdiag_datasets.texts.table.figures import signed_value, table_numbers
from numdiag_datasets.texts.table.totals import find_totals


def table(text):
    return tuple(tuple(cell.strip() for cell in row.split("|")) for row in text.strip().split("\n"))


def figures(rows):
    return [number for number in table_numbers(rows) if number.perturbable]


@pytest.mark.parametrize(("cell", "value", "role"), [
    ("$  1,452.4", "1452.4", "money"),
    ("(71)", "-71", "quantity"),
    ("$ (71.5)", "-71.5", "money"),
    ("$(7,904", "-7904", "money"),  # an unclosed bracket
    ("(5.3)%", "-5.3", "percent"),
    ("12.5 %", "12.5", "percent"),
    ("–0.4", "-0.4", "quantity"),
    ("44.1 (2)", "44.1", "quantity"),  # a footnote
    ("S$ 6,420", "6420", "money"),
    ("£4.8bn", "4.8", "money"),
    ("28.72c", "28.72", "quantity"),
    (".5", "0.5", "quantity"),
])  # fmt: skip
def test_figures(cell, value, role):
    (number,) = table_numbers((("", "x"), ("", "y"), ("Sales", cell)))
    assert str(float(signed_value(number))) == str(float(value))
    assert number.role == role
    assert number.perturbable


@pytest.mark.parametrize(("trap", "rows"), [
    ("years of a heading", (("", "2019", "2018 (1)"),)),
    ("notes", (("", "Note"), ("Sales", "12"))),
    ("dates", (("", "December 31, 2019"),)),
    ("labels of rows", (("", "x"), ("Level 1", ""), ("30 days", ""))),
    ("numbers of columns", (("", "1", "2"),)),
    ("periods", (("", ""), ("Term", "3-5 years"))),
    ("empty cells", (("", ""), ("Sales", "—"), ("Costs", "$ -"), ("Tax", "nil"))),
])  # fmt: skip
def test_what_is_no_figure(trap, rows):
    assert figures(rows) == [], trap


TOTALS = table("""
 | 2019 | 2018 | Change
Bread | $1,204 | $1,146 | $58
Cakes | 356 | 297 | 59
Total food | 1,560 | 1,443 | 117
Flour | 44 | — | 44
Total sales | 1,604 | 1,443 | 161
Cost of sales | 604 | 543 | 61
Gross profit | $1,000 | $900 | $100
""")


def test_totals_are_verified_sums():
    found = {
        total.figure.field: [("" if sign > 0 else "-") + part.field_text for part, sign in total.parts]
        for total in find_totals(TOTALS, figures(TOTALS))
    }
    assert found["table[3][1]"] == ["$1,204", "356"]
    assert found["table[5][1]"] == ["1,560", "44"]  # a total stands for its parts
    assert found["table[5][2]"] == ["1,443"]  # one part only
    assert found["table[7][1]"] == ["1,604", "-604"]  # by its name a difference
    assert found["table[1][3]"] == ["$1,204", "-$1,146"]  # a change
    assert "table[6][1]" not in found


def test_a_sum_by_chance_is_no_total():
    rows = table(" | 2019\nShips | 1\nBoats | 2\nRafts | 3")
    assert find_totals(rows, figures(rows)) == ()


@pytest.mark.parametrize(("text", "amount", "scale", "expected"), [
    ("$1.5 billion", 1496, "million", True),  # rounded
    ("$1.6 billion", 1496, "million", False),
    ("$1,496", 1496, "thousand", True),
    ("$1,496,000", 1496, "thousand", True),  # in full
    ("6 percent", 5.93, "percent", True),
    ("$6", 5.93, "percent", True),
    ("5.9%", 5.98, "percent", False),
])  # fmt: skip
def test_amounts_are_recognised_when_stated_again(text, amount, scale, expected):
    from fractions import Fraction

    (mention,) = find_numbers(text, "context[0]")
    assert states_amount(mention, Fraction(str(amount)), scale) is expected
