"""Order: what each rule does, the texts and tables that keep their order, and the edits that lead to a new one."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import apply_edits, undo
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.order.gate import order_gate
from numdiag_datasets.perturbations.order.rearrangement import (
    TemplateError,
    exchanged,
    read_template,
    rearrangement_edits,
    rendered,
)
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.figures import mentions_of
from numdiag_datasets.texts.word_problem.clauses import Span
from tests.conftest import make_problem


def ordered(context, question="How many more?"):
    """The new order, if the first number is reduced by all others, so that any other order has another answer."""
    numbers = [plain_decimal(number.value) for number in mentions_of(make_problem(context)) if number.is_quantity]
    equation = " - ".join(numbers) or "1"
    answer = plain_decimal(parse_equation(equation).value())
    return perturb_split(Split([make_problem(context, question, equation, answer)]), "order")[0]


@pytest.mark.parametrize(("rule", "context", "expected"), [
    ("coordinated_quantities", "Ann has 41 red pens and 64 blue pens.", "Ann has 64 blue pens and 41 red pens."),
    ("coordinated_quantities", "Ann has 4 cats, 7 dogs, and 9 hens.", "Ann has 7 dogs, 4 cats, and 9 hens."),
    ("coordinated_quantities", "Now he has 15 files and 6 apps left.", "Now he has 6 apps and 15 files left."),
    ("coordinated_quantities", "She works 5 days a week, 8 hours a day.", "She works 8 hours a day, 5 days a week."),
    ("coordinated_quantities", "10 boys and 3 girls came by bus.", "3 girls and 10 boys came by bus."),
    ("coordinated_quantities", "By noon 14 cats and 8 dogs were fed.", "By noon 8 dogs and 14 cats were fed."),
    ("coordinated_quantities", "Ann read 3 books in May and 4 in June.", "Ann read 4 books in June and 3 in May."),
    ("coordinated_quantities", "Ann spent $3 on food and $4 on books.", "Ann spent $4 on books and $3 on food."),
    ("coordinated_quantities", "A rug is 12 feet long and 8 feet wide.", "A rug is 8 feet wide and 12 feet long."),
    ("coordinated_quantities", "Ann has 41 red pens , and 64 blue pens .", "Ann has 64 blue pens , and 41 red pens ."),
    ("coordinated_quantities", "It snowed 5 inches in May and 3 inches in June .", "It snowed 3 inches in June and 5 inches in May ."),
    ("coordinated_quantities", "Ann used 4 bags of flour , 7 bags of rice , and 9 bags of salt .",
     "Ann used 7 bags of rice , 4 bags of flour , and 9 bags of salt ."),
    ("clause_swap", "Bo 's rope is 12 feet and Ann 's rope is 15 feet .", "Ann 's rope is 15 feet and Bo 's rope is 12 feet ."),
    ("clause_swap", "Janet has nine plums and Sharon has seven pears.", "Sharon has seven pears and Janet has nine plums."),
    ("clause_swap", "If Carl has 89 stamps and Kevin has 57,", "If Kevin has 57 stamps and Carl has 89,"),
    ("clause_swap", "Emily has 28 beads and each necklace takes seven beads.", "Each necklace takes seven beads and Emily has 28 beads."),
    ("sentence_swap", "Kate has 223 pens. John has 388 pens.", "John has 388 pens. Kate has 223 pens."),
    ("sentence_swap", "Linda has 34 candies. Chloe has 28.", "Chloe has 28 candies. Linda has 34."),
    ("sentence_swap", "Mrs. Hale has 11 cats. Mrs. Dunn has 24 cats.", "Mrs. Dunn has 24 cats. Mrs. Hale has 11 cats."),
    ("predicate_swap", "Liz swam 45 meters on Saturday. She swam 28 meters on Sunday.",
     "Liz swam 28 meters on Sunday. She swam 45 meters on Saturday."),
    ("condition_swap", "Ann has to sell 710 bars. If each box holds 5 bars,", "If each box holds 5 bars and Ann has to sell 710 bars,"),
    ("condition_swap", "There are 96 guests at the feast. If a table can hold 8 guests,",
     "If a table can hold 8 guests and there are 96 guests at the feast,"),
])  # fmt: skip
def test_rules(rule, context, expected):
    problem = ordered(context)
    assert (problem.rule, problem.context[0]) == (rule, expected)
    assert undo(problem).context == (context,)
    assert [found.error for found in problem.error_answers] == ["order_ignored"]


@pytest.mark.parametrize(("trap", "context"), [
    ("a total of what the others are", "There are 45 tests. 17 tests are hard."),
    ("a way with a stop between", "Ann ran 2 miles from home to school and 4 miles from school to the park."),
    ("told in turn", "There were 8 ducks on the pond. 3 ducks flew away."),
    ("told in turn, in one sentence", "Ann had 8 pens and Bo took 3 pens."),
    ("a clause behind and", "Ann has 10 pens, and 3 pens broke."),
    ("a clause behind and, without a comma", "Bo had 15 marbles and 6 marbles rolled away."),
    ("a clause in the passive", "The shop has 10 red cars, and 3 red cars were sold."),
    ("a clause with its agent", "Tom baked 20 cakes and 8 cakes were eaten by his brother."),
    ("a time before a clause", "There is food for 300 people. After 30 days, 100 people leave."),
    ("an object inside a list of times", "He read 2 hours, spent 4 hours watching two movies, 30 minutes eating and 40 minutes walking."),
    ("the other half of a name", "Pam bought 3 boxes of Coco Crunch and 5 boxes of Fruit Loops."),
    ("a clause of the same things", "Ann had 10 hens and 3 hens left."),
    ("a clause with a short verb", "He saw 9 boats and 4 boats sank."),
    ("she, before she is named", "Ann has 8 pens and she has 3 cups."),
    ("he, behind another", "Tom is 72 years old. He is 64 years older than his grandson Theo."),
    ("he", "Tom has 8 pens. He gave away 3 pens."),
    ("first mention after use", "Ann met 15 friends. Nine of the friends were carrying pears."),
    ("the bus, before a bus", "Ann saw a bus with 30 seats. The bus had 4 wheels."),
    ("a mate for the second only", "There are 60 students and 10 seats on each bus."),
    ("what both did", "Allan brought two balloons and Jake brought four balloons to the park."),
    ("another", "She put 4 kg into a bag and 3 kg into another bag."),
    ("then", "Ann ran 4 miles. Then Bo ran 3 miles."),
    ("respectively", "Ann and Bo have 4 pens and 3 cups, respectively."),
    ("one amount", "The film lasts 1 hour and 15 minutes."),
    ("a price", "The pen costs 5 dollars and 20 cents."),
    ("between", "Pick a number between 5 and 10."),
    ("pieces of what", "Ann got 16 pieces of candy from Bo and 5 pieces from Cy."),
    ("and other stuff", "They spent $26 on food and $11 on forks and other stuff."),
    ("of bean plants: both", "A garden has 52 rows and 15 columns of bean plants."),
    ("2 apple what", "He made 2 apple and 7 pumpkin pies."),
    ("her, before Haley", "Mom bought 2 reams for Haley and 3 reams for her sister."),
    ("equal numbers", "Ann has 4 pens and 4 cups."),
    ("years", "Ann was born in 1998 and Bo in 2001."),
    ("more than before", "Ann has 4 pens. Bo found 3 more pens."),
    ("the adverbial holds for both", "For Easter Frank got 10 eggs and Gwen got 7 eggs."),
    ("a question about now", "Kate has 2 pens. John has 3 pens."),
    ("a decision is no condition", "Bob and his four friends decided to share. If each friend paid $8,"),
    ("each boat, before there are boats", "5 boats are on the lake. Each boat has 3 people."),
    ("each herd, before there are herds", "There are 3 herds and each herd has 20 sheep."),
    ("each album, before there are albums", "Ann bought 8 albums online. If each album had 2 songs,"),
    ("which encyclopedia", "Ann reads 11 pages an hour. If the encyclopedia has 143 pages,"),
    ("the second before the first", "He sold 4 toys in the first week and 6 in the second week."),
    ("days in a row", "She ran 3 miles on Monday, 2 miles on Tuesday, and 7 miles on Friday."),
    ("baked before it is mixed", "It took 24 minutes to mix the dough and 16 minutes to bake."),
    ("as many where", "On Friday 50 people visited the zoo. As many as 70 people visited on Sunday."),
    ("eight at the store, two online", "She bought eight pens at the store and she bought two online."),
    ("the same person twice", "Mike played six games. If Mike scored four points each game,"),
])  # fmt: skip
def test_what_leans_on_its_place_keeps_it(trap, context):
    question = "How many does John have now?" if trap == "a question about now" else "How many?"
    problem = ordered(context, question)
    assert (problem.status, problem.context[0]) == ("unchanged", context), trap
    assert problem.reason == {"equal numbers": "order_does_not_matter", "years": "fewer_than_two_numbers"}.get(
        trap, "no_rule"
    )


def test_one_number_has_no_order():
    assert ordered("Ann has 4 pens.").reason == "fewer_than_two_numbers"


@pytest.mark.parametrize(("new", "reason"), [
    ("Bo has 3 cups. Ann has four pens.", ""),
    ("Ann has four pens. Bo has 3 cups!", "same_order"),
    ("Bo has 3 cups. Ann has 4 pens.", "numbers_changed"),
    ("Bo has 3 cups. Ann has four pens, 3 cups.", "numbers_changed"),
    ("Bo has 3 cups.", "numbers_changed"),
])  # fmt: skip
def test_the_gate_compares_numbers_as_written(new, reason):
    original = make_problem("Ann has four pens. Bo has 3 cups.")
    assert order_gate(mentions_of(original), mentions_of(make_problem(new))) == reason


@pytest.mark.parametrize(("context", "equation", "reason"), [
    ("Ann has 3 pens and 16 eggs. She packs the eggs into boxes of 8.", "16 / 8", "no_rule"),
    ("Ann has 3 pens and 16 eggs.", "16 * 12", "order_does_not_matter"),
    ("Ann has 3 pens and 16 eggs.", "16 - 3", ""),
], ids=["an operand and a distractor change places", "one operand is shown", "both are operands"])  # fmt: skip
def test_the_operands_change_places(context, equation, reason):
    problem = make_problem(context, "How many?", equation, "1")
    assert perturb_split(Split([problem]), "order")[0].reason == reason


@pytest.mark.parametrize(("operands", "reason"), [((), ""), ((4, 3), ""), ((4, 2), "same_order"), ((4,), "same_order")])
def test_the_gate_looks_at_operands_where_they_are_known(operands, reason):
    before, after = (
        mentions_of(make_problem(text)) for text in ("4 pens, 3 cups and 2 jars.", "3 cups, 4 pens and 2 jars.")
    )
    assert order_gate(before, after, {Fraction(value) for value in operands}) == reason


@pytest.mark.parametrize(("equation", "answer", "error"), [
    ("41 + 64", "105", ""),
    ("41 * 64", "2624", ""),
    ("64 - 41", "23", "-23"),
    ("64 / 41", "1.56", "0.640625"),
    ("41 + 64 * 2", "169", "146"),
    ("64 * 2 + 41", "169", "146"),
    ("(41 + 64) / 2", "52.5", ""),
    ("100 - 41 - 64", "-5", ""),
    ("ceil(64 / 41)", "2", "1"),
])  # fmt: skip
def test_a_row_is_applied_if_the_original_equation_no_longer_leads_to_the_answer(equation, answer, error):
    """The original's equation is filled in the order of the text: "64 blue caps and 41 red caps"."""
    problem = make_problem("Ann has 41 red caps and 64 blue caps.", "How many?", equation, answer)
    [made] = perturb_split(Split([problem]), "order")
    assert (made.status, made.reason) == (("applied", "") if error else ("unchanged", "order_does_not_matter"))
    assert [found.answer for found in made.error_answers] == [error] * bool(error)


