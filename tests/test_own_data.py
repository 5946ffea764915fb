"""Data of one's own: flat columns, conversations, and columns within others; and the original comes back."""

import json
import re
from fractions import Fraction
from typing import Any

import pyarrow
import pytest
from datasets import Dataset, Value
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from numdiag_datasets import perturb, undo
from numdiag_datasets.core.configs import PERTURBATION_NAMES, ConfigError
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import EditError
from numdiag_datasets.core.schema import RowError
from numdiag_datasets.own_data.answers import answer_like
from numdiag_datasets.own_data.cluster import perturb_table
from numdiag_datasets.own_data.columns import ADDED, Columns, DataError, choose_columns
from numdiag_datasets.own_data.places import find_place
from numdiag_datasets.own_data.unknowns import arithmetic_of
from numdiag_datasets.texts.solution.written_steps import read_steps
from tests.commands import numdiag
from tests.own_rows import DONORS, ROWS, read, rows_of


def chosen(names, perturbation="type", **choice):
    return choose_columns(choice, dict.fromkeys(names), perturbation)


@pytest.mark.parametrize(("layout", "names", "choice", "columns"), [
    ("SVAMP", "ID Body Question Equation Answer Type", {}, Columns("Question", ("Body",), "Equation", "Answer", "", "ID")),
    ("GSM8K", "question answer", {}, Columns("question", (), "", "answer")),
    ("MAWPS", "iIndex sQuestion lEquations lSolutions", {}, Columns("sQuestion", (), "lEquations", "lSolutions", "", "iIndex")),
    ("FinQA", "id pre_text post_text table question answer", {}, Columns("question", ("pre_text", "post_text"), "", "answer", "table", "id")),
    ("SQuAD", "id title context question answers", {}, Columns("question", ("context",), "", "answers", "", "id")),
    ("DROP", "query_id passage question", {}, Columns("question", ("passage",), "", "", "", "query_id")),
    ("BIG-bench", "input target", {}, Columns("input", answer="target")),
    ("what is said wins", "question text facts answer", {"question": "text", "context": ["facts"], "answer": ""}, Columns("text", ("facts",))),
    ("a text beside a question", "text question answer", {}, Columns("question", ("text",), "", "answer")),
    ("none is wanted", "question context", {"context": ""}, Columns("question")),
    ("several", "question a b", {"context": "a, b"}, Columns("question", ("a", "b"))),
    ("a column that was named is nothing else by guess", "story problem", {"question": "story"}, Columns("story")),
    ("a conversation", "id messages", {}, Columns(id="id", messages="messages")),
    ("a question wins", "prompt question messages", {}, Columns("question")),
    ("unless messages are named", "question context messages", {"messages": "messages"}, Columns(messages="messages")),
    ("of another name", "question prompt", {"messages": "prompt"}, Columns(messages="prompt")),
    ("with equation and answer", "messages equation target", {}, Columns("", (), "equation", "target", messages="messages")),
])  # fmt: skip
def test_columns_are_guessed_or_named(layout, names, choice, columns):
    assert chosen(names.split(), **choice) == columns


@pytest.mark.parametrize(("trap", "names", "choice", "perturbation", "message"), [
    ("a column that is not there", "question", {"equation": "eq"}, "noise", "no column 'eq'; there are 'question'"),
    ("no question", "prompt label", {}, "type", "which column is the question? name it with --question (in Python: question=); there are 'prompt', 'label'"),
    ("answers to choose from", "question answer options", {}, "noise",
     "which would be none of those to choose from (column 'options'; drop it if it is empty); choose from language"),
    ("no answer", "question equation", {}, "logic", "needs the column of the answer"),
    ("a table", "question table equation answer", {}, "distribution", "not offered for data with a table"),
    ("one column twice", "question equation answer", {"equation": "answer", "answer": "answer"}, "noise", "'answer' is named twice"),
    ("two questions", "a b", {"question": "a,b"}, "type", "question: name one column, not a, b"),
    ("perturbed rows", " ".join(("question", *ADDED)), {}, "type", "undo(row) takes it back"),
    ("a column of ours", "question status", {}, "type", "a column 'status', and perturbing adds one"),
    ("a release", " ".join(("source_id", "question", *ADDED)), {}, "type", "undo(row) takes it back"),
    ("a question within messages", "question messages", {"question": "question", "messages": "messages"}, "type", "the question stands in the turns"),
    ("a context within messages", "passage messages", {"context": "passage", "messages": "messages"}, "type", "the context stands in the turns"),
    ("neither", "messages", {"messages": ""}, "type", "which column is the question?"),
    ("names of two things", "question facts facts[0]", {"context": "facts"}, "type",
     "'facts[0]' names a column and an element of column 'facts'; rename one"),
])  # fmt: skip
def test_columns_that_cannot_be_used(trap, names, choice, perturbation, message):
    with pytest.raises(DataError, match=re.escape(message)):
        chosen(names.split(), perturbation, **choice)


