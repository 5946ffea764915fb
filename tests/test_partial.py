"""Predictions for some of the rows: scored with --partial, said so, and compared with nothing but their like."""

import json
import re

import pytest

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.report.outcomes import Outcome, ReportError, System, by_part, check_parts
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.signature import part_of
from tests.commands import numdiag, refused
from tests.test_harness_logs import logged
from tests.test_score import gold, rows_of, score, write

ATTACK = "asdiv_a-noise-attack"


def scored(capsys, release, predictions, *arguments, config=ATTACK):
    """The one result, of JSON."""
    options = ("--config", config, "--predictions", predictions, "--partial", *arguments, "--json")
    (made,) = json.loads(score(capsys, release, *options))["results"]
    return made


def part(made):
    """What the signature says of the part that was scored."""
    return dict(each.split(":", 1) for each in made["signature"].split("|")).get("partial", "")


def test_the_rows_that_have_a_prediction_are_scored(capsys, sample_release, tmp_path):
    records = gold(sample_release, ATTACK)
    file = write(tmp_path / "p.jsonl", [records[9], *records[:4]])
    made = scored(capsys, sample_release, file)
    assert (made["scores"]["rows"], made["left_out"]) == (5, 11)
    rows = rows_of(sample_release, ATTACK)
    applied = sum(rows[number]["status"] == "applied" for number in (0, 1, 2, 3, 9))
    assert made["applied"]["rows"] == applied
    assert part(made) == part_of([records[n]["id"] for n in (0, 1, 2, 3, 9)], 16)
    assert part(made).startswith("5/16#")
    assert Result.from_json(made).to_json() == made
    out = score(capsys, sample_release, "--config", ATTACK, "--predictions", file, "--partial")
    assert f"{ATTACK}: 5 of 16 rows scored, 11 left out" in out


def test_a_whole_run_is_no_part(capsys, sample_release, tmp_path):
    """--partial changes nothing of a result over all rows."""
    file = write(tmp_path / "p.jsonl", gold(sample_release, ATTACK, wrong=2))
    made = scored(capsys, sample_release, file)
    assert (made.pop("left_out"), part(made)) == (0, "")
    options = ("--config", ATTACK, "--predictions", file, "--json")
    (whole,) = json.loads(score(capsys, sample_release, *options))["results"]
    assert made == whole


def test_parts_of_one_size_are_told_apart():
    assert part_of(["a", "b"], 9) == part_of(["b", "a"], 9)
    assert part_of(["a", "b"], 9) != part_of(["a", "c"], 9)
    assert part_of(["ab"], 9) != part_of(["a", "b"], 9)


@pytest.mark.parametrize(("trap", "rows", "originals", "paired", "left_out", "signed"), [
    ("both are parts", slice(0, 6), slice(2, 16), 4, 10, True),
    ("the predictions are", slice(0, 6), slice(0, 16), 6, 10, False),
    ("the baseline is", slice(0, 16), slice(0, 5), 5, 0, True),
    ("neither is", slice(0, 16), slice(0, 16), 16, 0, False),
])  # fmt: skip
def test_a_drop_is_over_the_rows_that_both_have(
    capsys, sample_release, tmp_path, trap, rows, originals, paired, left_out, signed
):
    file = write(tmp_path / "p.jsonl", gold(sample_release, ATTACK)[rows])
    baseline = write(tmp_path / "o.jsonl", gold(sample_release, "asdiv_a")[originals])
    made = scored(capsys, sample_release, file, "--baseline", baseline)
    assert made["drop_all_rows"]["answer_accuracy"]["rows"] == paired, trap
    assert made["left_out"] == left_out
    assert (", drops " in part(made)) == signed
    options = ("--config", ATTACK, "--predictions", file, "--partial", "--baseline", baseline)
    shown = score(capsys, sample_release, *options)
    assert (f"drops over the {paired} that the baseline has" in shown) == signed


