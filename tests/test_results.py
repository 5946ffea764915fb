"""Results of predictions: scores, drops, averages, and answers that could not be read."""

import json
from itertools import chain

import pytest

from numdiag_datasets.core.configs import CONFIGS
from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.core.schema import RowError, checksum
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from numdiag_datasets.scoring.predictions import Prediction, PredictionError, to_prediction
from numdiag_datasets.scoring.results import Result, result
from numdiag_datasets.scoring.scored_rows import averages, drops, means, score_rows
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.signature import Signature
from numdiag_datasets.scoring.tatqa import MODES
from tests.commands import printed, refused
from tests.harness_rows import rows_of
from tests.test_score import gold, score, write


def row(identity, answers=("2",), equation="1 + 1", **columns):
    return {"id": identity, "source_id": identity, "group": identity, "equation": equation,
            "answers": list(answers), "answer_type": "equation", "scale": "",
            "status": "applied"} | columns  # fmt: skip


def scored(texts, config="asdiv_a-noise-attack", **columns):
    """One row a text; "2" and "1 + 1" are right."""
    rows = [row(str(i), **columns) for i in range(len(texts))]
    return score_rows("asdiv_a", rows, map(to_prediction, texts), configs=[config] * len(rows))


def gold_of(row):
    form = data_set_of(row["dataset"]).form
    if form is AnswerForm.EQUATION:
        return Prediction((row["equation"],))
    answers = row["answers"] if form is AnswerForm.SPANS else row["answers"][:1]
    return Prediction(tuple(answers), row["scale"])


def test_the_gold_answers_score_100(sample_release):
    """Every config, every split: what the data says is right scores as right in either mode."""
    manifest = read_manifest(sample_release)
    for config in CONFIGS.values():
        paths = chain.from_iterable(manifest.configs[config.name].values())
        rows = read_rows(sample_release, list(paths))
        for mode in MODES if scorer_of(config.dataset).has_modes else MODES[:1]:
            predictions = map(gold_of, rows)
            found = means(score_rows(config.dataset, rows, predictions, mode=mode))
            assert found == {"rows": len(rows)} | dict.fromkeys(scorer_of(config.dataset).metrics, 100)


def test_means_over_all_rows_and_over_those_that_changed():
    rows = [row("a"), row("b", status="unchanged"), row("c"), row("d", status="unchanged")]
    made = result(score_rows("asdiv_a", rows, map(to_prediction, ["1 + 1", "2", "3", "4"])), dataset="asdiv_a")
    points = {"equation_accuracy": 25, "equation_equivalence": 25, "answer_accuracy": 50}
    assert made.scores == {"rows": 4} | points
    assert made.applied == {"rows": 2} | dict.fromkeys(points, 50)


def test_the_order_of_the_rows_does_not_matter():
    texts = ["2", "1 + 1", "3", "(1) + 1", "x"]
    rows = scored(texts)
    before = scored(["2"] * 5, config="asdiv_a", status="original")
    kept = {"dataset": "asdiv_a", "baseline": before}
    assert result(rows, **kept) == result(rows[::-1], **kept)


def test_a_drop_is_paired_by_id():
    """Two rows are lost and one is won, whatever the order of the files; a copy is paired with its original."""
    before = scored(["2", "2", "2", "3"], config="asdiv_a", status="original")
    after = scored(["2", "3", "3", "2"])
    for baseline in (before, before[::-1]):
        drop = drops(baseline, after)["answer_accuracy"]
        assert (drop.original, drop.perturbed) == (75, 50)
        assert (drop.worse, drop.better) == (2, 1)

    copy = score_rows("asdiv_a", [row("0#noise", source_id="0", group="0")], [to_prediction("3")])
    assert drops(before[:1], copy)["answer_accuracy"].absolute == 100
    with pytest.raises(ValueError, match="lacks 1 of 2 ids, such as 1"):
        drops(scored(["2"]), scored(["2", "2"]))


