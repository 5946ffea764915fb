"""What stands in a table: figures, totals, sums, shares and changes; and what follows from new figures."""

from fractions import Fraction

import pytest

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.new_values.paraphrased_amounts import states_amount
from numdiag_datasets.perturbations.new_values.propagate_totals import ContradictionError, propagate_totals
from numdiag_datasets.texts.reading import Passage
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


def test_small_figures_add_up_by_chance():
    rows = table(" | 2019\nShips | 1\nBoats | 2\nRafts | 3")
    assert find_totals(rows, figures(rows)) == ()
    assert sums(("A", "3", "5"), ("B", "4", "1"), ("C", "7", "6")) == set()


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
    (mention,) = find_numbers(text, "context[0]")
    assert states_amount(mention, Fraction(str(amount)), scale) is expected


HEAD = ("", "2019", "2018")


def passage(*rows, head=HEAD):
    return Passage(("Sales.",), (head, *rows))


def sums(*rows, head=HEAD):
    """Each equation as signed cells, whatever it is solved for; the first cell is taken away."""
    return {
        _equation({_cell(one.figure): -1} | {_cell(part): sign for part, sign in one.parts})
        for one in passage(*rows, head=head).sums
    }


def _equation(terms):
    flip = -terms[min(terms)]
    return frozenset((cell, sign * flip) for cell, sign in terms.items())


def _cell(figure):
    r, c = figure.field[6:-1].split("][")
    return int(r), int(c)


def down(rows, column, signs=None):
    return {(row, column): sign for row, sign in zip(rows, signs or [1] * len(rows), strict=True)}


@pytest.mark.parametrize(("trap", "rows", "total", "parts"), [
    ("the total stands above its parts", [("Revenue", "1,300", "1,250"), ("Services", "900", "850"), ("Other", "400", "400")], (1, 1),
     down([2, 3], 1)),
    ("tenths that are below a hundred",
     [("Up to 3 months", "29.9", "32.1"), ("To 6 months", "10.0", "3.7"), ("Receivables", "39.9", "35.8")], (3, 1), down([1, 2], 1)),
    ("off by rounding in one year", [("Power", "196,965", "195,796"), ("Heat", "272,985", "212,482"), ("Energy", "469,950", "408,279")],
     (3, 2), down([1, 2], 2)),
    ("what is taken away stands without brackets",
     [("Sales", "1,300", "1,250"), ("Costs", "900", "850"), ("Fees", "150", "130"), ("Left", "250", "270")], (4, 1),
     down([3, 2, 1], 1, [-1, -1, 1])),
    ("the same name in every region",
     [("Travel", "1,100", "1,030"), ("Travel", "600", "500"), ("Food", "90", "80"), ("Travel", "500", "530")], (1, 1), down([2, 4], 1)),
    ("thereof, in brackets", [("Tax", "215", "173"), ("thereof at home", "(9)", "(14)"), ("thereof abroad", "(206)", "(159)")], (1, 1),
     down([2, 3], 1, [-1, -1])),
    ("beside a column of percents",
     [("Systems", "7,604", "8,034", "(5.3)%"), ("Hardware", "5,918", "6,363", "(7.0)"), ("Z", "", "", "(1.1)"), ("Software", "1,686", "1,671", "0.9")],
     (1, 1), down([2, 4], 1)),
    ("two sides without totals", [("Cash", "1,300", "-"), ("Stock", "700", "-"), ("Debt", "1,200", "-"), ("Equity", "800", "-")], (4, 1),
     down([1, 2, 3], 1, [1, 1, -1])),
])  # fmt: skip
def test_sums_of_rows(trap, rows, total, parts):
    assert _equation({total: -1} | parts) in sums(*rows), trap


@pytest.mark.parametrize(("trap", "rows", "head", "ratios"), [
    ("a margin over two rows", [("Sales", "1,204", "1,146"), ("Profit", "356", "297"), ("Margin", "29.6%", "25.9%")], HEAD,
     {(3, 1): ((2, 1), (1, 1), "share"), (3, 2): ((2, 2), (1, 2), "share")}),
    ("a column of changes", [("Bread", "1,204", "1,146", "5.1"), ("Cakes", "356", "297", "19.9")], ("", "2019", "2018", "% Change"),
     {(1, 3): ((1, 1), (1, 2), "change"), (2, 3): ((2, 1), (2, 2), "change")}),
    ("shares of one whole", [("Bread", "1,204", "77.2%"), ("Cakes", "356", "22.8%"), ("Total", "1,560", "100.0%")],
     ("", "2019", "% of sales"), {(1, 2): ((1, 1), (3, 1), "share"), (2, 2): ((2, 1), (3, 1), "share"), (3, 2): ((3, 1), (3, 1), "share")}),
    ("per share", [("Net income", "53,294", "61,431"), ("Shares", "21,829", "22,429"), ("Earnings per share", "$2.44", "$2.74")], HEAD,
     {(3, 1): ((1, 1), (2, 1), "share"), (3, 2): ((1, 2), (2, 2), "share")}),
    ("a margin over what is not there", [("Sales", "1,204", "1,146"), ("Margin", "29.6%", "25.9%")], HEAD, {}),
    ("one digit is chance", [("Sales", "1,204", "1,146"), ("Costs", "60", "57"), ("Rate", "5%", "5%")], HEAD, {}),
    ("100% of itself shows nothing", [("A", "60%", ""), ("B", "40%", ""), ("Total", "100%", "")], HEAD, {}),
])  # fmt: skip
def test_ratios(trap, rows, head, ratios):
    found = {
        _cell(ratio.figure): (_cell(ratio.one), _cell(ratio.two), ratio.kind)
        for ratio in passage(*rows, head=head).ratios
    }
    assert found == ratios, trap


ACCOUNTS = (
    ("Bread", "1,204", "1,146", "58", "5.1%"),
    ("Cakes", "356", "297", "59", "19.9%"),
    ("Total", "1,560", "1,443", "117", "8.1%"),
)


def followed(new, fixed=()):
    table = passage(*ACCOUNTS, head=("", "2019", "2018", "Change", "% Change"))
    return {field: float(value) for field, value in propagate_totals(table.sums, table.ratios, new, fixed).items()}


def test_what_follows_from_a_part_and_from_a_total():
    assert followed({"table[2][1]": Fraction(700)}) == {
        "table[2][1]": 700, "table[3][1]": 1904, "table[2][3]": 403, "table[3][3]": 461,
        "table[2][4]": 135.7, "table[3][4]": 31.9,
    }  # fmt: skip
    made = followed({"table[3][1]": Fraction(2000)})
    assert made["table[1][1]"] == 1644
    assert "table[2][1]" not in made


@pytest.mark.parametrize(("trap", "new", "fixed"), [
    ("a change that turns", {"table[2][1]": Fraction(200)}, ()),
    ("nothing that could make up", {"table[3][1]": Fraction(2000)}, ("table[1][1]", "table[2][1]")),
    ("parts of more than their whole", {"table[3][1]": Fraction(300), "table[2][1]": Fraction(356)}, ()),
    ("a percent that is given", {"table[2][4]": Fraction(21)}, ()),
])  # fmt: skip
def test_what_cannot_follow(trap, new, fixed):
    with pytest.raises(ContradictionError):
        followed(new, fixed)
