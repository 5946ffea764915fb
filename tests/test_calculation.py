"""Bare calculations: the type of wrong answers whose calculation is wrong too, and the part of a drop that they explain."""

import json
import shutil
from dataclasses import replace

import pytest

from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.scoring.calculation import split_drop
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scored_rows import ScoredRow, errors_of, score_rows
from tests.commands import printed, refused

ROW = {"id": "p", "group": "p", "status": "applied", "equation": "(120 + 4) * 3", "answers": ["372"], "answer_type": "equation",
       "scale": "", "context": ["31 pens"], "table": [], "question": "How many?",
       "error_answers": [{"error": "original_answer", "answer": "48"}]}  # fmt: skip

#: (the trap, the answer to the problem, the answer to the bare calculation, the type)
TYPES = [
    ("the calculation fails as well", "999", "111", "calculation"),
    ("in the same way", "999", "999", "calculation"),
    ("the calculation is right", "999", "372", "other"),
    ("not asked", "999", None, "other"),
    ("no answer to the calculation", "999", "", "calculation"),
    ("a near miss is a guess, and the calculation is measured", "371", "111", "calculation"),
    ("a near miss of one who calculates well", "371", "372", "near"),
    ("a lost zero is a slip of calculation as well", "3720", "111", "calculation"),
    ("a mistake with its own answer comes first", "48", "111", "original_answer"),
    ("a copied number is not calculated", "31", "111", "number_copied"),
    ("a left out step is not calculated", "124", "111", "operand_left_out"),
    ("an equation is not calculated by the model", "120 + 5 * 3", "111", "other"),
    ("no answer", "", "111", "unreadable"),
]


@pytest.mark.parametrize(("trap", "answer", "calculated", "expected"), TYPES, ids=[case[0] for case in TYPES])
def test_a_wrong_answer_whose_calculation_is_wrong_too(trap, answer, calculated, expected):
    (scored,) = score_rows("asdiv_a", [ROW], [answer])
    if calculated is not None:
        (bare,) = score_rows("asdiv_a", [ROW], [calculated])
        scored = replace(scored, calculation=bare)
    assert {name for name, count in errors_of([scored]).items() if count and name != "wrong"} == {expected}


def rows(story, bare, equation="1 + {}"):
    """Rows p0, p1, ...: right where there is a 1; without a calculation where it is a dot."""

    def scored(i, mark, calculation=None):
        row = {"id": f"p{i}", "group": f"p{i}", "status": "applied", "equation": equation.format(i)}
        return ScoredRow(row, "asdiv_a-noise-attack", {"answer_accuracy": int(mark)}, calculation=calculation)

    return [
        scored(i, mark, None if other == "." else scored(i, other))
        for i, (mark, other) in enumerate(zip(story, bare, strict=True))
    ]


#: (the trap, before: story and calculation, after: the same, whole drop, calculation, rest, rows)
SPLITS = [
    ("half of it", ("11111111", "11111111"), ("00001111", "00111111"), 50, 25, 25, 8),
    ("all of it", ("11111111", "11111111"), ("00001111", "00001111"), 50, 50, 0, 8),
    ("none of it", ("11111111", "11111111"), ("00001111", "11111111"), 50, 0, 50, 8),
    ("more than all of it", ("11111111", "11111111"), ("01111111", "00111111"), 12.5, 25, -12.5, 8),
]


@pytest.mark.parametrize(
    ("trap", "before", "after", "whole", "calculation", "rest", "number"), SPLITS, ids=[c[0] for c in SPLITS]
)
def test_a_drop_is_calculation_and_the_rest(trap, before, after, whole, calculation, rest, number):
    split = split_drop(rows(*before), rows(after[0], after[1], "2 + {}"), "answer_accuracy")
    assert split is not None
    assert (split.rest.rows, split.calculation.rows) == (number, number)
    assert split.whole.absolute == pytest.approx(whole)
    assert split.calculation.absolute == pytest.approx(calculation)
    assert split.rest.difference == pytest.approx(rest)
    assert split.rest.interval is not None
    low, high = split.rest.interval
    assert low <= rest <= high
    assert low < high


def test_where_the_equation_stays_nothing_is_split():
    assert split_drop(rows("1111", "1111"), rows("0111", "1111"), "answer_accuracy") is None


def test_a_part_of_the_calculations_is_not_enough():
    """Rows whose equation happens to occur in another config would pass for all of them."""
    for before, after in (("111.", "1111"), ("1111", ".111"), ("....", "....")):
        assert split_drop(rows("1111", before), rows("0111", after, "2 + {}"), "answer_accuracy") is None


