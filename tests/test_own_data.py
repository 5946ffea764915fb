"""Data of one's own: any columns, and the original comes back."""

import json
import re
from fractions import Fraction

import pytest
from datasets import Dataset, Value

from numdiag_datasets import perturb, undo
from numdiag_datasets.core.configs import PERTURBATION_NAMES, ConfigError
from numdiag_datasets.core.problem import EditError
from numdiag_datasets.core.schema import RowError
from numdiag_datasets.own_data.columns import (
    ADDED,
    Columns,
    DataError,
    Options,
    UnusableError,
    choose_columns,
)
from numdiag_datasets.own_data.perturber import find_own_donors
from numdiag_datasets.own_data.row_conversion import (
    answer_like,
    to_problem,
)
from numdiag_datasets.texts.solution.annotated_steps import read_steps
from tests.own_rows import DONORS, ROWS, rows_of

# --- columns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "names", "columns"),
    [
        ("SVAMP", ["ID", "Body", "Question", "Equation", "Answer", "Type"],
         Columns("Question", ("Body",), "Equation", "Answer", "", "ID")),
        ("GSM8K", ["question", "answer"], Columns("question", (), "", "answer")),
        ("MAWPS", ["iIndex", "sQuestion", "lEquations", "lSolutions"],
         Columns("sQuestion", (), "lEquations", "lSolutions", "", "iIndex")),
        ("FinQA", ["id", "pre_text", "post_text", "table", "question", "answer"],
         Columns("question", ("pre_text", "post_text"), "", "answer", "table", "id")),
        ("SQuAD", ["id", "title", "context", "question", "answers"],
         Columns("question", ("context",), "", "answers", "", "id")),
        ("DROP", ["query_id", "passage", "question"], Columns("question", ("passage",), "", "", "", "query_id")),
    ],
)  # fmt: skip
def test_common_layouts_are_guessed(layout, names, columns):
    assert choose_columns(Options(), names, "verbosity") == columns


def test_what_is_said_wins_over_a_guess():
    names = ["question", "text", "facts", "answer"]
    options = Options(question="text", context=["facts"], answer="")
    assert choose_columns(options, names, "type") == Columns("text", ("facts",))
    assert choose_columns(Options(context=""), ["question", "context"], "type").context == ()
    assert choose_columns(Options(context="a, b"), ["question", "a", "b"], "type").context == (
        "a",
        "b",
    )


def test_a_column_that_was_named_is_nothing_else_by_guess():
    """ "story" is a usual name of a context."""
    chosen = choose_columns(Options(question="story"), ["story", "problem", "answer"], "type")
    assert (chosen.question, chosen.context) == ("story", ())


@pytest.mark.parametrize(
    ("written", "value", "answer"),
    [
        ("600 seats", "600", "612.5 seats"),
        ("12 square feet.", "12", "612.5 square feet."),
        ("$1,400", "1400", "$612.5"),
        ("€ 15", "15", "€ 612.5"),
        ("25%", "25", "612.5%"),
        ("-3", "-3", "612.5"),
        ("so it is 14. #### 14", "14", "612.5"),
        ("2 dozen", None, "612.5"),  # 24
        ("5 million", None, "612.5"),
        ("3 and a half", None, "612.5"),
        ("600 seats in 5 rows", None, "612.5"),
        ("about 600", None, "612.5"),
        ("3/4", None, "612.5"),
    ],
)
def test_an_answer_keeps_its_sign_and_its_unit(written, value, answer):
    row = {"question": "How many?", "answer": written}
    assert to_problem(row, Columns("question", answer="answer"), "type").answers == (
        (value,) if value else ()
    )
    assert answer_like(written, "612.5") == answer