def test_readings_are_not_changed(sample):
    """A split can be perturbed again and again."""
    split = Split(sample.splits["train"])
    assert perturb_split(split, "order") == perturb_split(split, "order")
    assert Reading(sample.splits["train"][0]).problem == sample.splits["train"][0]


TEXT = "Mrs. Hilt has 1,050 pens. Sam has $8."


@pytest.mark.parametrize(("template", "expected"), [
    ("{8-12} {1-7}", "Sam has $8. Mrs. Hilt has 1,050 pens."),
    ("{1-7}", "Mrs. Hilt has 1,050 pens."),
    ("Of {5} {6}{7}", "Of 1,050 pens."),
    ("{9-11} for {1-4} more", "has $8 for Mrs. Hilt has more"),
])  # fmt: skip
def test_a_template_names_words_by_number(template, expected):
    assert rendered(read_template(template, TEXT), TEXT) == expected


@pytest.mark.parametrize("template", ["{0}", "{13}", "{5-4}", "{5-13}", "{a}", "{1", "1}"])
def test_a_template_that_does_not_fit_is_refused(template):
    with pytest.raises(TemplateError):
        read_template(template, TEXT)


@pytest.mark.parametrize(("trap", "text", "one", "two", "expected"), [
    ("a name keeps its capital", "Kate has 2. John has 3.", "Kate has 2", "John has 3", "John has 3. Kate has 2."),
    ("a number word loses it", "Two pens and 3 cats sat.", "Two pens", "3 cats", "3 cats and two pens sat."),
    ("a moved word gains it", "5 pens and two cats sat.", "5 pens", "two cats", "Two cats and 5 pens sat."),
    ("a function word loses it", "There are 2 cats. Sam has 3 cats.", "There are 2 cats", "Sam has 3 cats", "Sam has 3 cats. There are 2 cats."),
    ("a name that is a word", "Will has 2 and Bo has 3.", "Will has 2", "Bo has 3", "Bo has 3 and Will has 2."),
])  # fmt: skip
def test_exchanged_parts_begin_as_their_new_place_asks(trap, text, one, two, expected):
    spans = [Span(text.index(part), text.index(part) + len(part)) for part in (one, two)]
    assert rendered(exchanged(text, [(spans[0], spans[1])]), text) == expected, trap


