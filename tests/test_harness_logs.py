"""The logs of LLM harnesses become predictions, or a line that says why not; and the harnesses that write them."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from numdiag_datasets.scoring.answer_extraction.reader import answer_in
from numdiag_datasets.scoring.harness import tasks
from numdiag_datasets.scoring.harness.logs import prediction_line, read_logs
from numdiag_datasets.scoring.harness.prompts import answer, question, target
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION, harness_configs, task_name
from numdiag_datasets.scoring.predictions import CUT, PredictionError
from numdiag_datasets.scoring.resources import path
from numdiag_datasets.scoring.scorers import scorer_of
from tests.commands import printed, refused
from tests.harness_rows import rows_of, scored


def logged(release, config, folder, harness, date="2026-01-01T00-00-00.000001", says=answer, limit=None, **about):
    """A log of gold answers as a harness writes it."""
    rows = rows_of(release, config.name)[:limit]
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
            {"id": row["id"], "epoch": epoch + 1, "metadata": row, "output": {"completion": says(row)}}
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
    told = printed(capsys, "predictions", tmp_path / "logs", "--out", out)
    assert told.count("\n") == len(configs) == len(list(out.iterdir()))
    told = printed(capsys, "score", "--predictions", out, "--dir", sample_release, "--json")
    for result in json.loads(told)["results"]:
        metric = scorer_of(result["dataset"]).metrics[0]
        rows = rows_of(sample_release, result["config"])
        made = [scored(row, answer(row))["accuracy"] for row in rows]
        assert result["scores"][metric] == pytest.approx(100 * made.count(1) / len(rows))
        assert result["scores"][metric] > 75
        if "attack" in result["config"]:
            assert result["drop"][metric]["absolute"] == 0


def test_logs_of_equations_are_scored_as_equations(capsys, sample_release, tmp_path):
    """A direct answer with the same text is its result; the metrics of equations are shown for equations alone."""
    (config,) = (c for c in harness_configs("equation") if c.name == "svamp")
    rows = rows_of(sample_release, "svamp")
    samples = [{"doc": row, "resps": [[f"{row['equation']} = 999"]]} for row in rows]
    for style in ("equation", "direct"):
        path = tmp_path / style / f"samples_{task_name(config, style)}_2026-01-01T00-00-00.00000.jsonl"
        path.parent.mkdir()
        path.write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    (told, plain) = (read_logs(tmp_path / style)["svamp"] for style in ("equation", "direct"))
    assert [line["prediction"] for line in told.lines] == [row["equation"] for row in rows]
    assert {line["prediction"] for line in plain.lines} == {"999"}
    for style in ("equation", "direct"):
        printed(capsys, "predictions", tmp_path / style, "--out", tmp_path / style / "out")
    shown = [
        printed(capsys, "score", "--predictions", tmp_path / style / "out", "--dir", sample_release)
        for style in ("equation", "direct")
    ]
    assert ["left out here" in text for text in shown] == [False, True]


def test_of_several_runs_the_latest_counts(sample_release, tmp_path):
    (config,) = (c for c in harness_configs() if c.name == "drop_num")
    logged(sample_release, config, tmp_path, "lm-eval", "2026-03-01T00", lambda row: "7")
    logged(sample_release, config, tmp_path, "lm-eval", "2026-02-01T00", lambda row: "8")
    lines = read_logs(tmp_path)["drop_num"].lines
    assert {line["prediction"] for line in lines} == {"7"}


def test_logs_that_do_not_fit_are_named(capsys, sample_release, tmp_path):
    refused(capsys, "--log_samples", "predictions", tmp_path)
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path / "a", "lm-eval")
    logged(sample_release, config, tmp_path / "b", "lm-eval")
    with pytest.raises(PredictionError, match="2 models, a, b"):
        read_logs(tmp_path)
    path.write_text('{"doc": {}}\n')
    with pytest.raises(PredictionError, match="has no completion"):
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
    refused(capsys, "has no epoch 3, but 2", "predictions", tmp_path, "--epoch", "3", "--out", tmp_path)


@pytest.mark.parametrize(("trap", "sample", "output"), [
    ("a failure", {"error": {"message": "Connection error."}}, {}),
    ("a limit on time before any answer", {"limit": {"type": "time"}}, {"choices": [], "completion": ""}),
    ("an error of the server", {}, {"error": "500 Internal Server Error", "completion": ""}),
])  # fmt: skip
def test_samples_that_failed_are_no_answers(capsys, sample_release, tmp_path, trap, sample, output):
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path, "inspect-ai")
    log = json.loads(path.read_text())
    for number, failed in enumerate(log["samples"]):
        failed |= sample
        failed["output"] |= output
        path.write_text(json.dumps(log))
        if number == 0:
            assert len(read_logs(tmp_path)[config.name].lines) == len(log["samples"]) - 1
    refused(capsys, "holds no answers", "predictions", tmp_path, "--out", tmp_path / "out")


def test_a_log_of_failures_beside_its_repetition_is_passed_over(sample_release, tmp_path):
    config = harness_configs()[0]
    for folder, failed in (("a", True), ("b", False)):
        path = logged(sample_release, config, tmp_path / folder, "inspect-ai", "2026-03-01" if failed else "2026-01-01")
        log = json.loads(path.read_text())
        for sample in log["samples"]:
            sample["error"] = {"message": "Connection error."} if failed else None
        path.write_text(json.dumps(log))
    assert read_logs(tmp_path)[config.name].path.parent.name == "b"


def test_an_empty_answer_is_an_answer(sample_release, tmp_path):
    """A model may say nothing, which is wrong."""
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path, "inspect-ai")
    log = json.loads(path.read_text())
    log["samples"][0]["output"] |= {"choices": [{"stop_reason": "stop"}], "completion": ""}
    path.write_text(json.dumps(log))
    assert read_logs(tmp_path)[config.name].lines[0]["prediction"] is None


@pytest.mark.parametrize(("end", "is_cut"), [("max_tokens", True), ("model_length", True), ("stop", False)])
def test_answers_that_were_cut_are_marked(sample_release, tmp_path, end, is_cut):
    config = harness_configs()[0]
    path = logged(sample_release, config, tmp_path, "inspect-ai")
    log = json.loads(path.read_text())
    log["samples"][0]["output"]["choices"] = [{"stop_reason": end}]
    path.write_text(json.dumps(log))
    marks = [CUT in line for line in read_logs(tmp_path)[config.name].lines]
    assert (marks[0], any(marks[1:])) == (is_cut, False)


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
    assert line | {"id": "", "row": ""} == {
        "id": "", "row": "", "prediction": "25", "read": "$25", "at": [36, 39], "rule": "conclusion",
        "prompt": "direct,chat,2-shot,seed 1", "system": tmp_path.name,
    }  # fmt: skip
    assert says[36:39] == "$25"


needs_lm_eval = pytest.mark.skipif(
    find_spec("lm_eval") is None, reason="lm-eval is not installed: pip install lm_eval==0.4.13"
)
needs_inspect = pytest.mark.skipif(
    find_spec("inspect_ai") is None, reason="inspect-ai is not installed: pip install inspect-ai"
)


def command(*arguments, cwd, home):
    environment = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={"PATH": str(Path(sys.executable).parent), "PYTHONPATH": str(Path(__file__).parents[1])} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@needs_lm_eval
def test_lm_eval_runs_the_tasks(sample_release, tmp_path, monkeypatch):
    """A model that says "lol" is wrong everywhere, in zero-shot and few-shot prompts."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = command(
        "-m", "lm_eval", "run", "--model", "dummy", "--include_path", path("lm_eval"),
        "--tasks", "numdiag_extra,numdiag_tatqa_a_original", "--num_fewshot", "2",
        "--output_path", tmp_path / "logs", "--log_samples",
        cwd=sample_release.parent, home=tmp_path / "home",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr[-2000:]
    logs = read_logs(tmp_path / "logs")
    names = ("asdiv_a", "drop_num", "tatqa_a", "gsm8k", "svamp")
    assert list(logs) == ["tatqa_a", *(f"{name}-extra-attack" for name in names)]
    assert logs["tatqa_a"].prompt == "direct,completion,2-shot,seed 1,256 tokens"
    assert logs["tatqa_a"].lines[0]["prediction"] == ["lol"]
    (written,) = (tmp_path / "logs").rglob("results_*.json")
    results = json.loads(written.read_text())["results"]
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
    made = command(script, tmp_path / "logs", log_format, cwd=sample_release.parent, home=tmp_path / "home")
    assert made.returncode == 0, made.stderr[-2000:] + made.stdout[-2000:]
    logs = read_logs(tmp_path / "logs")
    rows = rows_of(sample_release, "tatqa_a-extra-attack")
    assert [line["id"] for line in logs["tatqa_a-extra-attack"].lines] == [r["id"] for r in rows]
    right = [tasks.process_results(row, [f"The answer is {target(row)}."])["accuracy_applied"] for row in rows]
    assert f"'grouped_applied': {tasks.mean_applied(right)}" in made.stdout
    assert "5" in made.stdout.splitlines()  # two examples of two turns, and the question


