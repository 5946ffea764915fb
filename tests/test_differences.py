"""What changed between two releases, and which version that needs."""

import gzip
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import ReleaseError, read_manifest_file
from numdiag_datasets.core.versions import Level, least_version, parse_version
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.differences import compare
from tests.commands import numdiag, printed, refused
from tests.tampering import retell, with_rows

ROOT = Path(__file__).parents[1]

CONFIGS = "asdiv_a-[ne]*-defense"  # noise and extra


@pytest.fixture(scope="session")
def old(sample, build_once):
    configs = match_configs(CONFIGS)
    return build_once("old", lambda to: build([sample], to / "numdiag", configs)) / "numdiag"


@pytest.fixture
def changed(old, tmp_path):
    """A copy of the release with other rows or another manifest."""
    copy = shutil.copytree(old, tmp_path / "numdiag")

    def change(path, change_rows, change_manifest=lambda manifest: None):
        if path:
            with_rows(path, change_rows)(copy)
        retell(copy, change_manifest)
        return compare(old, copy)

    return change


def only(row_id, **columns):
    return lambda rows: next(row for row in rows if row["id"] == row_id).update(columns)


def drop(row_id):
    return lambda rows: rows.remove(next(row for row in rows if row["id"] == row_id))


NOISE, TEST = "asdiv_a/noise/train.parquet", "asdiv_a/noise/test.parquet"
PLAIN = {"status": "unchanged", "reason": "sign_change", "edits": []}


@pytest.mark.parametrize(("trap", "path", "row", "what", "detail", "why", "level"), [
    ("a lint in train", NOISE, only("sample-001", lints=["x"]), "other columns", "lints", "rules", Level.MINOR),
    ("a lint in test", TEST, only("sample-025", lints=["x"]), "other columns", "lints", "rules", Level.MINOR),
    ("a text in train", NOISE, only("sample-001", question="?"), "other text", "", "rules", Level.MINOR),
    ("a text in test", TEST, only("sample-025", question="?"), "other text", "", "rules", Level.MAJOR),
    ("an answer in test", TEST, only("sample-025", answers=["1"]), "other answer", "", "rules", Level.MAJOR),
    ("no longer applied", TEST, only("sample-025", **PLAIN), "no longer perturbed", "sign_change", "rules", Level.MAJOR),
    ("a row is gone", TEST, drop("sample-025"), "removed", "", "source", Level.MAJOR),
    ("an original", "asdiv_a/original/train.parquet", only("sample-001", unit="x"), "other answer", "", "source", Level.MINOR),
])  # fmt: skip
def test_a_changed_row(changed, trap, path, row, what, detail, why, level):
    differences = changed(path, row)
    (change,) = differences.rows
    assert (change.what, change.detail, change.why) == (what, detail, why)
    assert change.config == ("asdiv_a" if "original" in path else "asdiv_a-noise")
    assert differences.level == level


def test_other_bytes_are_no_change_and_another_seed_is_a_reason(changed):
    """Another version of Arrow writes other bytes of the same rows."""
    differences = changed(NOISE, lambda rows: None)
    assert differences.level == Level.NONE
    differences = changed(NOISE, only("sample-001", question="?"), lambda manifest: manifest.update(seed=2))
    assert [row.why for row in differences.rows] == ["seed"]


def test_a_changed_original_explains_what_is_made_of_it(sample, old, tmp_path):
    """The reason is told once, and it is not the perturbation's."""
    problems = [
        replace(p, context=(p.context[0].replace("Kenji", "Kento"),)) if p.id == "sample-025" else p
        for p in sample.splits["test"]
    ]
    other = replace(sample, splits={**sample.splits, "test": problems})
    build([other], tmp_path / "numdiag", match_configs(CONFIGS))
    differences = compare(old, tmp_path / "numdiag")
    assert {(row.config, row.id, row.why) for row in differences.rows} >= {
        ("asdiv_a", "sample-025", "source"),
        ("asdiv_a-noise", "sample-025", "source"),
        ("asdiv_a-extra", "sample-025", "source"),
    }


def test_configs_and_columns_come_and_go(changed):
    def change_manifest(manifest):
        manifest["configs"]["asdiv_a-type-attack"] = manifest["configs"]["asdiv_a"]

    differences = changed("", None, change_manifest)
    assert (differences.new_configs, differences.level) == (("asdiv_a-type-attack",), Level.MINOR)
    differences = changed("", None, lambda manifest: manifest["configs"].pop("asdiv_a-noise-defense"))
    assert (differences.lost_configs, differences.level) == (("asdiv_a-noise-defense",), Level.MAJOR)