@pytest.mark.parametrize("where", ["question", "context", "table"])
@pytest.mark.parametrize(("words", "reason"), [(1000, ""), (200_000, "text_too_long")])
def test_a_text_of_millions_of_characters_is_left_alone(where, words, reason):
    """Its numbers would fill the memory."""
    text = "1 pen " * words
    more = {"question": {}, "context": {"context": [text[3:], text[:3]]}, "table": {"table": [["1", text]]}}[where]
    row = {"question": text if where == "question" else "Ann has 12 pens?", **more}
    assert perturb("type").row(row)["reason"] == reason


QUESTION = "Ann has 12 pens and 3 caps. How many?"


@pytest.mark.parametrize(("trap", "equation", "answer", "reason"), [
    ("as in SVAMP", "( 12.0 + 3.0 )", 15.0, ""),
    ("as in MAWPS", ["X=(12+3)"], [15.0], ""),
    ("with its result", "12+3=15", "15", ""),
    ("as in GSM8K", "12 + 3", "12 + 3 = <<12+3=15>>15.\n#### 15", ""),
    ("other signs", "12 × 3", "36", ""),
    ("another answer", "12 = 3 + x", 15, "equation_disagrees"),
    ("an unknown twice", "12 - x = 3 + x", 4.5, "operand_in_no_text"),
    ("an unknown times itself", "x * x = 12 + 3", 15, "equation_unreadable"),
    ("an unknown in a function", "floor(x) + 3 = 12", 9, "equation_unreadable"),
    ("two unknowns", "x + y = 12", 9, "equation_unreadable"),
    ("an unknown without an equation", "12 + x", 15, "equation_unreadable"),
    ("as in ASDiv", "12 + 3", "15 (pens)", ""),
    ("groups by blanks", "12 * 3000", "36 000", "operand_in_no_text"),
    ("more than its digits, in brackets", "12 + 3", "15 (dozen)", "answer_unreadable"),
    ("a whole answer is exact", "10 / 3", 3, "equation_disagrees"),
    ("does not give the answer", "12 + 3", 16, "equation_disagrees"),
    ("no arithmetic", "12 plus 3", 15, "equation_unreadable"),
    ("code", "__import__('os')", 15, "equation_unreadable"),
    ("division by zero", "12 / 0", 15, "equation_unreadable"),
    ("none", None, 15, "no_equation"),
    ("empty", "", 15, "no_equation"),
    ("an answer in words", "12 + 3", "fifteen", "answer_unreadable"),
    ("a fraction, no decimal", "12 / 3", "3/8", "answer_unreadable"),
    ("a mixed number", "12 / 3", "2 2/5", "answer_unreadable"),
    ("a fraction in one character", "12 / 3", "3½", "answer_unreadable"),
    ("no number", "12 + 3", float("nan"), "answer_unreadable"),
    ("a truth value", "12 + 3", True, "answer_unreadable"),
    ("more than its digits: 24", "12 + 3", "2 dozen", "answer_unreadable"),
    ("two numbers", "12 + 3", "600 seats in 5 rows", "answer_unreadable"),
])  # fmt: skip
def test_equations_and_answers(trap, equation, answer, reason):
    row = {"question": QUESTION, "equation": equation, "answer": answer}
    made = perturb("noise").row(row)
    assert made["reason"] == reason
    if not reason:
        assert (type(made["equation"]), type(made["answer"])) == (type(equation), type(answer))
        assert undo(made) == row


@pytest.mark.parametrize(("trap", "written", "expression", "value"), [
    ("an unknown behind", "12 - 3 = x", "12 - 3", 9),
    ("an unknown within", "12=3+x", "12 - 3", 9),
    ("an unknown first", "x + 3 = 12", "12 - 3", 9),
    ("an unknown that is subtracted", "12 - x = 3", "12 - 3", 9),
    ("an unknown in two brackets", "12 - (x - (2 + 1)) = 3", "12 - 3 + (2 + 1)", 12),
    ("an unknown that divides", "12 / x = 3", "12 / 3", 4),
    ("an unknown in brackets", "(x + 3) / 2 = 12", "12 * 2 - 3", 21),
    ("an unknown of a share", "12 = (x - 3) * 2 / 4", "12 * 4 / 2 + 3", 27),
    ("an unknown with a factor", "12 = 2x + 3", "(12 - 3) / 2", Fraction(9, 2)),
    ("an unknown under a minus sign", "-x + 12 = 3", "-(3 - 12)", 9),
    ("a longer other side", "12 - 2 = 3 * x + 1", "(12 - 2 - 1) / 3", 3),
    ("x for times", "2 x 6 = x", "2 * 6", 12),
    ("an unknown on both sides", "8-x=2+x", "(8 - 2) / 2", 3),
    ("the same, the greater side behind", "2 + x = 8 - x", "(8 - 2) / 2", 3),
    ("an unknown that states itself", "x = 12 - x", "12 / 2", 6),
    ("two multiples", "3 * x - x = 10", "10 / (3 - 1)", 5),
    ("multiples on both sides", "5x + 1 = 2x + 10", "(10 - 1) / (5 - 2)", 3),
    ("a bracket with it", "2(x + 3) = x + 10", "(10 - 3 * 2) / (2 - 1)", 4),
    ("a share and the whole", "x / 2 + x = 9", "9 / (1 / 2 + 1)", 6),
    ("three of them", "x + x + x = 12", "12 / 3", 4),
    ("one more than a multiple", "3 + 2 * x = x + 8", "(8 - 3) / (2 - 1)", 5),
])  # fmt: skip
def test_an_unknown_is_solved_for(trap, written, expression, value):
    solved = parse_equation(arithmetic_of(written))
    assert (solved.text, solved.value()) == (expression, value)