@pytest.mark.parametrize(
    ("trap", "names", "options", "perturbation", "message"),
    [
        ("a column that is not there", ["question"], Options(equation="eq"), "noise", "no column 'eq'; there are 'question'"),
        ("no question", ["prompt", "label"], Options(), "type", "which column is the question? name it with --question"),
        ("answers to choose from", ["question", "answer", "options"], Options(), "noise",
         "which would be none of those to choose from (column 'options'); choose from language"),
        ("no answer", ["question", "equation"], Options(), "logic", "needs the column of the answer"),
        ("a table", ["question", "table", "equation", "answer"], Options(), "distribution", "not offered for data with a table"),
        ("one column twice", ["question", "equation", "answer"], Options(equation="answer", answer="answer"), "noise", "'answer' is named twice"),
        ("two questions", ["a", "b"], Options(question="a,b"), "type", "question: name one column, not a, b"),
        ("perturbed rows", ["question", *ADDED], Options(), "type", "are perturbed already; numdiag_datasets.undo"),
        ("a column of ours", ["question", "status"], Options(), "type", "a column 'status', and perturbing adds one"),
        ("a release", ["source_id", "question", *ADDED], Options(), "type", "load the config with the perturbation"),
    ],
)  # fmt: skip
def test_columns_that_cannot_be_used(trap, names, options, perturbation, message):
    with pytest.raises(DataError) as error:
        choose_columns(options, names, perturbation)
    assert message in str(error.value)


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trap", "equation", "answer", "read"),
    [
        ("as in SVAMP", "( 12.0 + 3.0 )", 15.0, "(12.0 + 3.0)"),
        ("as in MAWPS", ["X=(12+3)"], [15.0], "(12 + 3)"),
        ("with its result", "12+3=15", "15", "12 + 3"),
        ("commas and a currency", "1,200 + 34", "$1,234", "1200 + 34"),
        ("as in GSM8K", "12 + 3", "12 + 3 = <<12+3=15>>15.\n#### 15", "12 + 3"),
        ("rounded", "10 / 3", 3.33, "10 / 3"),
        ("negative", "3 - 12", -9, "3 - 12"),
        ("a whole answer is exact", "10 / 3", 3, "equation_disagrees"),
        ("does not give the answer", "12 + 3", 16, "equation_disagrees"),
        ("no arithmetic", "12 plus 3", 15, "equation_unreadable"),
        ("code", "__import__('os')", 15, "equation_unreadable"),
        ("division by zero", "12 / 0", 15, "equation_unreadable"),
        ("none", None, 15, "no_equation"),
        ("empty", "", 15, "no_equation"),
        ("an answer in words", "12 + 3", "fifteen", "answer_unreadable"),
        ("no number", "12 + 3", float("nan"), "answer_unreadable"),
        ("a truth value", "12 + 3", True, "answer_unreadable"),
    ],
)  # fmt: skip
def test_equations_and_answers(trap, equation, answer, read):
    row = {
        "question": "Ann has 12 pens and 3 caps. How many?",
        "equation": equation,
        "answer": answer,
    }
    columns = Columns("question", (), "equation", "answer")
    try:
        found = to_problem(row, columns, "noise").equation
    except UnusableError as error:
        found = str(error)
    assert found == read


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
def test_undo_gives_the_row_back(perturbation):
    """Texts, equation and answer, in the user's columns; the others are never touched."""
    made = rows_of(perturbation)
    assert [undo(row) for row in made] == ROWS
    assert {row["status"] for row in made} <= {"applied", "unchanged"}
    for row, original in zip(made, ROWS, strict=True):
        assert list(row) == [*original, *ADDED]
        assert row["Note"] == original["Note"]
        assert (row["status"] == "applied") == bool(json.loads(row["edits"]))


def test_equation_and_answer_change_with_the_text():
    made = rows_of("noise")
    assert [row["reason"] for row in made] == ["", "", "no_integral_operand", "equation_disagrees"]
    left, right = made[0]["Equation"].strip("()").split(" + ")
    assert left in made[0]["Body"]
    assert right in made[0]["Body"]
    assert made[0]["Answer"] == pytest.approx(float(left) + float(right))
    whole = rows_of("distribution", [ROWS[0] | {"Answer": 15}, ROWS[3] | {"Answer": 22}])
    assert [type(row["Answer"]) for row in whole] == [float, float]  # one column, one type
    assert undo(whole[0])["Answer"] == 15