def test_a_baseline_with_nothing_in_common_stays_an_error(capsys, sample_release, tmp_path):
    file = write(tmp_path / "p.jsonl", gold(sample_release, ATTACK)[:3])
    baseline = write(tmp_path / "o.jsonl", gold(sample_release, "asdiv_a")[3:9])
    arguments = ("--config", ATTACK, "--predictions", file, "--partial", "--baseline", baseline)
    message = f"{file}: the baseline has a prediction for none of the 3 rows"
    refused(capsys, message, "score", "--dir", sample_release, *arguments)


def test_configs_of_other_rows_are_not_averaged(capsys, sample_release, tmp_path):
    """A run that stopped within the second attack: a line says why there are no averages."""
    for config, rows in (("asdiv_a-noise-attack", 16), ("asdiv_a-type-attack", 7)):
        write(tmp_path / f"{config}.jsonl", gold(sample_release, config)[:rows])
    out = score(capsys, sample_release, "--predictions", tmp_path, "--partial")
    assert "micro average" not in out
    assert "asdiv_a, attack: the configs were not predicted on the same rows" in out
    write(tmp_path / "asdiv_a-noise-attack.jsonl", gold(sample_release, ATTACK)[:7])
    out = score(capsys, sample_release, "--predictions", tmp_path, "--partial")
    assert "micro average" in out


def test_a_bad_label_is_named_by_its_row(capsys, pairs, tmp_path):
    """Not by its place among those that were predicted."""
    file = write(tmp_path / "p.jsonl", [{"id": 3, "prediction": 7}])
    config = "question_matching-numeral"
    arguments = ("--dir", pairs, "--config", config, "--predictions", file, "--partial")
    refused(capsys, "id 3: '7'; a label, 0 or 1, is expected", "score", *arguments)


def test_draws_are_scored_on_the_rows_of_all_draws(capsys, drawn, tmp_path):
    """Else their spread would be one of rows, not of draws."""
    config = "svamp-noise-attack"
    ids = [row["id"] for row in rows_of(drawn, config)]
    for split, chosen in (("test_1", ids[:6]), ("test_2", ids[2:9])):
        write(tmp_path / f"{split}.jsonl", [{"id": i, "prediction": "1"} for i in chosen])
    options = ("--config", config, "--split", "draws", "--predictions", tmp_path / "{split}.jsonl")
    found = json.loads(score(capsys, drawn, *options, "--partial", "--json"))["results"]
    assert {part(made) for made in found} == {part_of(ids[2:6], len(ids))}
    shown = score(capsys, drawn, *options, "--partial")
    assert f"{config}, test_2: 4 of {len(ids)} rows scored" in shown
    write(tmp_path / "test_2.jsonl", [{"id": i, "prediction": "1"} for i in ids[7:9]])
    refused(capsys, "no row has a prediction in every draw", "score", "--dir", drawn, *options, "--partial")


def outcome(name, config, partial):
    signed = f"config:{config}|data:1|rows:4" + (f"|partial:{partial}" if partial else "")
    value = {"config": config, "scores": {}, "signature": signed if partial is not None else ""}
    return Outcome(System(name), Result.from_json(value), path=f"{name}.json")


@pytest.mark.parametrize(("trap", "first", "second", "alike"), [
    ("a part beside the whole", ("asdiv_a", "4/9#a"), ("asdiv_a", ""), False),
    ("another part of the same size", ("asdiv_a", "4/9#a"), ("asdiv_a", "4/9#b"), False),
    ("the same part of two configs", ("asdiv_a", "4/9#a"), (ATTACK, "4/9#a"), True),
    ("the originals whole", ("asdiv_a", ""), (ATTACK, "4/9#a"), False),
    ("drops over fewer rows", (ATTACK, "4/9#a"), (ATTACK, "4/9#a, drops 2/9#c"), False),
    ("other data sets", ("asdiv_a", "4/9#a"), ("svamp", "5/9#b"), True),
    ("pairs have rows of their own", ("number_words-comparison-bare-en", "4/9#a"), ("number_words-comparison-bare-fr", "5/9#b"), True),
    ("the same pairs", ("number_words-comparison-bare-en", "4/9#a"), ("number_words-comparison-bare-en", "5/9#b"), False),
    ("no signature is believed", ("asdiv_a", None), ("asdiv_a", "4/9#a"), True),
])  # fmt: skip
def test_reports_refuse_other_parts(trap, first, second, alike):
    both = [outcome("mine", *first), outcome("other", *second)]
    if alike:
        check_parts(both)
        return
    with pytest.raises(ReportError, match=r"mine.json .* were not measured alike; score both on"):
        check_parts(both)


