"""Tables in any width: no figure is cut, no head into nonsense, and no line is longer than the terminal."""

import io
import json
import re

import pytest
from rich.console import Console

from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.release_rows import config_rows
from tests.commands import numdiag, printed

WIDTHS = (40, 60, 80)
_INTERVAL = "-33.3 to 33.3"


def rendered(table, width, encoding="utf-8"):
    file = io.TextIOWrapper(io.BytesIO(), encoding, write_through=True)
    Console(file=file, width=width, color_system=None, highlight=False).print(table)
    return file.buffer.getvalue().decode(encoding)


def made(rows=3):
    table = TerminalTable("scores", ("", "all rows", "equation accuracy", "95% interval", "p (Holm)"))
    for row in range(rows):
        table.add_row(f"touching the answer {row}", "1,234", "100.0", _INTERVAL, "<0.001")
    return table


# The widths where it changes shape, and those around the words that a line could be broken in.
@pytest.mark.parametrize("width", [20, 30, 45, 56, 80, 200])
def test_no_figure_is_cut_in_any_width(width):
    text = rendered(made(), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert (text.count("1,234"), text.count("100.0"), text.count("<0.001")) == (3, 3, 3)
    assert " ".join(text.split()).count(_INTERVAL) == 3
    words = set(re.findall(r"[a-z]+", text, re.IGNORECASE))
    assert {"all", "rows", "equation", "accuracy", "interval", "Holm", "touching"} <= words


@pytest.mark.parametrize(("width", "lines"), [
    (57,
     ["scores", "                        all equation                    p", "                       rows accuracy  95% interval (Holm)", "─" * 57, "touching the answer 0 1,234    100.0 -33.3 to 33.3 <0.001", ""]),
    # A head breaks between its words first, then a label, and figures never.
    (47,
     ["scores", "              all equation                    p", "             rows accuracy  95% interval (Holm)", "─" * 47, "touching    1,234    100.0 -33.3 to 33.3 <0.001", "the answer", "0", ""]),
    # A block a row: commas stand between pairs, not in them.
    (30,
     ["scores", "touching the answer 0", "  all rows 1,234,", "  equation accuracy 100.0,", "  95% interval -33.3 to 33.3,", "  p (Holm) <0.001", ""]),
])  # fmt: skip
def test_the_shape_goes_by_the_width(width, lines):
    assert [line.rstrip() for line in rendered(made(1), width).splitlines()] == lines


def test_empty_cells_and_sections():
    table = TerminalTable("", ("config", "train", "test"))
    table.add_row("asdiv_a", "48")
    table.add_section()
    table.add_row("all", "", "9")
    assert rendered(table, 12).splitlines() == ["asdiv_a", "  train 48", "", "all", "  test 9", ""]
    wide = rendered(table, 80).splitlines()
    assert [line.split() for line in wide] == [
        ["config", "train", "test"], ["─" * 18], ["asdiv_a", "48"], [], ["all", "9"], [],
    ]  # fmt: skip


@pytest.fixture(scope="module")
def predictions(sample_release, tmp_path_factory):
    """A system that is right about every other row and writes answers alone: of originals and attacks."""
    folder = tmp_path_factory.mktemp("predictions")
    manifest = read_manifest(sample_release)
    for config in manifest.configs:
        if config == "asdiv_a" or re.fullmatch("asdiv_a-(noise|extra|distribution)-attack", config):
            rows = config_rows(sample_release, manifest, config, ("test",))
            lines = [
                {"id": row["id"], "prediction": row["answers"] if i % 2 else "7", "scale": row["scale"]}
                for i, row in enumerate(rows)
            ]
            (folder / f"{config}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


#: How lines begin that a terminal may break where it likes: they hold words.
_PROSE = ("all: ", "version ", "asdiv_a-", "A: ", "B: ", "signature: ", "equation accuracy, ", "p (Holm): ", "all ", "1 of ", *DATA_SETS)  # fmt: skip


def test_a_terminal_without_columns_shows_a_table(capsys, sample_release, monkeypatch):
    monkeypatch.setenv("COLUMNS", "0")
    assert "asdiv_a" in numdiag(capsys, "list", sample_release, "--long")[1]


@pytest.mark.parametrize("width", WIDTHS)
def test_every_command_prints_whole_numbers(width, capsys, sample_release, predictions, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    one = ("score", "--predictions", predictions / "asdiv_a-noise-attack.jsonl", "--config", "asdiv_a-noise-attack",
           "--baseline", predictions / "asdiv_a.jsonl", "--dir", sample_release)  # fmt: skip
    several = ("score", "--predictions", predictions, "--dir", sample_release)
    manifest = json.loads((sample_release / "manifest.json").read_text())
    changed = manifest["files"]["asdiv_a/distribution-second/test.parquet"]
    changed["rows"], changed["sha256"] = 1_234_567, "0" * 64
    older = tmp_path / "manifest.json"
    older.write_text(json.dumps(manifest))
    commands = {
        "list": ("list", sample_release),
        "list long": ("list", sample_release, "--long"),
        "score one": one,
        "score several": several,
        "compare": ("compare", predictions, predictions, "--dir", sample_release, "--config", "*-attack"),
        "diff": ("diff", older, sample_release),
    }
    for name, arguments in commands.items():
        status, text, err = numdiag(capsys, *arguments)
        assert (status, err) == (0, ""), name
        assert "…" not in text, name
        too_long = [line for line in text.splitlines() if len(line) > width]
        assert all(line.startswith(_PROSE) or ": " in line[:40] for line in too_long), too_long


_NOTE = "equation accuracy, equation equivalence: left out here"


@pytest.mark.parametrize(("what", "wrong", "is_shown"), [
    ("answers alone", 1, False),
    ("an equation", 1, True),
    # Nothing right at all tells nothing of how it was written.
    ("answers alone", 0, True),
])  # fmt: skip
def test_metrics_of_equations_are_left_out_where_there_are_none(
    what, wrong, is_shown, capsys, sample_release, tmp_path
):
    rows = config_rows(sample_release, read_manifest(sample_release), "asdiv_a", ("test",))
    key = "equation" if what == "an equation" else "answers"
    told = [row[key] if isinstance(row[key], str) else row[key][0] for row in rows]
    lines = [{"id": row["id"], "prediction": text if wrong else "9 9 9"} for row, text in zip(rows, told, strict=True)]
    file = tmp_path / "asdiv_a.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    arguments = ("score", "--predictions", file, "--config", "asdiv_a", "--dir", sample_release)
    text = printed(capsys, *arguments)
    assert (_NOTE not in text) == is_shown
    assert ("equation" in text.partition(_NOTE)[0]) == is_shown
    values = printed(capsys, *arguments, "--json")
    assert "equation_accuracy" in json.loads(values)["results"][0]["scores"]
