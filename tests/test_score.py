"""``numdiag score``, as its users run it; with predictions for some of the rows, which are compared with nothing but their like."""

import json
import re
import shutil

import pytest

from numdiag_datasets.core.configs import match_configs, parse_config
from numdiag_datasets.release.building.build import build
from numdiag_datasets.report.outcomes import Outcome, ReportError, System, by_part, check_parts
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.signature import part_of
from tests.commands import numdiag, printed, refused
from tests.harness_rows import rows_of
from tests.tampering import retell
from tests.test_harness_logs import logged


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def gold(release, config, wrong=0):
    """Predictions for a config: its equations or answers, the first few applied rows wrong."""
    rows = rows_of(release, config)
    applied = [row["id"] for row in rows if row["status"] == "applied"][:wrong]
    return [
        {
            "id": row["id"],
            "prediction": "-1" if row["id"] in applied else row["equation"] or row["answers"],
            "scale": row["scale"],
        }
        for row in rows
    ]


def score(capsys, release, *arguments):
    status, out, err = numdiag(capsys, "score", "--dir", release, *arguments)
    assert status == 0
    assert "--json" in arguments or err == ""  # with it, warnings
    return out


def test_one_config_with_its_drop(capsys, sample_release, tmp_path):
    """Whatever the order of the lines."""
    attack = write(tmp_path / "a.jsonl", gold(sample_release, "asdiv_a-noise-attack", wrong=2)[::-1])
    originals = write(tmp_path / "o.jsonl", gold(sample_release, "asdiv_a"))
    options = ("--config", "asdiv_a-noise-attack", "--predictions", attack, "--baseline", originals)
    out = score(capsys, sample_release, *options)
    rows = rows_of(sample_release, "asdiv_a-noise-attack")
    applied = sum(row["status"] == "applied" for row in rows)
    assert f"asdiv_a-noise-attack, test: {len(rows)} rows, {applied} applied" in out
    assert f"|rows:{len(rows)}|applied:{applied}|" in out
    (made,) = json.loads(score(capsys, sample_release, *options, "--json"))["results"]
    drop = made["drop"]["answer_accuracy"]
    assert (drop["rows"], drop["worse"], drop["better"]) == (applied, 2, 0)
    assert drop["absolute"] == pytest.approx(200 / applied)
    assert made["drop_all_rows"]["answer_accuracy"]["absolute"] == pytest.approx(200 / len(rows))
    assert f"{drop['absolute']:.1f}" in out


def test_a_directory_of_predictions(capsys, sample_release, tmp_path):
    for name in ("asdiv_a", "asdiv_a-noise-attack", "asdiv_a-type-attack", "drop_num-type-attack"):
        predictions = gold(sample_release, name)
        if name.startswith("drop"):
            predictions = [record | {"prediction": "7"} for record in predictions]
        write(tmp_path / f"{name}.jsonl", predictions)
    out = tmp_path / "results.json"
    text = score(capsys, sample_release, "--predictions", tmp_path, "--out", out)
    assert "micro average" in text
    scored = json.loads(out.read_text())
    assert [made["config"] for made in scored["results"]] == [
        "asdiv_a", "asdiv_a-type-attack", "asdiv_a-noise-attack", "drop_num-type-attack"
    ]  # fmt: skip
    assert ["drop" in made for made in scored["results"]] == [False, True, True, False]
    assert len({made["signature"].split("|")[1] for made in scored["results"]}) == 4  # checksums of the data
    assert "number detection, macro" in text
    assert "number value understanding, macro" in text
    part = score(capsys, sample_release, "--predictions", tmp_path, "--config", "drop*", "--json")
    assert [made["config"] for made in json.loads(part)["results"]] == ["drop_num-type-attack"]


