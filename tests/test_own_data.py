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
from numdiag_datasets.own_data.columns import ADDED, Columns, DataError, choose_columns
from numdiag_datasets.texts.solution.annotated_steps import read_steps
from tests.own_rows import DONORS, ROWS, rows_of


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
    ("no question", "prompt label", {}, "type", "which column is the question? name it with --question; there are 'prompt', 'label'"),
    ("answers to choose from", "question answer options", {}, "noise",
     "which would be none of those to choose from (column 'options'); choose from language"),
    ("no answer", "question equation", {}, "logic", "needs the column of the answer"),
    ("a table", "question table equation answer", {}, "distribution", "not offered for data with a table"),
    ("one column twice", "question equation answer", {"equation": "answer", "answer": "answer"}, "noise", "'answer' is named twice"),
    ("two questions", "a b", {"question": "a,b"}, "type", "question: name one column, not a, b"),
    ("perturbed rows", " ".join(("question", *ADDED)), {}, "type", "numdiag_datasets.undo(row) takes it back"),
    ("a column of ours", "question status", {}, "type", "a column 'status', and perturbing adds one"),
    ("a release", " ".join(("source_id", "question", *ADDED)), {}, "type", "such as asdiv_a-type-attack"),
    ("a question within messages", "question messages", {"question": "question", "messages": "messages"}, "type", "the question stands in the turns"),
    ("a context within messages", "passage messages", {"context": "passage", "messages": "messages"}, "type", "the context stands in the turns"),
    ("neither", "messages", {"messages": ""}, "type", "which column is the question?"),
    ("names of two things", "question facts facts[0]", {"context": "facts"}, "type",
     "'facts[0]' names a column and an element of column 'facts'; rename one"),
])  # fmt: skip
def test_columns_that_cannot_be_used(trap, names, choice, perturbation, message):
    with pytest.raises(DataError, match=re.escape(message)):
        chosen(names.split(), perturbation, **choice)


QUESTION = "Ann has 12 pens and 3 caps. How many?"


@pytest.mark.parametrize(("trap", "equation", "answer", "reason"), [
    ("as in SVAMP", "( 12.0 + 3.0 )", 15.0, ""),
    ("as in MAWPS", ["X=(12+3)"], [15.0], ""),
    ("with its result", "12+3=15", "15", ""),
    ("as in GSM8K", "12 + 3", "12 + 3 = <<12+3=15>>15.\n#### 15", ""),
    ("other signs", "12 × 3", "36", ""),
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


@pytest.mark.parametrize(("written", "form"), [
    ("15 square feet.", r"[\d.]+ square feet\."),
    ("$15", r"\$[\d.]+"),
    ("€ 15", r"€ [\d.]+"),
    ("15%", r"[\d.]+%"),
    ("so it is 15. #### 15", r"[\d.]+"),
])  # fmt: skip
def test_an_answer_keeps_its_sign_and_its_unit(written, form):
    made = perturb("noise").row({"question": QUESTION, "equation": "12 + 3", "answer": written})
    assert re.fullmatch(form, made["answer"])
    assert made["answer"] != written


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


def test_equation_and_answer_change_with_the_text():
    made = rows_of("noise")
    assert [row["reason"] for row in made] == ["", "", "no_integral_operand", "equation_disagrees"]
    left, right = made[0]["Equation"].strip("()").split(" + ")
    assert left in made[0]["Body"]
    assert right in made[0]["Body"]
    assert made[0]["Answer"] == pytest.approx(float(left) + float(right))
    whole = rows_of("distribution", [ROWS[0] | {"Answer": 15}, ROWS[3] | {"Answer": 22}])
    assert [type(row["Answer"]) for row in whole] == [float, float]  # one column, one type


def test_a_story_in_one_column_is_cut_before_its_question():
    """GSM8K and MAWPS have no context; edits are in the one column."""
    row = {"question": "Ann has 12 pens. Bo has 3 pens. How many pens do they have in all?"}
    made = perturb("extra", donors=DONORS[4:]).row(row)
    assert made["question"] == "A baker sold 9 cakes. " + row["question"]
    (ordered,) = rows_of("order", [row])
    assert ordered["question"] == "Bo has 3 pens. Ann has 12 pens. How many pens do they have in all?"
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
    without = [{key: row[key] for key in ("Body", "Question")} for row in ROWS]
    assert rows_of("verbosity", without[:1]) == rows_of("verbosity", without)[:1]


@pytest.mark.parametrize(("trap", "column", "value", "message"), [
    ("a number as text", "Body", 12, "column 'Body' holds int '12' where a text is expected"),
    ("a list with a number", "Body", ["a", 3], "column 'Body[1]' holds int '3'"),
    ("a list as question", "Question", ["a"], "column 'Question' holds list"),
    ("a text as table", "table", "x", "column 'table' holds str 'x' where rows of cells are expected"),
])  # fmt: skip
def test_mixed_types_are_named(trap, column, value, message):
    with pytest.raises(DataError, match=re.escape(message)):
        rows_of("type", [ROWS[0] | {column: value}])


def test_a_missing_text_is_no_text():
    (made,) = rows_of("type", [ROWS[0] | {"Body": None}])
    assert (made["Body"], made["reason"]) == (None, "no_integer")


@pytest.mark.parametrize(("trap", "change", "error", "message"), [
    ("another text", {"Body": "Ann has 13.0 pens."}, EditError, "is not at"),
    ("a number", {"Body": 3}, EditError, "'Body' holds 3, and only texts can be edited"),
    ("half a JSON", {"edits": '[{"field": '}, RowError, "column 'edits' holds"),
    ("no list", {"edits": {"field": "Body"}}, RowError, "column 'edits' holds"),
    ("an edit without a place", {"edits": [{"field": "Body", "before": "1", "after": "2"}]}, RowError, "column 'edits' holds"),
    ("numbers in JSON", {"edits": "7"}, RowError, "column 'edits' holds"),
    ("nothing", {"edits": None}, RowError, "column 'edits' holds"),
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


@pytest.mark.parametrize(("trap", "row", "reason"), [
    ("no steps", {"question": "3 pens and 4. How many?", "answer": "7\n#### 7"}, "no_annotation"),
    ("an unknown number", SOLVED | {"answer": "<<12*6=72>>72\n#### 72"}, "operand_in_no_text"),
    ("options in the text", SOLVED | {"question": f"{STORY}\nA) 12 B) 120 C) 5"}, "has_options"),
])  # fmt: skip
def test_solutions_that_stay(trap, row, reason):
    made = perturb("noise").row(row)
    assert (made["status"], made["reason"]) == ("unchanged", reason)


def test_an_answer_without_steps_needs_an_equation():
    with pytest.raises(DataError, match="needs the column of the equation"):
        perturb("noise").row({"question": "3 pens and 4. How many?", "answer": 7})


@pytest.mark.parametrize("options", ["\nA) 12 B) 120 C) 5", " Answer Choices: (A) 12 (B) 120"])
@pytest.mark.parametrize("perturbation", ["language", "type", "verbosity"])
def test_answers_to_choose_from_stay_as_they_are(options, perturbation):
    made = perturb(perturbation).row({"question": STORY + options})
    assert made["status"] == "applied"
    assert made["question"].endswith(options)