@pytest.mark.parametrize(("trap", "partials", "parts"), [
    ("all rows", ["", ""], ["", ""]),
    ("one part", ["4/9#a", "4/9#a"], ["4 of 9 rows (#a)", "4 of 9 rows (#a)"]),
    ("a part beside the whole", ["4/9#a", ""], ["4 of 9 rows (#a)", ""]),
    ("two parts of a size", ["4/9#a", "4/9#b"], ["4 of 9 rows (#a)", "4 of 9 rows (#b)"]),
    ("drops over fewer rows", ["", "4/9#a, drops 2/9#c"], ["", "4 of 9 rows (#a), drops 2 of 9 rows (#c)"]),
    ("no signature is believed", [None, "4/9#a"], ["", "4 of 9 rows (#a)"]),
])  # fmt: skip
def test_parts_stand_apart(trap, partials, parts):
    found = [outcome(f"system {i}", "asdiv_a", partial) for i, partial in enumerate(partials)]
    elsewhere = outcome("system", "svamp", "")
    groups = by_part([*found, elsewhere])
    assert elsewhere in groups[""]
    assert [next(part for part, group in groups.items() if one in group) for one in found] == parts
    for group in groups.values():
        check_parts(group)


def report(capsys, folder, config):
    """Report a system on all four rows of a config beside one on two of them."""
    pytest.importorskip("matplotlib", reason="the report extra is not installed")
    for name, partial in (("a", ""), ("b", "|partial:2/4#c")):
        metric = "answer_accuracy" if config == ATTACK else "accuracy"
        value = {"config": config, "scores": {metric: 50.0}, "signature": f"data:1|rows:4{partial}"}
        (folder / f"{name}.json").write_text(json.dumps(value))
    runs = (f"a={folder / 'a.json'}", f"b={folder / 'b.json'}")
    return numdiag(capsys, "report", *runs, "--out", folder / "report")


def test_the_command_sets_parts_apart(capsys, tmp_path):
    status, _, err = report(capsys, tmp_path, ATTACK)
    assert status == 0, err
    assert "b: no result for the originals, asdiv_a, 2 of 4 rows (#c), so its changes" in err
    text = (tmp_path / "report" / "report.md").read_text()
    tables = dict(re.findall(r"### (asdiv_a[^:]*): Scores over all rows.*?\n\n\| +\| (\w+)", text, re.DOTALL))
    assert tables == {"asdiv_a": "a", "asdiv_a, 2 of 4 rows (#c)": "b"}
    assert (tmp_path / "report" / "tables" / "scores-asdiv_a-2-of-4-rows-c.csv").is_file()


def test_the_command_refuses_parts_of_text_pairs(capsys, tmp_path):
    status, _, err = report(capsys, tmp_path, "number_words-comparison-bare-en")
    assert (status, "score both on the same rows" in err) == (2, True), err


def test_a_harness_with_a_limit(capsys, sample_release, tmp_path):
    """A log of `--limit 4` becomes a prediction file of four lines."""
    logged(sample_release, parse_config(ATTACK), tmp_path / "log", "inspect-ai", limit=4)
    assert numdiag(capsys, "predictions", tmp_path / "log", "--out", tmp_path / "p")[0] == 0
    made = scored(capsys, sample_release, tmp_path / "p" / f"{ATTACK}.jsonl")
    assert (made["scores"]["rows"], made["left_out"]) == (4, 12)
