"""The figures of the paper, and its averages."""

import re

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.report.paper import paper_averages, paper_outcomes
from numdiag_datasets.report.stages import stage_average
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from tests.conftest import REAL
from tests.report_results import made, seeds

PAPER = REAL.parent / "papers" / "dnc-xu-2022.txt"


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
        assert found[(kind, "semantic parsing")] == Value(mean)
        assert found[(kind, "numerical parsing")] == "not run"


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
