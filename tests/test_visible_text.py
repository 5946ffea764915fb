"""What others wrote is shown, and never obeyed by a terminal or hidden from a reader."""

import json
import re
import shutil
from functools import partial

import pytest

from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.visible_text import visible
from numdiag_datasets.sources import load_source
from tests.commands import numdiag
from tests.harness_rows import rows_of
from tests.tampering import retell, with_rows

#: Colours a terminal, turns the direction of writing, hides letters, moves the cursor, breaks the line.
EVIL = "\x1b[31mevil\x1b]0;title\x07\u202e\u200b\u2028\x9b\x08\r"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
CONFIG = "asdiv_a-extra-attack"
TEST = "asdiv_a/extra/test.parquet"


@pytest.mark.parametrize(("text", "shown"), [
    ("plain — “text”, 中文, é\n\tend", "plain — “text”, 中文, é\n\tend"),
    ("\x1b[31m", "\\x1b[31m"),
    ("a\u202eb", "a\\u202eb"),
    ("\ud800", "\\ud800"),
    ("a\u034fb\u3164\ufe0f", "a\\u034fb\\u3164\\ufe0f"),
    ("\ue000\ufffe\U000f0000", "\\ue000\\ufffe\\U000f0000"),
    ("\ud7a3\uf900\uffe5\U0001f600", "\ud7a3\uf900\uffe5\U0001f600"),  # letters, signs and pictures beside these
])  # fmt: skip
def test_what_cannot_be_seen_is_escaped(text, shown):
    assert visible(text) == shown
    assert visible(visible(text)) == shown


def test_messages_of_the_api_are_visible():
    with pytest.raises(NumdiagError) as error:
        load_source("asdiv_a", "/nowhere\u202e\x1b[31m")
    assert not UNSEEN.search(str(error.value))


@pytest.fixture
def hostile(sample_release, tmp_path, monkeypatch, capsys):
    """A folder with a release whose texts are hostile, a run on it, and the user's rows; returns what a command prints."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(sample_release, "numdiag")
    shutil.copytree(sample_release, "other")
    columns = ("id", "question", "unit", "rule", "reason", "equation")
    ids = [row["id"] for row in rows_of(tmp_path / "numdiag", CONFIG)]
    change = with_rows(TEST, lambda rows: [row.update({c: f"{row[c]}{EVIL}" for c in columns}) for row in rows])
    change(tmp_path / "numdiag")
    retell(tmp_path / "numdiag", lambda manifest: manifest.update(version=f"2{EVIL}", made_with={EVIL: EVIL}))
    lines = [json.dumps({"id": f"{i}{EVIL}", "prediction": EVIL}) for i in ids]
    for system in ("a", "b"):
        (tmp_path / system).mkdir()
        (tmp_path / system / f"{CONFIG}.jsonl").write_text("\n".join(lines))
    rows = [{"question": "Ann has 3 pens.", EVIL: EVIL, "answer": "3"}]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return partial(numdiag, capsys)


@pytest.mark.parametrize("command", [
    ("show", CONFIG),
    ("show", CONFIG, "--id", EVIL),
    ("show", CONFIG, "--json"),
    ("show", EVIL),
    ("list",),
    ("list", "--long"),
    ("list", EVIL),
    ("list", CONFIG),
    ("diff", "numdiag", "other"),
    ("diff", EVIL, "other"),
    ("verify",),
    ("verify", "--source", EVIL),
    ("verify", "--source", "sample"),
    ("score", "--config", CONFIG, "--predictions", f"a/{CONFIG}.jsonl"),
    ("score", "--config", EVIL, "--predictions", "a"),
    ("compare", "a", "b", "--config", CONFIG),
    ("compare", EVIL, "b"),
    ("shortcuts", EVIL),
    ("report", EVIL),
    ("build", "--source", EVIL, "--out", "new"),
    ("perturb", "own.jsonl", "--perturbation", "type", "--out", "new.jsonl", "--question", EVIL),
    ("perturb", "own.jsonl", "--perturbation", EVIL, "--out", "new.jsonl"),
    ("perturb", "own.jsonl", "--perturbation", "type", "--out", f"{EVIL}.jsonl"),
    ("predictions", EVIL),
    (EVIL,),
], ids=" ".join)  # fmt: skip
def test_no_command_prints_it(command, hostile):
    status, out, err = hostile(*command)
    assert status in (0, 2, 3)
    assert "Traceback" not in err
    assert not UNSEEN.search(out + err)