@needs_inspect
def test_every_task_of_the_benchmark_file_is_one_of_inspect_ai(sample_release):
    from inspect_ai._eval.task.hf import HFTask

    tasks = yaml.safe_load((sample_release / "eval.yaml").read_text())["tasks"]
    assert [HFTask.model_validate(each).id for each in tasks] == [each["config"] for each in tasks]


#: A completion that ends as the prompt of the benchmark file asks, and one whose line holds another number than the gold 1250.5.
LAST_LINES = [
    ("plain", "There are 7 boxes.\nANSWER: 1250.5", True),
    ("thousands and currency", "7 * 3 = 21\n\nANSWER: $1,250.5", True),
    ("bold", "**ANSWER: 1250.5**", True),
    ("a full stop", "So 7 are left.\nANSWER: 1250.5.", True),
    ("a unit in spite of the prompt", "ANSWER: 1250.5 dollars", True),
    ("a step that has the gold", "It is 1250.5 before and 7 later.\nANSWER: 7", False),
    ("a number that ends like the gold", "ANSWER: 31250.5", False),
    ("a negative one", "1250.5 - 2501 = -1250.5\nANSWER: -1250.5", False),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "right"), LAST_LINES, ids=[case[0] for case in LAST_LINES])
def test_a_last_line_as_the_benchmark_file_asks_for_is_read(trap, completion, right):
    assert (answer_in("gsm8k", completion).prediction.spans == ("1250.5",)) == right