@pytest.mark.parametrize("written", [
    "x * x = 9", "x / (x + 1) = 2", "x + 2 = x + 3", "x = x", "2 * x = x", "floor(x) + x = 3", "x + y = 3", "x + x", "x = 3 = x", "6 / x + x = 5",
])  # fmt: skip
def test_what_has_no_one_solution_by_multiples_is_refused(written):
    with pytest.raises(EquationError):
        arithmetic_of(written)
    row = {"question": QUESTION, "equation": written, "answer": 3}
    assert perturb("noise").row(row)["reason"] == "equation_unreadable"


@given(*[st.integers(min_value=-9, max_value=9)] * 4)
def test_the_solution_fulfils_the_equation(a, b, c, d):
    written = f"({a}) * x + ({b}) = ({c}) * x + ({d})"
    if a == c:
        with pytest.raises(EquationError):
            arithmetic_of(written)
    else:
        x = parse_equation(arithmetic_of(written)).value()
        assert a * x + b == c * x + d


def test_decimals_of_a_float_agree_as_far_as_they_are_exact():
    third, text = 0.16666666666666666, "Ann had 0.16666666666666666 kg and bought 3 kg. How many kg are there now?"
    for answer, reason in ((third + 3, ""), (third + 3.000001, "equation_disagrees")):
        assert (
            perturb("noise").row({"question": text, "equation": f"{third} + 3", "answer": answer})["reason"] == reason
        )


@pytest.mark.parametrize(("written", "form"), [
    ("15 square feet.", r"[\d.]+ square feet\."),
    ("$15", r"\$\d+\.\d\d"),  # "$15.20", as the texts have it
    ("$15.00", r"\$\d+\.\d\d"),
    ("€ 15", r"€ \d+\.\d\d"),
    ("15.00", r"\d+\.\d\d"),
    ("15.0 dollars", r"\d+\.\d dollars"),
    ("15 dollars", r"\d+\.\d dollars"),
    ("15%", r"[\d.]+%"),
    ("so it is 15. #### 15", r"[\d.]+"),
    ("15 (pens)", r"[\d.]+ \(pens\)"),
])  # fmt: skip
def test_an_answer_keeps_its_sign_and_its_unit(written, form):
    made = perturb("noise").row({"question": QUESTION, "equation": "12 + 3", "answer": written})
    assert re.fullmatch(form, made["answer"])
    assert made["answer"] != written


@pytest.mark.parametrize(("trap", "written", "answer", "like"), [
    ("a whole sum of money with cents", "$450.00", "1451", "$1451.00"),
    ("a whole sum without cents", "$450", "1451", "$1451"),
    ("groups and cents", "$1,450.00", "2451.5", "$2,451.50"),
    ("more decimals than were written", "$450.00", "451.125", "$451.125"),
    ("what is no money", "450 kg", "451.5", "451.5 kg"),
    ("a percentage", "45%", "46.5", "46.5%"),
])  # fmt: skip
def test_an_answer_has_the_decimals_of_its_notation(trap, written, answer, like):
    assert answer_like(written, answer) == like


def test_an_answer_keeps_its_thousands_commas():
    question = "Ann has $1,150 and gets $250 more. How many dollars has she now?"
    made = perturb("noise").row({"question": question, "equation": "1150 + 250", "answer": "$1,400"})
    assert re.fullmatch(r"\$1,40\d[\d.]*", made["answer"])


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
def test_undo_gives_the_row_back(perturbation):
    """Texts, equation and answer, in the user's columns; the others are never touched."""
    made = rows_of(perturbation)
    assert [undo(row) for row in made] == ROWS
    assert {row["status"] for row in made} <= {"applied", "unchanged"}
    for row, original in zip(made, ROWS, strict=True):
        assert list(row) == [*original, *ADDED]
        assert row["Note"] is original["Note"]
        assert (row["status"] == "applied") == bool(json.loads(row["edits"]))


