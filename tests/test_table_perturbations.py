"""Tables with paragraphs: noise, distribution, logic, order and extra."""

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from numdiag_datasets.core.problem import Edit, Problem, texts, undo
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.logic.compared_years import find_period
from numdiag_datasets.perturbations.new_values.table import numeral_like
from numdiag_datasets.release.building.units import read_splits
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.source_files import SourceFile
from numdiag_datasets.sources.tatqa_a.reader import read_tatqa
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.years import year_of

TABLE = (
    ("", "2019", "2018"),
    ("Bread", "$1,204", "$1,146"),
    ("Cakes", "356", "297"),
    ("Write-offs", "(71)", "(44)"),
    ("Total", "$1,489", "$1,399"),
)
MARGIN = (*TABLE, ("Margin", "45%", "40%"))


def table_problem(question, derivation, answer, scale="thousand", *, table=TABLE, context=("Sales rose.",), **columns):
    entry = {
        "table": {"uid": "t", "table": [list(row) for row in table]},
        "paragraphs": [{"order": i, "text": text} for i, text in enumerate(context)],
        "questions": [
            {"uid": "q", "question": question, "answer": answer, "derivation": derivation,
             "answer_type": "arithmetic", "answer_from": "table", "scale": scale}
        ],
    }  # fmt: skip
    files = SourceFile("x", json.dumps([entry]).encode(), "x"), SourceFile("y", b"split\tid\n", "y")
    splits, _ = read_tatqa(*files)
    (problem,) = splits["train"]
    return replace(problem, **columns)


def perturbed(problem: Problem, name: str, *others: Problem) -> Problem:
    result = perturb_split(Split([problem, *others]), name)[0]
    assert list(check_perturbed(result, Reading(problem), FORMS[name])) == []
    return result


def cells(problem):
    return dict(texts(problem))


def test_cells_totals_derivation_and_answer_change_together():
    original = table_problem("What was the change in cakes from 2018 to 2019?", "356-297", 59)
    changed = perturbed(original, "noise")
    new, old = (Fraction(cells(changed)[f"table[2][{c}]"]) for c in (1, 2))
    assert changed.answers == (f"{float(new - old):g}",)
    assert changed.derivation == f"{float(new)}-{float(old)}"
    total = Fraction(cells(changed)["table[4][1]"].replace(",", "").strip("$"))
    assert total == 1489 + new - 356
    assert changed.lints == ()
    assert undo(changed).table == TABLE


def test_a_part_makes_up_for_a_total_that_is_an_operand():
    """The largest one, year by year, or all, if it would grow too much; `check_perturbed` adds the rows up."""
    original = table_problem("What was the change in the total?", "1,489-1,399", 90)
    for name in ("noise", "distribution", "distribution-second"):
        shown, now = cells(original), cells(perturbed(original, name))
        moved = {field for field in shown if shown[field] != now[field]}
        for column, year in ((1, "2019"), (2, "2018")):
            parts = {f"table[{row}][{column}]" for row in (1, 2, 3)} & moved
            assert parts in ({f"table[1][{column}]"}, {f"table[{row}][{column}]" for row in (1, 2, 3)}), year
        if name != "noise":
            most = 4 if name == "distribution" else 40
            numbers = {field: Fraction(re.sub(r"[^\d.]", "", text)) for field, text in shown.items() if field in moved}
            for field, old in numbers.items():
                assert old <= most * Fraction(re.sub(r"[^\d.]", "", now[field])) <= most * most * old, field


def test_totals_of_both_ways_and_percents_follow():
    """Bread's share of the total, the change of a year and its percent."""
    table = (
        ("", "2019", "2018", "Change", "% Change"),
        ("Bread", "1,204", "1,146", "58", "5.1%"),
        ("Cakes", "356", "297", "59", "19.9%"),
        ("Total", "1,560", "1,443", "117", "8.1%"),
        ("Share of bread (%)", "77.2%", "79.4%", "", ""),
    )
    original = table_problem("What were the average cakes?", "(356+297)/2", 326.5, table=table)
    changed = perturbed(original, "distribution")
    new = {
        cell: Fraction(cells(changed)[f"table[{cell[0]}][{cell[1]}]"].replace(",", "").strip("%"))
        for cell in [(1, 1), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 4), (4, 1)]
    }
    assert new[1, 1] == 1204
    assert new[3, 1] == new[1, 1] + new[2, 1]
    assert abs(new[2, 3] / new[2, 2] * 100 - new[2, 4]) <= Fraction(1, 20)
    assert abs(new[1, 1] / new[3, 1] * 100 - new[4, 1]) <= Fraction(1, 20)
    assert new[4, 1] != Fraction("77.2")


def test_distribution_stays_at_the_magnitude_of_each_figure():
    table = (("", "2019", "2018"), ("Bonds", "2,578", "12"))
    original = table_problem("What was the change in bonds?", "2,578 - 12", 2566, table=table)
    for name, least, most in (("distribution", 1.3, 4), ("distribution-second", 4, 40)):
        shown = cells(perturbed(original, name))
        for column, old in ((1, 2578), (2, 12)):
            new = int(shown[f"table[1][{column}]"].replace(",", ""))
            assert least * old <= new <= most * old


