"""Notes on predictions whose scores mislead: rounded, partly equations, or of another config."""

import json
import shutil

import pytest

from numdiag_datasets.scoring.prediction_notes import is_rounded
from numdiag_datasets.scoring.predictions import to_prediction, with_list
from numdiag_datasets.scoring.scored_rows import score_rows
from tests.harness_rows import rows_of
from tests.test_score import gold, score, write

NOISE = "asdiv_a-noise-attack"

#: (the trap, the prediction, the right answer, whether it is that answer, rounded)
ROUNDED = [
    ("to one decimal", "12.3", "12.34", True),
    ("up", "12.4", "12.35", True),
    ("a zero at the end is no decimal that was kept", "12.30", "12.34", True),
    ("right", "12.34", "12.34", False),
    ("cut off", "12.3", "12.39", False),
    ("to a whole number: the decimals may have been ignored", "12", "12.34", False),
    ("more decimals than the answer", "12.342", "12.34", False),
    ("no number", "?", "12.34", False),
    ("an endless value", "10/3", "3.33", False),
]


@pytest.mark.parametrize(("trap", "prediction", "right", "expected"), ROUNDED, ids=[case[0] for case in ROUNDED])
def test_what_is_rounded(trap, prediction, right, expected):
    row = {"id": "a", "group": "a", "equation": "", "answers": [right], "answer_type": "equation", "context": ["5"],
           "table": [], "question": "?", "scale": ""}  # fmt: skip
    (scored,) = score_rows("gsm8k", [row], [to_prediction(prediction)])
    assert is_rounded(scored) == expected


def folder_of(folder, config, lines):
    folder.mkdir(exist_ok=True)
    write(folder / f"{config}.jsonl", lines)
    return folder


def answers_by_original(release, config):
    return {row["source_id"] or row["id"]: row["answers"][0] for row in rows_of(release, config)}


def test_rounding_to_one_decimal_is_noticed(capsys, sample_release, tmp_path):
    """A right calculation may then look like a missing capability."""
    rows = rows_of(sample_release, NOISE)
    lines = [{"id": row["id"], "prediction": row["answers"][0]} for row in rows]
    note = "are the right value rounded"
    assert note not in score(capsys, sample_release, "--predictions", folder_of(tmp_path, NOISE, lines))
    rounded = [line | {"prediction": f"{float(line['prediction']):.1f}"} for line in lines]
    assert note in score(capsys, sample_release, "--predictions", folder_of(tmp_path, NOISE, rounded))


@pytest.mark.parametrize(("share", "is_noticed"), [(0, False), (1, False), (2, True)])
def test_equations_and_bare_answers_together_are_noticed(capsys, sample_release, tmp_path, share, is_noticed):
    """Half of the answers then have no equation accuracy, whatever the system can do."""
    rows = rows_of(sample_release, "asdiv_a")
    lines = [
        {"id": row["id"], "prediction": row["answers"][0] if share and n % share == 0 else row["equation"]}
        for n, row in enumerate(rows)
    ]
    told = score(capsys, sample_release, "--predictions", folder_of(tmp_path, "asdiv_a", lines))
    assert ("are answers alone" in told) == is_noticed


@pytest.mark.parametrize(
    ("config", "of", "is_noticed"),
    [
        (NOISE, "asdiv_a-noise-control", True),
        (NOISE, "asdiv_a-distribution-attack", True),
        ("asdiv_a", "asdiv_a-noise-control", True),
        (NOISE, NOISE, False),
        (NOISE, "asdiv_a", False),  # a system that does not see the decimals
        ("asdiv_a-noise-control", "asdiv_a", False),
        ("asdiv_a-extra-attack", "asdiv_a-extra-control", False),  # their answers are the same
    ],
)
def test_answers_to_another_config_are_noticed(capsys, sample_release, tmp_path, config, of, is_noticed):
    """As of a file under a wrong name whose lines do not name their rows; wrong ones among them hide nothing."""
    answers = answers_by_original(sample_release, of)
    lines = [
        line | {"prediction": "-1" if n % 5 == 0 else answers[line["id"].partition("/")[0]]}
        for n, line in enumerate(gold(sample_release, config))
    ]
    told = score(capsys, sample_release, "--predictions", folder_of(tmp_path, config, lines))
    assert ("its predictions are rather answers to" in told) == is_noticed


def test_a_weak_system_under_a_wrong_name_is_noticed(capsys, sample_release, tmp_path):
    """Half of its answers are right in the other config, and none is in this one."""
    answers = answers_by_original(sample_release, "asdiv_a-distribution-attack")
    lines = [
        line | {"prediction": answers[line["id"].partition("/")[0]] if n % 2 else "-1"}
        for n, line in enumerate(gold(sample_release, NOISE))
    ]
    told = score(capsys, sample_release, "--predictions", folder_of(tmp_path, NOISE, lines))
    assert "its predictions are rather answers to asdiv_a-distribution-attack" in told


def test_configs_that_are_not_scored_may_be_missing(capsys, sample_release, tmp_path):
    """As in a download of a part of a release; the note needs them, and the scores do not."""
    release = tmp_path / "part"
    shutil.copytree(sample_release, release)
    for form in ("noise-control", "distribution", "original"):
        (release / "asdiv_a" / form / "test.parquet").unlink()
    lines = [line | {"prediction": "-1"} for line in gold(sample_release, NOISE)]
    assert "16 rows" in score(capsys, release, "--predictions", folder_of(tmp_path / "answers", NOISE, lines))


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ('["2019", "2018"]', ("2019", "2018")),
        ('["2019", 5]', ("2019", "5")),
        ('["2019"', ('["2019"',)),  # no list
        ('["a"] or "b"]', ('["a"] or "b"]',)),
        ('["a", {}]', ('["a", {}]',)),  # no list of answers
        ("[2019]", ("[2019]",)),
    ],
)
def test_a_list_in_a_column_of_text_is_a_list(text, spans):
    assert with_list(to_prediction(text)).spans == spans


def test_lists_in_texts_are_read_where_an_answer_may_have_several(sample_release):
    """Elsewhere such a text is a wrong answer, and no error."""
    rows = [row for row in rows_of(sample_release, "tatqa_a") if len(row["answers"]) > 1]
    assert rows
    told = [{"answer": json.dumps([*row["answers"]]), "scale": row["scale"]} for row in rows]
    assert all(scored.is_right for scored in score_rows("tatqa_a", rows, told))
    rows = rows_of(sample_release, "svamp")
    assert not any(scored.is_right for scored in score_rows("svamp", rows, ['["a", "b"]'] * len(rows)))
