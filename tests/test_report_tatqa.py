"""Reports of TATQA-a beside two papers: arithmetic questions alone, and the baselines of TAT-QA."""

import csv
import json
import re

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.report.tatqa_paper import baselines
from numdiag_datasets.report.writing import write_report
from tests.conftest import REAL

PAPER = REAL.parent / "papers" / "tatqa-zhu-2021.txt"


def result(config, points, arithmetic, **others):
    """What a system scores on all questions, and on arithmetic ones."""
    parts = {
        "arithmetic": {"rows": 4, "exact_match": arithmetic, "f1": arithmetic},
        "span": {"rows": 6, "exact_match": 90.0, "f1": 95.0},
    }
    return {
        "config": config, "system": "mine", "signature": f"config:{config}|data:1@a|rows:10|mode:official|version:1",
        "scores": {"rows": 10, "exact_match": points, "f1": points}, "breakdown": {"answer_type": parts},
    } | others  # fmt: skip


def report(tmp_path, *results, warn=print):
    for i, made in enumerate(results):
        (tmp_path / f"{i}.json").write_text(json.dumps(made))
    runs = [str(path) for path in tmp_path.glob("*.json")]
    write_report(runs, tmp_path / "out", compare_paper=True, warn=warn)
    return tmp_path / "out"


def figures(out, name):
    """(perturbation, system, metric) -> value, of the originals and attacks of a table."""
    with (out / "tables" / f"{name}.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    return {
        (line["perturbation"], line["system"], line["metric"]): round(float(line["value"]), 2)
        for line in lines
        if line["value"] and line["setting"] in ("", "attack")
    }


def test_beside_the_paper_stand_arithmetic_questions_alone(tmp_path):
    """And what all questions score stands where the paper does not."""
    out = report(tmp_path, result("tatqa_a", 60, 40.0), result("tatqa_a-logic-attack", 50, 10.0))
    alone = figures(out, "scores-tatqa_a-arithmetic-questions")
    assert alone["original", "mine", "exact match"] == 40
    assert alone["original", "TagOps (paper)", "exact match"] == 42.41
    changes = figures(out, "changes-tatqa_a-arithmetic-questions")
    assert changes["logic", "mine", "exact match"] == -30
    assert changes["logic", "TagOps (paper)", "exact match"] == -14.29
    every = figures(out, "scores-tatqa_a")
    assert every["original", "mine", "exact match"] == 60
    assert {system for _, system, _ in every} == {"mine"}
    assert not [path for path in (out / "tables").glob("*-tatqa_a.csv") if "TagOps" in path.read_text()]
    text = (out / "report.md").read_text()
    assert "Over arithmetic questions alone, as the paper's figures on tatqa_a are." in text


def test_a_result_without_a_breakdown_is_not_set_beside_the_paper(tmp_path):
    """It is said so, and the paper stands alone."""
    said: list[str] = []
    out = report(tmp_path, result("tatqa_a", 60, 0, breakdown={}), warn=said.append)
    assert len(said) == 1
    assert "does not say what it scores on arithmetic questions (tatqa_a)" in said[0]
    systems = {system for _, system, _ in figures(out, "scores-tatqa_a-arithmetic-questions")}
    assert systems == {"TagOps (paper)"}


def test_results_stand_below_the_baselines_of_tat_qa(tmp_path):
    out = report(tmp_path, result("tatqa_a", 60, 40.0))
    text = (out / "report.md").read_text()
    assert "| TagOp (paper) | 55.2 | 62.7 | 50.1 | 58.0 |" in text
    assert re.search(r"^\| mine \(10 questions\) \|.*\| 60.0 \| 60.0 \|$", text, re.MULTILINE)


@pytest.mark.parametrize("results", [[], [result("tatqa_a-logic-attack", 50, 10.0)]])
def test_no_originals_no_baselines(tmp_path, results):
    """Neither without TAT-QA, nor beside attacks alone."""
    other = {"config": "asdiv_a", "system": "mine", "scores": {"answer_accuracy": 1.0}}
    out = report(tmp_path, other, *results)
    assert not list(out.glob("tables/tat-qa-*"))


def test_the_baselines_are_the_papers():
    if not PAPER.is_file():
        pytest.skip("the text of the paper is not on this machine")
    table = PAPER.read_text(encoding="utf-8").split("Table 3:")[1].split("Table 4:")[0]
    lines = re.findall(r"^\| (\w[^|]*) \|((?: [\d.]+ \|)+)", table, re.MULTILINE)
    printed = {name.split(" QA ")[-1].lower(): [float(n) for n in re.findall(r"[\d.]+", cells)]
               for name, cells in lines}  # fmt: skip
    ours = {
        name.lower(): [float(cell) for cell in cells if cell]
        for name, *cells in (line.values() for line in baselines())
    }
    assert printed == ours
