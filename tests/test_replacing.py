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
from numdiag_datasets.release import exchange as exchanging
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.hub.download import find_release
from numdiag_datasets.release.release_types import ReleaseTexts
from numdiag_datasets.release.replacing import Contents, check_out
from numdiag_datasets.release.staging import move_into_place, staging
from numdiag_datasets.sources import load_source
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
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


def test_a_new_build_replaces_a_smaller_sample(samples, sample_release, release, tmp_path):
    build(samples, release, list(CONFIGS.values()))
    assert content(release) == content(sample_release)
    assert [p.name for p in tmp_path.iterdir()] == ["numdiag"]


# --- nothing foreign is touched -------------------------------------------------------------------

#: What lies there, in a release or instead of one; part of the message.
FOREIGN = {
    "a thesis": ({"thesis.txt": "x"}, "no numdiag release; nothing was changed"),
    "a web app": ({MANIFEST: '{"name": "PWA"}', "index.html": "x"}, "it is kept"),
    "no JSON": ({MANIFEST: "PWA"}, "it is kept"),
    "a list": ({MANIFEST: "[1]"}, "it is kept"),
    "nothing but a manifest": ({MANIFEST: ""}, "it is kept"),
    "binary": ({MANIFEST: "\udcff"}, "it is kept"),
    "deep": ({MANIFEST: "[" * 100_000}, "it is kept"),
}
WITHIN = {
    "a repository": (".git/HEAD", ".git/"),
    "notes": ("notes.md", "notes.md"),
    "predictions": ("predictions/asdiv_a.jsonl", "predictions/"),
    "a file beside its own": ("asdiv_a/original/train.jsonl", "asdiv_a/original/train.jsonl"),
    "Parquet that it does not name": ("asdiv_a/mine.parquet", "asdiv_a/mine.parquet"),
    "Parquet in a folder of its own": ("mine/train.parquet", "mine/"),
    "hidden": (".DS_Store", ".DS_Store"),
}


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_release_is_kept(name, replace, sample, tmp_path):
    files, message = FOREIGN[name]
    for path, text in files.items():
        (tmp_path / path).write_bytes(text.encode(errors="surrogateescape"))
    before = content(tmp_path)
    with pytest.raises(ReleaseError, match=message):
        build([sample], tmp_path, FEW, replace=replace)
    assert content(tmp_path) == before


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize("name", WITHIN)
def test_what_lies_in_a_release_is_named_and_kept(name, replace, sample, release):
    path, named = WITHIN[name]
    (release / path).parent.mkdir(parents=True, exist_ok=True)
    (release / path).write_text("years of work")
    before = content(release)
    with pytest.raises(ReleaseError, match="no part of the release in it") as raised:
        build([sample], release, FEW, replace=replace)
    assert f"({named})" in str(raised.value)
    assert content(release) == before


