"""The harnesses themselves run the tasks, where they are installed."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from numdiag_datasets.scoring.harness import tasks
from numdiag_datasets.scoring.harness.logs import read_logs
from numdiag_datasets.scoring.harness.prompts import target
from numdiag_datasets.scoring.resources import path
from tests.harness_rows import rows_of

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
    assert logs["tatqa_a"].prompt == "direct,completion,2-shot,seed 1"
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