def test_a_system_loses_under_the_second_form_too(capsys, sample_release, tmp_path):
    """One that was trained on the first form has a directory of its own; defense is never compared with originals."""
    names = ["asdiv_a", "asdiv_a-type-attack", "asdiv_a-type-defense", "asdiv_a-type-transfer"]
    for name in names:
        wrong = 4 if name.endswith("transfer") else 0
        write(tmp_path / f"{name}.jsonl", gold(sample_release, name, wrong=wrong))
    made = json.loads(score(capsys, sample_release, "--predictions", tmp_path, "--json"))["results"]
    by_config = {result["config"]: result for result in made}
    assert {name for name in names if "drop" in by_config[name]} == {names[1], names[3]}
    applied = by_config[names[3]]["applied"]
    lost = by_config[names[3]]["drop"]["answer_accuracy"]["absolute"]
    assert lost == pytest.approx(100 - applied["answer_accuracy"])
    assert lost > 0


CONFIG = ("--config", "asdiv_a-noise-attack")


@pytest.mark.parametrize(("trap", "change", "message"), [
    ("a row without a prediction", lambda r: r[1:], r"no prediction for 1 of 16 rows: sample-"),
    ("a row that is none", lambda r: [*r, r[0] | {"id": "x"}], "1 ids are no rows of this config and split: x"),
    ("a row twice", lambda r: [*r, r[0]], "line 17: id 'sample-"),
    ("no prediction", lambda r: [{"id": "x"}], 'line 1: expected an object with "id" and "prediction"'),
    ("a list for an equation", lambda r: [r[0] | {"prediction": ["1", "2"]}, *r[1:]], "one equation or answer"),
    ("nothing", lambda r: [], "holds no predictions"),
])  # fmt: skip
def test_bad_predictions(capsys, sample_release, tmp_path, trap, change, message):
    file = write(tmp_path / "p.jsonl", change(gold(sample_release, "asdiv_a-noise-attack")))
    err = refused(capsys, str(file), "score", "--dir", sample_release, *CONFIG, "--predictions", file)
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("arguments", "message"), [
    (("--config", "asdiv_a-nose-attack", "--predictions", "F"), "unknown perturbation 'nose'"),
    (("--config", "asdiv_a-*", "--predictions", "F"), f"matches {len(match_configs('asdiv_a-*'))} configs, but"),
    ((*CONFIG, "--config", "svamp", "--predictions", "F"), "matches 2 configs, but"),
    (("--predictions", "W"), "one system asked in two ways is two systems (asdiv_a: direct; svamp: cot)"),
    (("--predictions", "W", "--config", "svamp", "--system", "other", "--json"), "predictions of 'its own', not of 'other'"),
    ((*CONFIG, "--predictions", "F", "--split", "test_1"), "asdiv_a-noise-attack has no split 'test_1'; it has train"),
    ((*CONFIG, "--predictions", "F", "--split", "validation"), "is that of asdiv_a, which the config does not perturb; score asdiv_a"),
    (("--predictions", "F"), "name the config that it is for with --config"),
    ((*CONFIG, "--predictions", "F", "--baseline", "asdiv_a-type-attack.jsonl"),
     "has the name of the config asdiv_a-type-attack, and predictions for asdiv_a are expected"),
    (("--predictions", "no/such"), "no/such: no such file or folder"),
    (("--predictions", "T.csv"), "T.csv: a table; predictions are lines"),
    (("--predictions", "T"), "T/svamp.csv: a table; predictions are lines"),
    ((*CONFIG, "--predictions", "F", "--mode", "lenient"), "choose from official, strict"),
    ((*CONFIG, "--predictions", "F", "--dir", "nowhere"), "no numdiag release"),
    ((*CONFIG, "--predictions", "F", "--out", "D"), "is a directory; name a file to write"),
    (("--predictions", "D"), "holds no file <config>.jsonl"),
    (("--predictions", "W", "--config", "svamp", "--config", "gsm8k*"), "asked for with 'gsm8k*'"),
    (("--predictions", "D", "--baseline", "F"), "leave --baseline out"),
    (CONFIG, "--predictions"),
    ((*CONFIG, "--predictions", "L"), "yyy..."),
])  # fmt: skip
def test_bad_options(capsys, sample_release, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    for folder in "DTW":
        (tmp_path / folder).mkdir()
    for name, way in (("asdiv_a", "direct"), ("svamp", "cot")):
        write(
            tmp_path / "W" / f"{name}.jsonl",
            [line | {"prompt": way, "system": "its own"} for line in gold(sample_release, name)],
        )
    write(tmp_path / "L", [{"id": "y" * 100_000, "prediction": 1}])
    write(tmp_path / "F", gold(sample_release, "asdiv_a-noise-attack"))
    for table in ("T.csv", "T/svamp.csv"):
        (tmp_path / table).write_text("id,prediction\nsample-025,3\n")
    directory = () if "--dir" in arguments else ("--dir", sample_release)
    assert len(refused(capsys, message, "score", *directory, *arguments)) < 2000


def labels(release, config, right):
    """Predicted labels, by the number of the row, of which so many are right."""
    rows = rows_of(release, config)
    return [
        {"id": number, "prediction": row["label"] if number < right else 1 - row["label"]}
        for number, row in enumerate(rows)
    ]


def test_a_file_that_is_not_the_manifests_is_not_scored(capsys, sample_release, tmp_path):
    """Its score would have the signature of the genuine rows."""
    forged = shutil.copytree(sample_release, tmp_path / "forged")
    shutil.copy(forged / "asdiv_a/noise/test.parquet", forged / "asdiv_a/extra/test.parquet")
    lines = [{"id": row["id"], "prediction": row["answers"][0]} for row in rows_of(forged, "asdiv_a-noise-attack")]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    refused(capsys, "another file than manifest.json says", "score", "--dir", forged, "--config", "asdiv_a-extra-attack",
            "--predictions", tmp_path / "p.jsonl")  # fmt: skip


def test_labels_of_one_config(capsys, pairs, tmp_path):
    """With an interval and the averages by phenomenon, and no originals; the id of a pair is its number."""
    config = "question_matching-numeral"
    rows = len(rows_of(pairs, config))
    predictions = write(tmp_path / "p.jsonl", labels(pairs, config, right=rows - 1))
    out = score(capsys, pairs, "--config", config, "--predictions", predictions)
    assert f"{100 * (rows - 1) / rows:.1f}" in out
    assert "95% interval" in out
    assert "by operation" in out
    assert f"signature: config:{config}|data:" in out
    arguments = ("--config", config, "--predictions", predictions, "--baseline", predictions)
    refused(capsys, "leave --baseline out", "score", "--dir", pairs, *arguments)


def test_a_directory_of_labels_becomes_a_report(capsys, pairs, tmp_path):
    """What is scored is what reports read."""
    folder = tmp_path / "predictions"
    folder.mkdir()
    for config in ("question_matching-numeral", "question_matching-measure_word"):
        write(folder / f"{config}.jsonl", labels(pairs, config, right=2))
    out = score(capsys, pairs, "--predictions", folder, "--system", "mine", "--out", tmp_path / "mine.json")
    assert "question_matching: accuracy" in out
    printed(capsys, "report", tmp_path / "mine.json", "--out", tmp_path / "report")
    assert "numeral" in (tmp_path / "report" / "report.md").read_text()


def test_a_config_with_files_of_another_is_not_scored(capsys, sample_release, tmp_path):
    """The rows would have the name of a config that they are not of."""
    forged = shutil.copytree(sample_release, tmp_path / "forged")
    retell(forged, lambda m: m["configs"]["asdiv_a-extra-attack"].update(test=["asdiv_a/noise/test.parquet"]))
    lines = [{"id": row["id"], "prediction": row["answers"][0]} for row in rows_of(forged, "asdiv_a-noise-attack")]
    refused(capsys, "names other files for asdiv_a-extra-attack", "score", "--dir", forged, "--config",
            "asdiv_a-extra-attack", "--predictions", write(tmp_path / "p.jsonl", lines))  # fmt: skip


@pytest.mark.parametrize("command", ["shortcuts", "diff"])
def test_a_file_that_was_replaced_is_noticed(command, capsys, sample_release, tmp_path):
    forged = shutil.copytree(sample_release, tmp_path / "forged")
    shutil.copy(forged / "asdiv_a/noise/test.parquet", forged / "asdiv_a/extra/test.parquet")
    given = (sample_release, forged) if command == "diff" else (forged,)
    refused(capsys, "another file than manifest.json says", command, *given)


@pytest.mark.parametrize(("config", "line", "message"), [
    ("question_matching-numeral", {"id": 0, "prediction": 2}, "a label, 0 or 1, is expected"),
    ("question_matching-numeral", {"id": "x", "prediction": 1}, "no prediction for"),
    ("question_matching-voice", {"id": 0, "prediction": 1}, "holds no question_matching-voice"),
    ("asdiv_a", {"id": 0, "prediction": 1}, "holds no asdiv_a"),
    ("question_matching-numeral", {"id": 0, "prediction": None}, "no label; 0 or 1 is expected"),
    ("question_matching-*x", {"id": 0, "prediction": 1}, "no config of .* matches"),
])  # fmt: skip
def test_labels_that_cannot_be_scored(capsys, pairs, tmp_path, config, line, message):
    rows = labels(pairs, "question_matching-numeral", right=0)
    predictions = write(tmp_path / "p.jsonl", [line, *rows[1:]])
    arguments = ("--dir", pairs, "--config", config, "--predictions", predictions)
    status, _, err = numdiag(capsys, "score", *arguments)
    assert (status, re.search(message, err) is not None) == (2, True), err


@pytest.mark.parametrize(("option", "message"), [
    (("--by", "rule"), "text pairs have no rules"),
    (("--baseline", "p.jsonl"), "has no originals to be compared with"),
])  # fmt: skip
def test_options_that_labels_do_not_have(capsys, pairs, tmp_path, monkeypatch, option, message):
    monkeypatch.chdir(tmp_path)
    predictions = write(tmp_path / "p.jsonl", labels(pairs, "question_matching-numeral", right=0))
    refused(capsys, message, "score", "--dir", pairs, "--config", "question_matching-numeral", "--predictions",
            predictions, *option)  # fmt: skip


def test_a_directory_is_scored_whole_or_not_at_all(capsys, samples, sample_release, tmp_path):
    """Predictions for a config that the release was built without are not passed over in silence."""
    release = tmp_path / "numdiag"
    build(samples, release, ["asdiv_a-noise-attack"])
    folder = tmp_path / "predictions"
    folder.mkdir()
    for config in ("asdiv_a-noise-attack", "asdiv_a-type-attack"):
        write(folder / f"{config}.jsonl", gold(sample_release, config))
    message = "was built without asdiv_a-type-attack; build it with"
    refused(capsys, message, "score", "--dir", release, "--predictions", folder)
    out = score(capsys, release, "--predictions", folder, "--config", "*-noise-*")
    assert "asdiv_a-noise-attack" in out


ATTACK = "asdiv_a-noise-attack"


def scored(capsys, release, predictions, *arguments, config=ATTACK):
    """The one result, of JSON."""
    options = ("--config", config, "--predictions", predictions, "--partial", *arguments, "--json")
    (made,) = json.loads(score(capsys, release, *options))["results"]
    return made


def part(made):
    """What the signature says of the part that was scored."""
    return dict(each.split(":", 1) for each in made["signature"].split("|")).get("partial", "")


def test_the_rows_that_have_a_prediction_are_scored(capsys, sample_release, tmp_path):
    records = gold(sample_release, ATTACK)
    file = write(tmp_path / "p.jsonl", [records[9], *records[:4]])
    made = scored(capsys, sample_release, file)
    assert (made["scores"]["rows"], made["left_out"]) == (5, 11)
    rows = rows_of(sample_release, ATTACK)
    applied = sum(rows[number]["status"] == "applied" for number in (0, 1, 2, 3, 9))
    assert made["applied"]["rows"] == applied
    assert part(made) == part_of([records[n]["id"] for n in (0, 1, 2, 3, 9)], 16)
    assert part(made).startswith("5/16#")
    assert Result.from_json(made).to_json() == made
    out = score(capsys, sample_release, "--config", ATTACK, "--predictions", file, "--partial")
    assert f"{ATTACK}: 5 of 16 rows scored, 11 left out" in out


def test_a_whole_run_is_no_part(capsys, sample_release, tmp_path):
    """--partial changes nothing of a result over all rows."""
    file = write(tmp_path / "p.jsonl", gold(sample_release, ATTACK, wrong=2))
    made = scored(capsys, sample_release, file)
    assert (made.pop("left_out"), part(made)) == (0, "")
    options = ("--config", ATTACK, "--predictions", file, "--json")
    (whole,) = json.loads(score(capsys, sample_release, *options))["results"]
    assert made | {"checksum": ""} == whole | {"checksum": ""}


def test_parts_of_one_size_are_told_apart():
    assert part_of(["a", "b"], 9) == part_of(["b", "a"], 9)
    assert part_of(["a", "b"], 9) != part_of(["a", "c"], 9)
    assert part_of(["ab"], 9) != part_of(["a", "b"], 9)


@pytest.mark.parametrize(("trap", "rows", "originals", "paired", "left_out", "signed"), [
    ("both are parts", slice(0, 6), slice(2, 16), 4, 10, True),
    ("the predictions are", slice(0, 6), slice(0, 16), 6, 10, False),
    ("the baseline is", slice(0, 16), slice(0, 5), 5, 0, True),
    ("neither is", slice(0, 16), slice(0, 16), 16, 0, False),
])  # fmt: skip
def test_a_drop_is_over_the_rows_that_both_have(
    capsys, sample_release, tmp_path, trap, rows, originals, paired, left_out, signed
):
    file = write(tmp_path / "p.jsonl", gold(sample_release, ATTACK)[rows])
    baseline = write(tmp_path / "o.jsonl", gold(sample_release, "asdiv_a")[originals])
    made = scored(capsys, sample_release, file, "--baseline", baseline)
    assert made["drop_all_rows"]["answer_accuracy"]["rows"] == paired, trap
    assert made["left_out"] == left_out
    assert (", drops " in part(made)) == signed
    options = ("--config", ATTACK, "--predictions", file, "--partial", "--baseline", baseline)
    shown = score(capsys, sample_release, *options)
    assert (f"drops over the {paired} that the baseline has" in shown) == signed


def test_a_baseline_with_nothing_in_common_stays_an_error(capsys, sample_release, tmp_path):
    file = write(tmp_path / "p.jsonl", gold(sample_release, ATTACK)[:3])
    baseline = write(tmp_path / "o.jsonl", gold(sample_release, "asdiv_a")[3:9])
    arguments = ("--config", ATTACK, "--predictions", file, "--partial", "--baseline", baseline)
    message = f"{file}: the baseline has a prediction for none of the 3 rows"
    refused(capsys, message, "score", "--dir", sample_release, *arguments)


def test_configs_of_other_rows_are_not_averaged(capsys, sample_release, tmp_path):
    """A run that stopped within the second attack: a line says why there are no averages."""
    for config, rows in (("asdiv_a-noise-attack", 16), ("asdiv_a-type-attack", 7)):
        write(tmp_path / f"{config}.jsonl", gold(sample_release, config)[:rows])
    out = score(capsys, sample_release, "--predictions", tmp_path, "--partial")
    assert "micro average" not in out
    assert "asdiv_a, attack: the configs were not predicted on the same rows" in out
    write(tmp_path / "asdiv_a-noise-attack.jsonl", gold(sample_release, ATTACK)[:7])
    out = score(capsys, sample_release, "--predictions", tmp_path, "--partial")
    assert "micro average" in out


def test_a_bad_label_is_named_by_its_row(capsys, pairs, tmp_path):
    """Not by its place among those that were predicted."""
    file = write(tmp_path / "p.jsonl", [{"id": 3, "prediction": 7}])
    config = "question_matching-numeral"
    arguments = ("--dir", pairs, "--config", config, "--predictions", file, "--partial")
    refused(capsys, "id 3: '7'; a label, 0 or 1, is expected", "score", *arguments)


def test_draws_are_scored_on_the_rows_of_all_draws(capsys, drawn, tmp_path):
    """Else their spread would be one of rows, not of draws."""
    config = "svamp-noise-attack"
    ids = [row["id"] for row in rows_of(drawn, config)]
    for split, chosen in (("test_1", ids[:6]), ("test_2", ids[2:9])):
        write(tmp_path / f"{split}.jsonl", [{"id": i, "prediction": "1"} for i in chosen])
    options = ("--config", config, "--split", "draws", "--predictions", tmp_path / "{split}.jsonl")
    found = json.loads(score(capsys, drawn, *options, "--partial", "--json"))["results"]
    assert {part(made) for made in found} == {part_of(ids[2:6], len(ids))}
    shown = score(capsys, drawn, *options, "--partial")
    assert f"{config}, test_2: 4 of {len(ids)} rows scored" in shown
    write(tmp_path / "test_2.jsonl", [{"id": i, "prediction": "1"} for i in ids[7:9]])
    refused(capsys, "no row has a prediction in every draw", "score", "--dir", drawn, *options, "--partial")


def outcome(name, config, partial):
    signed = f"config:{config}|data:1|rows:4" + (f"|partial:{partial}" if partial else "")
    value = {"config": config, "scores": {}, "signature": signed if partial is not None else ""}
    return Outcome(System(name), Result.from_json(value), path=f"{name}.json")


@pytest.mark.parametrize(("trap", "first", "second", "alike"), [
    ("a part beside the whole", ("asdiv_a", "4/9#a"), ("asdiv_a", ""), False),
    ("another part of the same size", ("asdiv_a", "4/9#a"), ("asdiv_a", "4/9#b"), False),
    ("the same part of two configs", ("asdiv_a", "4/9#a"), (ATTACK, "4/9#a"), True),
    ("the originals whole: drops pair rows", ("asdiv_a", ""), (ATTACK, "4/9#a"), True),
    ("drops over fewer rows", (ATTACK, "4/9#a"), (ATTACK, "4/9#a, drops 2/9#c"), False),
    ("other data sets", ("asdiv_a", "4/9#a"), ("svamp", "5/9#b"), True),
    ("pairs have rows of their own", ("number_words-comparison-bare-en", "4/9#a"), ("number_words-comparison-bare-fr", "5/9#b"), True),
    ("the same pairs", ("number_words-comparison-bare-en", "4/9#a"), ("number_words-comparison-bare-en", "5/9#b"), False),
    ("no signature is believed", ("asdiv_a", None), ("asdiv_a", "4/9#a"), True),
])  # fmt: skip
def test_reports_refuse_other_parts(trap, first, second, alike):
    both = [outcome("mine", *first), outcome("other", *second)]
    if alike:
        check_parts(both)
        return
    with pytest.raises(ReportError, match=r"mine.json .* were not measured alike; score both on"):
        check_parts(both)


@pytest.mark.parametrize(("trap", "partials", "parts"), [
    ("all rows", ["", ""], ["", ""]),
    ("one part", ["4/9#a", "4/9#a"], ["4 of 9 rows (#a)", "4 of 9 rows (#a)"]),
    ("a part beside the whole", ["4/9#a", ""], ["4 of 9 rows (#a)", ""]),
    ("two parts of a size", ["4/9#a", "4/9#b"], ["4 of 9 rows (#a)", "4 of 9 rows (#b)"]),
    ("drops over fewer rows", ["", "4/9#a, drops 2/9#c"], ["", "4 of 9 rows (#a), drops 2 of 9 rows (#c)"]),
    ("no signature is believed", [None, "4/9#a"], ["", "4 of 9 rows (#a)"]),
])  # fmt: skip
def test_parts_stand_apart(trap, partials, parts):
    found = [outcome(f"system {i}", "asdiv_a", partial) for i, partial in enumerate(partials)]
    elsewhere = outcome("system", "svamp", "")
    groups = by_part([*found, elsewhere])
    assert elsewhere in groups[""]
    assert [next(part for part, group in groups.items() if one in group) for one in found] == parts
    for group in groups.values():
        check_parts(group)


@pytest.mark.parametrize(("trap", "found", "groups"), [
    ("only what each perturbation changed", [("a", "asdiv_a", ""), ("a", ATTACK, "4/9#a"), ("a", "svamp", "")], [["svamp"], ["asdiv_a", ATTACK]]),
    ("one config over two parts", [("a", "asdiv_a", ""), ("a", ATTACK, "4/9#a"), ("a", ATTACK, "")], [["asdiv_a", ATTACK], [ATTACK]]),
    ("another system over all rows", [("a", "asdiv_a", ""), ("a", ATTACK, "4/9#a"), ("b", ATTACK, "")], [[ATTACK], ["asdiv_a", ATTACK]]),
    ("two systems over the same parts", [(s, *part) for s in "ab" for part in (("asdiv_a", ""), (ATTACK, "4/9#a"))], [[], ["asdiv_a", ATTACK] * 2]),
])  # fmt: skip
def test_the_parts_of_one_system_stand_together(trap, found, groups):
    parts = by_part([outcome(*each) for each in found])
    assert [[each.result.config for each in its] for its in parts.values()] == groups


def report(capsys, folder, config):
    """Report a system on all four rows of a config beside one on two of them."""
    pytest.importorskip("matplotlib", reason="the report extra is not installed")
    for name, partial in (("a", ""), ("b", "|partial:2/4#c")):
        metric = "answer_accuracy" if config == ATTACK else "accuracy"
        value = {"config": config, "scores": {metric: 50.0}, "signature": f"data:1|rows:4{partial}"}
        (folder / f"{name}.json").write_text(json.dumps(value))
    runs = (f"a={folder / 'a.json'}", f"b={folder / 'b.json'}")
    return numdiag(capsys, "report", *runs, "--out", folder / "report")


def test_the_command_sets_parts_apart_and_refuses_those_of_text_pairs(capsys, tmp_path):
    status, _, err = report(capsys, tmp_path, ATTACK)
    assert status == 0, err
    assert "b: no result for the originals, asdiv_a, 2 of 4 rows (#c), so its changes" in err
    text = (tmp_path / "report" / "report.md").read_text()
    tables = dict(re.findall(r"### (asdiv_a[^:]*): Scores over all rows.*?\n\n\| +\| (\w+)", text, re.DOTALL))
    assert tables == {"asdiv_a": "a", "asdiv_a, 2 of 4 rows (#c)": "b"}
    assert (tmp_path / "report" / "tables" / "scores-asdiv_a-2-of-4-rows-c.csv").is_file()
    status, _, err = report(capsys, tmp_path, "number_words-comparison-bare-en")
    assert (status, "score both on the same rows" in err) == (2, True), err


def test_a_harness_with_a_limit(capsys, sample_release, tmp_path):
    """A log of `--limit 4` becomes a prediction file of four lines."""
    logged(sample_release, parse_config(ATTACK), tmp_path / "log", "inspect-ai", limit=4)
    assert numdiag(capsys, "predictions", tmp_path / "log", "--out", tmp_path / "p")[0] == 0
    made = scored(capsys, sample_release, tmp_path / "p" / f"{ATTACK}.jsonl")
    assert (made["scores"]["rows"], made["left_out"]) == (4, 12)