def test_edits_that_are_nested_too_deeply_are_refused():
    row = {"q": "a", "status": "applied", "reason": "", "rule": "x", "edits": "[" * 100_000}
    with pytest.raises(RowError, match="edits"):
        undo(row)


@pytest.mark.parametrize(("written", "form"), [
    ("15 = 3 + x", r"x=([\d.]+) - ([\d.]+)"),
    ("15-3=x", r"x=([\d.]+) - ([\d.]+)"),
    ("X = 15 - 3", r"X = ([\d.]+) - ([\d.]+)"),
])  # fmt: skip
def test_an_equation_keeps_its_unknown(written, form):
    made = perturb("noise").row(
        {"question": "Ann had 15 pens and lost 3. How many are left?", "equation": written, "answer": 12}
    )
    found = re.fullmatch(form, made["equation"])
    assert found
    first, second = found.groups()
    assert Fraction(first) - Fraction(second) == Fraction(str(made["answer"]))


def test_equation_and_answer_change_with_the_text():
    made = rows_of("noise")
    assert [row["reason"] for row in made] == ["", "", "no_integral_operand", "equation_disagrees"]
    left, right = made[0]["Equation"].strip("()").split(" + ")
    assert left in made[0]["Body"]
    assert right in made[0]["Body"]
    assert made[0]["Answer"] == pytest.approx(float(left) + float(right))
    whole = rows_of("distribution", [ROWS[0] | {"Answer": 15}, ROWS[3] | {"Answer": 22}])
    assert [type(row["Answer"]) for row in whole] == [float, float]  # one column, one type


@pytest.mark.parametrize("people", [150, 240])
@pytest.mark.parametrize("perturbation", ["noise", "noise-second"])
def test_a_long_equation_is_left(people, perturbation):
    """With the spaces around its signs it may be longer than what is read, or with the decimals of its new numbers."""
    amounts = range(100, 100 + people)
    row = {
        "question": " ".join(f"N{i} has {i} pens." for i in amounts) + " How many pens do they have in all?",
        "equation": "+".join(map(str, amounts)),
        "answer": sum(amounts),
    }
    assert perturb(perturbation).row(row)["reason"] == "equation_unreadable"


def test_lists_and_tuples_stay_what_they_are():
    row = {"question": "How many pens?", "context": ("Ann has 12 pens.", "Bo has 3 pens.")}
    made = perturb("language").row(row)
    assert made["context"] == ("Ann has twelve pens.", "Bo has three pens.")
    assert undo(made) == row


def test_a_file_has_equations_and_solutions():
    rows = [
        {"question": "Ann has 12 pens. She buys 3. How many does she have?", "equation": "12 + 3", "answer": "15"},
        {
            "question": "Bo has 14 caps. He loses 3. How many does he have?",
            "equation": "",
            "answer": "14 - 3 = <<14-3=11>>11\n#### 11",
        },
        {"question": "Bo has 14 caps. He loses 5. How many does he have?", "equation": "", "answer": "9"},
    ]
    one, two, three = made = rows_of("noise", rows)
    assert [row["status"] for row in made] == ["applied", "applied", "unchanged"]
    assert "." in one["equation"]
    assert two["equation"] == ""
    assert three["reason"] == "no_equation"
    assert [undo(row) for row in made] == rows


def test_a_story_in_one_column_is_cut_before_its_question():
    """GSM8K and MAWPS have no context; edits are in the one column."""
    row = {"question": "Ann has 12 pens. Bo has 3 pens. How many pens do they have in all?"}
    made = perturb("extra", donors=DONORS[4:]).row(row)
    assert made["question"] == "A baker sold 9 cakes. " + row["question"]
    (ordered,) = rows_of("order", [row])
    assert ordered["question"] == "Bo has 3 pens. Ann has 12 pens. How many pens do they have in all?"
    # With its equation it is a sum, which any order leaves as it is.
    (summed,) = rows_of("order", [row | {"equation": "12 + 3", "answer": 15}])
    assert (summed["reason"], summed["question"]) == ("order_does_not_matter", row["question"])
    # A solution whose calculation is unknown may be a sum.
    (unknown,) = rows_of("order", [row | {"answer": "12 + 3 + 5 = <<12+3+5=20>>20\n#### 20"}])
    assert (unknown["reason"], unknown["question"]) == ("operand_in_no_text", row["question"])
    (compared,) = rows_of("order", [
        {"question": "Ann has 12 pens. Bo has 3 pens. How many more pens does Ann have than Bo?", "equation": "12 - 3", "answer": 9}
    ])  # fmt: skip
    assert compared["question"].startswith("Bo has 3 pens. Ann has 12 pens.")
    (wordy,) = rows_of("language", [{"question": "Ann has 12 pens.  How many more than 3?"}])
    assert wordy["question"] == "Ann has twelve pens.  How many more than three?"
    assert undo(wordy)["question"] == "Ann has 12 pens.  How many more than 3?"


