"""Forty kills at random moments of building, perturbing and publishing: what stands there is whole, and the same
command again ends as if nothing had happened."""

import json
from random import Random

import pytest

from tests.hub_server import client_environment, hub_server
from tests.killing import killed
from tests.own_rows import ROWS
from tests.test_release import content

SMALL = ["build", "--configs", "asdiv_a-type-attack", "--replace"]
LARGE = ["build", "--configs", "asdiv_a-type-*", "--replace"]


def some_moments(count, moments):
    """Some moments of a command that has so many; the last ones, where much is renamed, among them."""
    assert moments > 2 * count
    late = moments - moments // 4
    draws = Random(moments)
    return sorted(
        draws.sample(range(1, late), count // 2)
        + draws.sample(range(late, moments + 1), count - count // 2)
    )


@pytest.mark.parametrize("steps", ["one", "two"])
def test_a_killed_build(steps, tmp_path):
    """The old release or the new one stands there; in two steps at least after the next command."""
    out, seen = tmp_path / "numdiag", set()
    with killed(tmp_path, {}, steps) as process:
        process.at(0, *LARGE)
        new = content(out)
        process.at(0, *SMALL)
        old = content(out)
        moments = process.at(0, *LARGE)
        for moment in some_moments(10, moments):
            assert process.at(0, *SMALL) > 0
            assert process.at(moment, *LARGE) == -1
            if steps == "two":
                assert process.at(0, "list", "numdiag") > 0
            left = content(out)
            assert left in (old, new)
            seen.add(left == new)
            assert process.at(0, *LARGE) > 0
            assert content(out) == new
            assert [path.name for path in tmp_path.iterdir()] == ["numdiag"]
    assert seen == {True, False}


def test_a_killed_perturb(tmp_path):
    rows = [{**row, "ID": f"{row['ID']}{n}"} for n in range(20) for row in ROWS]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ["perturb", "a.jsonl", "--perturbation", "noise", "--out", "b.jsonl", "--overwrite"]
    out = tmp_path / "b.jsonl"
    with killed(tmp_path, {}) as process:
        moments = process.at(0, *command)
        whole = out.read_bytes()
        for moment in some_moments(10, moments):
            out.unlink()
            assert process.at(moment, *command) == -1
            assert not out.exists() or out.read_bytes() == whole
            assert process.at(0, *command) > 0
            assert out.read_bytes() == whole
            assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_a_killed_push(tmp_path):
    """On the Hub there is no release, or a whole one; the tag names a whole one."""
    command = ["push", "you/numdiag", "--dir", "numdiag", "--tag", "v0", "--yes"]
    with (
        hub_server() as hub,
        killed(tmp_path, client_environment(hub, tmp_path / "home")) as process,
    ):
        process.at(0, *SMALL)
        process.at(0, *command)
        hub.repos.clear()
        moments = process.at(0, *command)  # the first time fills the client's cache
        whole = hub.repos["you/numdiag"].head.files
        for moment in some_moments(10, moments):
            hub.repos.clear()
            assert process.at(moment, *command) == -1
            if repo := hub.repos.get("you/numdiag"):
                there = repo.head.files
                assert there == whole or not set(there) - {".gitattributes", "README.md"}
                assert all(commit.files == whole for commit in repo.tags.values())
            assert process.at(0, *command) > 0
            assert hub.repos["you/numdiag"].head.files == whole
            assert hub.repos["you/numdiag"].tags["v0"].files == whole
