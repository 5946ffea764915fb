"""Reports of number words: kinds of error and strata in a table, layers in a table and a picture of their own."""

import csv
import json

import pytest

from numdiag_datasets.core.significance import wilson_interval
from tests.commands import numdiag

CONFIG = "number_words-grammaticality-bare-en"


def write(folder, system, points, parts=None, config=CONFIG):
    """A result of 100 rows; ``parts``: column -> value -> points, of equal parts."""

    def part(share, rows):
        interval = [100 * end for end in wilson_interval(share * rows / 100, rows)]
        return {"rows": rows, "accuracy": share, "interval": interval}

    breakdown = {
        column: {value: part(share, 100 // len(found)) for value, share in found.items()}
        for column, found in (parts or {}).items()
    }
    made = {
        "config": config, "system": system, "scores": {"rows": 100, "accuracy": points}, "breakdown": breakdown,
        "signature": f"config:{config}|data:0.3.0@a|rows:100|version:0.3.0",
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(made))


def table(report, name):
    """(label, label of the row), column -> what the cell says."""
    with (report / "tables" / f"{name}-number_words.csv").open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {(row[0], row[1], row[2]): " ".join(row[3:]) for row in rows}


@pytest.fixture
def report(tmp_path, capsys):
    runs = tmp_path / "runs"
    write(runs / "a", "frozen", 75.0, {"scope": {"global": 60.0, "local": 90.0}, "error": {"scales": 75.0}})
    write(runs / "b", "word bigrams, shallow", 73.0, {"scope": {"global": 50.0, "local": 96.0}})
    for layer, points in ((0, 55.0), (2, 70.0), (10, 65.0)):
        write(runs / f"layer-{layer}", f"e5, frozen, layer {layer}, trained on en", points)
    status, _, err = numdiag(capsys, "report", runs, "--out", tmp_path / "report")
    assert (status, err) == (0, "")
    return tmp_path / "report"


def test_layers_and_parts_of_the_rows_stand_apart(report):
    systems = {column for _, _, column in table(report, "grammaticality")}
    assert systems == {"frozen", "word bigrams, shallow"}
    cells = table(report, "parts-grammaticality")
    assert "60.0" in cells["bare, English", "scope global", "frozen"]
    assert "50.0" in cells["bare, English", "scope global", "word bigrams, shallow"]
    assert "no such rows" in cells["bare, English", "error scales", "word bigrams, shallow"]
    cells = table(report, "layers-e5-frozen-trained-on-en-grammaticality")
    assert [column for _, _, column in cells] == ["layer 0", "layer 2", "layer 10"]
    assert "70.0" in cells["bare", "English", "layer 2"]
    for form in ("png", "svg"):
        assert (report / f"layers-number_words.{form}").stat().st_size > 1000


def test_a_report_of_layers_alone_has_no_bars(tmp_path, capsys):
    write(tmp_path / "runs", "e5, frozen, layer 3", 70.0)
    assert numdiag(capsys, "report", tmp_path / "runs", "--out", tmp_path / "report")[0] == 0
    assert not (tmp_path / "report" / "grammaticality-number_words.png").exists()
    assert (tmp_path / "report" / "layers-number_words.png").is_file()