def test_micro_counts_rows_and_macro_perturbations():
    rows = (
        scored(["2", "2", "2", "2"], "asdiv_a-noise-attack")
        + scored(["3", "3"], "asdiv_a-type-attack")
        + scored(["2", "3"], "asdiv_a-language-attack")
    )
    made = averages(rows)["applied_rows"]
    assert made["by_perturbation"]["type"]["answer_accuracy"] == 0
    assert made["by_capability"]["number detection"]["macro"]["answer_accuracy"] == 25
    assert made["micro"] == means(rows)
    assert made["micro"]["answer_accuracy"] == 62.5
    assert made["macro"]["answer_accuracy"] == 50
    assert made["macro"]["rows"] == 8


def test_averages_leave_out_perturbations_of_a_few_texts():
    """One row would weigh as much as all others."""
    many = [score_rows("asdiv_a", [row(str(i))], ["2"], configs=["asdiv_a-noise-attack"])[0] for i in range(6)]
    few = score_rows("asdiv_a", [row("9")], ["3"], configs=["asdiv_a-order-attack"])
    made = averages([*many, *few])["all_rows"]
    assert [*made["by_perturbation"]] == ["noise"]
    assert made["micro"]["answer_accuracy"] == made["macro"]["answer_accuracy"] == 100


def test_unchanged_rows_do_not_count_as_attacked():
    rows = scored(["2"], status="unchanged") + scored(["3"])
    made = averages(rows)
    assert made["applied_rows"]["micro"] == means(rows[1:])
    assert made["all_rows"]["micro"]["answer_accuracy"] == 50
    assert averages(rows[:1])["applied_rows"] == {}


def test_tatqa_is_broken_down_by_type_source_and_scale():
    """An answer without a scale has a place of its own: half of TAT-QA has none."""
    kinds = [("span", "text", ""), ("span", "table", "million"), ("count", "table", "")]
    rows = [row(str(i), answer_type=t, answer_from=f, scale=s) for i, (t, f, s) in enumerate(kinds)]
    made = result(score_rows("tatqa_a", rows, map(to_prediction, ["2", "3", "2"])), dataset="tatqa_a")
    found = {by: {name: cell["f1"] for name, cell in cells.items()} for by, cells in made.breakdown.items()}
    assert found == {
        "answer_type": {"span": 50, "count": 100},
        "answer_from": {"text": 100, "table": 50},
        "answer_type x answer_from": {"span x text": 100, "span x table": 0, "count x table": 100},
        "scale": {"none": 100, "million": 0},
    }


def test_a_signature_says_what_a_number_needs():
    made = result(scored(["2"]), dataset="asdiv_a", config="asdiv_a-noise-attack", revision="abc")
    assert str(made.signature).startswith(
        "config:asdiv_a-noise-attack|data:abc|rows:1|applied:1|tolerance:0.0001|version:"
    )
    rows = score_rows("tatqa_a", [row("a")], [to_prediction("2")], mode="strict")
    assert result(rows, dataset="tatqa_a", mode="strict").signature.mode == "strict"
    rows = score_rows("drop_num", [{"answers": ["2"]}], [to_prediction("2")])
    assert result(rows, dataset="drop_num").signature.applied == "unknown"


def test_a_result_comes_back_from_json():
    made = result(scored(["2", "3"]), dataset="asdiv_a", baseline=scored(["2", "2"]), about={"split": "test"})
    together = result(scored(["2"]), dataset="asdiv_a", config="asdiv_a, asdiv_a-noise-attack")
    for each in (made, together):
        assert Result.from_json(json.loads(json.dumps(each.to_json(), allow_nan=False))) == each


def test_what_a_tool_left_open_is_left_out():
    value = {"config": "drop_num", "scores": {"f1": 50, "exact_match": None, "rows": None}, "applied": None}
    found = Result.from_json(value)
    assert (found.scores, found.unreadable) == ({"f1": 50}, None)