def test_several_columns_lists_of_paragraphs_and_a_table():
    row = {"pre_text": ["In 2019 we had 40 stores.", "Rent was $7."], "post_text": ["We closed 3 stores."],
           "table": [["", "2019", "2018"], ["rent", "12", None]], "question": "How many of 40 are left?"}  # fmt: skip
    (made,) = rows_of("type", [row])
    assert made["pre_text"] == ["In 2019 we had 40.0 stores.", "Rent was $7.0."]
    assert made["table"] == [["", "2019", "2018"], ["rent", "12.0", None]]
    fields = [edit["field"] for edit in json.loads(made["edits"])]
    assert fields == ["pre_text[0]", "pre_text[1]", "post_text[0]", "table[1][1]", "question"]
    assert undo(made) == row
    with pytest.raises(DataError, match=r"'table\[1\]\[1\]' holds 12.5, and only texts"):
        rows_of("language", [row | {"table": [["", "2019"], ["rent", 12.5]]}])


def test_draws_depend_on_the_row_alone():
    """Neither on its place, nor on its neighbours, nor, with an id, on another column."""
    alone = [rows_of("verbosity", [row])[0] for row in reversed(ROWS)]
    assert alone[::-1] == rows_of("verbosity")
    assert rows_of("verbosity", seed=2) != rows_of("verbosity")
    with pytest.raises(NumdiagError, match="too many digits"):
        rows_of("verbosity", seed=10**5000)
    without = [{key: row[key] for key in ("Body", "Question")} for row in ROWS]
    assert rows_of("verbosity", without[:1]) == rows_of("verbosity", without)[:1]


def test_a_missing_text_is_no_text():
    (made,) = rows_of("type", [ROWS[0] | {"Body": None}])
    assert (made["Body"], made["reason"]) == (None, "no_integer")


@pytest.mark.parametrize(("trap", "change", "error", "message"), [
    ("another text", {"Body": "Ann has 13.0 pens."}, EditError, "is not at"),
    ("a number", {"Body": 3}, EditError, "'Body' holds 3, and only texts can be edited"),
    ("half a JSON", {"edits": '[{"field": '}, RowError, "column 'edits' holds"),
    ("an edit without a place", {"edits": [{"field": "Body", "before": "1", "after": "2"}]}, RowError, "column 'edits' holds"),
    ("numbers in JSON", {"edits": "7"}, RowError, "column 'edits' holds"),
    ("nothing", {"edits": None}, RowError, "column 'edits' holds"),
    ("lost edits", {"edits": "[]"}, EditError, "marked as perturbed, and its edits are missing"),
])  # fmt: skip
def test_what_cannot_be_undone_is_told(trap, change, error, message):
    made = rows_of("type")[0]
    if trap == "a number":
        made["edits"] = made["edits"].replace('"12"', '"x"')
    with pytest.raises(error, match=message):
        undo(made | change)
    with pytest.raises(EditError, match="no column is called 'Body'"):
        undo({key: value for key, value in made.items() if key != "Body"})
    with pytest.raises(RowError, match="has no column 'edits'; it has ID"):
        undo(ROWS[0])


def test_map_gives_the_same_rows_whatever_the_batches():
    """A column has one type from the first batch on, even if nothing is edited in it."""
    plain = ROWS[2] | {"Equation": "1", "Answer": 1}
    data = Dataset.from_list([plain] * 4 + [row | {"Answer": int(row["Answer"])} for row in ROWS])
    function = perturb("noise", seed=3)
    with pytest.raises(DataError, match=r"cast_column\(\"Answer\", Value\(\"float64\"\)\) first"):
        data.map(function, batched=True)
    data = data.cast_column("Answer", Value("float64"))
    small = data.map(function, batched=True, batch_size=2)
    assert small[:] == data.map(function, batched=True, batch_size=100)[:]
    assert list(data.to_iterable_dataset().map(function, batched=True, batch_size=3)) == list(small)
    assert [row["status"] for row in small] == ["unchanged"] * 4 + ["applied"] * 2 + ["unchanged"] * 2
    assert [undo(row) for row in small] == list(data)


def test_map_keeps_the_edits_of_a_table():
    data = Dataset.from_list([{"question": "How many?", "table": [["", "2019"], ["rent", "12"]]}])
    (made,) = data.map(perturb("language"), batched=True)
    assert made["table"][1] == ["rent", "twelve"]
    assert undo(made) == data[0]


def test_what_the_function_is_asked_for_must_exist():
    with pytest.raises(ConfigError, match="unknown perturbation 'nois'; choose from language"):
        perturb("nois")
    for donors in ([], [{"question": "How many are there?"}]):
        with pytest.raises(DataError, match=r"none of the rows for it \(donors=, .* has one"):
            perturb("extra", donors=donors)


