"""Several draws of the test splits of noise and distribution: built, verified, loaded and scored."""

from __future__ import annotations

import json

import pytest

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.sources import load_source
from tests.commands import printed, refused

CONFIG = "gsm8k-noise-attack"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawn") / "numdiag"
    build([load_source("gsm8k")], folder, match_configs("gsm8k-[ne]*-*"), draws=3)
    return folder


def rows(folder, split):
    return read_rows(folder, read_manifest(folder).configs[CONFIG][split])


def test_each_draw_has_numbers_of_its_own(drawn):
    splits = read_manifest(drawn).configs[CONFIG]
    assert [*splits] == ["train", "validation", "test", "test_1", "test_2", "test_3"]
    assert splits["test_1"] == splits["test"]
    texts = {split: [r["context"] for r in rows(drawn, split)] for split in splits}
    assert texts["test"] != texts["test_2"] != texts["test_3"] != texts["test"]
    ids = [r["source_id"] for r in rows(drawn, "test")]
    assert [r["source_id"] for r in rows(drawn, "test_3")] == ids


def test_a_draw_is_the_test_split_of_another_seed(drawn, tmp_path):
    build([load_source("gsm8k")], tmp_path / "two", match_configs(CONFIG), seed=2)
    assert rows(tmp_path / "two", "test") == rows(drawn, "test_2")


def test_what_is_not_sampled_has_no_draws(drawn):
    configs = read_manifest(drawn).configs
    assert len(configs["gsm8k-extra-attack"]) == 3
    assert len(configs["gsm8k-noise-augment"]) == 3
    assert len(configs["gsm8k-noise-defense"]) == 6


def test_draws_are_verified(drawn, tmp_path):
    assert verify(drawn).violations == []
    manifest = json.loads((drawn / "manifest.json").read_text())
    assert manifest["draws"] == 3
    assert "draws" not in json.loads(
        json.dumps(build([load_source("svamp")], tmp_path / "none", match_configs("svamp")).to_json())
    )


def predict(drawn, folder, split, right):
    lines = [
        {"id": row["id"], "prediction": row["answers"][0] if i < right else "0"}
        for i, row in enumerate(rows(drawn, split))
    ]
    (folder / f"{split}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_scores_have_a_mean_a_spread_and_a_worst(drawn, tmp_path, capsys):
    total = len(rows(drawn, "test"))
    for split, right in (("test_1", total), ("test_2", 0), ("test_3", total)):
        predict(drawn, tmp_path, split, right)
    arguments = ["--config", CONFIG, "--dir", drawn, "--split", "draws"]
    out = tmp_path / "draws.json"
    told = printed(capsys, "score", "--predictions", tmp_path / "{split}.jsonl", *arguments, "--out", out)
    assert "worst (test_2)" in told
    (found,) = json.loads(out.read_text())["draws"]
    assert found["scores"] == {"test_1": 100, "test_2": 0, "test_3": 100}
    assert found["mean"] == pytest.approx(200 / 3)
    assert found["deviation"] == pytest.approx(57.735, abs=1e-3)
    assert found["worst"] == "test_2"
    _ = printed(capsys, "report", f"mine={out}", "--out", tmp_path / "report")
    report = (tmp_path / "report" / "report.md").read_text()
    assert "66.7 ± 57.7 | 0.0 (test_2)" in report


@pytest.mark.parametrize(("trap", "config", "split", "file", "message"), [
    ("no place for the split", CONFIG, "draws", "p.jsonl", "holds {split}"),
    ("no draws", "gsm8k-extra-attack", "draws", "{split}.jsonl", "has no draws; `numdiag build --draws 5`"),
])  # fmt: skip
def test_bad_input(trap, config, split, file, message, drawn, tmp_path, capsys):
    (tmp_path / "p.jsonl").write_text('{"id": "test-1", "prediction": "1"}\n')
    refused(
        capsys, message, "score", "--predictions", tmp_path / file, "--config", config, "--dir", drawn, "--split", split
    )
