"""The pages of results say what the results of this repository say."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(RESULTS / "summary.py"))


def test_the_tables_of_the_results_page_are_those_of_the_results(script):
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    made = script["page"](text, script["summary"]())
    assert made == text, "run python docs/results/summary.py"
    assert text.count("<!-- drops ") == len(script["summary"]().datasets)


def test_the_table_of_the_card_is_that_of_the_results(script):
    made = script["card_table"](script["summary"]())
    assert script["CARD_TABLE"].read_text(encoding="utf-8") == made, (
        "run python docs/results/summary.py"
    )


def test_the_picture_shows_every_system(script):
    shown = (RESULTS / "heatmap.svg").read_text(encoding="utf-8")
    results = script["summary"]()
    assert all(f"<!-- {system.name}" in shown for system in results.systems_of("asdiv_a"))
