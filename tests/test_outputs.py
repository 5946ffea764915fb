"""What commands write: never over what they read, never over what is no file, and whole or not at all."""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from numdiag_datasets.core.output_files import OutputError, move_output, write_output
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION
from tests.commands import refused
from tests.harness_rows import rows_of
from tests.own_rows import ROWS

CONFIG = "asdiv_a"
ROW = {"id": "a", "dataset": "asdiv_a", "context": [], "table": [], "question": ""}
LOG = {"eval": {"metadata": {"config": CONFIG}, "task_version": TASK_VERSION, "model": "m",
                "created": "2026"},
       "samples": [{"id": "a", "epoch": 1, "metadata": ROW, "output": {"completion": "3"}}]}  # fmt: skip

RESULT = {"config": CONFIG, "system": "s", "scores": {"rows": 1, "answer_accuracy": 50.0}}


def predictions(release: Path) -> str:
    rows = rows_of(release, CONFIG)
    return "".join(json.dumps({"id": r["id"], "prediction": "1"}) + "\n" for r in rows)


def score(release, given, out, config=CONFIG):
    return ("score", "--dir", release, "--config", config, "--predictions", given, "--out", out)


#: Command -> the name of what it writes, and what makes its arguments.
COMMANDS: dict[str, tuple[str, Callable[..., tuple[object, ...]]]] = {
    "score": ("out.json", score),
    "score a baseline": ("out.json", lambda release, given, out: (
        *score(release, given.with_name("other.jsonl"), out, f"{CONFIG}-type-attack"), "--baseline", given)),
    "compare": ("out.json", lambda release, given, out: (
        "compare", given, given.with_name("other.jsonl"), "--dir", release, "--config", CONFIG, "--out", out)),
    "perturb": ("out.jsonl", lambda _, given, out: ("perturb", given, "--perturbation", "type", "--replace", "--out", out)),
    "predictions": (f"{CONFIG}.jsonl", lambda _, given, out: ("predictions", given, "--out", out.parent)),
    "report": ("report.md", lambda _, given, out: ("report", given, "--out", out.parent)),
}  # fmt: skip


def an_input(command: str, folder: Path, release: Path) -> Path:
    """What a command reads."""
    folder.mkdir()
    if command.startswith(("score", "compare")):
        for name in ("given.jsonl", "other.jsonl"):
            (folder / name).write_text(predictions(release))
        return folder / "given.jsonl"
    if command == "perturb":
        (folder / "given.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
        return folder / "given.jsonl"
    path = folder / "given.json"
    path.write_text(json.dumps(LOG if command == "predictions" else RESULT))
    return path


def there(folder: Path) -> dict[str, tuple[int, object]]:
    """Every file: what it is, and what it holds or points to."""
    found: dict[str, tuple[int, object]] = {}
    for path in sorted(folder.rglob("*")):
        kind = stat.S_IFMT(path.lstat().st_mode)
        held = os.readlink(path) if kind == stat.S_IFLNK else None  # noqa: PTH115  # as it is written
        found[str(path.relative_to(folder))] = (kind, path.read_bytes() if kind == stat.S_IFREG else held)
    return found


#: Trap -> puts it at the place to be written, of an input; and what is said of it.
TRAPS: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "the input through a symbolic link": (lambda out, given: out.symlink_to(given), "is read as an input"),
    "the input through a hard link": (lambda out, given: out.hardlink_to(given), "is read as an input"),
    "a symbolic link to another file": (lambda out, given: out.symlink_to(given.parent / "mine"), "is a symbolic link"),
    "a symbolic link to nothing": (lambda out, given: out.symlink_to("nothing"), "is a symbolic link"),
    "a link to itself": (lambda out, given: out.symlink_to(out.name), "cannot be written"),
    "a pipe": (lambda out, given: os.mkfifo(out), "is a pipe"),
    "a directory": (lambda out, given: out.mkdir(), "is a directory"),
    "a release": (
        lambda out, given: (out.parent / "manifest.json").write_text('{\n "benchmark": "numdiag",'),
        "lies in the release",
    ),
}


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_lost(command, trap, capsys, sample_release, tmp_path):
    """A line, status 2, and every file is what it was."""
    if command == "report":
        pytest.importorskip("matplotlib", reason="the report extra is not installed")
    given = an_input(command, tmp_path / "in", sample_release)
    (tmp_path / "in" / "mine").write_text("years of work")
    name, arguments = COMMANDS[command]
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / name
    set_trap, message = TRAPS[trap]
    set_trap(out, given)
    before = there(tmp_path)
    assert len(refused(capsys, message, *arguments(sample_release, given, out)).splitlines()) <= 8
    assert there(tmp_path) == before


@pytest.mark.parametrize("command", ["score", "score a baseline", "compare", "perturb"])
def test_an_output_is_no_input(command, capsys, sample_release, tmp_path):
    given = an_input(command, tmp_path / "in", sample_release)
    before = there(tmp_path)
    refused(capsys, "is read as an input", *COMMANDS[command][1](sample_release, given, given))
    assert there(tmp_path) == before


@pytest.mark.parametrize("name", ["manifest.json", "new.json"])
def test_a_release_stays_as_it_was_built(name, capsys, sample_release, tmp_path):
    given = an_input("score", tmp_path / "in", sample_release)
    before = there(sample_release)
    refused(capsys, "lies in the release", *score(sample_release, given, sample_release / name))
    assert there(sample_release) == before


def test_a_manifest_of_something_else_is_no_release(tmp_path):
    (tmp_path / "manifest.json").write_text('{"x": {"benchmark": "numdiag"}}')
    write_output(tmp_path / "out.txt", "new")
    assert (tmp_path / "out.txt").read_text() == "new"


def test_what_fails_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "out.txt").write_text("old")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    for write in (
        lambda: write_output(tmp_path / "out.txt", "new"),
        lambda: move_output(tmp_path / "made", tmp_path / "out.txt"),
    ):
        with pytest.raises(OutputError, match=r"out\.txt: cannot be written \(No space left"):
            write()
    assert there(tmp_path) == {"out.txt": (stat.S_IFREG, b"old")}


def test_names_of_any_length_and_letters(tmp_path):
    name = "数" * 80 + ".txt"  # 244 bytes; of 255
    write_output(tmp_path / "new" / name, "text")
    assert (tmp_path / "new" / name).read_text() == "text"
    with pytest.raises(OutputError, match="File name too long"):
        write_output(tmp_path / ("x" * 300), "text")