@needs_inspect
@pytest.mark.parametrize(("trap", "completion", "right"), LAST_LINES, ids=[case[0] for case in LAST_LINES])
def test_the_matcher_of_the_benchmark_file_agrees_with_the_reader(trap, completion, right, sample_release):
    from inspect_ai.scorer._common import match_str

    (matcher,) = yaml.safe_load((sample_release / "eval.yaml").read_text())["tasks"][0]["scorers"]
    assert matcher["name"] == "match"
    assert match_str(completion, "1250.5", **matcher["args"])[1] == right


def test_the_prompt_of_the_benchmark_file_asks_for_a_line_that_is_read(sample_release):
    for task in yaml.safe_load((sample_release / "eval.yaml").read_text())["tasks"]:
        prompt = task["solvers"][0]["args"]["template"].format(context=["Ann has 3 pens."], prompt="How many?")
        (line,) = re.findall(r'"([^"\n]*\bx)"', prompt)
        assert answer_in("svamp", f"3 pens, 2 caps\n{line.replace('x', '12')}").prediction.spans == ("12",)


@pytest.mark.parametrize("is_chat", [False, True])
def test_the_prompt_of_a_sample_is_that_of_its_row(sample_release, tmp_path, is_chat):
    """Else an answer was given to another text: of the originals, or of a sample whose row was exchanged."""
    config = next(c for c in harness_configs() if c.name == "asdiv_a-extra-attack")
    path = logged(sample_release, config, tmp_path, "lm-eval")
    samples = [json.loads(line) for line in path.read_text().splitlines()]
    for sample in samples:
        asked = question(sample["doc"])
        asked = json.dumps([{"role": "user", "content": asked}]) if is_chat else asked
        sample["arguments"] = {"gen_args_0": {"arg_0": [asked] if is_chat else asked, "arg_1": {}}}
    path.write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    results = next(tmp_path.glob("results*"))
    results.write_text(json.dumps(json.loads(results.read_text()) | {"chat_template": ""}))
    assert (",chat," in read_logs(tmp_path)[config.name].prompt) == is_chat
    first, second, *_ = samples
    first["doc"], second["doc"] = second["doc"], first["doc"]
    path.write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    with pytest.raises(PredictionError, match=r"the prompt of row .* has another text"):
        read_logs(tmp_path)


