"""Warnings of results whose figures may be wrong or misleading, and drops that cannot be had."""

import pytest

from tests.commands import numdiag, printed
from tests.harness_rows import rows_of
from tests.test_score import ATTACK, gold, score, write


def test_answers_without_any_scale_are_noticed(capsys, sample_release, tmp_path):
    """Right answers in percent or millions count as wrong without it."""
    lines = gold(sample_release, "tatqa_a")
    file = write(tmp_path / "tatqa_a.jsonl", lines)
    assert "no prediction has a `scale`" not in score(capsys, sample_release, "--predictions", tmp_path)
    for line in lines:
        del line["scale"]
    write(file, lines)
    assert score(capsys, sample_release, "--predictions", tmp_path).startswith("tatqa_a: no prediction has a `scale`")
    out = tmp_path / "made.json"
    score(capsys, sample_release, "--predictions", tmp_path, "--system", "mine", "--out", out)
    printed(capsys, "report", out, "--out", tmp_path / "report")
    assert (
        "No prediction has a `scale`, or one has another"
        in (tmp_path / "report" / "report.md").read_text().partition("###")[0]
    )


@pytest.mark.parametrize(
    ("scale", "is_noticed"),
    [("%", True), ("none", True), ("$ millions", True), ("million", False), ("Millions", False), ("Percent", False)],
)
def test_scales_that_tatqa_does_not_have_are_noticed(capsys, sample_release, tmp_path, scale, is_noticed):
    lines = gold(sample_release, "tatqa_a")
    lines[0] |= {"scale": scale}
    write(tmp_path / "tatqa_a.jsonl", lines)
    assert ("or one has another" in score(capsys, sample_release, "--predictions", tmp_path)) == is_noticed


def test_answers_that_only_the_attack_lacks_are_noticed(capsys, sample_release, tmp_path):
    """As of a server that fails on longer texts: a part of the drop is of no wrong answers."""
    (tmp_path / "all").mkdir()
    for folder in (tmp_path, tmp_path / "all"):
        write(folder / "asdiv_a.jsonl", gold(sample_release, "asdiv_a"))
        write(folder / f"{ATTACK}.jsonl", gold(sample_release, ATTACK))
    warning = f"{ATTACK}: more answers are unreadable than on the originals"
    assert warning not in score(capsys, sample_release, "--predictions", tmp_path)
    some_lacking = [
        row | ({"prediction": None} if n % 5 < 2 else {}) for n, row in enumerate(gold(sample_release, ATTACK))
    ]
    write(tmp_path / f"{ATTACK}.jsonl", some_lacking)
    assert score(capsys, sample_release, "--predictions", tmp_path).startswith(warning)
    out = printed(capsys, "compare", tmp_path / "all", tmp_path, "--dir", sample_release)
    assert f"B, {warning}" in out.partition("rows")[0]


def test_modes_that_differ_are_noticed(capsys, sample_release, tmp_path):
    """Strict reads what the official scorer of TAT-QA cannot, so the same answers score more."""
    folder = tmp_path / "predictions"
    folder.mkdir()
    write(folder / "tatqa_a.jsonl", gold(sample_release, "tatqa_a"))
    made = [tmp_path / "official.json", tmp_path / "strict.json"]
    for out in made:
        score(capsys, sample_release, "--predictions", folder, "--mode", out.stem, "--system", out.stem, "--out", out)
    printed(capsys, "report", *made, "--out", tmp_path / "report")
    first = (tmp_path / "report" / "report.md").read_text().partition("###")[0]
    assert "Numbers were read in different modes" in first


def test_averages_name_the_attacks_they_are_of(capsys, sample_release, tmp_path):
    """Where some are missing, their averages are not those of all."""
    for config in ("asdiv_a", ATTACK, "asdiv_a-extra-attack"):
        write(tmp_path / f"{config}.jsonl", gold(sample_release, config))
    out = score(capsys, sample_release, "--predictions", tmp_path)
    assert "averages over applied rows of noise, extra alone" in " ".join(out.split())


def test_one_attack_may_be_at_the_floor(capsys, sample_release, tmp_path):
    """Whatever another one shows."""
    write(tmp_path / "asdiv_a.jsonl", [row | {"prediction": "-1"} for row in gold(sample_release, "asdiv_a")])
    write(tmp_path / f"{ATTACK}.jsonl", [row | {"prediction": "-1"} for row in gold(sample_release, ATTACK)])
    other = "asdiv_a-verbosity-attack"
    write(tmp_path / f"{other}.jsonl", gold(sample_release, other))
    assert f"{ATTACK}: at the floor" in score(capsys, sample_release, "--predictions", tmp_path)


