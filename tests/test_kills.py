"""Kills at random moments of building, perturbing and publishing: what stands there is whole, and the same
command again ends as if nothing had happened."""

import json
from random import Random

import pytest

from numdiag_datasets._version import __version__
from tests.hub_server import client_environment, hub_server
from tests.killing import killed
from tests.own_rows import ROWS
from tests.test_release import content

pytestmark = pytest.mark.slow

SMALL = ["build", "--configs", "asdiv_a-type-attack", "--replace"]
TAG = f"v{__version__}"
LARGE = ["build", "--configs", "asdiv_a-type-*", "--replace"]


def some_moments(moments):
    """Return moments of a command that has so many; half of them late, where files are renamed, and the last."""
    draws = Random(moments)
    late = moments - moments // 4
    return [*draws.sample(range(1, late), 4), *draws.sample(range(late, moments), 6), moments]


def test_a_killed_build(tmp_path):
    """The old release stands there, or the new one, or the next build brings the old one back."""
    out, seen = tmp_path / "numdiag", set()
    with killed(tmp_path, {}) as process:
        process.at(0, *LARGE)
        new = content(out)
        process.at(0, *SMALL)
        old = content(out)
        for moment in some_moments(process.at(0, *LARGE)):
            assert process.at(0, *SMALL) > 0
            assert process.at(moment, *LARGE) == -1
            left = content(out if out.exists() else tmp_path / ".numdiag.replaced")
            assert left in (old, new)
            seen.add(left == new)
            assert process.at(0, *LARGE) > 0
            assert content(out) == new
            assert [path.name for path in tmp_path.iterdir()] == ["numdiag"]
    assert seen == {True, False}


def test_a_killed_perturb(tmp_path):
    rows = [{**row, "ID": f"{row['ID']}{n}"} for n in range(20) for row in ROWS]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ["perturb", "a.jsonl", "--perturbation", "noise", "--out", "b.jsonl", "--replace"]
    out = tmp_path / "b.jsonl"
    with killed(tmp_path, {}) as process:
        moments = process.at(0, *command)
        whole = out.read_bytes()
        for moment in some_moments(moments):
            out.unlink()
            assert process.at(moment, *command) == -1
            assert not out.exists() or out.read_bytes() == whole
            assert process.at(0, *command) > 0
            assert out.read_bytes() == whole
            assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_a_killed_push(tmp_path):
    """On the Hub there is no release, or a whole one; the tag names a whole one."""
    command = ["push", "you/numdiag", "--dir", "numdiag", "--tag", TAG, "--yes"]
    with hub_server() as hub, killed(tmp_path, client_environment(hub, tmp_path / "home")) as process:
        process.at(0, *SMALL)
        process.at(0, *command)
        hub.repos.clear()
        moments = process.at(0, *command)  # the first time fills the client's cache
        whole = hub.repos["you/numdiag"].head.files
        for moment in some_moments(moments):
            hub.repos.clear()
            assert process.at(moment, *command) == -1
            if repo := hub.repos.get("you/numdiag"):
                there = repo.head.files
                assert there == whole or not set(there) - {".gitattributes", "README.md"}
                assert all(commit.files == whole for commit in repo.tags.values())
            assert process.at(0, *command) > 0
            assert hub.repos["you/numdiag"].tags[TAG].files == whole
