"""Results that were read from a file: damaged, changed, or with figures that contradict each other."""

import copy
import re
from typing import Any

import pytest

from numdiag_datasets.scoring.result_checksum import checksum_of
from numdiag_datasets.scoring.results import Result, ResultError, result
from tests.report_results import drop
from tests.test_results import scored


def test_a_changed_result_is_noticed():
    """But for its system, which a user may add, and numbers that other tools write otherwise."""
    made = result(scored(["2"]), dataset="asdiv_a").to_json()
    points = made["scores"]["answer_accuracy"]
    for same in (made | {"system": "mine"}, made | {"scores": made["scores"] | {"answer_accuracy": int(points)}}):
        assert Result.from_json(same).scores["answer_accuracy"] == points
    for other in (made | {"split": "train"}, made | {"scores": made["scores"] | {"answer_accuracy": 0}}):
        with pytest.raises(ResultError, match="was changed after it was written"):
            Result.from_json(other)


@pytest.mark.parametrize(("change", "message"), [
    (lambda r: {"config": "asdiv_a"}, "a result lacks `scores`"),
    (lambda r: r | {"scores": {"f1": "good"}}, "`scores f1` of a result is 'good', not a number"),
    (lambda r: r | {"drop": {"f1": {"rows": 1}}}, "a result lacks `drop f1 groups`"),
    (lambda r: r | {"unreadable": {"all_rows": "many"}}, "`unreadable"),
    (lambda r: r | {"unreadable": {"all_rows": -1}}, "`unreadable"),
    (lambda r: r | {"unreadable": 3}, "`unreadable"),
    (lambda r: r | {"errors": {"wrong": -1}}, "`errors wrong` of a result is -1"),
    (lambda r: r | {"errors": {"wrong": 1, "other": 999}}, "`errors other` of a result is 999"),
    (lambda r: r | {"scores": r["scores"] | {"rows": 16.5}}, "16.5, not a whole number"),
    (lambda r: r | {"signature": "config:svamp|rows:1"}, "`signature` of a result is of svamp"),
    (lambda r: r | {"scores": {"rows": 1, "answer_accuracy": 0}, "drop_all_rows": {"answer_accuracy": drop(50, 60, -20, rows=1) | {"worse": 1}}}, "ends before it begins"),
    (lambda r: r | {"drop_all_rows": {"answer_accuracy": drop(10, 5, 20, rows=10**9)}}, "rows` of a result is 1000000000, and there are 1"),
    (lambda r: r | {"scores": {"rows": 16, "answer_accuracy": 67.5}, "signature": "rows:16"}, "67.50% of 16 rows, which is no whole number"),
    (lambda r: r | {"unreadable": {"all_rows": 1}}, "`unreadable all_rows` of a result is 1, and 0 answers are wrong"),
    (lambda r: r | {"errors": {"wrong": 1}}, "`errors wrong` of a result is 1, and its scores leave 0"),
    (lambda r: r | {"drop_by_rule": {"a": {"answer_accuracy": drop(100, 100, 100, rows=1) | {"original": 100, "perturbed": 0, "worse": 0}}}}, "has 0 worse and 0 better rows, and a drop of 100.0"),
    (lambda r: r | {"drop_by_rule": {"a": {"answer_accuracy": drop(100, 100, 100, rows=1) | {"original": 100, "perturbed": 0, "relative": 3}}}}, "relative` of a result is 3.0, and its figures give 100.0"),
    (lambda r: r | {"drop_by_rule": {"a": {"answer_accuracy": drop(100, 100, 100, rows=1) | {"original": 100, "perturbed": 0, "p_value": 1e-9}}}}, "p_value` of a result is 1e-09 for 1 rows that differ"),
    (lambda r: r | {"applied": r["scores"] | {"rows": 2}}, "`applied rows` of a result is 2, and there are 1"),
    (lambda r: r | {"unreadable": {"all_rows": 2}}, "`unreadable all_rows` of a result is 2, and there are 1"),
    (lambda r: r | {"errors": {"wrong": 1, "calculation": 1, "other": 1}}, "`errors` of a result has 2 errors in 1"),
    (lambda r: r | {"signature": "rows:1|bootstrap:10 by group, seed 1"}, "has bootstrap:10 by group, seed 1, and intervals are of"),
    (lambda r: r | {"signature": "config:asdiv_a|rows:7"}, "has rows:7, and its scores 1"),
    (lambda r: r | {"signature": "config:asdiv_a|rows:1|applied:3"}, "has applied:3, and its scores"),
    (lambda r: r | {"drop_by_rule": {"a": {"answer_accuracy": drop(10, 5, 20, rows=1) | {"perturbed": 45}}}}, "`drop_by_rule a answer_accuracy absolute` of a result contradicts"),
    (lambda r: r | {"drop_by_rule": {"a": {"answer_accuracy": drop(10, 20, 30, rows=1)}}}, "without its drop of 10.0"),
    (lambda r: r | {"drop_by_rule": {"a": {"answer_accuracy": drop(10, 0, 10, rows=1) | {"worse": 2}}}}, "worse and better` of a result is"),
])  # fmt: skip
def test_a_damaged_result_names_the_value(change, message):
    changed = change(result(scored(["2"]), dataset="asdiv_a").to_json())
    with pytest.raises(ResultError, match=re.escape(message)):
        Result.from_json(changed | {"checksum": checksum_of(changed)})


