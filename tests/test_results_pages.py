"""The pages of results say what the results of this repository say."""

import runpy
from functools import cache
from pathlib import Path

import pytest

from numdiag_datasets.report import writing
from tests.commands import numdiag

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"


@pytest.fixture(scope="module")
def script():
    names = runpy.run_path(str(RESULTS / "summary.py"))["summary"].__globals__
    names["summary"] = cache(names["summary"])
    return names


def test_the_tables_of_the_results_page_are_those_of_the_results(script):
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    made = script["page"](text, script["summary"]())
    assert made == text, "run python docs/results/summary.py"
    assert text.count("<!-- drops ") == len(script["summary"]().datasets)
    assert text.count("<!-- some ") == sum(len(s.datasets) for s in script["summaries_of_parts"]())


def test_the_table_of_the_card_is_that_of_the_results(script):
    made = script["card_table"](script["summary"]())
    assert script["CARD_TABLE"].read_text(encoding="utf-8") == made, "run python docs/results/summary.py"


@pytest.mark.parametrize("page", ["README.md", "docs/results/README.md"])
def test_the_figures_in_the_text_are_those_of_the_results(script, page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert script["with_figures"](text) == text, "run python docs/results/summary.py"


def test_a_figure_names_its_result(script):
    """A wrong figure is replaced, by a score, a drop or an end of its interval; other numbers stay."""
    text = "of 0<!--qwen--> it loses 0<!--qwen extra--> (0<!--qwen extra low--> to 999), 12 in all"
    made = script["with_figures"](text)
    results = script["summary"]()
    (system,) = (s for s in results.systems_of("asdiv_a") if s.label == script["_SYSTEMS"]["qwen"])
    drop = results.drop(system, "asdiv_a", ("attack", "extra"), "answer_accuracy")
    assert f"it loses {drop.mean:.0f}<!--qwen extra--> ({drop.interval[0]:.0f}<" in made
    assert made.endswith("to 999), 12 in all")


def test_the_picture_shows_every_system(script):
    shown = (RESULTS / "heatmap.svg").read_text(encoding="utf-8")
    results = script["summary"]()
    assert all(f"<!-- {system.label}" in shown for system in results.systems_of("asdiv_a"))


def test_the_commands_of_the_page_report_all_results(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(writing, "picture_bytes", lambda figure, kind: kind.encode())
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert "`numdiag report docs/results`" in text
    told = numdiag(capsys, "report", RESULTS, "--out", tmp_path)
    assert told[0] == 0, told
    assert "as table 6 of the paper" in (tmp_path / "report.md").read_text(encoding="utf-8")
