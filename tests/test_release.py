"""The release directory: complete or absent, the same bytes for the same inputs."""

import json
from pathlib import Path

import pytest
from pyarrow import parquet

from numdiag_datasets.core.configs import CONFIGS, match_configs
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import ReleaseError, parse_manifest, read_manifest
from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.core.schema import features, from_row, to_row
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.release_types import ReleaseTexts


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


def test_another_seed_gives_other_draws(sample, sample_release, tmp_path):
    build([sample], tmp_path / "numdiag", match_configs("asdiv_a*"), seed=2)
    theirs, ours = content(tmp_path / "numdiag"), content(sample_release)
    changed = {name.split("/")[1] for name in theirs if "/" in name and theirs[name] != ours[name]}
    drawn = {"noise", "distribution", "verbosity", "extra"}
    drawn |= {f"{name}{SECOND}" for name in drawn}
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


#: What of a manifest is replaced, by what.
DAMAGES = {
    "files": lambda m: {"files": m["files"] | {"asdiv_a/noise/test.parquet": {"rows": "a"}}},
    "path": lambda m: {"files": m["files"] | {"../test.parquet": m["files"]["asdiv_a/noise/test.parquet"]}},
    "configs": lambda m: {"configs": {"asdiv_a": m["configs"]["asdiv_a"] | {"test": ["asdiv_a/other.parquet"]}}},
    "split": lambda m: {"configs": {"asdiv_a": {"train": [], "validation": []}}},
    "other": lambda m: {"configs": {"asdiv_a": m["configs"]["asdiv_a"] | {"dev": []}}},
    "family": lambda m: {"records": "text_pairs"},
    "benchmark": lambda m: {"benchmark": "PWA"},
}


@pytest.mark.parametrize(("manifest", "message"), [
    (None, "no numdiag release"),
    ("{", "not valid JSON"),
    ("{}", "damaged"),
    ("[]", "damaged"),
    ('{"name": "PWA"}', "records: Field required"),
    ("{files}", "files asdiv_a/noise/test.parquet rows: Input should be a valid integer"),
    ("{path}", "'../test.parquet' is no path inside a release"),
    ("{configs}", "configs asdiv_a test: asdiv_a/other.parquet is not among the files"),
    ("{split}", "configs asdiv_a: its splits are train, validation, not train, validation, test"),
    ("{other}", "configs asdiv_a: its splits are train, validation, test, dev, not"),
    ("{family}", "unknown family .* choose from number_words"),
    ("{benchmark}", "benchmark: Input should be 'numdiag'"),
])  # fmt: skip
def test_a_damaged_manifest_is_named(manifest, message, tmp_path, sample_release):
    """What is wrong with it stands in the message, by its place."""
    if manifest is not None:
        whole = read_manifest(sample_release).to_json()
        damaged = DAMAGES.get(manifest.strip("{}"))
        text = json.dumps(whole | damaged(whole)) if damaged else manifest
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
        assert counted.problems == (16 if form.endswith(SECOND) else 80)  # second forms are for testing only
    assert parse_manifest(manifest.to_text().encode(), "") == manifest


def test_a_build_is_advised_where_it_would_be_done(tmp_path):
    """`numdiag build` refuses a folder of something else, so nobody is sent there."""
    with pytest.raises(ReleaseError, match=r"`numdiag build --out .*new` makes one"):
        read_manifest(tmp_path / "new")
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ReleaseError, match=r"no numdiag release \(no manifest.json\)$"):
        read_manifest(tmp_path)
