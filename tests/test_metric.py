"""The metric for `evaluate`: rows that it refuses."""

from contextlib import nullcontext

import pytest

from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER
from numdiag_datasets.scoring.evaluate_metric import checked, compute
from tests.harness_rows import rows_of


def test_the_metric_refuses_originals_under_the_name_of_an_attack(sample_release):
    rows = rows_of(sample_release, "asdiv_a")
    answers = [row["answers"][0] for row in rows]
    with pytest.raises(NumdiagError, match="all rows are originals"):
        compute("asdiv_a", answers, rows, config="asdiv_a-extra-attack")
    assert "|data:sample|" in compute("asdiv_a", answers, rows)["signature"]


def test_the_metric_refuses_rows_twice_and_rows_of_a_control(sample_release):
    attack, config = rows_of(sample_release, "gsm8k-extra-attack"), "gsm8k-extra-attack"
    control = rows_of(sample_release, "gsm8k-extra-control")
    for rows, message in (
        (attack * 2, "given twice"),
        (control, "rows of its control"),
        (attack[:3] * 2, "given twice"),
    ):
        answers = [row["answers"][0] for row in rows]
        with pytest.raises(NumdiagError, match=message):
            compute("gsm8k", *checked("gsm8k", answers, rows), config=config)
    both = [*attack, *control]
    configs = [config] * len(attack) + ["gsm8k-extra-control"] * len(control)
    answers = [row["answers"][0] for row in both]
    assert compute("gsm8k", *checked("gsm8k", answers, both), config=configs)["answer_accuracy"] == 100


@pytest.mark.parametrize(("trap", "change", "message"), [
    ("its own label", {}, ""),
    ("a turned label", {"label": 1}, "reference 0: label 1 is not that of 688 and 381"),
])  # fmt: skip
def test_the_metric_refuses_number_words_that_contradict_themselves(trap, change, message):
    row = {
        "text": "six hundred",
        "text_pair": "three hundred",
        "label": 0,
        "value": 688,
        "value_pair": 381,
        "stratum": "below_1000",
    }
    with pytest.raises(NumdiagError, match=message) if message else nullcontext():
        compute("number_words", *checked("number_words", [0], [row | change]))


@pytest.mark.parametrize(("trap", "change", "message"), [
    ("published answers may be rounded", {"equation": "10 / 3", "answers": ["3.33"]}, ""),
    ("another answer", {"equation": "10 / 3", "answers": ["3.5"]}, "reference 0: its answer '3.5' is not the value"),
    ("a second answer", {"equation": "10 / 4", "answers": ["2.5", "7"]}, "its answer '7' is not the value"),
    ("whole answers are exact", {"equation": "10 / 3", "answers": ["3"]}, "is not the value of its equation '10 / 3'"),
    ("a doubt that the release states", {"equation": "10 / 3", "answers": ["3.5"], "lints": [DOUBTFUL_ANSWER]}, ""),
    ("no equation", {"equation": "10 pens", "answers": ["3.5"]}, "reference 0"),
])  # fmt: skip
def test_the_metric_refuses_rows_that_contradict_themselves(sample_release, trap, change, message):
    row = rows_of(sample_release, "asdiv_a")[0] | {"lints": []} | change
    with pytest.raises(NumdiagError, match=message) if message else nullcontext():
        checked("asdiv_a", ["1"], [row])


@pytest.mark.parametrize("column", ["equation", "answers"])
def test_the_metric_refuses_rows_without_a_column_that_is_scored(sample_release, column):
    row = rows_of(sample_release, "asdiv_a")[0]
    for change in ({column: None}, {}):
        lacking = {key: value for key, value in row.items() if key != column} | change
        with pytest.raises(NumdiagError, match="reference 0"):
            checked("asdiv_a", ["1"], [lacking])


def test_the_metric_warns_as_score_does(sample_release):
    rows = rows_of(sample_release, "tatqa_a")
    answers = [{"answer": row["answers"], "scale": ""} for row in rows]
    with pytest.warns(UserWarning, match="no prediction has a `scale`"):
        compute("tatqa_a", *checked("tatqa_a", answers, rows))


@pytest.mark.parametrize("change", [{"status": "unchanged"}, {"edits": []}])
def test_the_metric_refuses_a_status_that_the_edits_contradict(sample_release, change):
    rows = [row | change for row in rows_of(sample_release, "asdiv_a-extra-attack") if row["edits"]]
    with pytest.raises(NumdiagError, match="reference 0: its status is"):
        checked("asdiv_a", ["1"] * len(rows), rows)
