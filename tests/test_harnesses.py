"""LLM harnesses: the tasks are those of the configs, score as the library does, and their logs are read."""

import json
import math
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from metrics.lm_eval import task
from metrics.lm_eval.__main__ import app
from metrics.lm_eval.files import task_files
from numdiag_datasets.release.configs import CONFIGS, DATASETS
from numdiag_datasets.release.manifest import read_manifest, read_rows
from numdiag_datasets.scoring.harness.logs import read_logs
from numdiag_datasets.scoring.harness.prompts import (
    STYLES,
    Prompting,
    answer,
    few_shot_order,
    instruction,
    lead,
    prompt,
    target,
)
from numdiag_datasets.scoring.harness.tasks import (
    TASK_VERSION,
    clustered_error,
    harness_configs,
    task_name,
)
from numdiag_datasets.scoring.predictions import PredictionError
from numdiag_datasets.scoring.scorers import scorer_of
from tests.commands import call, numdiag
from train.texts import to_example

FOLDER = Path(__file__).parents[1] / "metrics" / "lm_eval"
INSPECT_TASK = FOLDER.parent / "inspect_ai" / "numdiag.py"

needs_lm_eval = pytest.mark.skipif(
    find_spec("lm_eval") is None, reason="lm-eval is not installed: pip install lm_eval==0.4.13"
)
needs_inspect = pytest.mark.skipif(
    find_spec("inspect_ai") is None, reason="inspect-ai is not installed: pip install inspect-ai"
)


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


def rows_of(release, config, split="test"):
    return read_rows(release, read_manifest(release).configs[config][split])


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
    assert len(TASKS) == 2 * len(harness_configs()) == 220
    assert all(content["task"] == name for name, content in TASKS.items())


def test_no_group_is_called_as_a_task():
    assert not GROUPS.keys() & TASKS.keys()
    assert all(content["group"] == name for name, content in GROUPS.items())


@pytest.mark.parametrize(
    ("group", "pattern", "count"),
    [
        ("numdiag", ("", ""), 43),
        ("numdiag_original", ("", "_original"), 5),
        ("numdiag_attack", ("", "_attack"), 38),
        ("numdiag_defense", ("", "_defense"), 38),
        ("numdiag_transfer", ("", "_transfer"), 29),
        ("numdiag_asdiv_a", ("asdiv_a_", ""), 9),
        ("numdiag_drop_num_attack", ("drop_num_", "_attack"), 6),
        ("numdiag_tatqa_a_defense", ("tatqa_a_", "_defense"), 8),
        ("numdiag_noise", ("", "_noise_attack"), 5),
        ("numdiag_extra", ("", "_extra_attack"), 5),
        ("numdiag_cot", ("", "_cot"), 43),
        ("numdiag_asdiv_a_cot", ("asdiv_a_", "_cot"), 9),
        ("numdiag_transfer_cot", ("", "_transfer_cot"), 29),
    ],
)
def test_groups_hold_their_tasks(group, pattern, count):
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
    assert len(held) == count


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


# Prompts and examples


@pytest.mark.parametrize("dataset", DATASETS)
def test_prompts_show_what_is_trained_on_and_say_what_is_wanted(sample_release, dataset):
    for row in rows_of(sample_release, f"{dataset}-extra-attack"):
        text = prompt(row)
        example = to_example(row, "answer", "tokens")
        assert text.endswith(f"\n{instruction(dataset)}\nAnswer:")
        assert prompt(row, chat=True) == text.removesuffix("\nAnswer:")
        assert row["question"].strip() in text
        flat = text.replace("Table: ", "").replace("\nText: ", " ")
        assert " ".join(example.context.split()) in " ".join(flat.split())
        assert not any(answer in text[-8:] for answer in row["answers"])