STORY = "A box holds 12 pens. Ann has 5 boxes. She sells each pen for $2. How much does she earn?"
SOLVED = {"question": STORY, "answer": "She has 12*5=<<12*5=60>>60 pens.\nShe earns 60*2=$<<60*2=120>>120.\n#### 120"}


def test_a_worked_solution_is_told_again():
    made = perturb("noise").row(SOLVED)
    assert made["status"] == "applied"
    steps = read_steps(made["answer"], Fraction(made["answer"].rpartition("#### ")[2]))
    assert len(steps) == 2
    assert made["answer"] != SOLVED["answer"]
    assert undo(made) == SOLVED
    with pytest.raises(DataError, match="needs the column of the equation"):
        perturb("noise").row({"question": "3 pens and 4. How many?", "answer": 7})


@pytest.mark.parametrize(("trap", "row", "reason"), [
    ("no steps", {"question": "3 pens and 4. How many?", "answer": "7\n#### 7"}, "no_annotation"),
    ("no answer, as some rows of a file", SOLVED | {"answer": ""}, "no_equation"),
    ("an unknown number", SOLVED | {"answer": "<<12*6=72>>72\n#### 72"}, "operand_in_no_text"),
    ("options in the text", SOLVED | {"question": f"{STORY}\nA) 12 B) 120 C) 5"}, "has_options"),
])  # fmt: skip
def test_solutions_that_stay(trap, row, reason):
    made = perturb("noise").row(row)
    assert (made["status"], made["reason"]) == ("unchanged", reason)


@pytest.mark.parametrize("options", ["\nA) 12 B) 120 C) 5", " Answer Choices: (A) 12 (B) 120"])
@pytest.mark.parametrize("perturbation", ["language", "type", "verbosity"])
def test_answers_to_choose_from_stay_as_they_are(options, perturbation):
    made = perturb(perturbation).row({"question": STORY + options})
    assert made["status"] == "applied"
    assert made["question"].endswith(options)


SOLUTION = SOLVED["answer"]
SYSTEM = {"role": "system", "content": "You are a tutor."}


def chat(asked: Any = STORY, *said: Any, before: Any = (), **columns: Any) -> dict[str, Any]:
    """A conversation: a question, and what is said after it, texts of the assistant or whole turns."""
    turns = [turn if isinstance(turn, dict) else {"role": "assistant", "content": turn} for turn in said]
    return {"messages": [SYSTEM, *before, {"role": "user", "content": asked}, *turns], **columns}


def made_of(perturbation, row, **options):
    """The perturbed row, of which the original comes back; the row itself is never touched."""
    before = json.dumps(row)
    donors = [chat("A baker sold 9 cakes. How many are left?")] if "messages" in row else [row]
    made = perturb(perturbation, donors=donors, **options).row(row)
    assert undo(made) == row
    assert json.dumps(row) == before
    return made


def user(text: Any) -> dict[str, Any]:
    return {"role": "user", "content": text}


EARLIER = (user("Bo has 7 cats."), {"role": "assistant", "content": "I see."})
PART = [{"type": "text", "text": STORY}]
NESTED: dict[str, Any] = {"id": "a", "data": {"question": STORY, "answer": {"value": 120, "why": "12 * 5 * 2"}, "note": None}}  # fmt: skip


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
@pytest.mark.parametrize("row", [
    chat(),
    chat(STORY, SOLUTION, before=EARLIER),
    chat(PART, [{"type": "text", "text": SOLUTION}]),
    chat(STORY, "120", equation="12 * 5 * 2", id="a"),
    {"messages": [SYSTEM]},
    {"messages": None},
], ids=["asked", "later", "a part", "with an equation", "nothing asked", "none"])  # fmt: skip
def test_of_a_conversation_only_the_last_question_and_its_answer_change(perturbation, row):
    made = made_of(perturbation, row)
    turns = list(zip(made["messages"] or (), row["messages"] or (), strict=True))
    changed = {number for number, (new, old) in enumerate(turns) if new != old}
    last = max((i for i, (_, turn) in enumerate(turns) if turn["role"] == "user"), default=0)
    assert changed <= {last, last + 1}
    if perturbation in ("language", "type", "verbosity"):
        assert changed == ({last} if last else set())