@pytest.mark.parametrize("attack_is_right", [False, True])
def test_a_control_that_loses_as_much_is_noticed(capsys, sample_release, tmp_path, attack_is_right):
    """A cost of 0 would say that there is no drop."""
    control = "asdiv_a-noise-control"
    for config, right in (("asdiv_a", True), (ATTACK, attack_is_right), (control, False)):
        rows = gold(sample_release, config)
        wrong = [row | {"prediction": "-1"} for row in rows]
        write(tmp_path / f"{config}.jsonl", rows if right else wrong)
    assert "the control itself loses" in score(capsys, sample_release, "--predictions", tmp_path)
    write(tmp_path / f"{control}.jsonl", gold(sample_release, control))
    assert "the control itself loses" not in score(capsys, sample_release, "--predictions", tmp_path)


def test_attacks_without_their_originals_have_no_drop(capsys, sample_release, tmp_path):
    write(tmp_path / f"{ATTACK}.jsonl", gold(sample_release, ATTACK))
    out = score(capsys, sample_release, "--predictions", tmp_path)
    assert f"no drops of {ATTACK}: there are no predictions for the originals, asdiv_a.jsonl" in out


def test_answers_that_only_the_originals_lack_are_noticed(capsys, sample_release, tmp_path):
    """They hide a drop."""
    lines = gold(sample_release, "asdiv_a")
    write(
        tmp_path / "asdiv_a.jsonl", [row | ({"prediction": None} if n % 5 < 2 else {}) for n, row in enumerate(lines)]
    )
    write(tmp_path / f"{ATTACK}.jsonl", gold(sample_release, ATTACK))
    assert "fewer answers are unreadable" in score(capsys, sample_release, "--predictions", tmp_path)


@pytest.mark.parametrize(
    ("setting", "is_noticed"), [("noise-attack", True), ("noise-control", False), ("type-attack", False)]
)
def test_predictions_for_the_originals_are_noticed(capsys, sample_release, tmp_path, setting, is_noticed):
    """As of a file under a wrong name; a system may not see that a number is written in another way."""
    wrong = [row | {"prediction": str(1000 + n)} for n, row in enumerate(gold(sample_release, "asdiv_a"))]
    write(tmp_path / "asdiv_a.jsonl", wrong)
    by_id = {row["id"]: row["prediction"] for row in wrong}
    rows = gold(sample_release, f"asdiv_a-{setting}")
    write(
        tmp_path / f"asdiv_a-{setting}.jsonl",
        [row | {"prediction": by_id[row["id"].partition("/")[0]]} for row in rows],
    )
    told = score(capsys, sample_release, "--predictions", tmp_path)
    assert ("all predictions are those for the originals" in told) == is_noticed


@pytest.mark.parametrize(
    ("rules", "prompt", "inferred"),
    [
        (["announced", "line", "list"], "direct,chat,0-shot", []),
        (["conclusion"], "", ["conclusion"]),
        (["result", "boxed", "leading"], "direct,chat,0-shot", ["result"]),
        (["leading", "announced"], "cot,chat,0-shot", ["leading"]),
    ],
)
def test_answers_that_were_not_announced_are_counted(capsys, sample_release, tmp_path, rules, prompt, inferred):
    """They are read from a sentence, where the wrong one of two numbers may be taken."""
    rows = [
        row | {"rule": rules[n % len(rules)], "prompt": prompt} for n, row in enumerate(gold(sample_release, "asdiv_a"))
    ]
    write(tmp_path / "asdiv_a.jsonl", rows)
    number = sum(row["rule"] in inferred for row in rows)
    told = score(capsys, sample_release, "--predictions", tmp_path)
    assert (f"asdiv_a ({number}): answers were not announced" in told) == bool(inferred)


@pytest.mark.parametrize("joint", ["; ", ", "])
def test_lists_that_are_written_as_one_text_are_noticed(capsys, sample_release, tmp_path, joint):
    lines = gold(sample_release, "tatqa_a")
    write(tmp_path / "tatqa_a.jsonl", lines)
    assert "in one text" not in score(capsys, sample_release, "--predictions", tmp_path)
    for line in lines:
        line["prediction"] = joint.join(map(str, line["prediction"]))
    write(tmp_path / "tatqa_a.jsonl", lines)
    assert "in one text" in score(capsys, sample_release, "--predictions", tmp_path)


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("config", ["gsm8k", ATTACK])
def test_predictions_one_row_off_are_noticed(capsys, sample_release, tmp_path, config, by):
    """As behind a header that was read as a row."""
    rows = gold(sample_release, config)
    write(tmp_path / f"{config}.jsonl", rows)
    assert "one row off" not in score(capsys, sample_release, "--predictions", tmp_path)
    moved = rows[by:] + rows[:by]
    write(tmp_path / f"{config}.jsonl", [a | {"prediction": b["prediction"]} for a, b in zip(rows, moved, strict=True)])
    assert "one row off" in score(capsys, sample_release, "--predictions", tmp_path)