def test_all_configs_show_the_same_problems_as_examples(sample_release):
    def examples(config, seed=1):
        rows = rows_of(sample_release, config, "train")
        ids, groups, statuses = (
            [row[name] for row in rows] for name in ("source_id", "group", "status")
        )
        return [rows[i] for i in few_shot_order(ids, groups, statuses, seed)]

    originals = [row["id"] for row in examples("asdiv_a")]
    assert originals == [row["id"] for row in examples("asdiv_a-extra-attack")]
    defense = examples("asdiv_a-type-defense")
    changed = [row["id"] for row in defense if row["status"] == "applied"]
    assert changed == [identity for identity in originals if identity in changed]
    assert [row["id"] for row in defense][: len(changed)] == changed
    assert originals != [row["id"] for row in examples("asdiv_a", seed=2)]
    passages = [row["group"] for row in examples("drop_num")]
    assert len(passages) == len(set(passages))


#: (style, chat) -> how a prompt ends.
ENDS = [
    ("direct", False, "without its unit.\nAnswer:"),
    ("direct", True, "without its unit."),
    ("cot", False, "without its unit.\nReasoning:"),
    ("cot", True, "without its unit."),
]


@pytest.mark.parametrize(("style", "chat", "end"), ENDS)
def test_prompts_end_as_their_reader_goes_on(sample_release, style, chat, end):
    """A chat's turn ends with what is wanted: nothing dangles behind it."""
    row = rows_of(sample_release, "svamp")[0]
    text = prompt(row, style, chat=chat)
    assert text.endswith(end)
    assert ("Think step by step." in text) == (style == "cot")


#: (the row, what an example answers with a chain of thought)
EXAMPLES = [
    ({"dataset": "gsm8k", "answers": ["6"], "rationale": "2 and 4 are <<2+4=6>>6.\n#### 6", "equation": ""},
     "2 and 4 are 6.\nAnswer: 6"),
    ({"dataset": "asdiv_a", "answers": ["6"], "equation": "2 + 4"}, "2 + 4 = 6\nAnswer: 6"),
    ({"dataset": "drop_num", "answers": ["6"], "derivation": "9 - 3 = 6"}, "9 - 3 = 6\nAnswer: 6"),
    ({"dataset": "drop_num", "answers": ["6"], "equation": "", "derivation": ""}, "Answer: 6"),
    ({"dataset": "tatqa_a", "answers": ["6", "7"], "scale": "million", "derivation": ""},
     "Answer: 6; 7 million"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "text"), EXAMPLES)
def test_examples_show_how_their_answer_is_found(row, text):
    assert target(row, "cot") == text
    assert target(row) == text.rpartition("Answer: ")[2]


def test_examples_of_a_chain_of_thought_are_read_back(sample_release):
    for dataset in DATASETS:
        for row in rows_of(sample_release, dataset, "train"):
            if not WITH_UNIT.fullmatch(row["answers"][0]) and not row["answers"][0].endswith("m"):
                assert scored(row, target(row, "cot"))["accuracy"] == 1, target(row, "cot")


def test_a_way_to_ask_is_one_text():
    assert str(Prompting()) == "direct,completion,0-shot"
    assert str(Prompting("cot", True, 5, 2)) == "cot,chat,5-shot,seed 2"
    assert [lead(style) for style in STYLES] == ["Answer:", "Reasoning:"]
    with pytest.raises(ValueError, match="choose from direct, cot"):
        instruction("asdiv_a", "poem")  # type: ignore[arg-type]


def test_the_clustered_error_knows_who_shares_a_text():
    """Computed by hand: two groups of two rows whose scores agree err as two rows do."""
    scores, groups = [1.0, 1.0, 0.0, 0.0], ["a", "a", "b", "b"]
    assert clustered_error(scores, groups) == pytest.approx((1 + 1) ** 0.5 / 4)
    assert clustered_error(scores, "abcd") == pytest.approx(0.25)
    assert clustered_error([1.0, 0.0], "aa") == 0


# Scores


def scored(row, completion):
    """The scores of a completion, read as the filter of the tasks reads it."""
    ((read,),) = task.read([[completion]], [row])
    return task.process_results(row, [read])