@pytest.mark.parametrize(("trap", "row", "reason", "answer"), [
    ("a worked solution", chat(STORY, SOLUTION), "", r".*<<.*>>.*\n#### [\d.]+"),
    ("in a part", chat(PART, [{"type": "text", "text": SOLUTION}]), "", r".*\n#### [\d.]+"),
    ("an equation with its result", chat(STORY, "12 * 5 * 2 = 120"), "", r"[\d.]+ \* [\d.]+ \* [\d.]+ = [\d.]+"),
    ("without one", chat(STORY, "X = (12 * 5 * 2)"), "", r"X = \([\d.]+ \* [\d.]+ \* [\d.]+\)"),
    ("a number, and a column of equations", chat(STORY, "120", equation="12 * 5 * 2"), "", r"[\d.]+"),
    ("a number alone", chat(STORY, "120"), "no_equation", ""),
    ("a fraction is no equation", chat(STORY, "12/5"), "no_equation", ""),
    ("an equation that is wrong", chat(STORY, "12 * 5 * 2 = 110"), "equation_disagrees", ""),
    ("prose", chat(STORY, "Sure! She earns $120."), "no_equation", ""),
    ("no answer", chat(), "no_equation", ""),
    ("an answer of nothing", chat(STORY, None), "no_equation", ""),
    ("the answer to an earlier question", chat(before=[user("6 and 1?"), {"role": "assistant", "content": "6 + 1 = 7"}]), "no_equation", ""),
    ("a picture in the answer", chat(STORY, [{"type": "text", "text": SOLUTION}, {"type": "image", "url": "x"}]), "no_equation", ""),
    ("answers to choose from", chat(f"{STORY}\nA) 12 B) 120", SOLUTION), "has_options", ""),
    ("numbers that an earlier turn tells too", chat(STORY, SOLUTION, before=[user("Ann has 5 boxes.")]), "contradicts_context", ""),
    ("in a part of it", chat(STORY, SOLUTION, before=[user([{"type": "text", "text": "Ann has 5 boxes."}])]), "contradicts_context", ""),
    ("other numbers there", chat(STORY, SOLUTION, before=EARLIER), "", r".*#### [\d.]+"),
    ("steps with tools before the answer", chat(STORY, {"role": "tool", "content": "120"}, SOLUTION), "contradicts_context", ""),
    ("thoughts, which would tell the old answer", chat(STORY, {"role": "assistant", "content": SOLUTION, "reasoning_content": "60 pens"}),
     "contradicts_context", ""),
    ("no thoughts", chat(STORY, {"role": "assistant", "content": SOLUTION, "reasoning_content": None}), "", r".*#### [\d.]+"),
])  # fmt: skip
def test_the_answer_of_a_conversation(trap, row, reason, answer):
    made = made_of("noise", row)
    assert (made["status"], made["reason"]) == ("unchanged" if reason else "applied", reason)
    if not reason:
        told = made["messages"][-1]["content"]
        told = told[0]["text"] if isinstance(told, list) else told
        assert re.fullmatch(answer, told, re.DOTALL)
        assert told != row["messages"][-1]["content"]


def test_the_answer_may_stand_in_a_column():
    """As where prompts are trained on: a question without an answer in the conversation."""
    made = made_of("noise", chat(equation="12 * 5 * 2", answer=120))
    assert made["status"] == "applied"
    assert made["answer"] != 120
    both = chat(STORY, SOLUTION, final_answer=120)
    with pytest.raises(DataError, match="stands both in turn 3 of column 'messages' and in column"):
        perturb("noise").row(both)
    assert made_of("noise", both, answer="")["final_answer"] == 120
    assert made_of("type", both)["status"] == "applied"


@pytest.mark.parametrize(("trap", "row", "question", "message"), [
    ("a number as text", ROWS[0] | {"Body": 12}, None, "column 'Body' holds int '12' where a text is expected"),
    ("a list with a number", ROWS[0] | {"Body": ["a", 3]}, None, "column 'Body[1]' holds int '3'"),
    ("a list as question", ROWS[0] | {"Question": ["a"]}, None, "column 'Question' holds list"),
    ("a text as table", ROWS[0] | {"table": "x"}, None, "column 'table' holds str 'x' where rows of cells are expected"),
    ("a text as turns", {"messages": "Hi"}, None, "turn 1 of column 'messages' is 'Hi' where turns are expected"),
    ("one turn without its list", {"messages": {"role": "user", "content": "Ann has 12 pens."}}, None, "where turns are expected"),
    ("turns as columns", {"messages": {"role": ["user"], "content": ["Hi"]}}, None, "turn 1 of column 'messages' is"),
    ("no role", {"messages": [{"from": "human", "value": "Hi"}]}, None, "turn 1 of column 'messages' is"),
    ("no turn", {"messages": [SYSTEM, "Hi"]}, None, "turn 2 of column 'messages' is 'Hi' where turns are expected"),
    ("a number as content", {"messages": [user(3)]}, None, "column 'messages[0].content' holds int '3' where a text is expected"),
    ("a picture", {"messages": [user([*PART, {"type": "image_url", "image_url": {}}])]}, None, "column 'messages[0].content' holds list"),
    ("a picture with words", {"messages": [user([{"type": "image", "text": "a cat"}])]}, None, "column 'messages[0].content' holds list"),
    ("several parts", {"messages": [user(PART * 2)]}, None, "column 'messages[0].content' holds list"),
    ("no such name", NESTED, "data.qestion", "no column 'data.qestion'; there are 'id', 'data', 'data.question', "),
    ("none is named", NESTED, None, "name it with --question (in Python: question=); there are 'id', 'data', 'data.question'"),
    ("an object", NESTED, "data.answer", "column 'data.answer' holds dict"),
    ("an element of a list is none", {"q": ["3 pens"]}, "q[0]", "no column 'q[0]'; there are 'q'"),
])  # fmt: skip
def test_rows_that_cannot_be_read(trap, row, question, message):
    with pytest.raises(DataError, match=re.escape(message)):
        perturb("type", question=question).row(row)