@pytest.mark.parametrize("checksum", [None, "0" * 12])
@pytest.mark.parametrize(
    ("version", "needs_one"), [("1.0.0", False), ("2.0.0", True), ("2.0.0.dev0", True), ("10.0.0", True)]
)
def test_a_result_of_version_2_has_a_checksum(version, needs_one, checksum):
    """Without one its scores could be raised; those of 1.0.0 have none."""
    written = {"config": "asdiv_a", "scores": {"answer_accuracy": 50}, "signature": f"config:asdiv_a|version:{version}"}
    if needs_one or checksum:
        with pytest.raises(ResultError, match="was changed after it was written"):
            Result.from_json(written | {"checksum": checksum})
    Result.from_json(written | {"checksum": checksum_of(written)})


#: Two labels, each with its parts and the intervals of independent rows.
LABELS = {
    "config": "number_words-comparison-bare-en", "signature": "config:number_words-comparison-bare-en|rows:200",
    "scores": {"rows": 200, "accuracy": 75.0}, "interval": [68.57, 80.49],
    "breakdown": {"label": {"0": {"rows": 100, "accuracy": 70.0}, "1": {"rows": 100, "accuracy": 80.0}}},
}  # fmt: skip
PHENOMENA = {
    "config": "question_matching", "signature": "config:question_matching|rows:200",
    "scores": {"rows": 200, "accuracy": 75.0, "macro_accuracy": 75.0},
    "breakdown": {"contrast": {"a": {"rows": 100, "accuracy": 70.0}, "b": {"rows": 100, "accuracy": 80.0}}},
}  # fmt: skip
CROSSED = LABELS | {
    "breakdown": {
        "a": {"0": {"rows": 100, "accuracy": 70.0}, "1": {"rows": 100, "accuracy": 80.0}},
        "a x b": {"0 x 0": {"rows": 40, "accuracy": 80.0}, "0 x 1": {"rows": 60, "accuracy": 63.33}, "1 x 0": {"rows": 100, "accuracy": 80.0}},
    },
}  # fmt: skip


@pytest.mark.parametrize(("whole", "place", "value", "message"), [
    (LABELS, "scores accuracy", 76.0, "`scores accuracy` of a result is 76.00, and the parts by label give 75.00"),
    (LABELS, "breakdown label 0 accuracy", 72.0, "the parts by label give 76.00"),
    (LABELS, "breakdown label 0 accuracy", 70.1, "70.10% of 100 rows"),
    (LABELS, "breakdown label 0 rows", 101, "`scores` of a result has 200 rows, and its parts by label 201"),
    (LABELS, "interval", [68.57, 81.49], "`scores interval` of a result is 68.57 to 81.49, which cannot be that"),  # too long
    (LABELS, "interval", [70.0, 79.0], "which cannot be that"),  # of more rows than there are
    (LABELS, "interval", [75.0, 75.0], "which cannot be that"),
    (CROSSED, "breakdown a", {"0": {"rows": 100, "accuracy": 80.0}, "1": {"rows": 100, "accuracy": 70.0}}, "`breakdown a 0 accuracy` of a result is 80.00, and the parts by a x b give 70.00"),
    (CROSSED, "breakdown a x b 1 x 0", {"rows": 100, "accuracy": 70.0}, "of a result is 75.00, and the parts by a x b give 70.00"),
    (PHENOMENA, "scores macro_accuracy", 76.0, "`scores macro_accuracy` of a result is 76.00, and the parts by contrast give 75.00"),
])  # fmt: skip
def test_parts_and_intervals_fit_the_scores(whole, place, value, message):
    assert Result.from_json(whole).scores["accuracy"] == 75
    changed = copy.deepcopy(whole)
    part: Any = changed
    names = re.findall(r"\w+ x \w+|\w+", place)
    for name in names[:-1]:
        part = part[name]
    part[names[-1]] = value
    with pytest.raises(ResultError, match=re.escape(message)):
        Result.from_json(changed)