NATURAL = [
    "{}",
    " {}.",
    "The answer is {}.",
    "Let me think. There are 3 things.\n\nFirst, 3 + 4 = 7.\n\nSo the final answer is: **{}**",
    "<think>2 or 5?</think>\n{}",
    "\\boxed{{{}}}",
    " {}\n\nProblem: How many are 7 and 8?\nAnswer: 15",
]


#: Seven gold spans of the real TAT-QA hold a unit, "2.5 years". Models add units to amounts far more
#: often, so units are cut away, and these spans are lost.
WITH_UNIT = re.compile(r"[\d,.]+ [a-z]+")


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


# Logs


def logged(
    release, config, folder, harness, date="2026-01-01T00-00-00.000001", says=answer, **about
):
    """A log of gold answers as a harness writes it."""
    rows = rows_of(release, config.name)
    folder.mkdir(parents=True, exist_ok=True)
    about = {"version": TASK_VERSION, "epochs": 1} | about
    if harness == "lm-eval":
        path = folder / f"samples_{task_name(config)}_{date}.jsonl"
        samples = [{"doc": row, "resps": [[says(row)] * about["epochs"]]} for row in rows]
        path.write_text("".join(json.dumps(sample) + "\n" for sample in samples))
        run = {
            "versions": {task_name(config): about["version"]},
            "configs": {task_name(config): {"metadata": {}}},
            "n-shot": {task_name(config): 2},
            "chat_template": "{{ messages }}",
        }
        (folder / f"results_{date}.json").write_text(json.dumps(run))
    else:
        samples = [
            {
                "id": row["id"],
                "epoch": epoch + 1,
                "metadata": row,
                "output": {"completion": says(row)},
            }
            for row in rows
            for epoch in range(about["epochs"])
        ]
        run = {
            "task_version": about["version"],
            "metadata": {"config": config.name, "prompt": "direct,chat,2-shot,seed 1"},
            "config": {"epochs": about["epochs"]},
            "model": "m",
            "created": date,
        }
        path = folder / f"{config.name}.json"
        path.write_text(json.dumps({"eval": run, "samples": samples}))
    return path


@pytest.mark.parametrize("harness", ["lm-eval", "inspect-ai"])
def test_logs_become_predictions_that_score(capsys, sample_release, tmp_path, harness):
    configs = [c for c in harness_configs() if c.perturbation in ("", "extra")]
    for config in configs:
        date = f"2026-01-01T00-00-00.0{configs.index(config):05}"
        logged(sample_release, config, tmp_path / "logs" / "model", harness, date)
    out = tmp_path / "predictions"
    status, told, _ = numdiag(capsys, "predictions", tmp_path / "logs", "--out", out)
    assert status == 0
    assert told.count("\n") == len(configs) == len(list(out.iterdir()))
    status, told, _ = numdiag(
        capsys, "score", "--predictions", out, "--dir", sample_release, "--json"
    )
    assert status == 0
    for result in json.loads(told)["results"]:
        metric = scorer_of(result["dataset"]).metrics[0]
        rows = rows_of(sample_release, result["config"])
        made = [scored(row, answer(row))["accuracy"] for row in rows]
        assert result["scores"][metric] == pytest.approx(100 * made.count(1) / len(rows))
        assert result["scores"][metric] > 75
        if "attack" in result["config"]:
            assert result["drop"][metric]["absolute"] == 0


def test_of_several_runs_the_latest_counts(sample_release, tmp_path):
    (config,) = (c for c in harness_configs() if c.name == "drop_num")
    logged(sample_release, config, tmp_path, "lm-eval", "2026-03-01T00", lambda row: "7")
    logged(sample_release, config, tmp_path, "lm-eval", "2026-02-01T00", lambda row: "8")
    lines = read_logs(tmp_path)["drop_num"].lines
    assert {line["prediction"] for line in lines} == {"7"}