@pytest.fixture(scope="module")
def runs(sample_release, tmp_path_factory):
    """Under decimals every second answer is wrong, and every fourth calculation; a sentence breaks every second answer."""
    folder = tmp_path_factory.mktemp("runs")
    manifest = read_manifest(sample_release)
    for config, story, bare in (
        ("asdiv_a", 99, 99),
        ("asdiv_a-noise-attack", 2, 4),
        ("asdiv_a-noise-control", 99, 99),
        ("asdiv_a-extra-attack", 2, None),
    ):
        given = read_rows(sample_release, manifest.configs[config]["test"])
        for style, every in (("direct", story), ("calculation", bare)):
            if every is not None:
                lines = [
                    {"id": row["id"], "prompt": f"{style},chat,0-shot",
                     "prediction": "987.25" if (i % every == 1 and config != "asdiv_a") or (i in (1, 3, 5) and style == "calculation" and config == "asdiv_a")
                     else row["answers"][0]}
                    for i, row in enumerate(given)
                ]  # fmt: skip
                (folder / style).mkdir(exist_ok=True)
                text = "".join(json.dumps(line) + "\n" for line in lines)
                (folder / style / f"{config}.jsonl").write_text(text)
    return folder


def test_a_part_of_the_calculations_splits_nothing_in_silence(capsys, sample_release, runs, tmp_path):
    folder = tmp_path / "part"
    folder.mkdir()
    for path in (runs / "calculation").iterdir():
        (folder / path.name).write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    arguments = ("--predictions", runs / "direct", "--calculation", folder, "--partial")
    text = printed(capsys, "score", "--dir", sample_release, *arguments)
    assert "asdiv_a-noise-attack: its drop is not split, since --calculation lacks" in text
    assert "asdiv_a-extra-attack: its drop" not in text  # which keeps the equation


def test_a_report_says_where_no_calculations_were_asked(capsys, sample_release, runs, tmp_path):
    """Else the other system would seem to have no wrong calculation."""
    arguments = ("score", "--dir", sample_release, "--predictions", runs / "direct")
    _ = printed(
        capsys, *arguments, "--calculation", runs / "calculation", "--system", "a", "--out", tmp_path / "a.json"
    )
    _ = printed(capsys, *arguments, "--system", "b", "--out", tmp_path / "b.json")
    _ = printed(capsys, "report", tmp_path / "a.json", tmp_path / "b.json", "--out", tmp_path / "report")
    page = (tmp_path / "report" / "report.md").read_text()
    for attack in ("noise", "extra"):  # extra keeps the equation, so its drop is not split
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {attack} calculation |")]
        assert line.endswith("| no --calculation |")
        assert line.count("no --calculation") == 1


def test_the_command_splits_the_drop(capsys, sample_release, runs, tmp_path):
    arguments = (
        "score",
        "--dir",
        sample_release,
        "--predictions",
        runs / "direct",
        "--calculation",
        runs / "calculation",
    )
    text = printed(capsys, *arguments, "--out", tmp_path / "made.json")
    assert "drops split into calculation and the rest" in text
    made = [Result.from_json(each) for each in json.loads((tmp_path / "made.json").read_text())["results"]]
    by_config = {each.config: each for each in made}
    noise = by_config["asdiv_a-noise-attack"]
    assert set(noise.drop_split) == {"original", "control"}
    split = noise.drop_split["control"]
    assert split.whole.absolute > split.calculation.absolute > 0
    assert split.rest.difference == pytest.approx(split.whole.absolute - split.calculation.absolute)
    assert noise.errors["calculation"] > 0
    # The extra attack keeps the equation: what the originals have of it counts, and nothing is split.
    assert by_config["asdiv_a-extra-attack"].errors["calculation"] > 0
    assert by_config["asdiv_a-extra-attack"].drop_split == {}


def test_other_predictions_are_no_calculations(capsys, sample_release, runs, tmp_path):
    arguments = ("score", "--dir", sample_release, "--predictions", runs / "direct", "--calculation")
    refused(capsys, "is scored itself", *arguments, runs / "direct")
    copied = shutil.copytree(runs / "direct", tmp_path / "copied")
    refused(capsys, "asked in style 'direct'", *arguments, copied)
    shutil.rmtree(copied)
    refused(capsys, "no calculation of a config that is scored", *arguments, tmp_path)