@pytest.mark.parametrize(("trap", "row", "name", "reason"), [
    ("what is per share", ("Earnings per share", "$2.41", "$2.06"), "distribution", "contradicts_context"),
    ("a margin over what is not there", ("Gross margin", "45.1%", "40.2%"), "distribution", "contradicts_context"),
    ("a total of more than is there", ("Total", "9,917", "9,002"), "distribution", "contradicts_context"),
    ("too small to show in tenths", ("Gross margin", "45.1%", "40.2%"), "noise", ""),
    ("another line", ("Staff", "217", "202"), "distribution", ""),
    ("its own part", ("Net income of shops", "50,001", "48,765"), "distribution", "contradicts_context"),
])  # fmt: skip
def test_what_could_not_be_worked_out_anew_is_left_alone(trap, row, name, reason):
    table = (("", "2019", "2018"), ("Net income", "53,329", "48,777"), row, ("Days of sale", "45", "44"))
    changes = {"derivation": "53,329-48,777", "answer": 4552, "table": table}
    if trap == "its own part":  # the whole may not shrink below it: only the part is asked for
        changes |= {"derivation": "50,001-48,765", "answer": 1236}
    assert perturbed(table_problem("What was the change?", **changes), name).reason == reason, trap


@pytest.mark.parametrize("name", ["noise", "distribution"])
def test_a_divisor_that_counts_stays_where_a_figure_has_its_value(name):
    table = (("", "2019", "2018"), ("Bonds", "2", "46"))
    original = table_problem("What were the average bonds?", "(2 + 46)/2", 24, table=table)
    changed = perturbed(original, name)
    first, second = (Fraction(cells(changed)[f"table[1][{c}]"].replace(",", "")) for c in (1, 2))
    assert first != 2
    assert Fraction(changed.answers[0]) == (first + second) / 2
    assert changed.derivation.endswith("/2")


def test_amounts_like_years_change_and_signs_stay():
    table = (("", "2019", "2018"), ("Bonds", "2,578", "2,083"))
    original = table_problem("What was the change in bonds?", "2,578 - 2,083", 495, table=table)
    old, new = (cells(problem)["table[1][2]"] for problem in (original, perturbed(original, "noise")))
    assert old != new
    changed = perturbed(table_problem("What was the change in write-offs?", "-71 - (44)", -27), "noise")
    assert cells(changed)["table[3][1]"].startswith("(71.")
    assert changed.answers[0].startswith("-")


