"""A whole diagnosis: its plan, and going on after a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

pytest.importorskip("torch", reason="the train extra is not installed")

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from tests.small_models import QUICK
from train import diagnose
from train.arguments import RunArguments
from train.errors import RunError

ROOT = Path(__file__).parents[1]


@pytest.fixture
def recipe(small_models, tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(yaml.safe_dump({"script": "seq2seq", "model": small_models["t5"], "num_train_epochs": 3}))
    return path


def diagnosis(recipe, release, out):
    return ["--recipe", str(recipe), "--dataset", str(release), "--output_dir", str(out), *QUICK,
            "--config", "drop_num", "--target", "answer", "--max_rows", "6", "--max_input_length", "64"]  # fmt: skip


def outcome(out):
    """What a diagnosis found, seconds and paths aside."""
    found = json.loads((out / "diagnosis.json").read_text())
    results = [
        {key: made[key] for key in ("signature", "scores", "applied", "drop") if key in made}
        for made in found["results"]
    ]
    texts = {p.relative_to(out): p.read_text() for p in sorted(out.rglob("predictions.jsonl"))}
    return results, texts, found["averages"]


@pytest.mark.slow
def test_a_killed_diagnosis_goes_on_to_the_same_results(recipe, few_configs, tmp_path, capsys):
    """Killed in its first training, once a checkpoint lies there; then run again, and once whole."""
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    settings = ("--settings", "attack", "--num_train_epochs", "4")
    arguments = [*diagnosis(recipe, few_configs, killed), *settings]
    command = [sys.executable, "-m", "train.diagnose", *arguments]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + 300
    while not list(killed.rglob("trainer_state.json")) and time.monotonic() < deadline:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (killed / "diagnosis.json").exists()
    for out in (killed, whole):
        diagnose.main([*diagnosis(recipe, few_configs, out), *settings])
    assert outcome(killed) == outcome(whole)
    results, texts, averages = outcome(whole)
    tested = match_configs("drop_num", "drop_num-*-attack", "drop_num-*-transfer")
    assert len(texts) == len(results) == len(tested)
    assert set(averages["drop_num"]) == {"attack", "second form"}
    assert "micro average" in capsys.readouterr().out
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("results.json")}
    diagnose.main([*diagnosis(recipe, few_configs, whole), *settings])
    with pytest.raises(RunError, match=r"holds a training with num_train_epochs 4\.0, not 9\.0; "):
        diagnose.main([*diagnosis(recipe, few_configs, whole), *settings, "--num_train_epochs", "9"])
    assert before == {path: path.stat().st_mtime_ns for path in whole.rglob("results.json")}


def test_a_dry_run_prints_the_plan(recipe, few_configs, tmp_path, capsys):
    out = tmp_path / "out"
    diagnose.main([*diagnosis(recipe, few_configs, out), "--dry_run", "--settings", "attack", "augment"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:-1] if line.startswith("drop_num")] == [
        config.name for config in match_configs("drop_num", "drop_num-*-augment")
    ]
    heads = " ".join(line for line in lines[:3] if "─" not in line)
    assert {"config", "state", "rows", "tokens", "hours", "configs"} <= set(heads.split())
    (originals,) = (line for line in lines if line.startswith("drop_num "))
    assert originals.split()[1:3] == ["to", "train"]
    total = len(match_configs("drop_num", "drop_num-*-attack", "drop_num-*-transfer"))
    assert originals.endswith(f"{total} of {total}")
    assert "at 50 TFLOP/s" in lines[-1]
    assert not out.exists()


def test_transfer_tests_the_models_of_defense():
    """It trains on the same rows, so no model is trained twice; order has one form."""
    run = RunArguments(config="asdiv_a")
    plan = {r.config: r.evaluate for r in diagnose.trainings(run, ["attack", "defense", "transfer"])}
    assert plan["asdiv_a-noise-defense"] == ["asdiv_a-noise-defense", "asdiv_a-noise-transfer"]
    assert plan["asdiv_a-order-defense"] == ["asdiv_a-order-defense"]
    assert not any("transfer" in name for name in plan)


def test_the_model_of_the_originals_is_tested_in_both_forms():
    """Else nothing tells whether transfer loses to the wording or to a form that is harder."""
    run = RunArguments(config="asdiv_a")
    (of_originals,) = diagnose.trainings(run, ["attack"])
    forms = [name.rpartition("-")[2] for name in of_originals.evaluate[1:]]
    second = len(match_configs("asdiv_a-*-transfer"))
    assert forms.count("attack") == len(PERTURBATION_TABLE)
    assert forms.count("transfer") == second
    (of_originals, *others) = diagnose.trainings(run, ["transfer"])
    assert of_originals.evaluate == ["asdiv_a"]
    assert len(others) == second