def test_as_much_as_can_stays_where_it_is():
    """The edits take a sentence out at one place and put it in at another; the longer one stays."""
    text = "A book holds 126 stamps. There are 81."
    edits = rearrangement_edits("context[0]", text, read_template("{7-10} {1-6}", text))
    assert [(edit.start, edit.before, edit.after) for edit in edits] == [
        (0, "", "There are 81. "),
        (len("A book holds 126 stamps."), " There are 81.", ""),
    ]


pieces = st.lists(
    st.one_of(
        st.text(alphabet="ab .1", max_size=4),
        st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda pair: Span(*sorted(pair))),
    ),
    max_size=6,
)


@given(pieces)
def test_the_edits_lead_to_the_new_text_and_back(pieces):
    """Whatever the pieces are: doubled, overlapping, out of order or none at all."""
    text = "ab 1. ba 11."
    problem = make_problem(text)
    edits = rearrangement_edits("context[0]", text, pieces)
    changed = apply_edits(problem, edits)
    assert changed.context == (rendered(pieces, text),)
    assert undo(changed).context == (text,)


PARAGRAPHS = ("The bakery employs 40 people.", "Flour costs $12 a sack.", "Rent is $900 a month.")
FOOD = (("", "Town", "Country"), ("Bread", "$512", "$430"), ("Cakes", "764", "620"), ("Pies", "98", "77"))
TOTAL = ("Total", "1,374", "1,127")