@pytest.mark.parametrize(("trap", "changes", "name", "reason"), [
    ("no operand is whole", {"derivation": "0.5-0.2", "answer": 0.3, "table": (("", "2019"), ("A", "0.5"), ("B", "0.2"))}, "noise",
     "no_integral_operand"),
    ("only percents", {"derivation": "45%-40%", "answer": 5, "scale": "percent", "table": MARGIN}, "distribution", "no_integral_operand"),
    ("a part with tenths would exceed its whole",
     {"derivation": "53.0/55.5", "answer": 0.95, "scale": "", "table": (("", "2019"), ("A", "53.0"), ("B", "55.5"))}, "distribution",
     "no_integral_operand"),
    ("a derivation of one figure", {"derivation": "356", "answer": 356}, "noise", ""),
    ("tenths take noise", {"derivation": "53.0-55.5", "answer": -2.5, "table": (("", "2019"), ("A", "53.0"), ("B", "55.5"))}, "noise", ""),
    ("the change of two equal figures", {"derivation": "356-356", "answer": 0}, "noise", "answer_stays"),
    ("a ratio too coarse for noise",
     {"derivation": "30,700/902,300", "answer": 0.03, "scale": "", "table": (("", "2019"), ("A", "30,700"), ("B", "902,300"))}, "noise",
     "answer_stays"),
    ("an operand from nowhere", {"derivation": "356-298", "answer": 58}, "noise", "operand_not_shown"),
    ("the answer is in the text", {"derivation": "356-297", "answer": 59, "context": ("Cakes rose by $59 thousand.",)}, "noise", ""),
    ("the answer is in the text, of which another row", {"derivation": "356-297", "answer": 59, "context": ("Rent rose by $59 thousand.",)}, "noise",
     "answer_shown"),
    ("an operand is said again, rounded", {"derivation": "356-297", "answer": 59, "context": ("Cakes brought $0.36 million.",)},
     "distribution", ""),
    ("a total is said again, rounded", {"derivation": "356-297", "answer": 59, "context": ("All goods brought $1.5 million.",)},
     "distribution", "contradicts_context"),
    ("said again, under a question of percent",
     {"derivation": "(356-297)/297", "answer": 19.87, "scale": "percent", "context": ("Cakes brought $0.36 million.",)}, "distribution",
     ""),
    ("said again, of an unknown row",
     {"derivation": "(356-297)/297", "answer": 19.87, "scale": "percent", "context": ("Sales were $0.36 million.",)}, "distribution",
     "contradicts_context"),
    ("a single digit says too little",
     {"derivation": "(356-297)/297", "answer": 19.87, "scale": "percent", "context": ("A shop cost $0.4 million.",)}, "distribution", ""),
    ("a sentence tells the change", {"derivation": "(356+297)/2", "answer": 326.5, "context": ("Cakes rose by 20% to $356 from $297.",)},
     "noise", ""),
    ("a sentence tells the change and its part",
     {"derivation": "(356+297)/2", "answer": 326.5, "context": ("Cakes rose by 20% to $356 from $297, of which $41 was currency.",)}, "distribution",
     "contradicts_context"),
    ("a sentence tells the difference",
     {"derivation": "(356+297)/2", "answer": 326.5, "context": ("Cakes rose by $59 to $356 from $297.",)}, "noise", ""),
    ("a percentage of two rows", {"derivation": "(356+297)/2", "answer": 326.5, "context": ("Cakes and bread both were 20% up.",), "table": (
        ("", "2019", "2018"), ("Cakes", "356", "297"), ("Bread", "2,489", "2,074"), ("Days of sale", "45", "44"))}, "distribution", "contradicts_context"),
    ("a paragraph says a difference of the table",
     {"derivation": "59-10", "answer": 49, "context": ("Cakes rose by $0.059 million.", "Of the $59 thousand, $10 thousand was paid."), "answer_from": "text"},
     "noise", "contradicts_context"),
    ("total and parts in one row",
     {"derivation": "1,200-500", "answer": 700, "table": (("", "Cost", "Used", "Net"), ("A", "1,200", "400", "800"), ("B", "500", "", ""))},
     "noise", ""),
    ("an operand is a sum of its row",
     {"derivation": "800-500", "answer": 300, "table": (("", "Cost", "Used", "Net"), ("A", "1,200", "400", "800"), ("B", "500", "", ""))},
     "noise", ""),
    ("shares of a whole", {"derivation": "60-40", "answer": 20, "table": (("", "Share"), ("A", "60%"), ("B", "40%"), ("Total", "100%"))},
     "noise", "fixed_fact"),
    ("a wrong answer", {"derivation": "356-297", "answer": 60}, "noise", "derivation_disagrees"),
    ("a column restates another in another currency",
     {"derivation": "62,040-46,530", "answer": 15510, "table": (
         ("", "NT$", "US$", "2018"), ("Cash", "62,040", "2,068", "100"), ("Debt", "46,530", "1,551", "70"), ("Stock", "31,020", "1,034", "50"))},
     "distribution", "contradicts_context"),
    ("two columns that are nearly alike", {"derivation": "62,040-46,530", "answer": 15510, "table": (
         ("", "NT$", "US$", "2018"), ("Cash", "62,040", "2,068", "100"), ("Debt", "46,530", "1,663", "70"), ("Stock", "31,020", "1,034", "50"))},
     "distribution", ""),
    ("single digits fit any ratio", {"derivation": "5+2", "answer": 7, "table": (
         ("", "2019", "2018"), ("Tamil", "5", "6"), ("Hindi", "3", "4"), ("Other", "2", "2"))}, "distribution", ""),
    ("a column gives each the same award",
     {"derivation": "170,097-181,287", "answer": -11190, "table": (
         ("Name", "Stock", "Cash", "Total"), ("A", "149,987", "20,110", "170,097"), ("B", "149,987", "31,300", "181,287"),
         ("C", "149,987", "42,000", "191,987"), ("D", "149,987", "51,900", "201,887"))},
     "distribution", "contradicts_context"),
    ("a figure and a number of a paragraph make another figure",
     {"derivation": "8,916,250-3,100,000", "answer": 5816250, "table": (("", "2019"), ("Shares", "8,916,250"), ("With options", "9,159,124"), ("Held", "3,100,000")),
      "context": ("Options stood for 242,874 shares.",)}, "distribution", "contradicts_context"),
    ("a note lists the parts of a figure",
     {"derivation": "17,000-3,150", "answer": 13850, "table": (("", "2019"), ("Ann", "17,000"), ("Ben", "3,150")),
      "context": ("Ann was paid 5,000 for one board, 5,500 for another and 6,500 for a third.",)}, "distribution", "contradicts_context"),
    ("blocks whose total a paragraph tells", {"derivation": "13,893-1,500", "answer": 12393, "table": (
        ("", "2019"), ("Bolts", "4,000"), ("Nuts", "1,500"), ("Bolts", "122"), ("Nuts", "700"), ("Bolts", "13,893")),
      "context": ("Bolts came to $18,015.",)}, "distribution", "contradicts_context"),
    ("basic shares are no more than diluted ones", {"derivation": "8,916,250-3,100,000", "answer": 5816250, "table": (
        ("", "2019"), ("Basic shares", "8,916,250"), ("Diluted shares", "9,159,124"), ("Held", "3,100,000"))},
     "distribution", "contradicts_context"),
    ("a sum of one part", {"derivation": "1,380-1,204", "answer": 176, "table": (
        ("", "2019", "2018"), ("Bread", "1,204", "990"), ("Cash", "1,280", "486"), ("Notes", "—", "461"), ("Paid", "1,280", "947"), ("Rent", "1,380", "17"))},
     "noise", ""),
    ("another figure is equal", {"derivation": "1,280-1,204", "answer": 76, "table": (
        ("", "2019", "2018"), ("Bread", "1,204", "990"), ("Cash", "1,280", "486"), ("Notes", "—", "461"), ("Paid", "1,280", "947"))},
     "noise", ""),
    ("a price times a number is an amount", {"derivation": "1,204-1,146", "answer": 58, "table": (
        ("", "Shares", "Price", "Amount"), ("May", "1,204", "2.55", "3,070"), ("June", "1,146", "2.75", "3,152"))}, "distribution",
     "contradicts_context"),
    ("a change of no known column", {"derivation": "(94,204+87,146)/2", "answer": 90675, "table": (
        ("", "2019", "2018", "Other"), ("Sales", "94,204", "87,146", "7,058"))}, "distribution", ""),
    ("three figures of a row make the fourth", {"derivation": "94,204-87,146", "answer": 7058, "table": (
        ("", "A", "B", "C", "D"), ("Sales", "94,204", "87,146", "31,415", "212,765"))}, "distribution", ""),
    ("a balance that the next year starts with", {"derivation": "315,292-300,017", "answer": 15275, "table": (
        ("", "2018", "Price", "2019", "Price"), ("Start", "300,017", "2.15", "315,292", "1.95"), ("Granted", "45,275", "2.15", "200,842", "1.35"),
        ("Lost", "(30,000)", "", "(30,000)", ""), ("End", "315,292", "2.05", "486,134", "1.55"))}, "noise", ""),
    ("ages", {"derivation": "(52 + 61)/2", "answer": 56.5, "scale": "", "table": (("Name", "Age", "Since"), ("Ann", "52", "Mr"), ("Bo", "61", "Mr"))}, "distribution",
     "impossible_amount"),
    ("pages", {"derivation": "(52 + 61)/2", "answer": 56.5, "scale": "", "table": (("Name", "Pages"), ("Ann", "52"), ("Bo", "61"))}, "distribution", ""),
    ("means that are weighted by the parts of a sum", {"derivation": "7.00-4.75", "answer": 2.25, "scale": "", "table": (
        ("", "Shares", "Price"), ("Start", "2,806,364", "4.75"), ("Granted", "409,368", "9.59"), ("Exercised", "(1,384,647)", "3.25"),
        ("Lost", "(144,183)", "6.62"), ("End", "1,686,902", "7.00"))}, "noise", "contradicts_context"),
    ("cost, gains and losses make a value", {"derivation": "97,223-73,798", "answer": 23425, "table": (
        ("", "Cost", "Gains", "Losses", "Value"), ("Home", "97,223", "716", "6,436", "91,503"), ("Abroad", "73,798", "48,881", "35,235", "87,444"))},
     "distribution", "contradicts_context"),
    ("a small count that a paragraph repeats", {"derivation": "35-21", "answer": 14, "scale": "", "context": ("We made 35 acquisitions.",), "table": (
        ("", "2019", "2018"), ("Acquisitions", "35", "21"))}, "distribution", "contradicts_context"),
    ("a small count of a total that a paragraph repeats", {"derivation": "14-9", "answer": 5, "scale": "", "context": ("We made 35 acquisitions.",), "table": (
        ("", "2019", "2018"), ("Shops", "14", "9"), ("Plants", "21", "12"), ("Total acquisitions", "35", "21"))}, "distribution", "contradicts_context"),
    ("an equal number of other things", {"derivation": "14-9", "answer": 5, "scale": "", "context": ("We have 35 employees.",), "table": (
        ("", "2019", "2018"), ("Shops", "14", "9"), ("Plants", "21", "12"), ("Total acquisitions", "35", "21"))}, "distribution", ""),
    ("an amount behind letters", {"derivation": "16,664-7,706", "answer": 8958, "context": ("Disposals came to RMB16,664 million.",), "table": (
        ("", "2019", "2018"), ("Disposals", "16,664", "7,706"))}, "distribution", "contradicts_context"),
    ("shares of a year", {"derivation": "23-60", "answer": -37, "scale": "percent", "table": (
        ("", "2019", "2018"), ("Outside", "23%", "60%"), ("Inside", "77%", "40%"))}, "noise", "contradicts_context"),
    ("rates of two years", {"derivation": "2.0-1.2", "answer": 0.8, "scale": "percent", "table": (
        ("", "2019", "2018", "2017"), ("Risk-free interest rate", "1.7%", "2.0%", "1.2%"), ("Volatility", "27.4%", "33.5%", "22.6%"))}, "noise", ""),
    ("an account that leaves out most items", {"derivation": "95,875-94,563", "answer": 1312, "table": (
        ("", "2019", "2018"), ("Net sales", "95,875", "94,563"), ("Operating income", "1,542", "1,762"))}, "noise", ""),
    ("an account with an unread item", {"derivation": "95,875-94,563", "answer": 1312, "table": (
        ("", "2019", "2018"), ("Net sales", "95,875", "94,563"), ("Wages", "n/a 7", "11"), ("Operating income", "1,542", "1,762"))}, "noise",
     "contradicts_context"),
    ("shares are no part of a loss", {"derivation": "79,500-76,281", "answer": 3219, "table": (
        ("", "2019", "2018"), ("Net loss", "26,203", "4,204"), ("Weighted-average common shares", "79,500", "76,281"))}, "noise", ""),
    ("energy is no part of tonnes", {"derivation": "17,045-15,958", "answer": 1087, "scale": "", "table": (
        ("", "2019", "2018"), ("Biogas (MWh)", "17,045", "15,958"), ("Total emissions (tonnes)", "48,178", "56,533"))}, "noise", ""),
    ("but of other energy", {"derivation": "17,045-15,958", "answer": 1087, "scale": "", "table": (
        ("", "2019", "2018"), ("Biogas (MWh)", "17,045", "15,958"), ("Total energy (MWh)", "48,178", "56,533"))}, "noise", "contradicts_context"),
    ("income is no part of the balance", {"derivation": "13,264-12,913", "answer": 351, "table": (
        ("", "2019", "2018"), ("Operating income", "13,264", "12,913"), ("Total assets", "137,851", "130,042"))}, "noise", ""),
    ("cash is", {"derivation": "13,264-12,913", "answer": 351, "table": (
        ("", "2019", "2018"), ("Cash", "13,264", "12,913"), ("Total assets", "137,851", "130,042"))}, "noise", "contradicts_context"),
    ("a total without a part above it", {"derivation": "22,401-23,443", "answer": -1042, "table": (
        ("", "2019", "2018"), ("Total revenue", "22,401", "23,443"), ("Net income", "7,014", "7,102"))}, "noise", ""),
    ("a total with one", {"derivation": "22,401-23,443", "answer": -1042, "table": (
        ("", "2019", "2018"), ("Bread", "7,014", "7,102"), ("Total revenue", "22,401", "23,443"))}, "noise", "contradicts_context"),
    ("a part whose name reads like a total", {"derivation": "1,740-1,512", "answer": 228, "table": (
        ("", "2019", "2018"), ("Bolts", "1,740", "1,512"), ("Others (three in total)", "296", "301"), ("Total", "2,036", "1,813"))}, "noise", ""),
    ("a total that is a part of the figure", {"derivation": "3,800-3,608", "answer": 192, "table": (
        ("", "2019", "2018"), ("Total net debt", "3,210", "3,552"), ("Total equity", "590", "56"), ("Total capital", "3,800", "3,608"))}, "noise", ""),
    ("a total beside the sum that the figure is in", {"derivation": "1,740-1,512", "answer": 228, "table": (
        ("", "2019", "2018"), ("Bolts", "1,740", "1,512"), ("Nuts", "296", "301"), ("Goods", "2,036", "1,813"), ("Aggregate", "4,117", "3,952"))},
     "noise", "contradicts_context"),
    ("a loss in brackets is a level of an account", {"derivation": "43,666-46,571", "answer": -2905, "table": (
        ("", "2019", "2018"), ("Revenue", "43,666", "46,571"), ("Operating (loss)/profit", "(951)", "4,299"))}, "noise", ""),
    ("a profit on a sale is none", {"derivation": "43,666-46,571", "answer": -2905, "table": (
        ("", "2019", "2018"), ("Revenue", "43,666", "46,571"), ("Profit of the period", "951", "4,299"))}, "noise", "contradicts_context"),
    ("a loss before tax is no part of expenses", {"derivation": "-12,528+40,658", "answer": 28130, "table": (
        ("", "2019", "2018"), ("Staff", "9,017", "9,442"), ("Total operating expenses", "46,037", "73,728"), ("Loss before taxes", "(12,528)", "(40,658)"))},
     "noise", ""),
    ("a loss on a sale is", {"derivation": "-12,528+40,658", "answer": 28130, "table": (
        ("", "2019", "2018"), ("Staff", "9,017", "9,442"), ("Total operating expenses", "46,037", "73,728"), ("Loss on a sale", "(12,528)", "(40,658)"))},
     "noise", "contradicts_context"),
    ("sales are no part of other expense", {"derivation": "22,401-23,443", "answer": -1042, "table": (
        ("", "2019", "2018"), ("Total other expense, net", "2,040", "2,133"), ("Total revenue", "22,401", "23,443"))}, "noise", ""),
    ("interest is", {"derivation": "1,401-1,443", "answer": -42, "table": (
        ("", "2019", "2018"), ("Interest", "1,401", "1,443"), ("Total other expense, net", "2,040", "2,133"))}, "noise", "contradicts_context"),
    ("income is no part of sales", {"derivation": "13,535-13,264", "answer": 271, "table": (
        ("", "2019", "2018"), ("Total revenues", "39,506", "39,383"), ("Operating income", "13,535", "13,264"))}, "noise", ""),
    ("income under sales and an unread item", {"derivation": "13,535-13,264", "answer": 271, "table": (
        ("", "2019", "2018"), ("Total revenues", "39,506", "39,383"), ("Wages", "n/a 7", "11"), ("Operating income", "13,535", "13,264"))}, "noise",
     "contradicts_context"),
    ("sales may be a part of all sales", {"derivation": "13,535-13,264", "answer": 271, "table": (
        ("", "2019", "2018"), ("Net sales", "13,535", "13,264"), ("Total revenues", "39,506", "39,383"))}, "noise", "contradicts_context"),
    ("orders are no part of income", {"derivation": "19,975-18,451", "answer": 1524, "table": (
        ("", "2019", "2018"), ("Orders", "19,975", "18,451"), ("Revenue", "17,663", "18,125"), ("therein: repairs", "8,025", "7,756"),
        ("Adjusted EBITA", "679", "722"))}, "noise", ""),
    ("orders may be a part of all orders", {"derivation": "19,975-18,451", "answer": 1524, "table": (
        ("", "2019", "2018"), ("Orders from abroad", "19,975", "18,451"), ("Total orders", "27,663", "28,125"))}, "noise", "contradicts_context"),
    ("a rate that is the name of a security", {"derivation": "89-168", "answer": -79, "table": (
        ("", "2019", "2018"), ("4.875% Senior Notes due 2022", "421.9", "421.1"), ("Other borrowings", "89", "168"))}, "noise", ""),
    ("a percent of a security", {"derivation": "89-168", "answer": -79, "table": (
        ("", "2019", "2018"), ("Borrowings in % of senior notes", "21.1", "39.9"), ("Other borrowings", "89", "168"))}, "noise", "contradicts_context"),
    ("a percent of a year", {"derivation": "89-168", "answer": -79, "table": (
        ("", "2019", "2018", "2019 % of notes"), ("Other borrowings", "89", "168", "21.1"))}, "noise", "contradicts_context"),
    ("stock equivalents are shares", {"derivation": "79,500-76,281", "answer": 3219, "table": (
        ("", "2019", "2018"), ("Net loss", "26,203", "4,204"), ("Common stock and common stock equivalents", "79,500", "76,281"))}, "noise", ""),
    ("common stock is an amount", {"derivation": "79,500-76,281", "answer": 3219, "table": (
        ("", "2019", "2018"), ("Common stock", "79,500", "76,281"), ("Total equity", "126,203", "104,204"))}, "noise", "contradicts_context"),
    ("a profit after tax is a level of an account", {"derivation": "15,415-17,693", "answer": -2278, "table": (
        ("", "2019", "2018"), ("Operating revenue", "15,415", "17,693"), ("EBITDA2", "7,202", "1,087"), ("NPAT", "2,003", "1,089"),
        ("Loss after tax of shops closed", "(902)", "(714)"), ("Gross profit of all", "9,225", "9,944"))}, "noise", ""),
    ("tax itself is none", {"derivation": "15,415-17,693", "answer": -2278, "table": (
        ("", "2019", "2018"), ("Operating revenue", "15,415", "17,693"), ("Taxes", "2,003", "1,089"), ("Gross profit of all", "9,225", "9,944"))},
     "noise", "contradicts_context"),
    ("shares of which others are a running total", {"derivation": "3,608-3,380", "answer": 228, "scale": "", "table": (
        ("Month", "Shares", "Total shares of the program"), ("May", "3,380", "309,636"), ("June", "3,608", "313,244"))}, "distribution", "contradicts_context"),
    ("a rounded sum of the operands that is another thing", {"derivation": "(356+297)/2", "answer": 326.5, "context": ("Staff cost $0.7 million.",)},
     "noise", ""),
    ("a small count", {"derivation": "356-352", "answer": 4, "table": (("", "2019", "2018"), ("Cakes", "356", "352")), "context": ("We have four plans.",)},
     "noise", ""),
    ("an equal figure of another row", {"derivation": "375-345", "answer": 30, "table": (("", "2019", "2018"), ("Rent", "375", "345"), ("Legal", "88", "30"))},
     "noise", ""),
    ("the answer, rounded, that still is", {"derivation": "65,383-64,223", "answer": 1160, "scale": "million", "table": (
        ("", "2019", "2018"), ("Services", "65,383", "64,223")), "context": ("They brought $1.2 billion more.",)}, "noise", ""),
    ("the same with large changes", {"derivation": "65,383-64,223", "answer": 1160, "scale": "million", "table": (
        ("", "2019", "2018"), ("Services", "65,383", "64,223")), "context": ("They brought $1.2 billion more.",)}, "distribution", "answer_shown"),
])  # fmt: skip
def test_what_cannot_change_says_why(trap, changes, name, reason):
    if name == "distribution" and reason == "contradicts_context":  # no more can all of its amounts grow together
        table = changes.get("table", TABLE)
        changes = {**changes, "table": (*table, ("Days of sale", "45", *[""] * (len(table[0]) - 2)))}
    assert perturbed(table_problem("What was it?", **changes), name).reason == reason, trap


