"""What a build may replace: a release, whole, by no less; nothing foreign is ever lost."""

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from numdiag_datasets.core.configs import CONFIGS, match_configs
from numdiag_datasets.core.manifest import MANIFEST, ReleaseError, read_manifest
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.release_types import ReleaseTexts
from numdiag_datasets.release.replacing import check_out
from numdiag_datasets.sources import load_source
from tests.commands import numdiag
from tests.test_release import content

FEW = match_configs("asdiv_a-type-attack")


@pytest.fixture
def release(sample, tmp_path):
    build([sample], tmp_path / "numdiag", FEW)
    return tmp_path / "numdiag"


@pytest.fixture
def own_release(own_source, tmp_path):
    build([load_source("asdiv_a", own_source)], tmp_path / "numdiag", FEW)
    return tmp_path / "numdiag"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_build_replaces_a_smaller_sample(samples, sample_release, release, tmp_path):
    release.chmod(0o700)
    build(samples, release, list(CONFIGS.values()))
    assert content(release) == content(sample_release)
    assert names(tmp_path) == ["numdiag"]
    assert release.stat().st_mode & 0o777 == 0o700  # as open as it was


# --- nothing foreign is touched -------------------------------------------------------------------


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize(("files", "message"), [
    ({"thesis.txt": "x"}, "no numdiag release; nothing was changed"),
    ({MANIFEST: '{"name": "PWA"}', "index.html": "x"}, "it is kept"),  # a web app
    ({MANIFEST: "\udcff"}, "it is kept"),
])  # fmt: skip
def test_what_is_no_release_is_kept(files, message, replace, sample, tmp_path):
    for path, text in files.items():
        (tmp_path / path).write_bytes(text.encode(errors="surrogateescape"))
    before = content(tmp_path)
    with pytest.raises(ReleaseError, match=message):
        build([sample], tmp_path, FEW, replace=replace)
    assert content(tmp_path) == before


@pytest.mark.parametrize(("path", "named"), [
    ("notes.md", "notes.md"), ("predictions/asdiv_a.jsonl", "predictions/"), ("asdiv_a/mine.parquet", "asdiv_a/mine.parquet"),
])  # fmt: skip
def test_what_lies_in_a_release_is_named_and_kept(path, named, sample, release):
    (release / path).parent.mkdir(parents=True, exist_ok=True)
    (release / path).write_text("years of work")
    before = content(release)
    with pytest.raises(ReleaseError, match="no part of the release in it") as raised:
        build([sample], release, FEW, replace=True)
    assert f"({named})" in str(raised.value)
    assert content(release) == before


def test_links_empty_folders_and_pipes_are_foreign_too(sample, release, tmp_path):
    (release / "empty").mkdir()
    (release / "asdiv_a" / "link").symlink_to(tmp_path)
    (release / "LICENSE").unlink()
    os.mkfifo(release / "LICENSE")
    with pytest.raises(ReleaseError, match=r"\(LICENSE, asdiv_a/link, empty/\)"):
        build([sample], release, FEW, replace=True)


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may do all")
@pytest.mark.parametrize(("path", "mode", "message"), [
    ("asdiv_a/type", 0o555, "asdiv_a/type: is not writable"),
    ("asdiv_a", 0o000, r"asdiv_a: cannot be read \(Permission denied\)"),
])  # fmt: skip
def test_a_release_that_may_not_be_replaced_is_kept(path, mode, message, release):
    before, was = content(release), (release / path).stat().st_mode
    (release / path).chmod(mode)
    unprivileged = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    command = [sys.executable, "-m", "numdiag_datasets", "build", "--configs", FEW[0].name, "--out"]
    told = subprocess.run(
        [*(unprivileged if os.geteuid() == 0 else []), *command, str(release)],
        capture_output=True, text=True, check=False,
    ).stderr  # fmt: skip
    (release / path).chmod(was)
    assert re.search(message, told), told
    assert content(release) == before
    assert names(release.parent) == ["numdiag"]


