"""The logs of LLM harnesses become predictions, or a line that says why not."""

import json

import pytest

from numdiag_datasets.scoring.harness.logs import read_logs
from numdiag_datasets.scoring.harness.prompts import answer
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION, harness_configs, task_name
from numdiag_datasets.scoring.predictions import PredictionError
from numdiag_datasets.scoring.scorers import scorer_of
from tests.commands import numdiag, refused
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
    status, told, _ = numdiag(capsys, "predictions", tmp_path / "logs", "--out", out)
    assert status == 0
    assert told.count("\n") == len(configs) == len(list(out.iterdir()))
    status, told, _ = numdiag(capsys, "score", "--predictions", out, "--dir", sample_release, "--json")
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
    refused(capsys, "--log_samples", "predictions", tmp_path)
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
    refused(capsys, "has no epoch 3, but 2", "predictions", tmp_path, "--epoch", "3", "--out", tmp_path)


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