@pytest.mark.parametrize(("trap", "context"), [
    ("this increase", "Sales were $64,223 thousand, $65,383 thousand and $66,124 thousand. This increase was driven by prices."),
    ("the growth", "We sold bread for $64,223, $65,383 and $66,124 thousand. The growth was due to prices."),
    ("these increases", "Sales of $64,223, $65,383 and $66,124 thousand were reached. These increases came from prices."),
    ("in the paragraph alone", "Sales rose from $64,223 to $65,383 and then to $66,124 thousand."),
    ("in one sentence", "Sales increased from $64,223 to $65,383 and $66,124 thousand."),
    ("a row that is named", "The sales increased in each year."),
    ("such a rise", "Revenue came to $64,223, $65,383 and $66,124 thousand. Such increase is usual."),
])  # fmt: skip
def test_what_rises_still_rises(trap, context):
    """The three amounts keep their order, wherever the text says that they rise."""
    table = (("", "2019", "2018", "2017"), ("Sales", "66,124", "65,383", "64,223"))
    original = table_problem(
        "What was the average?", "(66,124+65,383+64,223)/3", 65243.33, table=table, context=(context,)
    )
    made = [perturb_split(Split([original]), "distribution", seed)[0] for seed in range(12)]
    for problem in made:
        if problem.edits:
            first, second, third = (Fraction(cells(problem)[f"table[1][{c}]"].replace(",", "")) for c in (1, 2, 3))
            assert first > second > third, trap


