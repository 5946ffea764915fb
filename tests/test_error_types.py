"""Errors of wrong answers: values of predictions, the error that a wrong answer has, and their counts."""

from fractions import Fraction

import pytest

from numdiag_datasets.scoring.error_types import count_errors, error_of, predicted_value
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.scored_rows import errors_of, matched, score_rows

ROW = {
    "id": "p",
    "group": "p",
    "status": "applied",
    "equation": "12 - 4",
    "answers": ["8"],
    "answer_type": "equation",
    "scale": "",
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
    assert count_errors([(Fraction(35), {})], [{}]) == {"wrong": 1}


def scored(*predictions):
    rows = [ROW | {"id": f"p{i}", "group": f"p{i}"} for i in range(len(predictions))]
    return score_rows("asdiv_a", rows, predictions)


def test_right_answers_have_no_error_and_each_stated_error_is_counted():
    assert errors_of(scored("8", "35", "7", "12 - 4", None)) == {"wrong": 3, "distractor_taken": 1, "order_ignored": 0}


def test_the_control_is_read_with_the_error_answers_of_the_attack():
    """A wrong answer to the control has the answer of an error by chance, as its row states none."""
    controls = score_rows(
        "asdiv_a", [ROW | {"id": f"p{i}", "group": f"p{i}", "error_answers": []} for i in range(3)], ["35", "9", "8"]
    )
    both = matched(scored("35", "35", "8"), controls)
    assert both is not None
    assert both.errors == {"wrong": 2, "distractor_taken": 2, "order_ignored": 0}
    assert both.other_errors == {"wrong": 2, "distractor_taken": 1, "order_ignored": 0}