@pytest.mark.parametrize(("rows", "options", "keys"), [
    ({}, {}, {"applied"}),
    ({"status": "unchanged"}, {}, {"applied"}),
    ({}, {"baseline": scored(["2"])}, {"applied", "drop", "drop_all_rows", "paired"}),
    ({"status": "unchanged"}, {"baseline": scored(["2"])}, {"applied", "drop", "drop_all_rows", "paired"}),
])  # fmt: skip
def test_what_is_not_there_is_said_where_it_may_be(rows, options, keys):
    """Readers of a result find the same keys, whether or not anything was perturbed."""
    made = result(scored(["2"], **rows), dataset="asdiv_a", **options).to_json()
    keys |= {"errors"} if not rows else set()
    assert set(made) == {"checksum", "signature", "config", "dataset", "scores", "unreadable"} | keys
    assert (made["applied"] is None) == bool(rows)
    assert (made.get("drop") is None) == (bool(rows) or not options)


@pytest.mark.parametrize(("trap", "dataset", "given", "config"), [
    ("no config", "asdiv_a", {}, "evil\x1b"),
    ("another data set", "asdiv_a", {}, "gsm8k-noise-attack"),
    ("a perturbed row is not an original", "asdiv_a", {"status": "applied"}, "asdiv_a"),
    ("another perturbation", "asdiv_a", {"status": "applied", "error_answers": [{"error": "inserted_number_used", "answer": "9"}]}, "asdiv_a-noise-attack"),
    ("an attack states errors", "asdiv_a", {"status": "applied", "error_answers": []}, "asdiv_a-extra-attack"),
    ("an original is not perturbed", "asdiv_a", {"status": "original"}, "asdiv_a-extra-attack"),
    ("a control provokes no error", "asdiv_a", {"status": "applied", "error_answers": [{"error": "inserted_number_used", "answer": "9"}]}, "asdiv_a-extra-control"),
    ("another contrast", "question_matching", {"label": 1, "contrast": "voice"}, "question_matching-verb"),
    ("another family", "number_words", {"label": 1, "contrast": "voice"}, ""),
    ("another family", "question_matching", {"label": 1, "stratum": "near"}, ""),
    ("another task", "number_words", {"label": 1, "stratum": "near", "error": ""}, "number_words-grammaticality-bare-en"),
    ("another task", "number_words", {"label": 1, "stratum": "groups", "error": "moved"}, "number_words-comparison-bare-en"),
])  # fmt: skip
def test_rows_that_are_not_of_the_config(trap, dataset, given, config):
    """Their score would have the signature of other rows."""
    rows = [row("a") | given] if dataset == "asdiv_a" else [given]
    with pytest.raises(NumdiagError):
        score_rows(dataset, rows, [1], configs=[config])


def test_a_table_is_not_a_list_of_rows():
    with pytest.raises(RowError, match="a row is a dict of columns"):
        score_rows("asdiv_a", ["id", "answers"], [1, 2])  # type: ignore[list-item]


def test_a_signature_comes_back_from_its_text():
    """Parts that other versions wrote are passed over, parts that are missing are empty."""
    text = "config:asdiv_a|data:0.2.0@abc|bootstrap:10000 by group, seed 1|version:0.2.0"
    assert str(Signature.parse(text)) == text
    assert Signature.parse("mode:strict|kind:other") == Signature(mode="strict")
    assert Signature.parse("") == Signature()


def test_labels_are_scored_like_everything_else():
    """With an interval, by column in the order of the rows, and macro averages over operations."""
    operations = ["replace_numeral"] * 3 + ["numeral_form"]
    rows = [{"label": n % 2, "operation": o, "category": "lexical"} for n, o in enumerate(operations)]
    made = result(score_rows("question_matching", rows, map(to_prediction, [0, 1, 1, 1])), dataset="question_matching")
    assert made.scores == {"rows": 4, "accuracy": 75, "macro_accuracy": pytest.approx(250 / 3)}
    assert made.interval == pytest.approx((30.06, 95.44), abs=0.01)
    assert list(made.breakdown) == ["label", "category", "operation"]
    assert list(made.breakdown["operation"]) == ["replace_numeral", "numeral_form"]
    assert made.breakdown["operation"]["numeral_form"]["accuracy"] == 100
    assert str(made.signature).startswith("config:question_matching|data:unknown|rows:4|version:")
    assert "applied" not in made.to_json()