@pytest.mark.parametrize("name", sorted(FORMS))
@pytest.mark.parametrize("head", [("Report",), (), ("Report", "2019")])
def test_rows_may_be_shorter_than_others(name, head):
    """In data of a user's own a title may have a row of one cell."""
    table = (head, ("", "2019", "2018"), (), ("Shops", "14", "9"), ("Plants", "21", "12"), ("Total sites", "35", "21"))
    original = table_problem("What was the change in shops from 2018 to 2019?", "14-9", 5, scale="")
    for seed in range(3):
        (made,) = perturb_split(Split([replace(original, table=table)]), name, seed)
        assert made.status in ("applied", "unchanged")


def test_paragraphs_change_with_the_cells_they_mean():
    context = ("Bread brought $1,204 thousand.", "It keeps for 356 hours and 10 days.")
    changed = perturbed(table_problem("What was it?", "1,204-356", 848, context=context), "noise")
    assert not changed.context[0].startswith("Bread brought $1,204 thousand")
    assert "10 days" in changed.context[1]


@pytest.mark.parametrize(("trap", "more", "derivation", "answer", "scale", "reason"), [
    ("a share of what the table does not show", (("Share of sales", "7.1%", "6.2%"),), "1,204-1,146", 58, "thousand", ""),
    ("what is per day stays", (("Sales per day", "2.41", "2.06"),), "1,204-1,146", 58, "thousand", ""),
    ("a percentage would stay", (("Share of sales", "7.1%", "6.2%"),), "(1,204-1,146)/1,146", 5.06, "percent", "contradicts_context"),
    ("days do not grow", (("Share of sales", "7.1%", "6.2%"), ("Days of sale", "45", "44")), "1,204-1,146", 58, "thousand",
     "contradicts_context"),
    ("a rate per day is none of the amounts", (("Rate per day", "3,311", "3,202"),), "1,204-1,146", 58, "thousand", ""),
    ("a cell of a number and words", (("Share of sales", "7.1%", "6.2%"), ("Left", "3,000 of 4,000", "45")), "1,204-1,146", 58, "thousand",
     "contradicts_context"),
])  # fmt: skip
def test_all_amounts_of_a_table_grow_together(trap, more, derivation, answer, scale, reason):
    """By one whole number, where they cannot grow one by one: then shares and what is per share stay true."""
    changed = perturbed(table_problem("What was it?", derivation, answer, scale, table=(*TABLE, *more)), "distribution")
    assert changed.reason == reason, trap
    if not reason:
        old, new = (
            [int(re.sub(r"\D", "", x)) for row in table[1:5] for x in row[1:]] for table in (TABLE, changed.table)
        )
        (factor,) = {Fraction(b, a) for a, b in zip(old, new, strict=True)}
        assert factor in (2, 3, 4)
        assert changed.table[5:] == more