def test_a_file_under_the_name_of_another_config_is_noticed(capsys, sample_release, tmp_path):
    """The numbers differ, so the answers cannot all be the same."""
    config, control = "asdiv_a-noise-attack", "asdiv_a-noise-control"
    made = {name: gold(sample_release, name) for name in ("asdiv_a", config, control)}
    for name, rows in made.items():
        write(tmp_path / f"{name}.jsonl", rows)
    assert "have the same predictions" not in score(capsys, sample_release, "--predictions", tmp_path)
    by_id = {row["id"].partition("/")[0]: row["prediction"] for row in made[control]}
    copied = [row | {"prediction": by_id[row["id"].partition("/")[0]]} for row in made[config]]
    write(tmp_path / f"{config}.jsonl", copied)
    out = score(capsys, sample_release, "--predictions", tmp_path)
    assert f"{config} and {control} have the same predictions" in out
    status, _, err = numdiag(capsys, "score", "--dir", sample_release, "--predictions", tmp_path, "--json")
    assert (status, "have the same predictions" in err) == (0, True)
    third = "asdiv_a-noise-transfer"
    rows = gold(sample_release, third)
    copied = [row | {"prediction": by_id[row["id"].partition("/")[0]]} for row in rows]
    write(tmp_path / f"{third}.jsonl", copied)
    assert score(capsys, sample_release, "--predictions", tmp_path).count("have the same predictions") == 1


def test_a_config_without_a_changed_row_has_no_score(capsys, sample_release, tmp_path):
    """Its answers are those of originals."""
    unchanged = [row["id"] for row in rows_of(sample_release, ATTACK) if row["status"] != "applied"]
    assert unchanged
    write(tmp_path / "asdiv_a.jsonl", gold(sample_release, "asdiv_a"))
    write(tmp_path / f"{ATTACK}.jsonl", [row for row in gold(sample_release, ATTACK) if row["id"] in unchanged])
    out = tmp_path / "made.json"
    told = score(capsys, sample_release, "--predictions", tmp_path, "--partial", "--system", "mine", "--out", out)
    (line,) = [line.split() for line in told.splitlines() if line.startswith("noise ")]
    assert line == ["noise", "0"]
    printed(capsys, "report", out, "--out", tmp_path / "report")
    report = (tmp_path / "report" / "report.md").read_text()
    assert not [line for line in report.splitlines() if line.startswith("| attack | noise")]


def test_numbers_of_drop_with_something_around_them_are_unreadable(capsys, sample_release, tmp_path):
    """DROP's scorer reads "68.3%" as 683."""
    lines = gold(sample_release, "drop_num")
    write(tmp_path / "drop_num.jsonl", lines)
    assert "unreadable answers: 0" in score(capsys, sample_release, "--predictions", tmp_path)
    marked = [line | {"prediction": f"{line['prediction'][0]}.5%"} for line in lines]
    write(tmp_path / "drop_num.jsonl", marked)
    assert "drop_num: most answers are unreadable" in score(capsys, sample_release, "--predictions", tmp_path)


def test_an_answer_alone_may_equal_an_equation(capsys, sample_release, tmp_path):
    """Where the equation is one number; the system writes no equations for that."""
    lines = [row | {"prediction": row["answers"][0]} for row in rows_of(sample_release, "svamp")]
    kept = [{"id": line["id"], "prediction": line["prediction"]} for line in lines]
    write(tmp_path / "svamp.jsonl", kept)
    assert "since only answers were written" in score(capsys, sample_release, "--predictions", tmp_path)


def test_a_control_at_the_floor_is_noticed(capsys, sample_release, tmp_path):
    """A system that knows the published answers by heart loses as much under the control, and has no cost."""
    known = gold(sample_release, "asdiv_a")
    write(tmp_path / "asdiv_a.jsonl", known)
    by_id = {row["id"]: row["prediction"] for row in known}
    for config in (ATTACK, ATTACK.replace("attack", "control")):
        rows = gold(sample_release, config)
        write(tmp_path / f"{config}.jsonl", [row | {"prediction": by_id[row["id"].partition("/")[0]]} for row in rows])
    assert f"{ATTACK}: the control is at the floor" in score(capsys, sample_release, "--predictions", tmp_path)