@pytest.mark.parametrize(("where", "message"), [
    ("numdiag/inside", "lies inside the release"),
    ("numdiag/README.md", "lies inside the release"),
    ("file", "is a file"),
    ("missing/numdiag", "does not exist"),
    ("disk", "is a mount point"),
])  # fmt: skip
def test_impossible_outputs(where, message, release, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "disk").mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda path: path == tmp_path / "disk")
    with pytest.raises(ReleaseError, match=message):
        check_out(tmp_path / where)


def test_a_link_to_a_directory_stays_a_link(sample, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "numdiag").symlink_to(tmp_path / "disk")
    for _ in range(2):
        build([sample], tmp_path / "numdiag", FEW)
    assert (tmp_path / "numdiag").is_symlink()
    assert read_manifest(tmp_path / "disk").holds == "problems"


# --- no release is replaced by less without a word ------------------------------------------------

TYPE = ["--configs", "asdiv_a-type-attack"]
NOISE = ["--configs", "asdiv_a-noise-attack"]
WORDS = ["build-number-words", "--errors", "paper", "--languages", "fr", "--num-proc", "1", "--out", "numdiag"]
SMALL = ["--max-value", "999", "--sizes", "40,20,20"]


def add_notes(release):
    with (release / "README.md").open("a") as file:
        file.write("years of notes")


def forget_range(release):
    text = (release / MANIFEST).read_text()
    (release / MANIFEST).write_text(text.replace('"max_value": 999', '"most": 999'))


#: What would be lost -> the builds before and after, what happens between them, and the message.
LOSSES = {
    "real by sample": (["build", *TYPE, "--source", "OWN"], ["build", *TYPE], None,
                       "its asdiv_a from directory (the new one is from sample)"),
    "fewer configs": (["build", "--configs", "asdiv_a-type-*"], ["build", *TYPE], None,
                      "3 of 5 configs (asdiv_a-type-defense, asdiv_a-type-augment, asdiv_a-type-transfer)"),
    "a data set less": (["build", "--configs", "[at]*-type-attack"], ["build", *TYPE], None, "all of tatqa_a, "),
    "another seed": (["build", *NOISE, "--source", "OWN"], ["build", *NOISE, "--source", "OWN", "--seed", "2"], None,
                     "its rows of seed 1 (the new ones are of 2)"),
    "fewer draws": (["build", *NOISE, "--source", "OWN", "--draws", "2"], ["build", *NOISE, "--source", "OWN"], None, "draws 2"),
    "a changed card": (["build", *TYPE], ["build", *TYPE], add_notes,
                       "files that were changed since it was built (README.md)"),
    "fewer rows": ([*WORDS, "--max-value", "999", "--sizes", "60,20,20"], [*WORDS, *SMALL], None,
                   "rows of 4 configs ("),
    "a fact that an older release lacks": ([*WORDS, *SMALL], [*WORDS, *SMALL], forget_range,
                                           "its rows of max_value None"),
}  # fmt: skip


