"""The release directory: complete or absent, the same bytes for the same inputs; and several draws of its test splits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pyarrow import parquet

from numdiag_datasets.core.configs import CONFIGS, match_configs
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import ReleaseError, parse_manifest, read_manifest, read_rows
from numdiag_datasets.core.perturbation_table import CONTROL, SECOND
from numdiag_datasets.core.schema import features, from_row, to_row
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.release_types import ReleaseTexts
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.scoring.resamples import over_draws
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.sources import load_source
from tests.commands import printed, refused
from tests.test_score import write


def content(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes() for path in directory.rglob("*") if path.is_file()
    }


def rows(directory, config, split, columns=None, manifest=None):
    paths = (manifest or read_manifest(directory)).configs[config][split]
    tables = (parquet.read_table(directory / path, columns=columns) for path in paths)
    return [row for table in tables for row in table.to_pylist()]


@pytest.mark.slow
@pytest.mark.parametrize("num_proc", [2, 8])
def test_the_bytes_do_not_depend_on_the_number_of_processes(num_proc, samples, sample_release, tmp_path):
    build(samples, tmp_path / "numdiag", list(CONFIGS.values()), num_proc=num_proc)
    assert content(tmp_path / "numdiag") == content(sample_release)


def test_a_part_of_the_configs_has_the_same_rows(sample, sample_release, tmp_path):
    build([sample], tmp_path / "numdiag", match_configs("asdiv_a-extra-attack"))
    part, whole = content(tmp_path / "numdiag"), content(sample_release)
    files = {name for name in part if name.endswith("parquet")}
    assert files == {
        *(f"asdiv_a/original/{split}.parquet" for split in ("train", "validation", "test")),
        "asdiv_a/extra/test.parquet",
    }
    assert all(part[name] == whole[name] for name in files)


@pytest.mark.parametrize("count", [0, 1])
def test_a_split_may_have_no_row_or_one(count, sample, tmp_path):
    few = {name: problems[:count] for name, problems in sample.splits.items()}
    build([replace(sample, splits=few)], tmp_path / "numdiag")
    assert verify(tmp_path / "numdiag").violations == []
    assert read_manifest(tmp_path / "numdiag").rows("asdiv_a-noise-attack") == 3 * count


def test_another_seed_gives_other_draws(sample, sample_release, tmp_path):
    build([sample], tmp_path / "numdiag", match_configs("asdiv_a*"), seed=2)
    theirs, ours = content(tmp_path / "numdiag"), content(sample_release)
    changed = {name.split("/")[1] for name in theirs if "/" in name and theirs[name] != ours[name]}
    drawn = {"noise", "distribution", "verbosity", "extra"}
    drawn |= {f"{name}{SECOND}" for name in drawn} | {f"{name}{CONTROL}" for name in drawn - {"distribution"}}
    assert drawn <= changed <= drawn | {"logic", "order"}


def test_every_config_has_the_same_ids_in_the_same_order(sample_release):
    columns, manifest = ["id", "source_id", "status"], read_manifest(sample_release)
    for config in CONFIGS.values():
        for split in SPLITS:
            ids = [row["id"] for row in rows(sample_release, config.dataset, split, columns, manifest)]
            found = rows(sample_release, config.name, split, columns, manifest)
            if config.setting == "augment" and split != "test":
                assert [r["id"] for r in found[: len(ids)]] == ids
                copies = found[len(ids) :]
                assert all(r["id"] == f"{r['source_id']}#{config.perturbation}" for r in copies)
                assert all(r["status"] == "applied" for r in copies)
            else:
                assert [r["id"] for r in found] == ids


def test_rows_and_problems_are_inverse(sample):
    for problem in sample.splits["test"]:
        row = to_row(problem)
        assert from_row(row) == problem
        assert list(row) == list(features())


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError("disk full")])
def test_a_build_that_fails_half_way_leaves_what_was_there(error, sample, tmp_path, monkeypatch):
    out = tmp_path / "numdiag"
    build([sample], out, match_configs("asdiv_a-type-attack"))
    before = content(out)

    def fail(*_):
        raise error

    monkeypatch.setattr(ReleaseTexts, "write", fail)
    with pytest.raises((KeyboardInterrupt, RuntimeError, OSError, ReleaseError)):
        build([sample], out, match_configs("asdiv_a-[nt]*"))
    assert content(out) == before
    assert [p.name for p in tmp_path.iterdir()] == ["numdiag"]


@pytest.mark.parametrize(("damage", "message"), [
    (None, "no numdiag release"),
    ("{", "not valid JSON"),
    ("{}", "damaged"),
    ("[]", "damaged"),
    ('{"name": "PWA"}', "records: Field required"),
    (lambda m: {"files": m["files"] | {"asdiv_a/noise/test.parquet": {"rows": "a"}}},
     "files asdiv_a/noise/test.parquet rows: Input should be a valid integer"),
    (lambda m: {"files": m["files"] | {"../test.parquet": m["files"]["asdiv_a/noise/test.parquet"]}},
     "'../test.parquet' is not a path inside a release"),
    (lambda m: {"configs": {"asdiv_a": m["configs"]["asdiv_a"] | {"test": ["asdiv_a/other.parquet"]}}},
     "configs asdiv_a test: asdiv_a/other.parquet is not among the files"),
    (lambda m: {"configs": {"asdiv_a": {"train": [], "validation": []}}},
     "configs asdiv_a: its splits are train, validation, not train, validation, test"),
    (lambda m: {"configs": {"asdiv_a": m["configs"]["asdiv_a"] | {"dev": []}}},
     "configs asdiv_a: its splits are train, validation, test, dev, not"),
    (lambda m: {"records": "text_pairs"}, "unknown family .* choose from number_words"),
    (lambda m: {"benchmark": "PWA"}, "benchmark: Input should be 'numdiag'"),
])  # fmt: skip
def test_a_damaged_manifest_is_named(damage, message, tmp_path, sample_release):
    """What is wrong with it stands in the message, by its place."""
    if damage is not None:
        whole = read_manifest(sample_release).to_json()
        text = damage if isinstance(damage, str) else json.dumps(whole | damage(whole))
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ReleaseError, match=message):
        read_manifest(tmp_path)


def test_the_manifest_counts_what_is_there(sample_release):
    manifest = read_manifest(sample_release)
    for name, stored in manifest.files.items():
        table = parquet.read_table(sample_release / name)
        assert stored.rows == table.num_rows
        assert stored.applied == table.column("status").to_pylist().count("applied")
    for form, counted in manifest.coverage["asdiv_a"].items():
        assert counted.applied + sum(counted.reasons.values()) == counted.problems
        assert counted.problems == (16 if "-" in form else 80)  # second forms and controls are for testing only
    assert parse_manifest(manifest.to_text().encode(), "") == manifest


def test_a_build_is_advised_where_it_would_be_done(tmp_path):
    """`numdiag build` refuses a folder of something else, so nobody is sent there."""
    with pytest.raises(ReleaseError, match=r"`numdiag build --out .*new --source official` makes one"):
        read_manifest(tmp_path / "new")
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ReleaseError, match=r"no numdiag release \(no manifest.json\)$"):
        read_manifest(tmp_path)


CONFIG = "gsm8k-noise-attack"


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several") / "numdiag"
    build([load_source("gsm8k")], folder, match_configs("gsm8k-[ne]*-*"), draws=3)
    return folder


def draw_rows(folder, split):
    return read_rows(folder, read_manifest(folder).configs[CONFIG][split])


def test_each_draw_has_numbers_of_its_own(several):
    splits = read_manifest(several).configs[CONFIG]
    assert [*splits] == ["train", "validation", "test", "test_1", "test_2", "test_3"]
    assert splits["test_1"] == splits["test"]
    texts = {split: [r["context"] for r in draw_rows(several, split)] for split in splits}
    assert texts["test"] != texts["test_2"] != texts["test_3"] != texts["test"]
    ids = [r["source_id"] for r in draw_rows(several, "test")]
    assert [r["source_id"] for r in draw_rows(several, "test_3")] == ids


def test_a_draw_is_the_test_split_of_another_seed(several, tmp_path):
    build([load_source("gsm8k")], tmp_path / "two", match_configs(CONFIG), seed=2)
    assert draw_rows(tmp_path / "two", "test") == draw_rows(several, "test_2")


def test_what_is_not_sampled_has_no_draws(several, sample_release):
    configs = read_manifest(several).configs
    assert len(configs["gsm8k-extra-attack"]) == 3
    assert len(configs["gsm8k-noise-augment"]) == 3
    assert len(configs["gsm8k-noise-defense"]) == 6
    assert verify(several).violations == []
    draws = [json.loads((folder / "manifest.json").read_text()).get("draws") for folder in (several, sample_release)]
    assert draws == [3, None]


def test_scores_have_a_mean_a_spread_and_a_worst(several, tmp_path, capsys):
    for split, is_right in (("test_1", True), ("test_2", False), ("test_3", True)):
        predicted = [(row["id"], row["answers"][0] if is_right else "0") for row in draw_rows(several, split)]
        write(tmp_path / f"{split}.jsonl", [{"id": name, "prediction": text} for name, text in predicted])
    arguments = ["--config", CONFIG, "--dir", several, "--split", "draws"]
    out = tmp_path / "draws.json"
    told = printed(capsys, "score", "--predictions", tmp_path / "{split}.jsonl", *arguments, "--out", out)
    assert "worst (test_2)" in told
    (found,) = over_draws(map(Result.from_json, json.loads(out.read_text())["results"]))
    assert found.scores == {"test_1": 100, "test_2": 0, "test_3": 100}
    assert found.mean == pytest.approx(200 / 3)
    assert found.deviation == pytest.approx(57.735, abs=1e-3)
    assert found.worst == "test_2"
    _ = printed(capsys, "report", f"mine={out}", "--out", tmp_path / "report")
    report = (tmp_path / "report" / "report.md").read_text()
    assert "66.7 ± 57.7 | 0.0 (test_2)" in report


@pytest.mark.parametrize(("config", "file", "message"), [
    (CONFIG, "p.jsonl", "holds {split}"),
    ("gsm8k-extra-attack", "{split}.jsonl", "holds no draws of gsm8k-extra-attack; `numdiag build --draws 5`"),
])  # fmt: skip
def test_draws_that_are_not_there(config, file, message, several, tmp_path, capsys):
    (tmp_path / "p.jsonl").write_text('{"id": "test-1", "prediction": "1"}\n')
    options = ("--config", config, "--dir", several, "--split", "draws", "--predictions", tmp_path / file)
    refused(capsys, message, "score", *options)