def test_a_story_in_one_column_is_cut_before_its_question():
    """GSM8K and MAWPS have no context; edits are in the one column."""
    row = {"question": "Ann has 12 pens. Bo has 3 pens. How many pens do they have in all?"}
    made = perturb("extra", donors=DONORS[4:]).row(row)
    assert made["question"] == "A baker sold 9 cakes. " + row["question"]
    (ordered,) = rows_of("order", [row])
    assert (
        ordered["question"] == "Bo has 3 pens. Ann has 12 pens. How many pens do they have in all?"
    )
    (wordy,) = rows_of("language", [{"question": "Ann has 12 pens.  How many more than 3?"}])
    assert wordy["question"] == "Ann has twelve pens.  How many more than three?"
    assert undo(wordy)["question"] == "Ann has 12 pens.  How many more than 3?"


def test_several_columns_and_lists_of_paragraphs():
    row = {"pre_text": ["In 2019 we had 40 stores.", "Rent was $7."], "post_text": ["We closed 3 stores."],
           "table": [["a", "12"], ["b", None]], "question": "How many of 40 are left?"}  # fmt: skip
    (made,) = rows_of("type", [row])
    assert made["pre_text"] == ["In 2019 we had 40.0 stores.", "Rent was $7.0."]
    assert made["post_text"] == ["We closed 3.0 stores."]
    assert made["table"] == row["table"]
    fields = [edit["field"] for edit in json.loads(made["edits"])]
    assert fields == ["pre_text[0]", "pre_text[1]", "post_text[0]", "question"]
    assert undo(made) == row


def test_the_form_of_equation_and_answer_is_kept():
    row = {
        "sQuestion": "Ann has 12 pens and 3 caps. How many?",
        "lEquations": ["X=(12+3)"],
        "lSolutions": [15.0],
    }
    (made,) = rows_of("distribution", [row])
    assert made["lEquations"][0].startswith("X=(")
    assert isinstance(made["lSolutions"][0], float)
    assert undo(made) == row
    (text,) = rows_of(
        "noise", [{"question": row["sQuestion"], "equation": "12 + 3", "answer": "15"}]
    )
    assert isinstance(text["answer"], str)


def test_draws_depend_on_the_row_alone():
    """Neither on its place, nor on its neighbours, nor, with an id, on another column."""
    alone = [rows_of("verbosity", [row])[0] for row in reversed(ROWS)]
    assert alone[::-1] == rows_of("verbosity")
    assert rows_of("verbosity", seed=2) != rows_of("verbosity")
    without = [{key: row[key] for key in ("Body", "Question")} for row in ROWS]
    assert rows_of("verbosity", without[:1]) == rows_of("verbosity", without)[:1]


@pytest.mark.parametrize(
    ("trap", "column", "value", "message"),
    [
        ("a number as text", "Body", 12, "column 'Body' holds int '12' where a text is expected"),
        ("a list with a number", "Body", ["a", 3], "column 'Body' holds a list with int '3'"),
        ("a list as question", "Question", ["a"], "column 'Question' holds list"),
    ],
)
def test_mixed_types_are_named(trap, column, value, message):
    with pytest.raises(DataError, match=re.escape(message)):
        rows_of("type", [ROWS[0] | {column: value}])


def test_a_missing_text_is_no_text():
    (made,) = rows_of("type", [ROWS[0] | {"Body": None}])
    assert (made["Body"], made["reason"]) == (None, "no_integer")


def test_an_edited_row_cannot_be_undone():
    made = rows_of("type")[0]
    with pytest.raises(EditError):
        undo(made | {"Body": "Ann has 13.0 pens."})
    with pytest.raises(EditError, match="no column is called 'Body'"):
        undo({key: value for key, value in made.items() if key != "Body"})


@pytest.mark.parametrize(
    ("trap", "edits"),
    [
        ("half a JSON", '[{"field": '),
        ("a text", "none"),
        ("no list", {"field": "Body"}),
        ("an edit without a place", [{"field": "Body", "before": "1", "after": "2"}]),
        ("numbers", [1]),
        ("nothing", None),
        ("numbers in JSON", "7"),
    ],
)
def test_damaged_edits_are_told(trap, edits):
    made = rows_of("type")[0]
    with pytest.raises(RowError, match="column 'edits' holds"):
        undo(made | {"edits": edits})