@pytest.mark.parametrize("name", LOSSES)
def test_what_goes_is_said_first(name, own_source, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    release = tmp_path / "numdiag"
    first, second, between, message = LOSSES[name]
    first, second = ([str(own_source) if a == "OWN" else a for a in c] for c in (first, second))
    assert numdiag(capsys, *first)[0] == 0
    if between:
        between(release)
    before = content(release)
    status, _, error = numdiag(capsys, *second)
    assert (status, content(release)) == (2, before)
    assert message in error
    assert error.endswith("or say --replace. Nothing was changed\n")
    status, out, _ = numdiag(capsys, *second, "--replace")
    assert (status, out.startswith(f"numdiag{os.sep}: replaced a release of ")) == (0, True)
    assert content(release) != before


# --- whole, or as if nothing had happened ---------------------------------------------------------


def test_a_move_that_fails_leaves_the_old_release(sample, release, monkeypatch):
    before, rename = content(release), Path.rename

    def fail(path, to):
        if path.name.endswith(".building"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(ReleaseError, match="No space left on device"):
        build([sample], release, FEW, seed=2)
    assert content(release) == before
    assert names(release.parent) == ["numdiag"]


@pytest.mark.parametrize("since", ["nothing", "an empty directory"])
def test_a_release_that_was_moved_away_comes_back(since, sample, own_release, tmp_path, capsys):
    """A build was killed between its two renames; the next one would build less."""
    before = content(own_release)
    own_release.rename(tmp_path / ".numdiag.replaced")
    if since != "nothing":
        own_release.mkdir()
    with pytest.raises(ReleaseError, match="would remove its asdiv_a from directory"):
        build([sample], own_release, FEW)
    assert "numdiag: a build was killed while it replaced this release" in capsys.readouterr().err
    assert content(own_release) == before
    assert names(tmp_path) == ["numdiag"]


@pytest.mark.parametrize("what", ["a release of more", "notes"])
def test_what_comes_in_while_it_is_built_is_kept(what, sample, own_release, tmp_path, monkeypatch):
    aside, write = own_release.rename(tmp_path / "aside"), ReleaseTexts.write

    def meanwhile(*arguments):
        own_release.mkdir()
        if what == "notes":
            (own_release / "notes.md").write_text("years of work")
        else:
            shutil.copytree(aside, own_release, dirs_exist_ok=True)
        write(*arguments)

    monkeypatch.setattr(ReleaseTexts, "write", meanwhile)
    with pytest.raises(ReleaseError, match=r"[Nn]othing was changed"):
        build([sample], own_release, FEW)
    expected = {"notes.md": b"years of work"} if what == "notes" else content(aside)
    assert content(own_release) == expected


def test_what_a_killed_build_left_goes(sample, release, tmp_path):
    for left in (".numdiag.building", ".numdiag.replaced"):
        (tmp_path / left / "asdiv_a").mkdir(parents=True)
        (tmp_path / left / "asdiv_a" / "train.parquet").write_bytes(b"half")
        (tmp_path / left / ".numdiag-build").touch()
    (tmp_path / ".numdiag.lock").touch()
    build([sample], release, FEW)
    assert names(tmp_path) == ["numdiag"]


@pytest.mark.parametrize("name", [".numdiag.building", ".numdiag.replaced"])
@pytest.mark.parametrize("made", ["folder", "link", "file"])
def test_what_no_build_left_stays(name, made, sample, tmp_path):
    """A user's folder, or a link to one, may have the name that a build would use."""
    mine = tmp_path / ("mine" if made == "link" else name)
    if made == "file":
        mine.write_text("years of work")
    else:
        (mine / "asdiv_a").mkdir(parents=True)
        (mine / "asdiv_a" / "notes.md").write_text("years of work")
    if made == "link":
        (tmp_path / name).symlink_to(mine)
    before = names(tmp_path)
    with pytest.raises(ReleaseError, match=r"is in the way, .* Nothing was changed"):
        build([sample], tmp_path / "numdiag", FEW)
    assert names(tmp_path) == before
    assert (mine if made == "file" else mine / "asdiv_a" / "notes.md").read_text() == "years of work"


def test_of_two_builds_at_once_the_second_stops(sample, release, monkeypatch):
    """It says so in a line, and the first goes on."""
    before, write = content(release), ReleaseTexts.write

    def meanwhile(*arguments):
        monkeypatch.undo()
        with pytest.raises(ReleaseError, match=r"is being written by process \d+ on "):
            build([sample], release, FEW, seed=3)
        assert content(release) == before
        write(*arguments)

    monkeypatch.setattr(ReleaseTexts, "write", meanwhile)
    build([sample], release, FEW, seed=2)
    assert json.loads((release / MANIFEST).read_text())["seed"] == 2
    assert names(release.parent) == ["numdiag"]


def test_a_file_system_without_locks(sample, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", refuse)
    build([sample], tmp_path / "numdiag", FEW)
    assert names(tmp_path) == ["numdiag"]
