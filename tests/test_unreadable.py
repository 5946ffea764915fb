"""Answers that could not be read: they score as wrong, and every result counts them."""

import json

import pytest

from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.results import Result, ResultError, result
from numdiag_datasets.scoring.scored_rows import score_rows
from tests.test_results import row
from tests.test_score import gold, rows_of, score, write


@pytest.mark.parametrize(("value", "is_empty"), [
    (None, True),
    ("", True),
    (" \n", True),
    ([], True),
    (["", " "], True),
    ({"answer": [], "scale": "million"}, True),  # a scale is no answer
    (0, False),  # which is false, and an answer
    ("0", False),
    (["", "7"], False),
    ("I do not know", False),  # read, and wrong
])  # fmt: skip
def test_what_holds_no_answer(value, is_empty):
    assert to_prediction(value).is_empty == is_empty


@pytest.mark.parametrize(("text", "is_unreadable"), [
    ("2", False),
    ("7 + 1", False),  # wrong
    ("2 + 1 = 44", False),  # contradicts itself: read, and wrong
    ("5 / 0", False),  # has no value
    ("$43", False),
    ("1 + ", True),  # right white space apart would be no equation either
    ("banana + ", True),
    ("43 kayaks", True),
    ("The answer is 43", True),
    ("17 plus 26", True),
    ("1 + " * 2000 + "1", True),
])  # fmt: skip
def test_what_is_no_equation_is_counted(text, is_unreadable):
    """What a model wrote, put there as it is, would pass for wrong answers; of numbers asked in words likewise."""
    for dataset in ("asdiv_a", "gsm8k"):
        (scored,) = score_rows(dataset, [row("1")], [text])
        assert scored.is_unreadable == is_unreadable
    (scored,) = score_rows("drop_num", [row("1")], [text])
    assert not scored.is_unreadable  # any text is compared there


def made(texts, statuses, dataset="asdiv_a"):
    rows = [row(str(i), status=status) for i, status in enumerate(statuses)]
    return result(score_rows(dataset, rows, texts), dataset=dataset)


def test_they_are_counted_over_all_rows_and_over_the_applied_ones():
    found = made([None, "", "2", None], ["applied", "unchanged", "applied", "unchanged"])
    assert found.unreadable == {"all_rows": 3, "applied_rows": 1}
    assert found.scores["answer_accuracy"] == 25
    assert Result.from_json(found.to_json()) == found


def test_labels_have_to_be_there():
    found = result(score_rows("number_words", [{"label": 1}], ["1"]), dataset="number_words")
    assert found.unreadable is None
    assert "unreadable" not in found.to_json()


def test_results_without_the_count_still_load():
    """Those of earlier versions and of other tools."""
    value = {"config": "asdiv_a", "scores": {"answer_accuracy": 50}}
    assert Result.from_json(value).unreadable is None
    for damaged in ({"all_rows": "many"}, {"all_rows": -1}, 3):
        with pytest.raises(ResultError, match="`unreadable"):
            Result.from_json(value | {"unreadable": damaged})


def test_score_shows_them(capsys, sample_release, tmp_path):
    """A line for each config that has some."""
    config = "asdiv_a-noise-attack"
    applied = [r["status"] == "applied" for r in rows_of(sample_release, config)]
    records = gold(sample_release, config)
    for number in (0, 1, 2):
        records[number]["prediction"] = None
    counted = {"all_rows": 3, "applied_rows": sum(applied[:3])}
    file = write(tmp_path / f"{config}.jsonl", records)
    options = ("--config", config, "--predictions", file)
    (found,) = json.loads(score(capsys, sample_release, *options, "--json"))["results"]
    assert found["unreadable"] == counted
    said = f"3 ({counted['applied_rows']} applied)"
    shown = score(capsys, sample_release, *options)
    assert f"{config}: {said} unreadable answers" in shown
    write(tmp_path / "asdiv_a.jsonl", gold(sample_release, "asdiv_a"))
    shown = score(capsys, sample_release, "--predictions", tmp_path)
    assert f"{config}: {said} unreadable answers" in shown
    assert "asdiv_a: 0" not in shown


def test_a_report_has_a_table_of_them(tmp_path):
    """In percent of the rows, averaged over seeds; none where every answer was read."""
    for seed, count in ((1, 1), (2, 0)):
        value = {
            "config": "asdiv_a", "scores": {"rows": 4, "answer_accuracy": 50}, "training": {"seed": seed},
            "unreadable": {"all_rows": count}, "signature": "data:1|rows:4",
        }  # fmt: skip
        write(tmp_path / f"{seed}.json", [value])
    names = [table.name for table in tables(Summary(read_runs([f"mine={tmp_path / '2.json'}"])))]
    assert "unreadable-asdiv_a" not in names
    summary = Summary(read_runs([f"mine={tmp_path}"]))
    table = next(t for t in tables(summary) if t.name == "unreadable-asdiv_a")
    ((labels, (cell,)), *_) = table.rows
    assert labels == ("", "")
    assert isinstance(cell, Value)
    assert (cell.mean, cell.runs) == (12.5, 2)
