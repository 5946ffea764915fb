"""Settings compared over the rows that both change, and drops by rule: in Python, in `numdiag score` and in reports."""

import json

import pytest

from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.scoring.result_checksum import checksum_of
from numdiag_datasets.scoring.results import Result, ResultError
from numdiag_datasets.scoring.scored_rows import ScoredRow, drops_by_rule, matched
from tests.commands import numdiag, printed, refused


def scored(right, changed="", rule="a", config="asdiv_a-extra-attack"):
    """Rows p0, p1, ...: right where there is a 1, changed where ``changed`` has an x (all if it is empty)."""
    return [
        ScoredRow(
            {
                "id": f"p{i}",
                "group": f"p{i}",
                "rule": rule[i % len(rule)],
                "status": "applied" if (changed or "x" * len(right))[i] == "x" else "unchanged",
            },
            config,
            {"answer_accuracy": int(mark)},
        )
        for i, mark in enumerate(right)
    ]


def test_only_rows_that_both_change_count():
    """Of four rows the attack leaves one alone and the control another; two remain."""
    both = matched(scored("0011", "xx.x"), scored("1101", ".xxx"), scored("1111"))
    assert both is not None
    assert both.original is not None
    drop = both.other["answer_accuracy"]
    assert (drop.rows, drop.original, drop.perturbed) == (2, 100, 50)
    assert both.original["answer_accuracy"].absolute == 0


def test_without_originals_or_common_rows():
    both = matched(scored("01"), scored("11"))
    assert both is not None
    assert both.original is None
    assert matched(scored("01", "x."), scored("11", ".x")) is None


def test_rules_are_told_apart_the_most_frequent_first():
    baseline = scored("11111")
    found = drops_by_rule(baseline, scored("00111", rule="aab"))
    assert {rule: drops["answer_accuracy"].absolute for rule, drops in found.items()} == {"a": 50, "b": 0}
    assert list(found) == ["a", "b"]
    assert drops_by_rule(baseline, scored("00111")) == {}


def test_a_chance_is_a_probability():
    value = {"config": "asdiv_a-extra-attack", "scores": {"rows": 2, "answer_accuracy": 50},
             "matched": {"control": {"original": None, "other": {}, "p_values": {"distractor_taken": 2}}}}  # fmt: skip
    with pytest.raises(ResultError, match="matched control p_values"):
        Result.from_json(value)


@pytest.fixture(scope="module")
def predictions(sample_release, tmp_path_factory):
    """The right answers for originals and controls; under attack half of them."""
    folder = tmp_path_factory.mktemp("predictions")
    manifest = read_manifest(sample_release)
    for config in ("asdiv_a", "asdiv_a-extra-attack", "asdiv_a-extra-control", "asdiv_a-noise-attack"):
        rows = read_rows(sample_release, manifest.configs[config]["test"])
        lines = [
            {"id": row["id"], "prediction": "-1" if config.endswith("attack") and i % 2 else row["answers"][0]}
            for i, row in enumerate(rows)
        ]
        (folder / f"{config}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_rows_without_an_original_are_left_out():
    """As of a run with few originals, scored with --partial."""
    both = matched(scored("0011"), scored("1101"), scored("11"))
    assert both is not None
    assert both.original is not None
    assert both.other["answer_accuracy"].rows == both.original["answer_accuracy"].rows == 2


def test_the_command_compares_attack_and_control(capsys, sample_release, predictions, tmp_path):
    out = tmp_path / "made.json"
    text = printed(
        capsys, "score", "--dir", sample_release, "--predictions", predictions, "--system", "half", "--out", out
    )
    assert "on the rows that control and attack change" in text
    by_config = {made["config"]: Result.from_json(made) for made in json.loads(out.read_text())["results"]}
    both = by_config["asdiv_a-extra-attack"].matched["control"]
    assert both.original is not None
    assert both.original["answer_accuracy"].absolute == 0
    assert both.other["answer_accuracy"].absolute > 20
    assert by_config["asdiv_a-noise-attack"].matched == {}
    assert numdiag(capsys, "report", out, "--out", tmp_path / "report")[0] == 0
    page = (tmp_path / "report/report.md").read_text()
    assert "extra control - attack" in page
    assert "Drop over the rows of each rule" in page
    assert "Types of wrong answers under attack" in page


@pytest.mark.parametrize(("place", "figure"), [
    ("matched control other answer_accuracy", "interval"),
    ("matched control original answer_accuracy", "smallest_detectable"),
    ("matched control other answer_accuracy", "groups"),
    ("drop_by_rule story_person answer_accuracy", "interval"),
])  # fmt: skip
def test_a_comparison_follows_from_the_rows(place, figure, capsys, sample_release, predictions, tmp_path):
    """The scores of the rows of both settings stand in the file, so its own figures show a changed one."""
    out = tmp_path / "made.json"
    _ = printed(capsys, "score", "--dir", sample_release, "--predictions", predictions, "--system", "a", "--out", out)
    content = json.loads(out.read_text())
    (part,) = [made for made in content["results"] if made["config"] == "asdiv_a-extra-attack"]
    for name in place.split():
        part = part[name]
    told = part[figure]
    part[figure] = [told[0], told[1] + 1] if figure == "interval" else told - 1
    out.write_text(json.dumps(content))
    refused(
        capsys,
        "was changed after it was written, since its `checksum` differs",
        "report",
        out,
        "--out",
        tmp_path / "report",
    )
    for made in content["results"]:
        made["checksum"] = checksum_of(made)
    out.write_text(json.dumps(content))
    refused(capsys, f"`{place} {figure}` of a result is", "report", out, "--out", tmp_path / "report")


def test_the_command_tells_rules_apart(capsys, sample_release, predictions):
    arguments = ("score", "--dir", sample_release, "--predictions", predictions)
    text = printed(capsys, *arguments, "--by", "rule")
    assert "noise in_digits" in text
    assert "noise in_words" in text
    refused(capsys, "--by 'grade': choose rule", *arguments, "--by", "grade")


def test_a_damaged_comparison_names_its_place():
    drop = {"rows": 2, "groups": 2, "original": 101, "perturbed": 0, "absolute": 0, "interval": None, "relative": None,
            "relative_interval": None, "worse": 0, "better": 0, "p_value": None, "smallest_detectable": 0}  # fmt: skip
    value = {"config": "asdiv_a-extra-attack", "scores": {"rows": 2, "answer_accuracy": 50},
             "matched": {"control": {"original": None, "other": {"answer_accuracy": drop}}}}  # fmt: skip
    with pytest.raises(ResultError, match="matched control other answer_accuracy"):
        Result.from_json(value)
