"""Errors of wrong answers: values of predictions, the error that a wrong answer has, and their counts."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.scoring.error_baselines import answers_per_row, errors_of_other_rows
from numdiag_datasets.scoring.error_types import count_errors, error_of, predicted_value, types_of
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.scored_rows import errors_of, matched, score_rows
from tests.commands import printed, refused

ROW = {
    "id": "p",
    "group": "p",
    "status": "applied",
    "equation": "12 - 4",
    "answers": ["8"],
    "answer_type": "equation",
    "scale": "",
    "context": [],
    "table": [],
    "question": "How many?",
    "error_answers": [
        {"error": "distractor_taken", "answer": "35"},
        {"error": "distractor_taken", "answer": "-43"},
        {"error": "order_ignored", "answer": "35.00005"},
    ],
}


@pytest.mark.parametrize(("prediction", "value"), [
    ("35", 35),
    ("90 - 55", 35),
    ("$1,048", 1048),
    ("48%", 48),
    ("-43", -43),
    ("2.5", Fraction(5, 2)),
    (35, 35),
    ("35 pens", None),
    ("1 / 0", None),
    ("", None),
    (None, None),
    (["3", "5"], None),
])  # fmt: skip
def test_the_value_of_a_prediction(prediction, value):
    assert predicted_value(to_prediction(prediction)) == value


#: (the predicted number, its scale, the type): the answer is 91 million, and the table has 91
SCALES = [
    ("91", "thousand", "power_of_ten"),
    ("91", "", "number_copied"),
    ("91", "percent", "power_of_ten"),
    ("92", "million", "near"),
    ("92000", "thousand", "near"),
    ("8", "million", "number_copied"),
    ("8000", "thousand", "number_copied"),
    ("80", "million", "other"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "scale", "expected"), SCALES)
def test_values_are_compared_in_the_scale_of_the_answer(number, scale, expected):
    row = {"id": "a", "group": "a", "equation": "", "answers": ["91"], "answer_type": "arithmetic", "scale": "million",
           "context": ["8 of them"], "table": [["91"]], "question": "?"}  # fmt: skip
    (scored,) = score_rows("tatqa_a", [row], [to_prediction({"answer": number, "scale": scale})])
    assert not scored.is_right
    assert next(iter(errors_of([scored]).items())) == ("wrong", 1)
    assert errors_of([scored])[expected] == 1


@pytest.mark.parametrize(("value", "error"), [
    (35, "distractor_taken"),  # the first that fits
    (-43, "distractor_taken"),
    (Fraction("34.99995"), "distractor_taken"),  # as exact as answers are scored
    (36, ""),
    (None, ""),
])  # fmt: skip
def test_the_error_of_a_wrong_answer(value, error):
    assert error_of(value, ROW) == error


def test_rows_of_older_releases_state_no_errors():
    assert error_of(Fraction(35), {}) == ""
    assert count_errors(["near", ""], [{}]) == {"wrong": 2, "near": 1}


@pytest.mark.parametrize(("trap", "equation", "answer", "text", "value", "expected"), [
    ("another operator", "12 - 4", "8", "12 pens and 4 caps", 16, "other_operation"),
    ("also in one of several steps", "(12 + 4) * 3", "48", "", 24, "other_operation"),
    ("the other way round", "4 / 12", "0.33", "", 3, "reversed"),
    ("another operator comes first", "12 - 12", "0", "", 1, "other_operation"),
    ("the last step is missing", "(12 + 4) * 30", "480", "", 16, "operand_left_out"),
    ("the first operand is missing", "7 - (3 + 2)", "2", "", 4, "operand_left_out"),
    ("a number of the text", "12 * 4", "48", "12 pens, 4 caps and 31 figs", 31, "number_copied"),
    ("in words", "12 * 4", "48", "twelve pens, 4 caps and thirty-one figs", 31, "number_copied"),
    ("a zero too many", "12 * 4", "48", "", 480, "power_of_ten"),
    ("the point is lost", "1.2 * 4", "4.8", "", 48, "power_of_ten"),
    ("nothing is no lost digit", "12 * 4", "48", "", 0, "other"),
    ("a hundredth, but not of the digits", "12 * 4", "48", "", Fraction(47, 100), "other"),
    ("a lost magnitude", "12 * 4", "48000000", "", 48, "power_of_ten"),
    ("a minus too many", "12 * 4", "48", "", -48, "sign"),
    ("within 2%", "120 * 4", "480", "", 485, "near"),
    ("one of three digits", "12 * 14", "168", "", 178, "near"),
    ("one of two digits is another number", "12 * 4", "48", "", 47, "other"),
    ("no number", "12 * 4", "48", "", None, "unreadable"),
    ("an original without an equation", "", "48", "31 figs", 31, "number_copied"),
])  # fmt: skip
def test_the_type_of_a_wrong_answer(trap, equation, answer, text, value, expected):
    row = {"answers": [answer], "equation": equation, "context": [text], "table": [], "question": "How many?"}
    assert types_of(None if value is None else Fraction(value), row)[0] == expected, trap


#: (the trap, the right equation, the predicted one, its type by structure)
STRUCTURES = [
    ("the other way round, not a sign", "12 - 8", "8 - 12", "reversed"),
    ("a quotient the other way round", "12 / 8", "8 / 12", "reversed"),
    ("one step of two the other way round", "30 - (12 - 8)", "30 - (8 - 12)", "reversed"),
    ("another operator", "12 - 8", "12 + 8", "other_operation"),
    ("another operator, written the other way round", "12 - 8", "8 / 12", "other_operation"),
    ("another operator and a zero result", "12 - 12", "12 / 12", "other_operation"),
    ("the value of another operation by chance", "3 * 2", "10 / 2", "other"),
    ("the value of the other way round by chance", "12 - 8", "1 - 5", "other"),
    ("a part of the equation", "(12 + 4) * 30", "12 + 4", "operand_left_out"),
    ("the part in another order", "(12 + 4) * 30", "4 + 12", "operand_left_out"),
    ("the first operand left out", "(12 + 4) * 30", "4 * 30", "operand_left_out"),
    ("the middle one left out", "12 + 4 + 30", "12 + 30", "operand_left_out"),
    ("the rounding left out", "ceil(13 / 4)", "13 / 4", "operand_left_out"),
    ("the value of a part by chance", "(12 + 4) * 30", "20 - 4", "other"),
    ("the brackets lost: no other operator", "(12 + 4) * 3", "12 + 4 * 3", "other"),
    ("a value in the text by chance", "12 - 8", "40 - 9", "other"),
    ("near by chance", "120 * 4", "400 + 85", "other"),
    ("ten times by chance", "12 * 4", "500 - 20", "other"),
    ("no value", "12 / 8", "12 / 0", "other"),
    ("no value, but a part has one", "12 / (8 - 3)", "12 / (8 - 8)", "other"),
    ("a number alone is a value", "12 - 8", "31", "number_copied"),
    ("a negative number alone is a value", "12 * 4", "-48", "sign"),
    ("both sides", "12 - 8", "8 - 12 = -4", "reversed"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "equation", "predicted", "expected"), STRUCTURES)
def test_the_type_of_a_predicted_equation_is_that_of_its_structure(trap, equation, predicted, expected):
    answer = str(float(parse_equation(equation).value()))
    row = ROW | {"equation": equation, "answers": [answer], "context": ["31 pens"], "error_answers": []}
    (scored,) = score_rows("asdiv_a", [row], [predicted])
    assert not scored.is_right
    assert list(errors_of([scored])) == ["wrong", expected], trap


#: (the trap, the error of the row, text before and after the edit, the predicted equation, its type); the answer is 12 - 4
INSERTIONS = [
    ("used in a way without an error answer", "inserted_number_used", "", "Lena fed 9 goats. ", "12 * 9", "inserted_number_used"),
    ("in words", "inserted_number_used", "", "Lena fed nine goats. ", "12 * 9", "inserted_number_used"),
    ("used beside both operands", "inserted_number_used", "", "Lena fed 9 goats. ", "12 - 4 - 9", "inserted_number_used"),
    ("one of several inserted numbers", "inserted_number_used", "", "Lena fed 9 goats and 7 cows. ", "12 - 7", "inserted_number_used"),
    ("not the inserted number", "inserted_number_used", "", "Lena fed 9 goats. ", "12 + 4", "other_operation"),
    ("the value of an error answer by chance", "inserted_number_used", "", "Lena fed 9 goats. ", "40 - 5", "other"),
    ("the inserted number is an operand as well", "inserted_number_used", "", "Lena fed 4 goats. ", "4 - 12", "reversed"),
    ("the inserted number was in the text before", "inserted_number_used", "", "Lena fed 31 goats. ", "31 - 12", "other"),
    ("a distractor", "distractor_taken", "12", "12 (not 47)", "47 * 4", "distractor_taken"),
    ("a distractor without its operand's place", "distractor_taken", "12", "12 (not 47)", "12 + 47", "distractor_taken"),
    ("the number that the edit repeats", "distractor_taken", "12", "12 (not 47)", "12 * 12", "other"),
    ("other errors come from the value", "original_answer", "5", "12", "30 + 5", "original_answer"),
    ("new numbers of another edit are no distractors", "original_answer", "5", "12", "47 - 31", "other"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "error", "before", "after", "predicted", "expected"), INSERTIONS)
def test_an_equation_with_an_inserted_number_uses_it(trap, error, before, after, predicted, expected):
    row = ROW | {
        "context": [f"{after or before} pens, 4 caps and 31 figs for {12 if not before else 'her'}."],
        "edits": [{"field": "context[0]", "start": 0, "before": before, "after": after}],
        "error_answers": [{"error": error, "answer": "35"}],
    }
    (scored,) = score_rows("asdiv_a", [row], [predicted])
    counted = {name for name, count in errors_of([scored]).items() if count and name != "wrong"}
    assert counted == {expected}, trap


def test_the_error_answers_of_the_row_come_first():
    """The answer to the original question of a reversed logic question is a number of the text as well."""
    row = ROW | {"context": ["35 pens"], "table": [], "question": ""}
    assert types_of(Fraction(35), row) == ["distractor_taken", "number_copied"]


@given(st.fractions(), st.sampled_from(["12 - 4", "12 / 4", "(1 + 2) * 3", ""]))
def test_every_value_has_a_type(value, equation):
    row = {"answers": ["8"], "equation": equation, "context": ["12 pens and 4 caps"], "table": [["7"]], "question": "?"}
    assert types_of(value, row)


def scored(*predictions):
    rows = [ROW | {"id": f"p{i}", "group": f"p{i}"} for i in range(len(predictions))]
    return score_rows("asdiv_a", rows, predictions)


def test_right_answers_have_no_error_and_each_stated_error_is_counted():
    assert errors_of(scored("8", "35", "7", "12 - 4", None)) == {
        "wrong": 3, "distractor_taken": 1, "order_ignored": 0, "unreadable": 1, "other": 1,
    }  # fmt: skip


def test_the_control_is_read_with_the_error_answers_of_the_attack():
    """A wrong answer to the control has the answer of an error by chance, as its row states none."""
    controls = score_rows(
        "asdiv_a", [ROW | {"id": f"p{i}", "group": f"p{i}", "error_answers": []} for i in range(3)], ["35", "9", "8"]
    )
    both = matched(scored("35", "35", "8"), controls)
    assert both is not None
    assert both.errors == {"wrong": 2, "distractor_taken": 2, "order_ignored": 0}
    assert both.other_errors == {"wrong": 2, "distractor_taken": 1, "order_ignored": 0}


#: (answers under attack, answers to the control, p-value of distractor_taken): 2 * 0.5 ** n for n rows of one direction
CHANCES = [
    (["35"] * 6, ["8"] * 6, 2 / 64),
    (["35"] * 6, ["9"] * 6, 2 / 64),  # wrong in another way
    (["35"] * 6, ["35"] * 6, 1),
    (["35"] * 6, ["35"] * 3 + ["8"] * 3, 2 / 8),
    (["8"] * 6, ["35"] * 6, 2 / 64),
]  # fmt: skip


@pytest.mark.parametrize(("attacked", "controls", "chance"), CHANCES)
def test_errors_are_compared_with_those_of_the_control_row_by_row(attacked, controls, chance):
    both = matched(scored(*attacked), scored(*controls))
    assert both is not None
    assert both.p_values == {"distractor_taken": pytest.approx(chance)}


def test_a_control_whose_right_answer_is_an_error_answer_is_left_out():
    """Whoever is right there would be counted as without the error, and whoever makes the error could not show it."""
    controls = [
        ROW | {"id": f"p{i}", "group": f"p{i}", "equation": "", "answers": [right]}
        for i, right in enumerate(["35", "8"])
    ]
    both = matched(scored("35", "35"), score_rows("asdiv_a", controls, ["9", "9"]))
    assert both is not None
    assert both.other["answer_accuracy"].rows == 2
    assert both.errors == {"wrong": 1, "distractor_taken": 1, "order_ignored": 0}
    assert both.other_errors == {"wrong": 1, "distractor_taken": 0, "order_ignored": 0}
    assert both.p_values == {"distractor_taken": 1}


#: (the trap, rows as (right answer, error answers, prediction, group), wrong answers with other rows, hits expected)
OTHERS = [
    ("one of two other rows", [("8", ["35"], "35", "a"), ("9", ["35"], "9", "b"), ("7", ["40"], "7", "c")], 1, 0.5),
    ("its own row does not count", [("8", ["35"], "35", "a"), ("9", ["40"], "9", "b")], 1, 0),
    ("nor does its text", [("8", ["35"], "35", "a"), ("9", ["35"], "9", "a"), ("7", ["40"], "7", "c")], 1, 0),
    ("rows of another size", [("8", ["40"], "35", "a"), ("90", ["35"], "90", "b"), ("7", ["35"], "7", "c")], 1, 1),
    ("decimals are no size", [("8", ["40"], "35", "a"), ("7.25", ["35"], "7.25", "b")], 1, 1),
    ("no row of its size", [("8", ["35"], "35", "a"), ("90", ["35"], "90", "b")], 0, 0),
    ("unreadable answers hit nothing", [("8", ["35"], None, "a"), ("9", ["35"], "9", "b")], 1, 0),
    ("any of several error answers", [("8", ["40"], "35", "a"), ("9", ["30", "35"], "9", "b")], 1, 1),
    ("rows that state none", [("8", ["40"], "35", "a"), ("9", [], "9", "b"), ("7", ["35"], "7", "c")], 1, 1),
    ("two wrong answers", [("8", ["35"], "40", "a"), ("9", ["40"], "35", "b")], 2, 2),
    ("as exact as answers are scored", [("8", ["40"], "35.00001", "a"), ("9", ["35"], "9", "b")], 1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "rows", "wrong", "hits"), OTHERS, ids=[case[0] for case in OTHERS])
def test_without_a_control_the_baseline_is_the_error_answers_of_other_rows(trap, rows, wrong, hits):
    made = [
        ROW | {"id": f"p{i}", "group": group, "equation": "", "answers": [right],
               "error_answers": [{"error": "order_ignored", "answer": each} for each in errors]}
        for i, (right, errors, _, group) in enumerate(rows)
    ]  # fmt: skip
    scored_rows = score_rows("asdiv_a", made, [prediction for _, _, prediction, _ in rows])
    for ordered in (scored_rows, scored_rows[::-1]):
        found = errors_of_other_rows(ordered)
        assert found.get("wrong", 0) == wrong
        assert found.get("order_ignored", 0) == pytest.approx(hits)


def test_the_number_of_error_answers_is_a_mean_over_all_rows():
    rows = score_rows("asdiv_a", [ROW | {"id": "p0"}, ROW | {"id": "p1", "error_answers": []}], ["8", "8"])
    assert answers_per_row(rows) == {"distractor_taken": 1, "order_ignored": 0.5}


@pytest.mark.parametrize(("config", "baseline"), [("verbosity", "control"), ("logic", "other rows")])
def test_the_table_names_the_baseline(capsys, sample_release, tmp_path, config, baseline):
    manifest = read_manifest(sample_release)
    for name in ("asdiv_a", f"asdiv_a-{config}-attack", f"asdiv_a-{config}-control"):
        if name in manifest.configs:
            rows = read_rows(sample_release, manifest.configs[name]["test"])
            given = [(row["id"], ([e["answer"] for e in row["error_answers"]] or ["-99"])[0]) for row in rows]
            (tmp_path / f"{name}.jsonl").write_text(
                "".join(json.dumps({"id": id_, "prediction": value}) + "\n" for id_, value in given)
            )
    out = tmp_path / "made.json"
    arguments = ("--predictions", tmp_path, "--dir", sample_release, "--system", "m", "--out", out)
    assert f"({baseline})" in printed(capsys, "score", *arguments)
    printed(capsys, "report", out, "--out", tmp_path / "report")
    assert f"; {baseline} " in (tmp_path / "report" / "report.md").read_text()


def test_without_errors_nothing_is_compared():
    both = matched(scored("8", "9"), scored("9", "8"))
    assert both is not None
    assert both.p_values == {}


@pytest.fixture(scope="module")
def predictions(sample_release, tmp_path_factory):
    """Every answer is the first error answer of its row, or right where none is stated."""
    manifest = read_manifest(sample_release)
    rows = read_rows(sample_release, manifest.configs["asdiv_a-verbosity-attack"]["test"])
    path = tmp_path_factory.mktemp("predictions") / "asdiv_a-verbosity-attack.jsonl"
    given = [(row["id"], ([e["answer"] for e in row["error_answers"]] or row["answers"])[0]) for row in rows]
    path.write_text("".join(json.dumps({"id": id_, "prediction": value}) + "\n" for id_, value in given))
    return path


def test_wrong_answers_are_listed_with_what_the_model_wrote(capsys, sample_release, predictions):
    show = ("show", "asdiv_a-verbosity-attack", "--dir", sample_release, "--rows", 1, "--predictions", predictions)
    text = printed(capsys, *show, "--error", "distractor_taken")
    (answer,) = re.findall(r"predicted: (\S+) \(distractor taken", text)
    assert re.search(rf"distractor taken: (?:\S+, )*{re.escape(answer)}", text)
    assert printed(capsys, *show) == text  # all wrong answers are of this type
    refused(capsys, "has no wrong answer of type 'near'", *show, "--error", "near")
    of_another = ("show", "asdiv_a-extra-attack", *show[2:])
    refused(capsys, "has the name of the config asdiv_a-verbosity-attack", *of_another)


def test_an_error_without_predictions_and_labels_are_refused(capsys, sample_release, predictions):
    said = refused(
        capsys, "unknown type 'nearly'; choose from", "show", "asdiv_a", "--dir", sample_release, "--error", "nearly"
    )
    assert "distractor_taken, " in said
    assert ", near, " in said
    refused(capsys, "--error needs --predictions", "show", "asdiv_a", "--dir", sample_release, "--error", "near")