def test_the_command_counts_and_advises(sample, old, tmp_path, capsys):
    new = tmp_path / "numdiag"
    build([sample], new, match_configs(CONFIGS), seed=2)
    out = printed(capsys, "diff", old, new)
    assert f"version {__version__}, seed 2" in out
    assert "asdiv_a-noise" in out
    assert out.splitlines()[-1].endswith(f"that needs version {least_version(__version__, Level.MAJOR)} or more")
    out = printed(capsys, "diff", old, new, "--json")
    found = json.loads(out)
    assert (found["level"], found["seeds"]) == ("major", [1, 2])
    assert {row["why"] for row in found["rows"]} == {"seed"}
    assert numdiag(capsys, "diff", old, old)[1].endswith("no row changed\n")
    refused(capsys, f"numdiag: {tmp_path}/: no numdiag release", "diff", old, tmp_path)


@pytest.mark.parametrize(("published", "level", "least"), [
    ("1.2.3", Level.NONE, "1.2.3"),
    ("1.2.3", Level.MINOR, "1.3.0"),
    ("1.2.3", Level.MAJOR, "2.0.0"),
    ("0.2.3", Level.MINOR, "0.2.4"),  # below 1.0.0 everything counts one part less
    ("v0.2.3", Level.MAJOR, "0.3.0"),
    ("2.0.0.dev0", Level.MAJOR, "2.0.0"),  # a development version becomes its own
    ("1.3.0.dev1", Level.MINOR, "1.3.0"),
    ("1.3.0.dev1", Level.MAJOR, "2.0.0"),  # but only where it is new enough
    ("1.3.1.dev0", Level.MINOR, "1.4.0"),
    ("0.3.0.dev0", Level.MAJOR, "0.3.0"),
    ("1.2.0", Level.MINOR, "1.3.0"),
])  # fmt: skip
def test_the_least_version_after_a_change(published, level, least):
    assert least_version(published, level) == least


@pytest.mark.parametrize("text", ["1.2", "1.2.3.4", "01.2.3", "1.2.x", "paper", "", "1.2.3 "])
def test_what_is_no_version(text):
    assert parse_version(text) is None


def test_a_manifest_alone_tells_which_files_changed(old, changed, tmp_path, capsys):
    """As JSON or packed; rows are not compared, since they are not there."""
    changed(TEST, only("sample-025", question="?"))
    packed = tmp_path / "old.json.gz"
    packed.write_bytes(gzip.compress((old / "manifest.json").read_bytes()))
    for manifest in (old / "manifest.json", packed):
        status, out, err = numdiag(capsys, "diff", manifest, tmp_path / "numdiag")
        assert (status, err) == (0, "")
        assert TEST in out
        assert "has 9 files: 1 with other bytes than those of version" in out
        assert "0 that it lacks; 0 of its 9 are gone" in out
    status, out, _ = numdiag(capsys, "diff", packed, old)
    assert (status, out.startswith("all 9 files are those of version")) == (0, True)


def test_the_manifests_of_every_version_are_kept():
    """What a version was made of can be looked up when its files are gone."""
    for version in ("0.2.0",):
        folder = ROOT / "docs" / "releases" / version
        found = {path.name.partition(".")[0]: read_manifest_file(path) for path in folder.iterdir()}
        assert {name: manifest.holds for name, manifest in found.items()} == {
            "sample": "problems", "problems": "problems",
            "number_words": "number_words", "question_matching": "question_matching",
        }  # fmt: skip
        assert {manifest.version for manifest in found.values()} == {version}


def test_releases_of_two_kinds_are_not_compared(old, pairs):
    with pytest.raises(ReleaseError, match=r"holds problems, .* holds question_matching"):
        compare(old, pairs)


@pytest.mark.parametrize("make", [lambda path: None, os.mkfifo], ids=["missing", "a pipe"])
def test_every_file_is_looked_at(make, old, tmp_path):
    """A file that is gone has not stayed the same, and a pipe is not waited for."""
    copy = tmp_path / "copy"
    shutil.copytree(old, copy)
    path = copy / "asdiv_a/noise/train.parquet"
    path.unlink()
    make(path)
    with pytest.raises(ReleaseError, match=r"noise/train\.parquet"):
        compare(old, copy)
