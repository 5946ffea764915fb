"""The tasks of harnesses are those of the configs, and score as the library does."""

import math
from pathlib import Path

import pytest
import yaml

from metrics.lm_eval import task
from metrics.lm_eval.__main__ import app
from metrics.lm_eval.files import task_files
from numdiag_datasets.core.configs import CONFIGS, DATASETS
from numdiag_datasets.scoring.harness.prompts import answer
from numdiag_datasets.scoring.harness.tasks import clustered_error, harness_configs
from tests.commands import call
from tests.harness_rows import FOLDER, WITH_UNIT, rows_of, scored


class Loader(yaml.SafeLoader):  # type: ignore[misc]  # published without types
    """Reads ``!function task.name`` as the function."""


def function(loader, node):
    module, name = loader.construct_scalar(node).split(".")
    if module == "harness_task":  # lm-eval's own, which is not always installed
        return name
    assert module == "task"
    return getattr(task, name)


Loader.add_constructor("!function", function)


def read(name, files=None):
    """A file with what it includes, as lm-eval merges them."""
    text = (files or task_files())[name]
    content = yaml.load(text, Loader=Loader)  # noqa: S506  a SafeLoader with one more tag
    include = content.pop("include", None)
    if include is None:
        return content
    return read(include.removeprefix("../"), files) | content


TASKS = {Path(name).stem: read(name) for name in task_files() if name.startswith("tasks/")}
GROUPS = {Path(name).stem: read(name) for name in task_files() if name.startswith("groups/")}


def leaves(name):
    """The tasks of a group or a tag, as lm-eval finds them."""
    if name in TASKS:
        return [name]
    if name in GROUPS:
        return [leaf for member in GROUPS[name]["task"] for leaf in leaves(member)]
    return [task_name for task_name, content in TASKS.items() if name in content.get("tag", ())]


# The files


def test_the_files_are_what_the_configs_give():
    """`python -m metrics.lm_eval` writes them; no other YAML lies beside them."""
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.yaml")}
    assert there == {name for name in task_files() if name.endswith(".yaml")}
    for name, text in task_files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text


def test_every_config_but_those_of_augment_is_a_task():
    assert {content["dataset_name"] for content in TASKS.values()} == {
        config.name for config in CONFIGS.values() if config.setting != "augment"
    }
    assert len(TASKS) == 2 * len(harness_configs())
    assert all(content["task"] == name for name, content in TASKS.items())


def test_no_group_is_called_as_a_task():
    assert not GROUPS.keys() & TASKS.keys()
    assert all(content["group"] == name for name, content in GROUPS.items())


@pytest.mark.parametrize(
    ("group", "pattern"),
    [
        ("numdiag", ("", "")),
        ("numdiag_original", ("", "_original")),
        ("numdiag_attack", ("", "_attack")),
        ("numdiag_defense", ("", "_defense")),
        ("numdiag_transfer", ("", "_transfer")),
        ("numdiag_asdiv_a", ("asdiv_a_", "")),
        ("numdiag_drop_num_attack", ("drop_num_", "_attack")),
        ("numdiag_tatqa_a_defense", ("tatqa_a_", "_defense")),
        ("numdiag_noise", ("", "_noise_attack")),
        ("numdiag_extra", ("", "_extra_attack")),
        ("numdiag_cot", ("", "_cot")),
        ("numdiag_asdiv_a_cot", ("asdiv_a_", "_cot")),
        ("numdiag_transfer_cot", ("", "_transfer_cot")),
    ],
)
def test_groups_hold_their_tasks(group, pattern):
    """Each task once; only groups of defense and transfer hold their tasks, which test the same rows or other forms."""
    start, end = pattern
    held = leaves(group)
    apart = () if "defense" in end or "transfer" in end else ("_defense", "_transfer")
    is_cot = group.endswith("_cot")
    expected = [
        name
        for name in TASKS
        if name.startswith(f"numdiag_{start}") and name.endswith(end)
        if name.endswith("_cot") == is_cot
        if not name.removesuffix("_cot").endswith(apart)
    ]
    assert sorted(held) == sorted(expected)
    assert len(set(held)) == len(held) > 0


def test_originals_and_attacks_are_never_averaged_together():
    for name, group in GROUPS.items():
        kinds = {leaf.removesuffix("_cot").rpartition("_")[2] for leaf in leaves(name)}
        assert "aggregate_metric_list" in group
        assert len(kinds) == 1