@pytest.mark.parametrize(
    "context",
    [
        "Cakes brought $356 thousand, which consisted of $200 thousand of tarts and others.",
        "Cakes rose to $356 thousand, of which $41 thousand was due to prices.",
    ],
)
def test_parts_in_a_sentence_do_not_stay_beside_their_whole(context):
    original = table_problem("What was it?", "356+297", 653, context=(context,))
    assert perturbed(original, "distribution").reason == "contradicts_context"


@pytest.mark.parametrize("name", ["noise", "distribution"])
@pytest.mark.parametrize(("trap", "text", "stated"), [
    ("rounded, in another scale", "Cakes brought $0.36 million.", [(lambda new, old: new / 1000, 2)]),
    ("in full", "Cakes brought $356,000.", [(lambda new, old: new * 1000, 0)]),
    ("the row of the year before", "Cakes brought 0.3 million of $ in 2018.", [(lambda new, old: old / 1000, 1)]),
    ("change, percent and both figures", "Cakes rose by $59 thousand, or 19.9%, to $356 thousand from $297 thousand.", [
        (lambda new, old: new - old, 1), (lambda new, old: (new - old) / old * 100, 1), (lambda new, old: new, 1), (lambda new, old: old, 1)]),
    ("this increase", "Cakes were $356 thousand. This increase of 20% is usual.", [
        (lambda new, old: new, 1), (lambda new, old: (new - old) / old * 100, 0)]),
])  # fmt: skip
def test_paragraphs_follow_the_figures_they_come_from(name, trap, text, stated):
    """To as many decimals as before, over the earlier year, and in the direction that the text says."""
    original = table_problem("What was it?", "356+297", 653, context=(text,))
    changed = perturbed(original, name)
    new, old = (Fraction(cells(changed)[f"table[2][{c}]"].replace(",", "")) for c in (1, 2))
    shown = [n for n in Reading(changed).passage.quantities if n.field == "context[0]"]
    assert len(shown) == len(stated), trap
    for number, (value, decimals) in zip(shown, stated, strict=True):
        assert abs(number.value - value(new, old)) * 2 <= Fraction(1, 10**decimals), (trap, number.text)