def test_empty_folders_and_links_are_foreign_too(sample, release, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.txt").write_text("kept")
    (release / "empty").mkdir()
    (release / "asdiv_a" / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ReleaseError, match=r"\(asdiv_a/link, empty/\)"):
        build([sample], release, FEW, replace=True)
    assert (tmp_path / "elsewhere" / "a.txt").read_text() == "kept"


@pytest.mark.parametrize("path", ["asdiv_a/type/test.parquet", "README.md"])
def test_a_pipe_in_the_place_of_a_file_is_foreign(path, sample, release):
    (release / path).unlink()
    os.mkfifo(release / path)
    with pytest.raises(ReleaseError, match=f"no part of the release in it \\({path}\\)"):
        build([sample], release, FEW, replace=True)
    assert (release / path).is_fifo()


#: What of a release is taken from whoever builds; part of the message. Root reads and writes all the same.
DENIED = {
    "writing": ("asdiv_a/type", 0o555, "asdiv_a/type: is not writable"),
    "writing at the top": (".", 0o555, "numdiag: is not writable"),
    "reading a folder": ("asdiv_a", 0o000, r"asdiv_a: cannot be read \(Permission denied\)"),
    "reading a file": (
        "asdiv_a/type/test.parquet",
        0o000,
        r"test.parquet: cannot be read \(Permission",
    ),
}


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may do all")
@pytest.mark.parametrize("name", DENIED)
def test_a_release_that_may_not_be_replaced_is_kept(name, release):
    path, mode, message = DENIED[name]
    before, was = content(release), (release / path).stat().st_mode
    (release / path).chmod(mode)
    unprivileged = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    code = (
        "import sys; from numdiag_datasets.release.building.build import build; "
        "from numdiag_datasets.sources import load_source; "
        "build([load_source('asdiv_a', 'sample')], sys.argv[1], ['asdiv_a-type-attack'])"
    )
    told = subprocess.run(
        [*(unprivileged if os.geteuid() == 0 else []), sys.executable, "-c", code, str(release)],
        capture_output=True, text=True, check=False,
    ).stderr  # fmt: skip
    (release / path).chmod(was)
    assert re.search(rf"ReleaseError: .*{message}", told), told
    assert content(release) == before
    assert [p.name for p in release.parent.iterdir()] == ["numdiag"]


def test_a_mount_point_is_named_before_the_work(sample, tmp_path, monkeypatch):
    (tmp_path / "disk").mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda path: path == tmp_path / "disk")
    with pytest.raises(ReleaseError, match="is a mount point"):
        check_out(tmp_path / "disk")


def test_a_way_through_a_release_is_no_place_inside(sample, release):
    build([sample], release / ".." / "other", FEW)
    assert (release.parent / "other" / MANIFEST).is_file()


def test_a_release_stays_as_open_as_it_was(sample, release):
    release.chmod(0o700)
    build([sample], release, FEW)
    assert release.stat().st_mode & 0o777 == 0o700


def test_a_file_system_without_locks(sample, tmp_path, monkeypatch):
    monkeypatch.setattr("fcntl.flock", _raise(OSError(errno.ENOSYS, "Function not implemented")))
    build([sample], tmp_path / "numdiag", FEW)
    build([sample], tmp_path / "numdiag", FEW)
    assert [path.name for path in tmp_path.iterdir()] == ["numdiag"]