def test_number_words_are_broken_down_by_the_columns_that_rows_have():
    """A grammatical row has no error, and releases of before neither errors nor strata."""
    rows = [
        {"label": 0, "template": "", "error": "", "stratum": "3 digits", "scope": "short"},
        {"label": 1, "template": "", "error": "order", "stratum": "3 digits", "scope": "short"},
        {"label": 1, "template": "", "error": "joined", "stratum": "5 digits", "scope": "long"},
    ]
    scored = score_rows("number_words", rows, map(to_prediction, [0, 1, 0]))
    found = result(scored, dataset="number_words").breakdown
    assert list(found) == ["label", "error", "stratum", "scope"]
    assert {error: part["accuracy"] for error, part in found["error"].items()} == {"order": 100, "joined": 0}
    assert found["stratum"]["3 digits"]["rows"] == 2
    before = score_rows("number_words", [{"label": 0, "template": "en-6"}], [to_prediction(0)])
    assert list(result(before, dataset="number_words").breakdown) == ["label", "template"]


@pytest.mark.parametrize("prediction", [2, "yes", [0, 1], None])
def test_what_is_no_label_or_a_list_for_an_equation_is_refused(prediction):
    with pytest.raises(PredictionError, match=r"0 or 1,? is expected"):
        score_rows("number_words", [{"label": 0}], [to_prediction(prediction)])
    with pytest.raises(PredictionError, match="id a: one equation or answer"):
        score_rows("asdiv_a", [row("a")], [to_prediction(["1", "2"])])


@pytest.mark.parametrize(("value", "prediction"), [
    ("2", Prediction(("2",))),
    (2, Prediction(("2",))),
    (2.5, Prediction(("2.5",))),
    (None, Prediction(())),
    ([], Prediction(())),
    (["a", "b"], Prediction(("a", "b"))),
    ({"answer": ["a"], "scale": "million"}, Prediction(("a",), "million")),
    ({"answer": "a", "scale": None}, Prediction(("a",))),
    ("\ud800", Prediction(("\ufffd\ufffd\ufffd",))),
])  # fmt: skip
def test_predictions_as_users_write_them(value, prediction):
    assert to_prediction(value) == prediction


@pytest.mark.parametrize(("value", "message"), [
    (b"2", "not b'2'"),
    (True, "not True"),
    ([["2"]], r"not \['2'\]"),
    ({"answers": ["2"]}, "unknown keys answers; answer and scale"),
    ({"answer": "2", "scale": 3}, "a scale is text, not 3"),
    ({"answer": {"answer": 1}}, "a list of them, not {'answer': 1}"),
])  # fmt: skip
def test_predictions_of_other_kinds_are_refused(value, message):
    with pytest.raises(PredictionError, match=message):
        to_prediction(value)


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
    assert scored.is_unreadable == (text not in ("2", "$43", "1 + "))  # a number alone is read there


def made(texts, statuses, dataset="asdiv_a"):
    rows = [row(str(i), status=status) for i, status in enumerate(statuses)]
    return result(score_rows(dataset, rows, texts), dataset=dataset)


def test_unreadable_answers_are_counted():
    found = made([None, "", "2", None], ["applied", "unchanged", "applied", "unchanged"])
    assert found.unreadable == {"all_rows": 3, "applied_rows": 1}
    assert found.scores["answer_accuracy"] == 25
    assert Result.from_json(found.to_json()) == found
    found = result(score_rows("number_words", [{"label": 1}], ["1"]), dataset="number_words")
    assert found.unreadable is None
    assert "unreadable" not in found.to_json()


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
    assert f"{config}: unreadable answers: {said}" in shown
    write(tmp_path / "asdiv_a.jsonl", gold(sample_release, "asdiv_a"))
    shown = score(capsys, sample_release, "--predictions", tmp_path)
    assert f"{config}: unreadable answers: {said}" in shown
    assert "asdiv_a: 0" not in shown