def test_sizes_weigh_only_what_is_scored_over_all_rows():
    """lm-eval knows one size of a task, and the applied rows are fewer."""
    for group in GROUPS.values():
        for average in group.get("aggregate_metric_list", ()):
            assert average["weight_by_size"] == (average["metric"] != "accuracy_applied")


def test_no_stop_string_cuts_a_number_or_a_paragraph():
    for content in TASKS.values():
        stops = content["generation_kwargs"]["until"]
        assert stops[0] in ("\nProblem:", "\nPassage:", "\nTable:")
        assert not any(stop in "The answer is 1,234.5.\n\nSo -$3 = 12%; 7" for stop in stops)


@pytest.mark.parametrize(
    ("dataset", "revision"), [("numdiag", ""), ("you/numdiag", "v0.2.0"), ("a b/c", "")]
)
def test_the_release_is_named_once(dataset, revision):
    files = task_files(dataset, revision)
    content = read("tasks/numdiag_drop_num_type_attack.yaml", files)
    assert content["dataset_path"] == dataset
    assert content.get("dataset_kwargs", {}) == ({"revision": revision} if revision else {})
    assert sum("dataset_path" in text for text in files.values()) == 1


def test_the_command_writes_and_checks(capsys, tmp_path):
    def run(*arguments):
        return call(capsys, app, "python -m metrics.lm_eval", *arguments)

    status, out, _ = run("--check")
    assert (status, "up to date" in out) == (0, True)
    status, _, err = run("--dataset", "you/numdiag")
    assert (status, "need a folder of their own" in err) == (2, True)
    status, _, _ = run("--out", tmp_path, "--dataset", "you/numdiag", "--revision", "v1")
    assert status == 0
    assert (tmp_path / "task.py").read_text() == (FOLDER / "task.py").read_text()
    assert "revision: v1" in (tmp_path / "_numdiag.yaml").read_text()
    status, _, error = run("--check", "--out", tmp_path)
    assert status == 2
    assert "_numdiag.yaml" in error


# Scores


def test_the_clustered_error_knows_who_shares_a_text():
    """Computed by hand: two groups of two rows whose scores agree err as two rows do."""
    scores, groups = [1.0, 1.0, 0.0, 0.0], ["a", "a", "b", "b"]
    assert clustered_error(scores, groups) == pytest.approx((1 + 1) ** 0.5 / 4)
    assert clustered_error(scores, "abcd") == pytest.approx(0.25)
    assert clustered_error([1.0, 0.0], "aa") == 0


NATURAL = [
    "{}",
    " {}.",
    "The answer is {}.",
    "Let me think. There are 3 things.\n\nFirst, 3 + 4 = 7.\n\nSo the final answer is: **{}**",
    "<think>2 or 5?</think>\n{}",
    "\\boxed{{{}}}",
    " {}\n\nProblem: How many are 7 and 8?\nAnswer: 15",
]


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("form", NATURAL)
def test_gold_answers_are_right_however_they_are_written(sample_release, dataset, form):
    for row in rows_of(sample_release, f"{dataset}-verbosity-attack"):
        if WITH_UNIT.fullmatch(row["answers"][0]):
            continue
        scores = scored(row, form.format(answer(row)))
        assert scores["accuracy"] == 1, (row["id"], answer(row))
        assert scores["accuracy_applied"] == (1 if row["status"] == "applied" else None)


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("wrong", ["", "lol", "The answer is 987654.25", "I cannot say.", "."])
def test_wrong_answers_are_wrong(sample_release, dataset, wrong):
    for row in rows_of(sample_release, dataset):
        scores = scored(row, wrong)
        assert scores["accuracy"] == 0
        assert "accuracy_applied" not in scores  # an original was not perturbed


def test_numbers_in_other_forms_are_right(sample_release):
    row = next(r for r in rows_of(sample_release, "asdiv_a") if len(r["answers"][0]) > 3)
    (gold,) = row["answers"]
    grouped = f"{int(gold):,}"
    for text in (f"${grouped}.00", f"{grouped} {row['unit']}", f"x = {gold}", row["equation"]):
        assert scored(row, text)["accuracy"] == 1, text


def test_the_mean_over_applied_rows_leaves_the_others_out():
    assert task.mean_applied([1.0, None, 0.0, None]) == 0.5
    assert math.isnan(task.mean_applied([None]))


def test_each_task_declares_the_metrics_that_it_gives(sample_release):
    for name, content in TASKS.items():
        row = rows_of(sample_release, content["dataset_name"])[0]
        declared = {metric["metric"] for metric in content["metric_list"]}
        given = set(task.process_results(row, ["1"]))
        assert given == declared - ({"accuracy_applied"} if "_original" in name else set())