def test_dates_of_several_zones_sort_by_time(sample_release, tmp_path):
    (config,) = (c for c in harness_configs() if c.name == "drop_num")
    for folder, date in (("early", "2026-03-01T18:00:00+12:00"), ("late", "2026-03-01T09:00:00+00:00")):
        logged(
            sample_release,
            config,
            tmp_path / folder,
            "inspect-ai",
            date,
            lambda row, folder=folder: "78"[folder == "late"],
        )
    assert {line["prediction"] for line in read_logs(tmp_path)["drop_num"].lines} == {"8"}


@pytest.mark.parametrize(("trap", "there", "is_kept"), [
    ("another system", '{"id": "a", "prediction": "1", "system": "b"}', True),
    ("predictions of nobody", '{"id": "a", "prediction": "1"}', True),
    ("a word", "precious", True),
    ("an earlier call", '{"id": "a", "prediction": "1", "system": "m"}', False),
])  # fmt: skip
def test_predictions_of_others_stay(capsys, sample_release, tmp_path, trap, there, is_kept):
    config = harness_configs()[0]
    logged(sample_release, config, tmp_path / "logs", "inspect-ai")
    file = tmp_path / "out" / f"{config.name}.jsonl"
    file.parent.mkdir()
    file.write_text(there)
    if is_kept:
        refused(
            capsys, "holds something else than predictions of m", "predictions", tmp_path / "logs", "--out", file.parent
        )
    else:
        printed(capsys, "predictions", tmp_path / "logs", "--out", file.parent)
    assert (file.read_text() == there) == is_kept, trap


def test_logs_that_are_passed_over_are_named(capsys, sample_release, tmp_path):
    logged(sample_release, harness_configs()[0], tmp_path / "logs", "inspect-ai")
    (tmp_path / "logs" / "other.json").write_text('{"eval": {"metadata": {}}, "samples": []}')
    told = printed(capsys, "predictions", tmp_path / "logs", "--out", tmp_path / "out")
    assert "no logs of numdiag tasks: other.json" in told


@pytest.mark.parametrize(
    ("prompt", "prediction"),
    [("cot,chat,0-shot", "125"), ("equation,chat,0-shot", "101"), ("direct,chat,0-shot", "101")],
)
def test_a_completion_is_read_in_the_style_in_which_it_was_asked(sample_release, prompt, prediction):
    row = rows_of(sample_release, "asdiv_a")[0]
    completion = "101\n\nWith 24 more that makes 125."
    assert prediction_line(row, completion, prompt, "mine")["prediction"] == prediction