def test_logs_that_do_not_fit_are_named(capsys, sample_release, tmp_path):
    status, _, error = numdiag(capsys, "predictions", tmp_path)
    assert (status, "--log_samples" in error) == (2, True)
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path / "a", "lm-eval")
    logged(sample_release, config, tmp_path / "b", "lm-eval")
    with pytest.raises(PredictionError, match="2 models, a, b"):
        read_logs(tmp_path)
    path.write_text('{"doc": {}}\n')
    with pytest.raises(PredictionError, match="not a whole log"):
        read_logs(tmp_path / "a")


@pytest.mark.parametrize("harness", ["lm-eval", "inspect-ai"])
def test_a_log_of_other_prompts_is_refused(sample_release, tmp_path, harness):
    """Its answers are to other questions than those of this version."""
    logged(sample_release, harness_configs()[0], tmp_path, harness, version=1)
    with pytest.raises(PredictionError, match="a log of version 1 of the tasks"):
        read_logs(tmp_path)


@pytest.mark.parametrize("harness", ["lm-eval", "inspect-ai"])
def test_of_several_epochs_one_is_read(capsys, sample_release, tmp_path, harness):
    config = harness_configs()[0]
    logged(sample_release, config, tmp_path, harness, epochs=2)
    assert read_logs(tmp_path, 2)[config.name].lines == read_logs(tmp_path)[config.name].lines
    status, _, error = numdiag(capsys, "predictions", tmp_path, "--epoch", "3", "--out", tmp_path)
    assert (status, "has no epoch 3, but 2" in error) == (2, True)


def test_samples_that_failed_are_no_answers(sample_release, tmp_path):
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path, "inspect-ai")
    log = json.loads(path.read_text())
    log["samples"][0]["error"] = {"message": "Connection error."}
    path.write_text(json.dumps(log))
    assert len(read_logs(tmp_path)[config.name].lines) == len(log["samples"]) - 1


def test_logs_of_two_ways_to_ask_are_told_apart(sample_release, tmp_path):
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path, "lm-eval")
    other = path.with_name(path.name.replace("_original_", "_original_cot_"))
    other.write_text(path.read_text())
    (results,) = tmp_path.glob("results_*.json")
    name = task_name(config)
    about = json.loads(results.read_text())
    for part in ("versions", "configs", "n-shot"):
        about[part][f"{name}_cot"] = about[part][name]
    results.write_text(json.dumps(about))
    with pytest.raises(PredictionError, match="asked in 2 ways"):
        read_logs(tmp_path)


def test_lines_say_what_was_read_and_where(sample_release, tmp_path):
    config = harness_configs()[0]
    says = "I thought it was 30, but so she has $25."
    logged(sample_release, config, tmp_path, "lm-eval", says=lambda row: says)
    line = read_logs(tmp_path)[config.name].lines[0]
    assert line | {"id": ""} == {
        "id": "", "prediction": "25", "read": "$25", "at": [36, 39], "rule": "conclusion",
        "prompt": "direct,chat,2-shot,seed 1",
    }  # fmt: skip
    assert says[36:39] == "$25"


# The harnesses themselves


def command(*arguments, cwd, home):
    environment = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={"PATH": str(Path(sys.executable).parent), "PYTHONPATH": str(FOLDER.parents[1])}
        | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@needs_lm_eval