def question(text, table, answer, derivation="", context=("Sales",), answer_from="table", name="q"):
    problem = make_problem(context[0], text, derivation.replace("-", " - "), answer, id=name, source_id=name, group="g")
    return replace(
        problem, context=context, table=table, derivation=derivation,
        answer_type="arithmetic" if derivation else "span", answer_from=answer_from,
    )  # fmt: skip


def all_ordered(*problems):
    return perturb_split(Split(problems), "order")


def names(problem):
    return [row[0] for row in problem.table]


def test_the_rows_of_a_total_change_places():
    cakes = question("What was the change in cakes?", (*FOOD, TOTAL), "144", "764-620")
    (result,) = all_ordered(cakes)
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
    (result,) = all_ordered(question("What was it?", table, "252", "764-512"))
    assert (result.status == "unchanged") is stay, trap


def test_a_question_about_places_keeps_them():
    (result,) = all_ordered(question("What is in the top row?", FOOD, "Bread"))
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
    rows = all_ordered(*asked)
    assert [p.rule or p.reason for p in rows] == ["row_swap", "answer_not_moved", "row_swap", "answer_not_moved"]
    assert rows[0].edits == rows[2].edits


def test_a_small_number_counts_where_its_row_is_named():
    """7 may stand anywhere; a cell of a row that the question names is what it asks for."""
    table = (("", "2019"), ("Bread", "5"), ("Cakes", "7"))
    named, unnamed = (question(text, table, "2", "7-5", name=text) for text in ("Cakes less bread?", "What?"))
    assert all_ordered(named)[0].rule == "row_swap"
    assert all_ordered(unnamed)[0].reason == "answer_not_moved"


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
    (result,) = all_ordered(rent(context))
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
    assert all_ordered(asked)[0].reason == "answer_not_moved"


def test_rows_and_paragraphs_move_apart_from_each_other():
    """Each question says what moved that it needs."""
    table = (*FOOD, TOTAL)
    rows = all_ordered(
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
    (result,) = all_ordered(question(CHANGE, table, "144", "764-620"))
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
    (result,) = all_ordered(question("What was it?", table, "144", "764-620", **more))
    assert result.reason == "no_rule", trap


@pytest.mark.parametrize(("name", "stays"), [
    ("Loss, net of tax of $20 and $10", True), ("Loss (net of 1.5 and 2)", True), ("Loss of 2 shops", False), ("Loss (1)", False),
    ("Loss of 3, 4 and 5", False),  # not one for each of the two columns
])  # fmt: skip
def test_a_row_that_lists_an_amount_for_each_column_keeps_their_order(name, stays):
    table = (("", "2019", "2018"), ("Cakes", "764", "620"), (name, "(20)", "(11)"))
    (result,) = all_ordered(question(CHANGE, table, "144", "764-620"))
    assert (result.rule != "column_swap") is stays


def test_columns_of_no_single_year_stay():
    table = (("", "2019", "2018", "Change"), ("Cakes", "764", "620", "144"))
    (result,) = all_ordered(question(CHANGE, table, "144", "764-620"))
    assert result.table == (("", "2018", "2019", "Change"), ("Cakes", "620", "764", "144"))
    between = (("", "2019", "Share", "2018"), ("Cakes", "764", "51%", "620"))
    assert all_ordered(question(CHANGE, between, "144", "764-620"))[0].reason == "no_rule"