def test_facts_that_an_older_release_lacks_are_a_loss(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    options = ["build-number-words", "--languages", "fr", "--max-value", "999", "--num-proc", "1",
               "--sizes", "20,10,10"]  # fmt: skip
    assert numdiag(capsys, *options)[0] == 0
    manifest = tmp_path / "number_words" / MANIFEST
    values = json.loads(manifest.read_text())
    del values["facts"]["max_value"]
    manifest.write_text(json.dumps(values))
    status, _, error = numdiag(capsys, *options)
    assert (status, "its rows of max_value None" in error) == (2, True)


def test_what_comes_in_while_it_is_built_is_kept(sample, release):
    with staging(release) as new:
        shutil.copytree(release, new, dirs_exist_ok=True)
        (release / "notes.md").write_text("years of work")
        with pytest.raises(ReleaseError, match="no part of the release"):
            move_into_place(new, release, Contents("problems", {}, {}, {}), replace=True)
    assert (release / "notes.md").read_text() == "years of work"


@pytest.mark.parametrize("where", ["numdiag/inside", "numdiag/asdiv_a/inside", "numdiag/asdiv_a"])
def test_no_release_inside_another(where, sample, release, tmp_path):
    before = content(release)
    with pytest.raises(ReleaseError, match="lies inside the release"):
        build([sample], tmp_path / where, FEW)
    assert content(release) == before


def test_another_kind_is_kept(release):
    with pytest.raises(ReleaseError, match="holds a release of problems, not of question_matching"):
        build_question_matching(release, replace=True)


@pytest.mark.parametrize("where", ["file", "missing/numdiag"])
def test_impossible_outputs(where, sample, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ReleaseError, match=str(tmp_path)):
        build([sample], tmp_path / where, FEW)


# --- no release is replaced by less without a word ------------------------------------------------


def losing(name, release, own_source, build_it):
    """Make a release, and the options of a build that would lose some of it."""
    own = ["--source", str(own_source)]
    match name:
        case "real by sample":
            build_it(*own, "--configs", "asdiv_a-type-attack")
            return ["--configs", "asdiv_a-type-attack"]
        case "fewer configs":
            build_it("--configs", "asdiv_a-type-*")
            return ["--configs", "asdiv_a-type-attack"]
        case "a data set less":
            build_it("--configs", "[adt]*-type-attack")
            return ["--configs", "asdiv_a-type-attack"]
        case "another seed":
            build_it(*own, "--configs", "asdiv_a-noise-attack")
            return [*own, "--configs", "asdiv_a-noise-attack", "--seed", "2"]
        case "a changed file":
            build_it("--configs", "asdiv_a-type-attack")
            file = release / "asdiv_a" / "type" / "test.parquet"
            file.write_bytes(file.read_bytes() + b"mine")
            return ["--configs", "asdiv_a-type-attack"]
        case "a card with notes":
            build_it("--configs", "asdiv_a-type-attack")
            with (release / "README.md").open("a") as file:
                file.write("years of notes")
            return ["--configs", "asdiv_a-type-attack"]


LOSSES = {
    "real by sample": "its asdiv_a from directory (the new one is from sample)",
    "fewer configs": "3 of 5 configs (asdiv_a-type-defense, asdiv_a-type-augment, asdiv_a-type-transfer)",
    "a data set less": "all of drop_num, all of tatqa_a, 4 of 6 configs (drop_num, ",
    "another seed": "its rows of seed 1 (the new ones are of 2)",
    "a card with notes": "files that were changed since it was built (README.md)",
    "a changed file": "files that were changed since it was built (asdiv_a/type/test.parquet)",
}


@pytest.mark.parametrize("name", LOSSES)
def test_what_goes_is_said_first(name, own_source, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    release = tmp_path / "numdiag"

    def build_it(*options):
        assert numdiag(capsys, "build", *options)[0] == 0

    options = losing(name, release, own_source, build_it)
    before = content(release)
    status, _, error = numdiag(capsys, "build", *options)
    assert (status, content(release)) == (2, before)
    assert LOSSES[name] in error
    assert error.endswith("or say --replace. Nothing was changed\n")
    status, out, _ = numdiag(capsys, "build", *options, "--replace")
    assert status == 0
    assert out.startswith(f"numdiag{os.sep}: replaced a release of ")
    assert content(release) != before


def test_number_words_are_not_replaced_by_fewer_rows(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["build-number-words", "--languages", "fr", "--num-proc", "1"]
    options = [*command, "--max-value", "999"]
    assert numdiag(capsys, *options, "--sizes", "60,20,20")[0] == 0
    status, _, error = numdiag(capsys, *options, "--sizes", "40,20,20")
    assert status == 2
    assert "would remove rows of 4 configs (" in error
    status, _, error = numdiag(capsys, *command, "--sizes", "60,20,20", "--max-value", "800")
    assert status == 2
    assert "would remove its rows of max_value 999 (the new ones are of 800)" in error


# --- in one step, or as if nothing had happened ---------------------------------------------------


@pytest.mark.parametrize("steps", ["one", "two"])
def test_a_move_that_fails_leaves_the_old_release(steps, sample, release, monkeypatch):
    before = content(release)
    fails = OSError(28, "No space left on device")
    if steps == "one":
        monkeypatch.setattr("numdiag_datasets.release.staging.exchange", _raise(fails))
    else:
        monkeypatch.setattr(exchanging, "_exchange_at_once", lambda *_: False)
        rename = type(release).rename
        monkeypatch.setattr(
            type(release), "rename",
            lambda self, to: _raise(fails)() if ".building-" in self.name else rename(self, to),
        )  # fmt: skip
    with pytest.raises(ReleaseError, match="No space left on device"):
        build([sample], release, FEW, seed=2)
    monkeypatch.undo()
    assert content(release) == before
    assert [path.name for path in release.parent.iterdir()] == ["numdiag"]


def _raise(error):
    def function(*_):
        raise error

    return function


def test_an_exchange_that_is_refused_raises(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(FileNotFoundError):
        exchanging.exchange(tmp_path / "a", tmp_path / "b", tmp_path / "c")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_release_that_was_moved_away_comes_back(release, tmp_path):
    """A process was killed between the two steps: the next command finds the release."""
    before = content(release)
    release.rename(tmp_path / ".numdiag.replaced-x1")
    assert content(find_release(release)) == before


@pytest.mark.parametrize("since", ["nothing", "an empty directory"])
def test_what_was_moved_away_is_no_loss_for_a_build(since, sample, own_release, tmp_path):
    """The next command is the build of something less."""
    before = content(own_release)
    own_release.rename(tmp_path / ".numdiag.replaced-x1")
    if since != "nothing":
        own_release.mkdir()
    with pytest.raises(ReleaseError, match="would remove its asdiv_a from directory"):
        build([sample], own_release, FEW)
    assert content(own_release) == before
    assert [path.name for path in tmp_path.iterdir()] == ["numdiag"]


def test_a_release_that_came_in_while_another_was_built_is_kept(
    sample, own_release, tmp_path, monkeypatch
):
    before, aside = content(own_release), own_release.rename(tmp_path / "aside")
    write = ReleaseTexts.write

    def meanwhile(*arguments):
        shutil.copytree(aside, tmp_path / "numdiag")
        write(*arguments)

    monkeypatch.setattr(ReleaseTexts, "write", meanwhile)
    with pytest.raises(ReleaseError, match="would remove its asdiv_a from directory"):
        build([sample], tmp_path / "numdiag", FEW)
    assert content(tmp_path / "numdiag") == before


def test_list_finds_what_was_moved_away(release, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    release.rename(tmp_path / ".numdiag.replaced-x1")
    assert "asdiv_a-type-attack" in numdiag(capsys, "list")[1]
    assert (release / MANIFEST).is_file()


def test_what_a_killed_build_left_goes_and_what_a_living_one_needs_stays(sample, release, tmp_path):
    left = tmp_path / ".numdiag.building-x1"
    (left / "asdiv_a" / "original").mkdir(parents=True)
    (left / "asdiv_a" / "original" / "train.parquet").write_bytes(b"half")
    mixed = tmp_path / ".numdiag.building-x2"
    mixed.mkdir()
    (mixed / "mine.txt").write_text("years of work")
    (mixed / "LICENSE").write_text("")
    with staging(release) as living:
        (living / "LICENSE").write_text("")
        build([sample], release, FEW)
        assert (living / "LICENSE").is_file()
    assert not left.exists()
    assert content(mixed) == {"mine.txt": b"years of work"}
    assert sorted(p.name for p in tmp_path.iterdir()) == [".numdiag.building-x2", "numdiag"]


def test_a_link_to_a_directory_stays_a_link(sample, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "numdiag").symlink_to(tmp_path / "disk")
    build([sample], tmp_path / "numdiag", FEW)
    build([sample], tmp_path / "numdiag", FEW)
    assert (tmp_path / "numdiag").is_symlink()
    assert read_manifest(tmp_path / "disk").holds == "problems"


def test_a_release_may_be_the_working_directory(sample, tmp_path, monkeypatch):
    (tmp_path / "numdiag").mkdir()
    monkeypatch.chdir(tmp_path / "numdiag")
    build([sample], ".", FEW)
    assert json.loads((tmp_path / "numdiag" / MANIFEST).read_text())["benchmark"] == "numdiag"
