"""DROP's scorer: what the official evaluator gives.

The figures of `CASES` are those of AllenNLP's ``drop_eval.py`` for these inputs.
"""

import pytest

from numdiag_datasets.scoring.drop import score_row

#: name, prediction, references, (exact match, F1)
CASES = [
    ("the same number", "4", ["4"], (1, 1)),
    ("numbers compare as floats", "4.0", ["4"], (1, 1)),
    ("a comma", "4,000", ["4000"], (1, 1)),
    ("a currency sign", "$4", ["4"], (1, 1)),
    ("a hyphen parts tokens, so the sign is lost", "-4", ["4"], (1, 1)),
    ("a number word is text", "four", ["4"], (0, 0)),
    ("a unit is a token more", "4 yards", ["4"], (0, 0.67)),
    ("a hyphenated unit too", "4-yard", ["4 yard"], (1, 1)),
    ("without the gold number nothing counts", "5 yards", ["4 yards"], (0, 0)),
    ("with it the rest counts in part", "4 points", ["4 yards"], (0, 0.5)),
    ("text without numbers counts in part", "Tom Brady", ["Brady"], (0, 0.67)),
    ("articles, case and punctuation", "The Patriots!", ["patriots"], (1, 1)),
    ("an article behind a hyphen is one", "a-team", ["team"], (1, 1)),
    ("a percent sign", "45%", ["45"], (1, 1)),
    ("a decimal without its zero", ".5", ["0.5"], (1, 1)),
    ("an exponent", "4e0", ["4"], (1, 1)),
    ("infinity is infinity", "1e999", ["inf"], (1, 1)),
    ("an underscore in a number", "1_000", ["1000"], (1, 1)),
    ("the best of several references", "7", ["4", "7"], (1, 1)),
    ("an empty reference does not count", "", ["", "4"], (0, 0)),
    ("no reference", "4", [], (0, 0)),
    ("nothing predicted", [], ["4"], (0, 0)),
    ("an empty prediction", "", ["4"], (0, 0)),
    ("two spans in any order", ["Brady", "Manning"], [["Manning", "Brady"]], (1, 1)),
    ("one of two spans", ["Brady"], [["Manning", "Brady"]], (0, 0.5)),
    ("one span too many", ["Brady", "Manning", "Vick"], [["Manning", "Brady"]], (0, 0.67)),
    ("the same span twice", ["Brady", "Brady"], [["Manning", "Brady"]], (0, 0.5)),
    ("spans are aligned one to one", ["Tom Brady", "Brady"], [["Brady", "Peyton Manning"]], (0, 0.5)),
    ("a list against one span", ["Brady", "Tom"], ["Tom Brady"], (0, 0.33)),
    ("one span against a list", "Tom Brady", [["Tom", "Brady"]], (0, 0.33)),
    ("numbers in spans", ["4 yards", "7 yards"], [["7 yards", "4 yards"]], (1, 1)),
    ("a date", "12 June 2009", ["12 June 2009"], (1, 1)),
    ("another day", "11 June 2009", ["12 June 2009"], (0, 0.67)),
    ("only white space", " \t ", ["4"], (0, 0)),
    ("a dash", "2-3", ["2"], (0, 0.67)),
]


@pytest.mark.parametrize(("name", "prediction", "answers", "official"), CASES, ids=[case[0] for case in CASES])
def test_cases(name, prediction, answers, official):
    scores = score_row(prediction, answers)
    assert (scores.exact_match, scores.f1) == official, name


@pytest.mark.parametrize("prediction", [
    "9" * 1_000_000, "9" * 4_999, "9**9**9", "().__class__", "(" * 100_000, "\0", "\u202e4", "nan",
    "1e999", "\ud800", ["4"] * 100_000,
], ids=lambda prediction: repr(prediction)[:20])  # fmt: skip
def test_hostile_predictions_are_wrong(prediction):
    assert score_row(prediction, ["4"]).exact_match == 0
    assert score_row(prediction, [["Manning", "Brady"]]).exact_match == 0