@pytest.mark.parametrize(("source", "value", "numeral"), [
    ("297", "297.4", "297.4"), ("914", "1914", "1,914"), ("1204", "2300", "2300"),
    ("11.00", "11.5", "11.50"), ("1,146", "1146.9", "1,146.9"),
])  # fmt: skip
def test_numerals_keep_their_style(source, value, numeral):
    assert numeral_like(source, Fraction(value)) == numeral


LOGIC = [
    ("What was the change in cakes in 2019 from 2018?", "356-297", 59, "thousand",
     {"What was the percentage change in cakes in 2019 from 2018?": ("19.87", "percent"), "What was the average cakes for 2018 and 2019?": ("326.5", "thousand"), "What was the ratio of cakes in 2019 to the 2018 figure?": ("1.2", "")}),
    ("What is the average cakes for 2018 and 2019?", "(356+297)/2", 326.5, "thousand",
     {"What is the change in cakes between 2018 and 2019?": ("59", "thousand")}),
    ("What is the average amount of cakes for 2018 and 2019?", "(297+356)/2", 326.5, "thousand",
     {"What is the change in the amount of cakes between 2018 and 2019?": ("59", "thousand")}),
    ("What is the total for bread in 2018 and 2019?", "1,146+1,204", 2350, "thousand",
     {"What is the average for bread in 2018 and 2019?": ("1175", "thousand")}),
    ("What was the change in margin from 2018 to 2019?", "45%-40%", 5, "percent",
     {"What was the average margin for 2018 and 2019?": ("42.5", "percent")}),
    ("What is the difference between bread and cakes in 2019?", "1,204-356", 848, "thousand",
     {"What is the average of bread and cakes in 2019?": ("780", "thousand")}),
]  # fmt: skip


