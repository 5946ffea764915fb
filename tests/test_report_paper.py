"""Reports beside the papers: their figures, their averages, and the baselines of TAT-QA."""

import csv
import json
import re

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.report.paper import paper_averages, paper_outcomes
from numdiag_datasets.report.stages import stage_average
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from numdiag_datasets.report.tatqa_paper import baselines
from numdiag_datasets.report.writing import write_report
from tests.conftest import REAL
from tests.report_results import attacked, made, seeds

PAPER, TAT_QA = (REAL.parent / "papers" / f"{name}.txt" for name in ("dnc-xu-2022", "tatqa-zhu-2021"))


def printed(first, last):
    """(setting, perturbation) -> the eleven cells of a table of the paper, as printed; None for "-"."""
    if not PAPER.is_file():
        pytest.skip("the text of the paper is not on this machine")
    text = PAPER.read_text(encoding="utf-8").split(first)[1].split(last)[0]
    lines = re.findall(r"^(?:\d+ )?([A-Z][a-z]+)((?: (?:-?\d+\.\d+%|-)){11})$", text, re.MULTILINE)
    cells = [[None if c == "-" else float(c.rstrip("%")) for c in line.split()] for _, line in lines]
    assert len(lines) >= 16
    settings = ["attack"] * 8 + ["defense"] * 8
    return {(s, lines[i][0].lower()): cells[i] for i, s in enumerate(settings)}


@pytest.mark.parametrize(("what", "first", "last", "tolerance"), [
    ("change", "A B C D E F G H I J K", "Table 11:", 0.01), ("relative", "Table 9: The raw", "Table 10:", 0.03),
])  # fmt: skip
def test_the_tables_of_the_paper_follow_from_its_results(what, first, last, tolerance):
    """All 148 cells of tables 3 and 11, and of table 10, within what rounded inputs allow."""
    summary = Summary(paper_outcomes())
    columns = [("asdiv_a", name, metric) for name in ("T5", "BART", "GPT2", "Graph2Tree")
               for metric in ("equation_accuracy", "answer_accuracy")]  # fmt: skip
    columns += [("drop_num", "T5", "exact_match"), ("drop_num", "BART", "exact_match"),
                ("tatqa_a", "TagOps", "exact_match")]  # fmt: skip
    compared = 0
    for row, cells in printed(first, last).items():
        for (dataset, name, metric), expected in zip(columns, cells, strict=True):
            system = next(
                s for s in summary.systems_of(dataset)
                if s.name == f"{name} (paper)" and s.target != "answer" and s.numbers != "placeholders"
            )  # fmt: skip
            cell = getattr(summary, what)(system, dataset, row, metric)
            if expected is None:
                assert isinstance(cell, str)
                continue
            assert cell.mean == pytest.approx(expected, abs=tolerance + 1e-9), (row, name, metric)
            compared += 1
    assert compared == 148


def test_stages_are_averaged_for_any_results(tmp_path):
    """A drop of 30 under attack, of which the training on perturbed data gives 20 back."""
    run = made()["run"] | {"config": "asdiv_a-extra-defense"}
    results = made(), made("asdiv_a-extra-attack", 20), made("asdiv_a-extra-defense", 40, run=run)
    table = next(t for t in tables(seeds(tmp_path, *results)) if t.name == "stages-asdiv_a")
    found = {labels: cells[0] for labels, cells in table.rows}
    for kind, mean in (("drop", 30), ("change", -10), ("recovery", 20)):
        assert found[(kind, "semantic parsing")] == Value(mean, note="of extra")
        assert found[(kind, "numerical parsing")] == "not run"


def test_a_stage_of_a_system_at_the_floor_is_marked(tmp_path):
    summary = seeds(tmp_path, made(points=5), attacked("asdiv_a-extra-attack", 5, 1, -4, 6))
    (system,) = summary.systems_of("asdiv_a")
    cell = stage_average(summary, [(system, "asdiv_a")], "semantic parsing", "drop")
    assert isinstance(cell, Value)
    assert (cell.mean, cell.is_floor) == (1, True)


def averaged(summary, cells):
    """The average of the cells of table 9 that a formula names: "drop, semantic parsing: T5, BART on asdiv_a"."""
    place, _, columns_of = cells.partition(": ")
    kind, stage = place.split(", ")
    names, datasets = columns_of.split(" on ")
    columns = [
        (system, dataset)
        for dataset in datasets.split(", ")
        for system in summary.systems_of(dataset)
        if system.name.removesuffix(" (paper)") in names.split(", ") and system.target != "answer"
        and not (system.name.startswith("GPT2") and system.numbers == "placeholders")
    ]  # fmt: skip
    cell = stage_average(summary, columns, stage, kind)
    assert isinstance(cell, Value)
    return cell.mean


@pytest.mark.parametrize("average", paper_averages(), ids=lambda average: average["stated"])
def test_the_averages_of_the_paper(average):
    """Table 12: which follow from their formulas, which from another reading, and which from none."""
    summary, stated = Summary(paper_outcomes()), float(average["stated"])
    computed = averaged(summary, average["formula"])
    assert average["computed"] == f"{computed:.2f}"
    _, other, reading = average["verdict"].partition("but is the average of: ")
    assert (average["verdict"] == "follows from its formula") == (abs(computed - stated) <= 0.011)
    assert not other or averaged(summary, reading) == pytest.approx(stated, abs=0.011)


def result(config, points, arithmetic, **others):
    """What a system scores on all questions, and on arithmetic ones."""
    spans = (10000 * points - 4000 * arithmetic) / 6000
    parts = {
        "arithmetic": {"rows": 4000, "exact_match": arithmetic, "f1": arithmetic},
        "span": {"rows": 6000, "exact_match": spans, "f1": spans},
    }
    return {
        "config": config, "system": "mine", "signature": f"config:{config}|data:1@a|rows:10000|mode:official|version:1",
        "scores": {"rows": 10000, "exact_match": points, "f1": points}, "breakdown": {"answer_type": parts},
    } | others  # fmt: skip


def report(tmp_path, *results, warn=print):
    for i, each in enumerate(results):
        (tmp_path / f"{i}.json").write_text(json.dumps(each))
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
    assert re.search(r"^\| mine \(10000 questions\) \|.*\| 60.0 \| 60.0 \|$", text, re.MULTILINE)


@pytest.mark.parametrize("results", [[], [result("tatqa_a-logic-attack", 50, 10.0)]])
def test_no_originals_no_baselines(tmp_path, results):
    """Neither without TAT-QA, nor beside attacks alone."""
    other = {"config": "asdiv_a", "system": "mine", "scores": {"answer_accuracy": 1.0}}
    out = report(tmp_path, other, *results)
    assert not list(out.glob("tables/tat-qa-*"))


def test_the_baselines_are_the_papers():
    if not TAT_QA.is_file():
        pytest.skip("the text of the paper is not on this machine")
    table = TAT_QA.read_text(encoding="utf-8").split("Table 3:")[1].split("Table 4:")[0]
    lines = re.findall(r"^\| (\w[^|]*) \|((?: [\d.]+ \|)+)", table, re.MULTILINE)
    printed = {name.split(" QA ")[-1].lower(): [float(n) for n in re.findall(r"[\d.]+", cells)]
               for name, cells in lines}  # fmt: skip
    ours = {
        name.lower(): [float(cell) for cell in cells if cell]
        for name, *cells in (line.values() for line in baselines())
    }
    assert printed == ours