def test_originals_of_another_system_give_no_drop(capsys, sample_release, tmp_path):
    """As when a folder holds an older run; a file that names no system is accepted."""
    attack, original = "asdiv_a-noise-attack", "asdiv_a"
    write(tmp_path / f"{attack}.jsonl", [line | {"system": "small"} for line in gold(sample_release, attack)])
    options = ("score", "--dir", sample_release, "--predictions", tmp_path, "--json")
    write(tmp_path / f"{original}.jsonl", [line | {"system": "large"} for line in gold(sample_release, original)])
    refused(capsys, "large, small", *options)
    for named in ({"system": "small"}, {}):
        write(tmp_path / f"{original}.jsonl", [line | named for line in gold(sample_release, original)])
        made = json.loads(printed(capsys, *options))["results"]
        assert {each["config"]: each.get("system") for each in made}[attack] == "small"


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


def test_a_mark_of_a_cut_answer_is_true_or_false(capsys, sample_release, tmp_path):
    config = "asdiv_a-noise-attack"
    place = tmp_path / f"{config}.jsonl"
    write(place, [line | {"cut_at_limit": "no"} for line in gold(sample_release, config)])
    refused(capsys, "not true or false", "score", "--dir", sample_release, "--config", config, "--predictions", place)


@pytest.mark.parametrize("row", [0, "", [], False])
def test_a_checksum_of_a_row_is_a_text(row, capsys, sample_release, tmp_path):
    """Else the check of the row would be skipped in silence."""
    config = "asdiv_a-noise-attack"
    place = write(tmp_path / f"{config}.jsonl", [line | {"row": row} for line in gold(sample_release, config)])
    refused(
        capsys,
        "not the checksum of a row",
        "score",
        "--dir",
        sample_release,
        "--config",
        config,
        "--predictions",
        place,
    )


def test_a_number_with_too_many_digits_is_the_predictions_fault():
    with pytest.raises(PredictionError, match="too many digits"):
        to_prediction(10**5000)


def test_predictions_of_other_rows_are_refused(capsys, sample_release, tmp_path):
    """The same ids have other texts under another seed; a new version may have the same rows."""
    config = "asdiv_a-noise-attack"
    revision = read_manifest(sample_release).revision(config, "test")
    options = ("score", "--dir", sample_release, "--config", config, "--predictions", tmp_path / f"{config}.jsonl")
    for data in ("2.0.0@0123456789ab", "0.9"):
        write(options[-1], [line | {"data": data} for line in gold(sample_release, config)])
        refused(capsys, "was predicted on other rows", *options)
    for data in (revision, "9.9.9@" + revision.rpartition("@")[2], ""):
        write(options[-1], [line | {"data": data} for line in gold(sample_release, config)])
        printed(capsys, *options)


@pytest.mark.parametrize(("said", "style", "right"), [
    ("15", "calculation", 100), ("120 / 8", "calculation", 0), ("120 / 8", "direct", 100),
])  # fmt: skip
def test_a_repeated_calculation_is_not_its_answer(said, style, right):
    row = {"id": "a", "equation": "120 / 8", "answers": ["15"]}
    (scored,) = score_rows("asdiv_a", [row], [Prediction((said,), prompt=f"{style},completion,0-shot")])
    assert scored.scores["answer_accuracy"] == right / 100
    assert scored.is_unreadable == (right == 0)


def test_predictions_of_another_text_are_not_scored(sample_release, tmp_path, capsys):
    """Logs of harnesses name each row by a checksum."""
    config = "asdiv_a-noise-attack"
    (row, *_) = rows = rows_of(sample_release, config)
    lines = [{"id": each["id"], "prediction": "1", "row": checksum(each)} for each in rows]
    options = ("score", "--dir", sample_release, "--config", config, "--predictions", tmp_path / "p.jsonl")
    write(options[-1], lines)
    printed(capsys, *options)
    write(options[-1], [lines[0] | {"row": checksum(row | {"answers": ["9"]})}, *lines[1:]])
    show = ("show", config, "--dir", sample_release, "--predictions", tmp_path / "p.jsonl")
    for command in (options, show):
        refused(capsys, "was asked with another text or answer", *command)
