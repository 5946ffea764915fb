"""What depends on the machine: the batch over all devices, precision, and models that are parted over devices."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

import torch
from transformers import TrainingArguments

from tests.small_models import save_small_encoder
from train.arguments import RunArguments
from train.causal_lm import CausalLM
from train.devices import BatchArguments, check_whole_model, global_batch_size, hold_global_batch, precision_defaults
from train.errors import RunError
from train.training import run_training

ROOT = Path(__file__).parents[1]
SHARE, STEPS = "per_device_train_batch_size", "gradient_accumulation_steps"


def machine(processes=1, gpus=1, **options):
    """Training arguments as they would be on another machine."""
    return SimpleNamespace(**{SHARE: 8, STEPS: 1} | options, world_size=processes, n_gpu=gpus)


@pytest.mark.parametrize(("trap", "total", "given", "on", "share", "steps"), [
    ("one device takes all rows", 32, {}, machine(), 32, 1),
    ("four processes share them, where each would have taken 32", 32, {}, machine(4), 8, 1),
    ("one process may have several GPUs", 32, {}, machine(1, 4), 8, 1),
    ("no GPU counts as one device", 32, {}, machine(1, 0), 32, 1),
    ("accumulated steps make the shares smaller", 32, {STEPS}, machine(2, **{STEPS: 4}), 4, 4),
    ("smaller shares take more steps", 32, {SHARE}, machine(2, **{SHARE: 4}), 4, 4),
    ("both, and they agree", 32, {SHARE, STEPS}, machine(2, **{SHARE: 8, STEPS: 2}), 8, 2),
    ("no wish: as they are given", 0, {SHARE}, machine(4), 8, 1),
], ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "")  # fmt: skip
def test_the_batch_of_a_step_is_the_same_on_all_machines(trap, total, given, on, share, steps):
    batch = BatchArguments(total)
    hold_global_batch(batch, on, given)
    assert (on.per_device_train_batch_size, on.gradient_accumulation_steps) == (share, steps)
    assert batch.global_batch_size == global_batch_size(on)
    assert not total or global_batch_size(on) == total


@pytest.mark.parametrize(("trap", "given", "on"), [
    ("three devices cannot share 32 rows", {}, machine(3)),
    ("nor can steps of 5 make them", {SHARE}, machine(1, **{SHARE: 5})),
    ("both were given, and make 16", {SHARE, STEPS}, machine(1, **{SHARE: 8, STEPS: 2})),
])  # fmt: skip
def test_a_batch_that_cannot_be_shared_is_told(trap, given, on):
    with pytest.raises(RunError, match="--global_batch_size 32: "):
        hold_global_batch(BatchArguments(32), on, given)


@pytest.mark.parametrize(("trap", "capability", "given", "is_bf16"), [
    ("an A100 has bf16", (8, 0), set(), True),
    ("a V100 says that it supports it, and emulates it", (7, 0), set(), False),
    ("a T4 too", (7, 5), set(), False),
    ("fp16 was asked for: both at once are an error", (9, 0), {"fp16"}, False),
    ("bf16 was asked for, or refused: that stands", (8, 0), {"bf16"}, False),
    ("no GPU", None, set(), False),
])  # fmt: skip
def test_bf16_where_the_gpu_has_it(trap, capability, given, is_bf16, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: capability is not None)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda *given: True)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda *given: capability)
    assert precision_defaults(given) == ({"bf16": True} if is_bf16 else {})


@pytest.mark.parametrize(("environment", "arguments", "message"), [
    ({"ACCELERATE_USE_FSDP": "true"}, {}, "FSDP"),
    ({"ACCELERATE_USE_DEEPSPEED": "true", "ACCELERATE_DEEPSPEED_ZERO_STAGE": "3"}, {}, "ZeRO stage 3"),
    ({}, {"hf_deepspeed_config": SimpleNamespace(is_zero3=lambda: True)}, "ZeRO stage 3"),
    ({"ACCELERATE_USE_DEEPSPEED": "true", "ACCELERATE_DEEPSPEED_ZERO_STAGE": "2"}, {}, ""),
    ({}, {}, ""),
])  # fmt: skip
def test_a_parted_model_is_refused(environment, arguments, message, monkeypatch):
    """What generates there holds a part of the weights: its answers would be noise."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    given = SimpleNamespace(**{"fsdp": None, "hf_deepspeed_config": None} | arguments)
    if not message:
        check_whole_model(given)
        return
    with pytest.raises(RunError, match=message):
        check_whole_model(given)


def test_a_training_asks_first(monkeypatch, tmp_path):
    monkeypatch.setenv("ACCELERATE_USE_FSDP", "true")
    run = RunArguments(model="any", target="equation")
    with pytest.raises(RunError, match="FSDP"):
        run_training(CausalLM, run, TrainingArguments(str(tmp_path), use_cpu=True))


@pytest.mark.slow
def test_pairs_are_trained_by_two_processes(tmp_path):
    """One writes and renames the model, and both go on."""
    (tmp_path / "train.tsv").write_text("怎么养猫\t如何养猫\t1\n怎么养猫\t怎么养狗\t0\n" * 4)
    model = save_small_encoder(["怎 么 养 猫 如 何 狗"], tmp_path / "small")
    release = tmp_path / "question_matching"
    subprocess.run(
        [sys.executable, "-m", "builders.question_matching", "--contrasts", "measure_word", "--out", release],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    command = [
        sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "-m", "train.pairs", "--model", model, "--dataset", release, "--train_files", tmp_path / "train.tsv", "--validation_files",
        tmp_path / "train.tsv", "--output_dir", tmp_path / "runs", "--seeds", "1", "--num_train_epochs", "1", "--use_cpu",
        "--global_batch_size", "4", "--disable_tqdm", "True", "--max_rows", "8",
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    out = tmp_path / "runs" / "seed-1"
    assert (out / "model" / "README.md").is_file()
    assert not list(out.glob("*.tmp"))
    assert not list(out.glob("checkpoint-*"))
    told = (out / "question_matching-measure_word" / "results.json").read_text()
    assert '"global_batch_size": 4' in told
    assert '"devices": 2' in told
