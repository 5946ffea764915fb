"""``numdiag score``, as its users run it."""

import json

import pytest

from numdiag_datasets.release.manifest import read_manifest, read_rows
from tests.commands import numdiag


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


def test_the_order_of_the_lines_does_not_matter(capsys, sample_release, tmp_path):
    records = gold(sample_release, "tatqa_a-noise-attack", wrong=3)
    outputs = [
        score(capsys, sample_release, "--config", "tatqa_a-noise-attack", "--predictions",
              write(tmp_path / "p.jsonl", lines), "--json")
        for lines in (records, records[::-1])
    ]  # fmt: skip
    assert outputs[0] == outputs[1]


def test_the_data_stands_in_the_signature(capsys, sample_release, tmp_path):
    """Another config, or rows of another seed, have another checksum."""
    found = set()
    for name in ("asdiv_a-noise-attack", "asdiv_a-extra-attack"):
        file = write(tmp_path / "p.jsonl", gold(sample_release, name))
        out = score(capsys, sample_release, "--config", name, "--predictions", file, "--json")
        found.add(json.loads(out)["results"][0]["signature"].split("|")[1])
    assert len(found) == 2


CONFIG = ("--config", "asdiv_a-noise-attack")


@pytest.mark.parametrize(
    ("trap", "change", "message"),
    [
        ("a row without a prediction", lambda r: r[1:], "no prediction for 1 of 16 rows: sample-"),
        ("a row that is none", lambda r: [*r, r[0] | {"id": "x"}], "1 ids are no rows of this config and split: x"),
        ("a row twice", lambda r: [*r, r[0]], "line 17: id 'sample-"),
        ("no prediction", lambda r: [{"id": "x"}], 'line 1: expected an object with "id" and "prediction"'),
        ("no object", lambda r: [["x"]], 'line 1: expected an object with "id" and "prediction"'),
        ("a list for an equation", lambda r: [r[0] | {"prediction": ["1", "2"]}, *r[1:]], "one equation or answer"),
        ("another type", lambda r: [r[0] | {"prediction": True}, *r[1:]], "line 1: a prediction is text"),
        ("nothing", lambda r: [], "holds no predictions"),
    ],
)  # fmt: skip
def test_bad_predictions(capsys, sample_release, tmp_path, trap, change, message):
    file = write(tmp_path / "p.jsonl", change(gold(sample_release, "asdiv_a-noise-attack")))
    status, out, err = numdiag(
        capsys, "score", "--dir", sample_release, *CONFIG, "--predictions", file
    )
    assert (status, out) == (2, ""), trap
    assert str(file) in err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": "a", "prediction"', "line 1: not valid JSON"),
        (b"[" * 100_000, "line 1: not valid JSON"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (None, "cannot be read (No such file or directory)"),
    ],
)
def test_files_that_are_no_predictions(capsys, sample_release, tmp_path, content, message):
    file = tmp_path / "p.jsonl"
    if content is not None:
        file.write_bytes(content)
    status, _, err = numdiag(
        capsys, "score", "--dir", sample_release, *CONFIG, "--predictions", file
    )
    assert status == 2
    assert f"{file}" in err
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--config", "asdiv_a-nose-attack", "--predictions", "F"), "unknown perturbation 'nose'"),
        (("--config", "asdiv_a-*", "--predictions", "F"), "matches 24 configs, but"),
        (("--predictions", "F"), "--config names what the predictions are for"),
        ((*CONFIG, "--predictions", "F", "--mode", "lenient"), "choose from official, strict"),
        ((*CONFIG, "--predictions", "F", "--split", "dev"), "choose from train, validation, test"),
        ((*CONFIG, "--predictions", "F", "--dir", "nowhere"), "no numdiag release"),
        ((*CONFIG, "--predictions", "F", "--out", "/dev/null/where"), "cannot be written"),
        (("--predictions", "D"), "holds no file <config>.jsonl"),
        (("--predictions", "D", "--baseline", "F"), "leave --baseline out"),
        (CONFIG, "--predictions"),
    ],
)
def test_bad_options(capsys, sample_release, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D").mkdir()
    write(tmp_path / "F", gold(sample_release, "asdiv_a-noise-attack"))
    directory = () if "--dir" in arguments else ("--dir", sample_release)
    status, _, err = numdiag(capsys, "score", *directory, *arguments)
    assert status == 2
    assert message in err
    assert "Traceback" not in err
