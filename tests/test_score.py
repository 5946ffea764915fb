"""``numdiag score``, as its users run it."""

import json
import re

import pytest

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.release.building.build import build
from tests.commands import numdiag, refused


def rows_of(release, config, split="test"):
    return read_rows(release, read_manifest(release).configs[config][split])


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
    assert (status, err) == (0, "")
    return out


def test_one_config_with_its_drop(capsys, sample_release, tmp_path):
    attack = write(tmp_path / "a.jsonl", gold(sample_release, "asdiv_a-noise-attack", wrong=2))
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
    averages = scored["averages"]["asdiv_a"]["attack"]["applied_rows"]
    assert set(averages["by_capability"]) == {"number detection", "number value understanding"}
    assert "drop_num" not in scored["averages"]
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


def test_the_data_stands_in_the_signature(capsys, sample_release, tmp_path):
    """Another config, or rows of another seed, have another checksum."""
    found = set()
    for name in ("asdiv_a-noise-attack", "asdiv_a-extra-attack"):
        file = write(tmp_path / "p.jsonl", gold(sample_release, name))
        out = score(capsys, sample_release, "--config", name, "--predictions", file, "--json")
        found.add(json.loads(out)["results"][0]["signature"].split("|")[1])
    assert len(found) == 2


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
    (("--predictions", "F"), "name the config that it is for with --config"),
    ((*CONFIG, "--predictions", "F", "--baseline", "asdiv_a-type-attack.jsonl"),
     "has the name of the config asdiv_a-type-attack; a baseline is predictions for asdiv_a"),
    (("--predictions", "no/such"), "no/such: no such file or folder"),
    ((*CONFIG, "--predictions", "F", "--mode", "lenient"), "choose from official, strict"),
    ((*CONFIG, "--predictions", "F", "--dir", "nowhere"), "no numdiag release"),
    ((*CONFIG, "--predictions", "F", "--out", "D"), "is a directory; name a file to write"),
    (("--predictions", "D"), "holds no file <config>.jsonl"),
    (("--predictions", "D", "--baseline", "F"), "leave --baseline out"),
    (CONFIG, "--predictions"),
])  # fmt: skip
def test_bad_options(capsys, sample_release, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D").mkdir()
    write(tmp_path / "F", gold(sample_release, "asdiv_a-noise-attack"))
    directory = () if "--dir" in arguments else ("--dir", sample_release)
    refused(capsys, message, "score", *directory, *arguments)


def labels(release, config, right):
    """Predicted labels, by the number of the row, of which so many are right."""
    rows = rows_of(release, config)
    return [
        {"id": number, "prediction": row["label"] if number < right else 1 - row["label"]}
        for number, row in enumerate(rows)
    ]


def test_labels_of_one_config(capsys, pairs, tmp_path):
    """With an interval and the averages by phenomenon; the id of a pair is its number."""
    config = "question_matching-numeral"
    rows = len(rows_of(pairs, config))
    predictions = write(tmp_path / "p.jsonl", labels(pairs, config, right=rows - 1))
    out = score(capsys, pairs, "--config", config, "--predictions", predictions)
    assert f"{100 * (rows - 1) / rows:.1f}" in out
    assert "95% interval" in out
    assert "by operation" in out
    assert f"signature: config:{config}|data:" in out


def test_a_directory_of_labels_becomes_a_report(capsys, pairs, tmp_path):
    """What is scored is what reports read."""
    folder = tmp_path / "predictions"
    folder.mkdir()
    for config in ("question_matching-numeral", "question_matching-measure_word"):
        write(folder / f"{config}.jsonl", labels(pairs, config, right=2))
    out = score(capsys, pairs, "--predictions", folder, "--system", "mine", "--out", tmp_path / "mine.json")
    assert "question_matching: accuracy" in out
    status, _, err = numdiag(capsys, "report", tmp_path / "mine.json", "--out", tmp_path / "report")
    assert (status, err) == (0, "")
    assert "numeral" in (tmp_path / "report" / "report.md").read_text()


@pytest.mark.parametrize(("config", "line", "message"), [
    ("question_matching-numeral", {"id": 0, "prediction": 2}, "a label, 0 or 1, is expected"),
    ("question_matching-numeral", {"id": "x", "prediction": 1}, "no prediction for"),
    ("question_matching-voice", {"id": 0, "prediction": 1}, "holds no question_matching-voice"),
    ("asdiv_a", {"id": 0, "prediction": 1}, "holds no asdiv_a"),
    ("question_matching-*x", {"id": 0, "prediction": 1}, "no config of .* matches"),
])  # fmt: skip
def test_labels_that_cannot_be_scored(capsys, pairs, tmp_path, config, line, message):
    rows = labels(pairs, "question_matching-numeral", right=0)
    predictions = write(tmp_path / "p.jsonl", [line, *rows[1:]])
    arguments = ("--dir", pairs, "--config", config, "--predictions", predictions)
    status, _, err = numdiag(capsys, "score", *arguments)
    assert (status, re.search(message, err) is not None) == (2, True), err


def test_pairs_have_no_originals_to_be_compared_with(capsys, pairs, tmp_path):
    config = "question_matching-measure_word"
    predictions = write(tmp_path / "p.jsonl", labels(pairs, config, right=0))
    arguments = ("--config", config, "--predictions", predictions, "--baseline", predictions)
    refused(capsys, "leave --baseline out", "score", "--dir", pairs, *arguments)


def test_a_directory_is_scored_whole_or_not_at_all(capsys, samples, sample_release, tmp_path):
    """Predictions for a config that the release was built without are not passed over in silence."""
    release = tmp_path / "numdiag"
    build(samples, release, ["asdiv_a-noise-attack"])
    folder = tmp_path / "predictions"
    folder.mkdir()
    for config in ("asdiv_a-noise-attack", "asdiv_a-type-attack"):
        write(folder / f"{config}.jsonl", gold(sample_release, config))
    refused(
        capsys,
        "was built without asdiv_a-type-attack; build it with",
        "score",
        "--dir",
        release,
        "--predictions",
        folder,
    )
    out = score(capsys, release, "--predictions", folder, "--config", "*-noise-*")
    assert "asdiv_a-noise-attack" in out


def test_the_order_of_the_lines_does_not_matter(capsys, sample_release, tmp_path):
    records = gold(sample_release, "tatqa_a-noise-attack", wrong=3)
    outputs = [
        score(capsys, sample_release, "--config", "tatqa_a-noise-attack", "--predictions",
              write(tmp_path / "p.jsonl", lines), "--json")
        for lines in (records, records[::-1])
    ]  # fmt: skip
    assert outputs[0] == outputs[1]
