"""``numdiag compare``: two systems on the same rows, in score and in drop."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.core.significance import sign_flip
from numdiag_datasets.scoring.comparison import compare_drops, compare_scores
from numdiag_datasets.scoring.scored_rows import ScoredRow
from numdiag_datasets.scoring.signature import part_of
from tests.commands import numdiag, refused
from tests.harness_rows import rows_of
from tests.test_harness_logs import logged
from tests.test_score import gold, labels, write

NOISE, TYPE = "asdiv_a-noise-attack", "asdiv_a-type-attack"


def scored(scores, groups=None):
    """One row a score, 0 to 1."""
    groups = groups or [str(i) for i in range(len(scores))]
    return [
        ScoredRow({"id": str(i), "group": group}, "", {"m": float(score)})
        for i, (score, group) in enumerate(zip(scores, groups, strict=True))
    ]


def test_a_small_case_by_hand():
    """B wins four rows and loses one: p is McNemar's 2 (1 + 5) / 32, the variance 1 - 0.3^2 over ten rows."""
    a = scored([1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
    b = scored([1, 1, 1, 0, 1, 1, 1, 1, 0, 0])
    made = compare_scores(a, b, "m")
    assert (made.rows, made.groups, made.a, made.b, made.difference) == (10, 10, 40, 70, 30)
    assert (made.a_higher, made.b_higher) == (1, 4)
    assert made.p_value == pytest.approx(12 / 32)
    assert made.standard_error == pytest.approx(100 * ((5 / 10 - 0.3**2) / 10) ** 0.5)
    assert made.interval is not None
    assert made.interval[0] < 0 < 30 < made.interval[1]
    assert made.p_adjusted is None


def test_the_difference_of_drops_by_hand():
    """A loses three of four rows, B one of them, and wins one: 75 - 0 points, less by 75."""
    a = scored([1, 1, 1, 1]), scored([0, 0, 0, 1])
    b = scored([1, 1, 1, 0]), scored([0, 1, 1, 1])
    made = compare_drops(a, b, "m")
    assert (made.a, made.b, made.difference) == (75, 0, -75)
    assert (made.a_higher, made.b_higher) == (3, 0)  # rows on which A (B) loses more
    assert made.p_value == pytest.approx(2 / 2**3)


def test_drops_accept_the_wording_of_the_original():
    """As those of `numdiag score` do: a perturbation that only rewords answers costs such a system nothing."""
    before, after = scored([1, 1]), scored([0, 0])
    reworded = [replace(row, for_drops={"m": 1.0}) for row in after]
    made = compare_drops((before, reworded), (before, after), "m")
    assert (made.a, made.b) == (0, 100)


def test_drops_of_rows_that_share_a_text():
    """One passage, however many questions, is no proof."""
    a = scored([1] * 8, list("aaaabbbb")), scored([0] * 8, list("aaaabbbb"))
    b = scored([1] * 8, list("aaaabbbb")), scored([1] * 8, list("aaaabbbb"))
    made = compare_drops(a, b, "m")
    assert (made.groups, made.difference) == (2, -100)
    assert made.p_value == pytest.approx(0.5)


def drawn(seed, rows=60, groups=20):
    """Scores of a system, in hundredths."""
    random_scores = random.Random(seed)
    names = [str(i % groups) for i in range(rows)]
    return scored([random_scores.choice((0, 0, 0.33, 1)) for _ in names], names)


@pytest.mark.parametrize("seed", range(5))
def test_a_system_against_itself_is_zero(seed):
    a, before = drawn(seed), drawn(seed + 100)
    for made in (compare_scores(a, a, "m"), compare_drops((before, a), (before, a), "m")):
        assert (made.difference, made.p_value, made.standard_error) == (0, 1, 0)
        assert (made.a_higher, made.b_higher) == (0, 0)
        assert made.interval is not None
        assert made.interval[0] < 0 < made.interval[1]


@pytest.mark.parametrize("seed", range(5))
def test_to_exchange_the_systems_changes_signs_and_no_more(seed):
    a, b = (drawn(seed), drawn(seed + 50)), (drawn(seed + 100), drawn(seed + 150))
    for one, other in (
        (compare_scores(a[0], b[0], "m"), compare_scores(b[0], a[0], "m")),
        (compare_drops(a, b, "m"), compare_drops(b, a, "m")),
    ):
        assert one.difference == -other.difference
        assert other.interval is not None
        assert one.interval == (-other.interval[1], -other.interval[0])
        assert (one.a, one.b, one.a_higher, one.b_higher) == (other.b, other.a, other.b_higher, other.a_higher)
        assert (one.p_value, one.standard_error) == (other.p_value, other.standard_error)


def predicted(folder, release, wrong, configs=("asdiv_a", NOISE, TYPE), rows=slice(None)):
    """A system's files: so many of the applied rows wrong, and the originals right."""
    folder.mkdir(exist_ok=True)
    for config in configs:
        write(folder / f"{config}.jsonl", gold(release, config, wrong.get(config, 0))[rows])
    return folder


def compared(capsys, release, a, b, *arguments):
    status, out, err = numdiag(capsys, "compare", a, b, "--dir", release, *arguments)
    assert status == 0
    assert "--json" in arguments or err == ""  # with it, warnings
    return out


@pytest.fixture
def systems(sample_release, tmp_path):
    a = predicted(tmp_path / "a", sample_release, {NOISE: 8, TYPE: 5})
    return a, predicted(tmp_path / "b", sample_release, {NOISE: 1, TYPE: 4})


def test_scores_and_drops_by_perturbation(capsys, sample_release, systems):
    out = compared(capsys, sample_release, *systems, "--json")
    made = json.loads(out)
    assert (made["correction"], made["split"]) == ("Holm", "test")
    assert [each["config"] for each in made["configs"]] == ["asdiv_a", TYPE, NOISE]
    originals, _, noise = made["configs"]
    assert originals["all_rows"]["difference"] == 0
    assert {"applied_rows", "drop"}.isdisjoint(originals)
    applied = sum(row["status"] == "applied" for row in rows_of(sample_release, NOISE))
    assert noise["all_rows"]["difference"] == pytest.approx(700 / 16)
    assert noise["applied_rows"]["difference"] == pytest.approx(700 / applied)
    drop = noise["drop"]
    assert drop["a"] == pytest.approx(800 / applied)
    assert drop["b"] == pytest.approx(100 / applied)
    assert drop["difference"] == pytest.approx(-700 / applied)
    assert (drop["a_higher"], drop["b_higher"], drop["p_value"]) == (7, 0, pytest.approx(2 / 2**7))
    assert noise["unreadable"] == {"a": 0, "b": 0}
    assert "left_out" not in noise


def test_p_values_are_corrected_for_the_configs_of_a_table(capsys, sample_release, systems):
    """Three configs of all rows, two with drops; the drop of all together is none of them."""
    made = json.loads(compared(capsys, sample_release, *systems, "--json"))
    p = 2 / 2**7
    _, type_, noise = made["configs"]
    assert noise["all_rows"]["p_adjusted"] == pytest.approx(3 * p)
    assert noise["drop"]["p_adjusted"] == pytest.approx(2 * p)
    assert type_["drop"]["p_adjusted"] == 1
    over = made["over_perturbations"]["asdiv_a"]["drop"]
    assert over["rows"] == noise["drop"]["rows"] + type_["drop"]["rows"]
    assert (over["a_higher"], over["p_adjusted"]) == (8, None)
    assert over["groups"] <= 16  # a problem that two perturbations edit is one problem


def test_costs_are_compared_too(capsys, sample_release, tmp_path):
    """From the control to the attack A loses 8 rows, and B, which had 3 of them wrong before, loses 1."""
    control = NOISE.replace("attack", "control")
    names = ("asdiv_a", NOISE, control)
    a = predicted(tmp_path / "a", sample_release, {NOISE: 8}, names)
    b = predicted(tmp_path / "b", sample_release, {NOISE: 4, control: 3}, names)
    made = json.loads(compared(capsys, sample_release, a, b, "--json"))
    by_config = {each["config"]: each for each in made["configs"]}
    cost = by_config[NOISE]["cost"]
    points = 100 / cost["rows"]
    assert (cost["a"], cost["b"]) == (pytest.approx(8 * points), pytest.approx(points))
    assert cost["difference"] == pytest.approx(-7 * points)
    assert "cost" not in by_config[control]
    assert "cost (control - attack) of answer accuracy" in compared(capsys, sample_release, a, b)


def test_a_system_at_the_floor_is_no_robust_one(capsys, sample_release, systems, tmp_path):
    """One that answers nothing right loses nothing."""
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    for config in ("asdiv_a", NOISE, TYPE):
        write(nothing / f"{config}.jsonl", [row | {"prediction": "-1"} for row in gold(sample_release, config)])
    first = compared(capsys, sample_release, nothing, systems[1]).partition("asdiv_a: answer accuracy")[0]
    assert "A, asdiv_a-type-attack, asdiv_a-noise-attack: at the floor" in first
    assert "B, asdiv_a" not in first


def test_controls_are_not_among_all_attacks(capsys, sample_release, systems):
    """Their drops are not of a capability, and would change the p-value of all."""
    rows = json.loads(compared(capsys, sample_release, *systems, "--json"))["over_perturbations"]
    for folder in systems:
        predicted(folder, sample_release, {}, ("asdiv_a-noise-control", "asdiv_a-noise-transfer"))
    more = json.loads(compared(capsys, sample_release, *systems, "--json"))
    assert len(more["configs"]) == 5
    assert more["over_perturbations"] == rows


def test_a_system_with_itself(capsys, sample_release, systems):
    """Fine, and said."""
    out = compared(capsys, sample_release, systems[0], systems[0])
    assert "A and B are the same predictions" in out
    made = json.loads(compared(capsys, sample_release, systems[0], systems[0], "--json"))
    for each in made["configs"]:
        assert (each["all_rows"]["difference"], each["all_rows"]["p_adjusted"]) == (0, 1)


def test_what_just_one_has_is_named(capsys, sample_release, systems):
    a, b = systems
    (b / f"{TYPE}.jsonl").unlink()
    (b / "asdiv_a.jsonl").unlink()
    made = json.loads(compared(capsys, sample_release, a, b, "--json"))
    assert [each["config"] for each in made["configs"]] == [NOISE]
    assert made["notes"] == [
        f"not compared, since only {a} has them: asdiv_a, {TYPE}",
        f"{NOISE}: the drops are not compared, since not both predicted the originals, asdiv_a",
    ]


def same_file(b, a):
    for path in b.iterdir():
        path.unlink()
        path.symlink_to(a.resolve() / path.name)


def test_a_file_and_a_folder(capsys, sample_release, systems):
    """The file's config is compared, unless the folder holds this file; a name shows what a file is for."""
    a, b = systems
    for places in ((a / f"{NOISE}.jsonl", b), (a, b / f"{NOISE}.jsonl")):
        made = json.loads(compared(capsys, sample_release, *places, "--json"))
        assert [each["config"] for each in made["configs"]] == [NOISE]
        assert f"not compared, since only {a if places[0] == a else b} has them" in made["notes"][0]
    refused(capsys, f"hold the same file for {NOISE}", "compare", a / f"{NOISE}.jsonl", a, "--dir", sample_release)
    other = f"predictions for {NOISE} are expected"
    for command in (("compare", a / f"{TYPE}.jsonl", b), ("score", "--predictions", a / f"{TYPE}.jsonl")):
        refused(capsys, other, *command, "--config", NOISE, "--dir", sample_release)


def test_single_files(capsys, sample_release, systems):
    """Named by their config, or by --config."""
    a, b = (system / f"{NOISE}.jsonl" for system in systems)
    made = json.loads(compared(capsys, sample_release, a, b, "--json"))
    assert [each["config"] for each in made["configs"]] == [NOISE]
    other = b.rename(b.parent / "mine.jsonl")
    assert json.loads(
        compared(capsys, sample_release, a, other, "--config", NOISE, "--json")
    )["configs"] == made["configs"]  # fmt: skip


def test_defense_has_no_drop(capsys, sample_release, tmp_path):
    """Its model may be another one than that of the originals."""
    configs = ("asdiv_a", "asdiv_a-noise-defense")
    a = predicted(tmp_path / "a", sample_release, {configs[1]: 3}, configs)
    b = predicted(tmp_path / "b", sample_release, {}, configs)
    made = json.loads(compared(capsys, sample_release, a, b, "--json"))
    assert "applied_rows" in made["configs"][1]
    assert "drop" not in made["configs"][1]


def test_logs_of_a_harness(capsys, sample_release, tmp_path):
    """As they are, without `numdiag predictions` before."""
    for name, says in (
        ("a", lambda row: "The answer is -1."),
        ("b", lambda row: f"The answer is {row['answers'][0]}."),
    ):
        logged(sample_release, parse_config(NOISE), tmp_path / name, "inspect-ai", says=says)
    made = json.loads(compared(capsys, sample_release, tmp_path / "a", tmp_path / "b", "--json"))
    assert made["configs"][0]["all_rows"]["b_higher"] == 16


def test_partial_predictions(capsys, sample_release, tmp_path):
    """The rows that both have are compared, drops over those whose originals both have."""
    a = predicted(tmp_path / "a", sample_release, {NOISE: 9}, rows=slice(0, 12))
    b = predicted(tmp_path / "b", sample_release, {}, rows=slice(4, 16))
    write(b / "asdiv_a.jsonl", gold(sample_release, "asdiv_a")[6:])
    assert "--partial" in refused(capsys, "no prediction for 4 of 16 rows", "compare", a, b, "--dir", sample_release)
    made = json.loads(compared(capsys, sample_release, a, b, "--partial", "--json"))
    noise = next(each for each in made["configs"] if each["config"] == NOISE)
    rows = rows_of(sample_release, NOISE)
    assert (noise["all_rows"]["rows"], noise["left_out"]) == (8, 8)
    assert noise["drop"]["rows"] == sum(row["status"] == "applied" for row in rows[6:12])
    ids = [row["id"] for row in rows]
    part = f"partial:{part_of(ids[4:12], 16)}, drops {part_of(ids[6:12], 16)}|"
    assert part in noise["signature"]
    shown = compared(capsys, sample_release, a, b, "--partial")
    assert f"{NOISE}: 8 of 16 rows compared, 8 left out; drops over" in shown


def test_two_prompts_and_cut_answers_are_shown(capsys, sample_release, systems):
    for folder, prompt, marks in zip(
        systems, ("cot,chat,0-shot", "direct,chat,0-shot"), ({}, {"cut_at_limit": True}), strict=True
    ):
        for path in folder.iterdir():
            lines = [json.loads(line) | {"prompt": prompt} | marks for line in path.read_text().splitlines()]
            write(path, lines)
    shown = compared(capsys, sample_release, *systems)
    assert "A cot,chat,0-shot, B direct,chat,0-shot" in shown.partition("asdiv_a: answer accuracy")[0]
    assert f"{NOISE}: answers cut at the limit of tokens, A 0, B 16" in shown


def test_labels(capsys, pairs, tmp_path):
    config = "question_matching-numeral"
    a = write(tmp_path / "a.jsonl", labels(pairs, config, right=0))
    b = write(tmp_path / "b.jsonl", labels(pairs, config, right=2))
    options = ("--config", config)
    (made,) = json.loads(compared(capsys, pairs, a, b, *options, "--json"))["configs"]
    assert (made["metric"], made["all_rows"]["b_higher"]) == ("accuracy", 2)
    assert {"applied_rows", "drop", "unreadable"}.isdisjoint(made)
    assert "question_matching: accuracy, all rows" in compared(capsys, pairs, a, b, *options)


def test_draws_are_compared_together(capsys, drawn, tmp_path):
    """The draws of a problem are one group."""
    config = "svamp-noise-attack"
    for name, right in (("a", 3), ("b", 6)):
        for split in ("test_1", "test_2", "test"):
            (tmp_path / name / split).mkdir(parents=True)
            held = "svamp" if split == "test" else config
            records = [
                {"id": row["id"], "prediction": row["answers"][0] if i < right else "-1"}
                for i, row in enumerate(rows_of(drawn, held, split))
            ]
            write(tmp_path / name / split / f"{held}.jsonl", records)
    places = [tmp_path / name / "{split}" for name in ("a", "b")]
    options = ("--split", "draws")
    (made,) = json.loads(compared(capsys, drawn, *places, *options, "--json"))["configs"]
    rows = rows_of(drawn, config)
    assert made["all_rows"]["rows"] == 2 * len(rows)
    assert made["all_rows"]["groups"] == len({row["group"] for row in rows})
    assert made["all_rows"]["b_higher"] == 6
    assert made["drop"]["difference"] == 0


@pytest.mark.parametrize(("key", "message"), [
    ("prompt", "the originals were asked in another way: x, not y"),
    ("system", "predictions of 2 systems: x, y"),
])  # fmt: skip
def test_an_attack_and_its_originals_are_asked_alike(capsys, sample_release, systems, key, message):
    a, b = systems
    for config, value in (("asdiv_a", "x"), (NOISE, "y")):
        path = b / f"{config}.jsonl"
        write(path, [json.loads(line) | {key: value} for line in path.read_text().splitlines()])
    refused(capsys, f"{b}: {NOISE}: {message}", "compare", a, b, "--config", NOISE, "--dir", sample_release)


@pytest.mark.parametrize(("trap", "change", "arguments", "message"), [
    ("no config in common", lambda b: (b / f"{NOISE}.jsonl").rename(b / f"{TYPE}.jsonl"), (), f"no config in common: a has {NOISE}, and b has {TYPE}"),
    ("other rows", lambda b: write(b / f"{NOISE}.jsonl", [{"id": "x", "prediction": "1"}]), ("--partial",),
     f"b/{NOISE}.jsonl: 1 ids are no rows of this config and split: x"),
    ("an empty folder", lambda b: (b / f"{NOISE}.jsonl").unlink(), (), "b: no predictions <config>.jsonl; b: holds no logs of numdiag tasks"),
    ("a folder of something else", lambda b: write(b / "notes.jsonl", [{}]), (), "b/notes.jsonl: unknown dataset 'notes'"),
    ("no release", None, ("--dir", "nowhere"), "nowhere/: no numdiag release"),
    ("a release without the config", None, ("--dir", "svamp"), "was built without asdiv_a-noise-attack"),
    ("no such config", None, ("--config", "asdiv_a-nose-attack"), "unknown perturbation 'nose'"),
    ("one of two configs is not there", None, ("--config", NOISE, "--config", TYPE), f"a and b do not both have a config for '{TYPE}'"),
    ("no such draw", None, ("--split", "test_7"), "no config has a split 'test_7'"),
    ("no draws", None, ("--split", "draws"), "has no draws; `numdiag build --draws 5`"),
    ("an output that is an input", None, ("--out", f"b/{NOISE}.jsonl"), "is read as an input"),
    ("the same file twice", lambda b: same_file(b, Path("a")), (), f"a and b hold the same file for {NOISE}"),
])  # fmt: skip
def test_bad_input_gets_a_line(capsys, sample_release, drawn, tmp_path, monkeypatch, trap, change, arguments, message):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        predicted(tmp_path / name, sample_release, {}, (NOISE,))
    (tmp_path / "svamp").symlink_to(drawn)
    if change:
        change((tmp_path / "b").relative_to(tmp_path))
    directory = () if "--dir" in arguments else ("--dir", sample_release)
    refused(capsys, message, "compare", "a", "b", *directory, *arguments)


def test_a_difference_that_is_not_there_is_seldom_seen():
    """In 5% of the cases at most, also where the rows of a passage go the same way, which McNemar's test takes for proof."""
    draw = random.Random(3)
    seen = {"by group": 0, "by row": 0}
    for _ in range(400):
        differences: list[float] = []
        for _ in range(20):
            for_b = draw.choice((0.1, 0.9))
            differences += [draw.choices((1, -1), (for_b, 1 - for_b))[0] for _ in range(8)]
        groups = [str(i // 8) for i in range(len(differences))]
        seen["by group"] += sign_flip(differences, groups) <= 0.05
        seen["by row"] += sign_flip(differences, [str(i) for i in range(len(groups))]) <= 0.05
    assert seen["by group"] <= 0.07 * 400
    assert seen["by row"] >= 0.3 * 400