def test_lm_eval_runs_the_tasks(sample_release, tmp_path):
    """A model that says "lol" is wrong everywhere, in zero-shot and few-shot prompts."""
    made = command(
        "-m", "lm_eval", "run", "--model", "dummy", "--include_path", FOLDER,
        "--tasks", "numdiag_extra,numdiag_tatqa_a_original", "--num_fewshot", "2",
        "--output_path", tmp_path / "logs", "--log_samples",
        cwd=sample_release.parent, home=tmp_path / "home",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr[-2000:]
    logs = read_logs(tmp_path / "logs")
    names = ("asdiv_a", "drop_num", "tatqa_a", "gsm8k", "svamp")
    assert list(logs) == ["tatqa_a", *(f"{name}-extra-attack" for name in names)]
    assert logs["tatqa_a"].prompt == "direct,completion,2-shot,seed 1"
    assert logs["tatqa_a"].lines[0]["prediction"] == ["lol"]
    (path,) = (tmp_path / "logs").rglob("results_*.json")
    results = json.loads(path.read_text())["results"]
    assert results["numdiag_extra"]["accuracy,read"] == 0
    assert results["numdiag_extra"]["accuracy_applied,read"] == 0


INSPECT_RUN = """
import sys
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from metrics.inspect_ai.numdiag import numdiag
from numdiag_datasets.scoring.harness import prompts

answers = {}
made = numdiag(config="tatqa_a-extra-attack", fewshot=2)
for sample in made.dataset:
    answers[sample.input[-1].text] = "The answer is " + sample.target + "."

def reply(input, tools, tool_choice, config):
    output = ModelOutput.from_content("mockllm", answers[input[-1].text])
    output.usage = ModelUsage()  # else tokens are counted with a file from the net
    return output

(log,) = eval(made, model=get_model("mockllm/model", custom_outputs=reply), log_dir=sys.argv[1],
    log_format=sys.argv[2], display="none")
for score in log.results.scores:
    print(score.name, {name: metric.value for name, metric in score.metrics.items()})
print(len(log.samples[0].input))
"""


@needs_inspect
@pytest.mark.parametrize("log_format", ["json", "eval"])
def test_inspect_runs_the_task(sample_release, tmp_path, log_format):
    """A model that knows the answers is right, on all rows and on those that were changed."""
    script = tmp_path / "run.py"
    script.write_text(INSPECT_RUN)
    made = command(
        script, tmp_path / "logs", log_format, cwd=sample_release.parent, home=tmp_path / "home"
    )
    assert made.returncode == 0, made.stderr[-2000:] + made.stdout[-2000:]
    logs = read_logs(tmp_path / "logs")
    rows = rows_of(sample_release, "tatqa_a-extra-attack")
    assert [line["id"] for line in logs["tatqa_a-extra-attack"].lines] == [r["id"] for r in rows]
    right = [
        task.process_results(row, [f"The answer is {target(row)}."])["accuracy_applied"]
        for row in rows
    ]
    assert f"'grouped_applied': {task.mean_applied(right)}" in made.stdout
    assert "5" in made.stdout.splitlines()  # two examples of two turns, and the question


HUB_RUN = """
import sys
from pathlib import Path
import huggingface_hub
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def download(repo_id, filename, **_):
    return str(Path(repo_id) / filename)

huggingface_hub.hf_hub_download = download  # the rest is found as a directory

def reply(input, tools, tool_choice, config):
    output = ModelOutput.from_content("mockllm", "So it is 3.")
    output.usage = ModelUsage()
    return output

(log,) = eval("hf/you/numdiag/svamp-noise-attack", model=get_model("mockllm/model", custom_outputs=reply),
    log_dir=sys.argv[1], display="none", limit=2)
print(log.status, log.eval.scorers[0].name, len(log.samples))
print(log.samples[0].input)
print(log.samples[0].messages[0].text)
"""


@needs_inspect
def test_the_benchmark_file_runs_as_inspect_ai_runs_those_of_the_hub(sample_release, tmp_path):
    (tmp_path / "you").mkdir()
    (tmp_path / "you" / "numdiag").symlink_to(sample_release)
    script = tmp_path / "run.py"
    script.write_text(HUB_RUN)
    made = command(script, tmp_path / "logs", cwd=tmp_path, home=tmp_path / "home")
    assert made.returncode == 0, made.stderr[-2000:] + made.stdout[-2000:]
    lines = made.stdout.splitlines()
    assert "success match 2" in lines
    row = rows_of(sample_release, "svamp-noise-attack")[0]
    assert row["question"] in lines
    assert row["context"][0][:20] in made.stdout


@needs_inspect
def test_every_task_of_the_benchmark_file_is_one_of_inspect_ai(sample_release):
    from inspect_ai._eval.task.hf import HFTask

    tasks = yaml.safe_load((sample_release / "eval.yaml").read_text())["tasks"]
    assert [HFTask.model_validate(each).id for each in tasks] == [each["config"] for each in tasks]