def test_a_row_without_edits_is_told():
    with pytest.raises(RowError, match="has no column 'edits'; it has ID"):
        undo(ROWS[0])


# --- the function ---------------------------------------------------------------------------------


def test_map_gives_the_same_rows_whatever_the_batches():
    """A column has one type from the first batch on, even if nothing is edited in it."""
    plain = {
        "ID": "p",
        "Body": "Some cats sleep.",
        "Question": "How many?",
        "Equation": "1",
        "Answer": 1,
        "Note": "",
    }
    data = Dataset.from_list([plain] * 4 + [row | {"Answer": int(row["Answer"])} for row in ROWS])
    function = perturb("noise", seed=3)
    with pytest.raises(DataError, match=r"cast_column\(\"Answer\", Value\(\"float64\"\)\) first"):
        data.map(function, batched=True)
    data = data.cast_column("Answer", Value("float64"))
    small = data.map(function, batched=True, batch_size=2)
    assert small[:] == data.map(function, batched=True, batch_size=100)[:]
    assert list(data.to_iterable_dataset().map(function, batched=True, batch_size=3)) == list(small)
    assert [row["status"] for row in small] == ["unchanged"] * 4 + ["applied"] * 2 + [
        "unchanged"
    ] * 2
    assert [undo(row) for row in small] == list(data)


def test_what_the_function_is_asked_for_must_exist():
    with pytest.raises(ConfigError, match="unknown perturbation 'nois'; choose from language"):
        perturb("nois")
    with pytest.raises(DataError, match=r"give donors=, some rows of the same data"):
        perturb("extra")
    with pytest.raises(DataError, match="none of these rows has one"):
        perturb("extra", donors=[{"question": "How many are there?"}])
    assert [donor.text for donor in find_own_donors(DONORS, Options(), "extra")][
        -1
    ] == "A baker sold 9 cakes."


# --- worked solutions, and answers to choose from --------------------------------------------------

SOLVED = {
    "question": "A box holds 12 pens. Ann has 5 boxes. She sells each pen for $2. How much does she earn?",
    "answer": "She has 12*5=<<12*5=60>>60 pens.\nShe earns 60*2=$<<60*2=120>>120.\n#### 120",
}


def test_annotations_are_the_equation():
    """No equation is named: the steps of the answer are worked out again, and told in its words."""
    made = perturb("noise").row(SOLVED)
    assert made["status"] == "applied"
    steps = read_steps(made["answer"], Fraction(made["answer"].rpartition("#### ")[2]))
    assert len(steps) == 2
    assert made["answer"] != SOLVED["answer"]
    assert undo(made) == SOLVED


@pytest.mark.parametrize(
    ("trap", "row", "status", "reason"),
    [
        ("a solution without steps", {"question": "3 pens and 4. How many?", "answer": "7\n#### 7"}, "unchanged", "no_annotation"),
        ("a solution with an unknown number", SOLVED | {"answer": "<<12*6=72>>72\n#### 72"}, "unchanged", "operand_in_no_text"),
        ("answers to choose from in the text", SOLVED | {"question": f"{SOLVED['question']}\nA) 12 B) 120 C) 5"}, "unchanged", "has_options"),
    ],
)  # fmt: skip
def test_solutions_that_stay(trap, row, status, reason):
    made = perturb("noise").row(row)
    assert (made["status"], made["reason"]) == (status, reason)


def test_an_answer_without_steps_needs_an_equation():
    with pytest.raises(DataError, match="needs the column of the equation"):
        perturb("noise").row({"question": "3 pens and 4. How many?", "answer": 7})


@pytest.mark.parametrize("options", ["\nA) 12 B) 120 C) 5", " Answer Choices: (A) 12 (B) 120"])
@pytest.mark.parametrize("perturbation", ["language", "type", "verbosity"])
def test_answers_to_choose_from_stay_as_they_are(options, perturbation):
    made = perturb(perturbation).row({"question": SOLVED["question"] + options})
    assert made["status"] == "applied"
    assert made["question"].endswith(options)


def test_big_bench_names_are_known():
    columns = choose_columns(Options(), ["input", "target"], "type")
    assert (columns.question, columns.answer) == ("input", "target")