def test_conversations_in_files_and_batches(tmp_path, capsys):
    """The same from lines, Parquet, `Dataset.map` and tables of Ray; what is shown first is what is read."""
    rows = [chat(STORY, SOLUTION), chat(STORY.replace("12", "14")), chat("Some cats sleep.", "Nice.")]
    expected = [perturb("noise").row(row) for row in rows]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    for name in ("a.jsonl", "a.parquet"):
        out = tmp_path / f"out{name[1:]}"
        status, _, err = numdiag(capsys, "perturb", tmp_path / name, "--perturbation", "noise", "--out", out)
        assert status == 0
        assert err.startswith("equation: none, answer: none, id: none, messages: messages\n")
        assert f"messages[1].content: {STORY[:60]!r}" in err
        assert read(out) == expected
    assert perturb_table(table, perturb("noise")).to_pylist() == expected
    mapped = Dataset.from_list(rows).map(perturb("noise"), batched=True, batch_size=2)
    assert list(mapped) == expected


PLACES: dict[str, Any] = {"question": "data.question", "equation": "data.answer.why", "answer": "data.answer.value"}


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
def test_columns_within_columns(perturbation):
    made = made_of(perturbation, NESTED, **PLACES)
    fields = {edit["field"] for edit in json.loads(made["edits"])}
    assert fields <= set(PLACES.values())
    if perturbation in ("noise", "distribution"):
        assert fields == set(PLACES.values())
        assert isinstance(made["data"]["answer"]["value"], float)


@pytest.mark.parametrize(("trap", "row", "name", "place"), [
    ("a column with a dot wins", {"a.b": 1, "a": {"b": 2}}, "a.b", ("a.b",)),
    ("also further in", {"a": {"b.c": 1, "b": {"c": 2}}}, "a.b.c", ("a", "b.c")),
    ("a long key that leads nowhere", {"a.b": {"d": 1}, "a": {"b": {"c": 2}}}, "a.b.c", ("a", "b", "c")),
    ("an element", {"a": [1, [2, 3]]}, "a[1][0]", ("a", 1, 0)),
    ("a column called like one", {"a": [1], "a[0]": 2}, "a[0]", ("a[0]",)),
    ("within an element", {"a": [{"b": 1}]}, "a[0].b", ("a", 0, "b")),
    ("no such key", {"a": {"b": 1}}, "a.c", None),
    ("no such element", {"a": [1]}, "a[1]", None),
    ("no end", {"a": [1]}, "a[" + "9" * 10_000 + "]", None),
    ("half a key", {"ab": {"c": 1}}, "a.c", None),
    ("a dot at the end", {"a": {"b": 1}}, "a.", None),
    ("a text has no inside", {"a": "b"}, "a.b", None),
    ("nothing", {"a": {"b": 1}}, "", None),
    ("a key of nothing", {"": 1}, "", ("",)),
])  # fmt: skip
def test_names_and_places(trap, row, name, place):
    assert find_place(row, name) == place


def test_nested_columns_in_files(tmp_path, capsys):
    """Lists of texts within, and whole answers of Parquet that become decimals with their type."""
    rows = [NESTED, NESTED | {"data": NESTED["data"] | {"question": STORY.replace("5", "6")}}]
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    options = [f"--{part}={name}" for part, name in PLACES.items()]
    expected = [perturb("noise", **PLACES).row(row) for row in rows]
    out = tmp_path / "out.parquet"
    status, _, err = numdiag(capsys, "perturb", tmp_path / "a.parquet", "--perturbation", "noise", *options, "--out", out)  # fmt: skip
    assert (status, err.splitlines()[1]) == (0, f"  data.question: {STORY[:60]!r}")
    assert read(out) == expected
    kind = parquet.read_schema(out).field("data").type
    assert kind.field("answer").type.field("value").type == pyarrow.float64()
    assert perturb_table(table, perturb("noise", **PLACES)).to_pylist() == expected
    data = Dataset.from_list(rows)
    with pytest.raises(DataError, match=r"column 'data.answer.value' holds whole numbers"):
        data.map(perturb("noise", **PLACES), batched=True)
    paragraphs = {"d": {"facts": ["Ann has 3 pens.", "Bo has 4."], "q": "How many of 7?"}}
    listed = made_of("type", paragraphs, question="d.q", context="d.facts")
    assert listed["d"]["facts"] == ["Ann has 3.0 pens.", "Bo has 4.0."]
    assert json.loads(listed["edits"])[1]["field"] == "d.facts[1]"