@pytest.mark.parametrize(("question", "derivation", "answer", "scale", "expected"), LOGIC)
def test_logic_asks_otherwise(question, derivation, answer, scale, expected):
    changed = perturbed(table_problem(question, derivation, answer, scale, table=MARGIN), "logic")
    assert expected[changed.question] == (changed.answers[0], changed.scale)


@pytest.mark.parametrize(("trap", "question", "derivation", "answer", "scale"), [
    ("the base is the other year", "What was the change in cakes from 2019 to 2018?", "356-297", 59, "thousand"),
    ("another shape", "What was the change in cakes in 2019 from 2018?", "356-297+0", 59, "thousand"),
    ("negative figures", "What was the change in write-offs in 2019 from 2018?", "-71-(-44)", -27, "thousand"),
    ("other words", "How much more did cakes bring in 2019?", "356-297", 59, "thousand"),
    ("an average of an average", "What was the change in the average cakes in 2019 from 2018?", "45%-40%", 5, "percent"),
])  # fmt: skip
def test_logic_leaves_what_is_doubtful(trap, question, derivation, answer, scale):
    assert perturbed(table_problem(question, derivation, answer, scale), "logic").reason == "no_rule", trap


def test_a_sibling_states_the_scale():
    asked = table_problem(
        "What was the percentage change in cakes in 2019 from 2018?", "(356-297)/297", 19.87, "percent"
    )
    sibling = replace(table_problem("What was the change in cakes?", "356-297", 59), id="q2", source_id="q2")
    assert perturbed(asked, "logic", sibling).scale == "thousand"


@pytest.mark.parametrize(("text", "years"), [
    ("sales in 2019 from 2018?", None),  # the question mark goes first
    ("sales in 2019 from 2018", (2018, 2019)),
    ("sales from fiscal 2019 to 2018", (2019, 2018)),
    ("sales between 2019 and 2018", (2018, 2019)),
    ("sales for the years ended December 31, 2018 and 2019", (2018, 2019)),
    ("sales in FY19 and FY18", (2018, 2019)),
    ("sales in 2019", None),
    ("the 2019 plan and 2018", None),
])  # fmt: skip
def test_periods(text, years):
    period = find_period(text)
    assert (period.years if period else None) == years


def test_years_of_cells():
    table = (("", "Years ended", ""), ("", "2019 (1)", "FY18"), ("2020", "5", "7"))
    assert year_of(table, (2, 1), "row") == 2019
    assert year_of(table, (2, 2), "row") == 2018
    assert year_of(table, (2, 2), "column") == 2020


def test_shared_perturbations_are_the_same_for_all_questions_of_a_table():
    """A question that needs nothing of what is edited is left alone."""
    data = load_source("tatqa_a")
    for name in ("language", "type", "verbosity", "extra", "order"):
        seen: dict[str, list[Edit]] = {}
        for problem in perturb_split(Split(data.splits["train"]), name):
            edits = [edit for edit in problem.edits if edit.field != "question"]
            if problem.reason not in ("answer_not_moved", "no_effect", "order_does_not_matter"):
                assert seen.setdefault(problem.group, edits) == edits, name


def test_extra_inserts_a_paragraph_of_another_table():
    splits = read_splits(load_source("tatqa_a").splits)
    applied = [p for p in perturb_split(splits["test"], "extra") if p.edits]
    assert applied
    for problem in applied:
        (edit,) = problem.edits
        assert edit.after.strip("\n").endswith(".")
        assert edit.after.startswith("\n") != edit.after.endswith("\n")
