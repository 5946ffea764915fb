"""Order of reports: which paragraphs and rows may change places, and for which questions that matters."""

from dataclasses import replace

import pytest

from numdiag_datasets.core.problem import undo
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

PARAGRAPHS = ("The bakery employs 40 people.", "Flour costs $12 a sack.", "Rent is $900 a month.")
FOOD = (("", "Town", "Country"), ("Bread", "$512", "$430"), ("Cakes", "764", "620"), ("Pies", "98", "77"))
TOTAL = ("Total", "1,374", "1,127")


def question(text, table, answer, derivation="", context=("Sales",), answer_from="table", name="q"):
    problem = make_problem(context[0], text, derivation.replace("-", " - "), answer, id=name, source_id=name, group="g")
    return replace(
        problem, context=context, table=table, derivation=derivation,
        answer_type="arithmetic" if derivation else "span", answer_from=answer_from,
    )  # fmt: skip


def ordered(*problems):
    return perturb_split(Split(problems), "order")


def names(problem):
    return [row[0] for row in problem.table]


def test_the_rows_of_a_total_change_places():
    cakes = question("What was the change in cakes?", (*FOOD, TOTAL), "144", "764-620")
    (result,) = ordered(cakes)
    assert result.rule == "row_swap"
    assert names(result)[4] == "Total"
    assert sorted(names(result)) == sorted(names(cakes))
    assert names(result) != names(cakes)
    assert ("Cakes", "764", "620") in result.table
    assert undo(result).table == cakes.table
    assert (result.answers, result.equation) == (cakes.answers, cakes.equation)


@pytest.mark.parametrize(("trap", "rows", "stay"), [
    ("a difference, not a sum", (("Sales", "900"), ("Costs", "500"), ("Gross profit", "400")), True),
    ("time", (("2020", "512"), ("2021", "764")), True),
    ("months", (("March", "512"), ("April", "764")), True),
    ("a section between them", (("Bread", "512"), ("Food", ""), ("Cakes", "764")), True),
    ("a balance", (("Opening stock", "512"), ("Cakes", "764")), True),
    ("a remainder comes last", (("Bread", "512"), ("Other", "764")), True),
    ("a part of what is above", (("Bread", "512"), ("of which rolls", "400"), ("Cakes", "764")), True),
    ("other columns", (("Bread", "512", ""), ("Cakes", "", "764")), True),
    ("a share of what is above", (("Bread", "512"), ("% of all", "40"), ("Cakes", "764")), True),
    ("a name twice", (("Bread", "512"), ("Bread", "764")), True),
    ("a deduction", (("Bread", "764"), ("Cakes", "(512)")), True),
    ("a footnote", (("Bread (1)", "764"), ("Cakes (2)", "512")), False),
    ("less within a word", (("Wireless", "764"), ("Allowed", "512")), False),
    ("a nil", (("Bread", "764"), ("Cakes", "512"), ("Pies", "—")), False),
    ("a sum without a name", (("Bread", "512"), ("Cakes", "764"), ("", "1,276")), False),
])  # fmt: skip
def test_rows_whose_place_means_something_stay(trap, rows, stay):
    table = (("", "Tonnes", "")[: len(rows[0])], *rows)
    (result,) = ordered(question("What was it?", table, "252", "764-512"))
    assert (result.status == "unchanged") is stay, trap


def test_a_question_about_places_keeps_them():
    (result,) = ordered(question("What is in the top row?", FOOD, "Bread"))
    assert result.reason == "no_rule"


def test_only_questions_that_need_what_moved_get_the_new_order():
    """Bread and cakes change places, the total and the figures of a section of one row stay."""
    table = (*FOOD[:3], ("Total", "1,276", "1,050"), ("Staff", "", ""), ("Bakers", "871", "653"))
    asked = (
        question("What was the change in cakes?", table, "144", "764-620", name="a"),
        question("What was the change in bakers?", table, "218", "871-653", name="b"),
        question("What were the cakes of 2018?", table, "620", name="c"),
        question("How is the weather?", table, "fine", answer_from="text", name="d"),
    )
    rows = ordered(*asked)
    assert [p.rule or p.reason for p in rows] == ["row_swap", "answer_not_moved", "row_swap", "answer_not_moved"]
    assert rows[0].edits == rows[2].edits


def test_a_small_number_counts_where_its_row_is_named():
    """7 may stand anywhere; a cell of a row that the question names is what it asks for."""
    table = (("", "2019"), ("Bread", "5"), ("Cakes", "7"))
    named, unnamed = (question(text, table, "2", "7-5", name=text) for text in ("Cakes less bread?", "What?"))
    assert ordered(named)[0].rule == "row_swap"
    assert ordered(unnamed)[0].reason == "answer_not_moved"


def rent(context):
    return question("What is the rent?", (("", "2019"), ("Bread", "$5")), "$900", context=context, answer_from="text")


@pytest.mark.parametrize(("trap", "context", "moves"), [
    ("plain", PARAGRAPHS, True),
    ("goes on", (PARAGRAPHS[0], "These costs rose by 3%.", PARAGRAPHS[2]), False),
    ("a name that the first one gives", ("It was sold to Acme.", "Rent to Acme is $900."), False),
    ("a term that the first one defines", ('We leased 3 ovens (the "Ovens").', "The Ovens cost $900."), False),
    ("a heading between them", (PARAGRAPHS[0], "Costs", PARAGRAPHS[2]), False),
    ("points at its place at its end", (PARAGRAPHS[0], "Flour is $12. It rose as described above.", PARAGRAPHS[2]), False),
    ("two sections", ("Staff", PARAGRAPHS[0], "Costs", PARAGRAPHS[2]), True),
    ("sections with numbers", ("1. Staff", PARAGRAPHS[0], "2. Costs", PARAGRAPHS[2]), False),
    ("past one", ("We own 3 ovens.", "Flour costs $12 a sack.", "Rent is $900 a month."), True),
])  # fmt: skip
def test_paragraphs_that_lean_on_nothing_change_places(trap, context, moves):
    (result,) = ordered(rent(context))
    assert (result.rule == "paragraph_swap") is moves, trap
    if moves:
        assert sorted(result.context) == sorted(context)
        assert undo(result).context == context
        (answer,) = (i for i, text in enumerate(result.context) if "$900" in text)
        assert answer != len(context) - 1, "the paragraph with the answer is one that moved"


def test_a_year_that_is_the_answer_is_not_what_moves():
    """2019 stands in every paragraph; the figures that decide stand in the table."""
    context = ("In 2019 we hired 40 people.", "In 2018 rent was $900.")
    asked = question(
        "In which year was it more?", (("", "2019"), ("Bread", "$5")), "2019", context=context, answer_from="table-text"
    )
    assert ordered(asked)[0].reason == "answer_not_moved"


def test_rows_and_paragraphs_move_apart_from_each_other():
    """Each question says what moved that it needs."""
    table = (*FOOD, TOTAL)
    rows = ordered(
        question("What was the change in cakes?", table, "144", "764-620", context=PARAGRAPHS, name="a"),
        question("What is the rent?", table, "$900", context=PARAGRAPHS, answer_from="text", name="b"),
    )
    assert [p.rule for p in rows] == ["row_swap", "paragraph_swap"]
    assert rows[0].context == rows[1].context != PARAGRAPHS
    assert rows[0].table == rows[1].table != table


CHANGE = "What was the change in cakes from 2018 to 2019?"


@pytest.mark.parametrize(("trap", "header", "expected"), [
    ("years", (("", "2019", "2018"),), (("", "2018", "2019"),)),
    ("a heading over both", (("", "Years ended", ""), ("", "2019", "2018")), (("", "Years ended", ""), ("", "2018", "2019"))),
    ("a unit below", (("", "2019", "2018"), ("", "(in $)", "")), (("", "2018", "2019"), ("", "(in $)", ""))),
    ("a unit each", (("", "2019", "2018"), ("", "$", "£")), (("", "2018", "2019"), ("", "£", "$"))),
    ("dates", (("", "May 31, 2019", "May 31, 2018"),), (("", "May 31, 2018", "May 31, 2019"),)),
])  # fmt: skip
def test_the_years_of_a_table_stand_backwards(trap, header, expected):
    table = (*header, ("Cakes", "764", "620"), ("Less refunds", "(20)", "—"))
    (result,) = ordered(question(CHANGE, table, "144", "764-620"))
    assert result.rule == "column_swap", trap
    assert result.table == (*expected, ("Cakes", "620", "764"), ("Less refunds", "—", "(20)"))
    assert undo(result).table == table


@pytest.mark.parametrize(("trap", "header", "more"), [
    ("no years", ("", "Cost", "Value"), {}),
    ("one year twice", ("", "2019", "2019"), {}),
    ("two years in one", ("", "2019 to 2020", "2018"), {}),
    ("what the others leave", ("", "2019", "2018 and after"), {}),
    ("a column is spoken of", ("", "2019", "2018"), {"context": ("The left column is older.",)}),
])  # fmt: skip
def test_columns_that_have_no_other_order_stay(trap, header, more):
    table = (header, ("Cakes", "764", "620"), ("Less refunds", "(20)", "(10)"))
    (result,) = ordered(question("What was it?", table, "144", "764-620", **more))
    assert result.reason == "no_rule", trap


def test_columns_of_no_single_year_stay():
    table = (("", "2019", "2018", "Change"), ("Cakes", "764", "620", "144"))
    (result,) = ordered(question(CHANGE, table, "144", "764-620"))
    assert result.table == (("", "2018", "2019", "Change"), ("Cakes", "620", "764", "144"))
    between = (("", "2019", "Share", "2018"), ("Cakes", "764", "51%", "620"))
    assert ordered(question(CHANGE, between, "144", "764-620"))[0].reason == "no_rule"
