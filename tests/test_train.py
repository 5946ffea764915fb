"""The training scripts with small models: end to end on other machines, a whole diagnosis, and what they cannot do."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

import torch
import yaml
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    GenerationConfig,
    GPT2Config,
    GPT2LMHeadModel,
    T5Config,
    T5ForConditionalGeneration,
    Trainer,
)

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.output_files import OutputError
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from tests.small_models import QUICK, SYSTEMS, parsed, save_small_encoder
from train import diagnose
from train.arguments import RunArguments, parse_run, precision_defaults, run_script
from train.causal_lm import CausalLM
from train.classification import matching_configs
from train.costs import Cost, activations
from train.data import load_examples, load_rows
from train.errors import RunError
from train.seq2seq import Seq2Seq
from train.training import make_trainer, run_training


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "numbers", "target"),
    [("t5", "tokens", "equation"), ("bart", "tokens", "answer"), ("gpt2", "placeholders", "equation")],
)
def test_a_script_from_end_to_end(small_models, few_configs, tmp_path, kind, numbers, target):
    """A few steps; predictions and results of every config that was asked for."""
    run, arguments = parsed(small_models, few_configs, tmp_path, kind, numbers=numbers, target=target,
                            max_rows=10, num_train_epochs=2)  # fmt: skip
    run.evaluate = ["asdiv_a", "asdiv_a-noise-attack"]
    run_training(SYSTEMS[kind], run, arguments)
    history = json.loads((tmp_path / "training.json").read_text())
    losses = [entry["train_loss"] for entry in history["log"] if "train_loss" in entry]
    assert losses
    for config in ("asdiv_a", "asdiv_a-noise-attack"):
        lines = (tmp_path / config / "predictions.jsonl").read_text().splitlines()
        assert len(lines) == 10
        made = json.loads((tmp_path / config / "results.json").read_text())
        assert made["scores"]["rows"] == 10
        assert made["signature"].startswith(f"config:{config}|data:{__version__}+sample@")
        assert made["run"]["numbers"] == numbers
        assert made["training"]["num_train_epochs"] == 2
        assert set(made["libraries"]) >= {"torch", "transformers", "datasets"}
        assert ("drop" in made) == (config != "asdiv_a")
    assert not list(tmp_path.glob("checkpoint-*"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "rate", "epochs"), [("t5", "3e-3", 300), ("bart", "3e-3", 150), ("gpt2", "1e-2", 150)]
)
def test_ten_rows_are_learnt_by_heart(small_models, few_configs, tmp_path, kind, rate, epochs):
    """The loss falls, and the rows are then answered right."""
    run, arguments = parsed(small_models, few_configs, tmp_path, kind, max_rows=10, learning_rate=rate,
                            num_train_epochs=epochs, per_device_train_batch_size=10,
                            eval_strategy="no", save_strategy="no", load_best_model_at_end="False",
                            lr_scheduler_type="constant")  # fmt: skip
    train = load_examples(run, "asdiv_a", "train")
    system = SYSTEMS[kind].create(run, arguments, train)
    trainer = make_trainer(system, arguments, train)
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert losses[-1] < losses[0] / 10
    assert trainer.evaluate(train)["eval_equation_accuracy"] == 100


def files(out, *names):
    return {path.relative_to(out): path.read_bytes() for name in names for path in sorted(out.rglob(name))}


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("kind", ["t5", "gpt2"])
def test_an_interruption_changes_no_prediction(kind, dtype, small_models, few_configs, tmp_path, monkeypatch):
    """Stopped once a checkpoint is written, then before the last config, and once not at all."""
    configs = ["asdiv_a", "asdiv_a-noise-attack", "asdiv_a-extra-attack"]

    def start(name, evaluate):
        run, arguments = parsed(small_models, few_configs, tmp_path / name, kind, max_rows=12, num_train_epochs=3,
                                bf16=dtype == "bfloat16")  # fmt: skip
        run.evaluate = evaluate
        return run_training(SYSTEMS[kind], run, arguments)

    saved = Trainer._save_checkpoint

    def stopped(self, *given, **named):
        saved(self, *given, **named)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Trainer, "_save_checkpoint", stopped)
        with pytest.raises(KeyboardInterrupt):
            start("stopped", configs)
    start("stopped", configs[:2])
    start("stopped", configs)
    start("whole", configs)
    names = ("predictions.jsonl", "model.safetensors", "options.json")
    assert files(tmp_path / "stopped", *names) == files(tmp_path / "whole", *names)
    assert json.loads((tmp_path / "stopped" / "training.json").read_text())["resumed_from"]
    for config in configs:
        told = json.loads((tmp_path / "stopped" / config / "results.json").read_text())
        assert told["prediction_dtype"] == dtype
        assert told["options"] == json.loads((tmp_path / "whole" / "options.json").read_text())


@pytest.mark.parametrize(("words", "dtype"), [([], torch.float32), (["--bf16", "True"], torch.bfloat16)])
def test_predictions_are_made_in_the_stated_precision(words, dtype, small_models, few_configs, tmp_path, monkeypatch):
    """Flash attention takes it from autocast, where weights are float32."""
    seen = set()
    run, arguments = parse_run("test", CausalLM.arguments, ["--model", small_models["gpt2"], "--dataset", str(few_configs),
        "--output_dir", str(tmp_path), *QUICK, "--max_rows", "6", "--num_train_epochs", "1", *words])  # fmt: skip
    predicted = CausalLM.predict

    def predict(self, *given):
        layer = self.model.transformer.h[0].attn.c_attn
        hook = layer.register_forward_hook(lambda module, inputs, output: seen.add((output.dtype, module.weight.dtype)))
        try:
            return predicted(self, *given)
        finally:
            hook.remove()

    monkeypatch.setattr(CausalLM, "predict", predict)
    run_training(CausalLM, run, arguments)
    assert seen == {(dtype, torch.float32)}


def test_a_training_that_ends_in_no_numbers_is_no_result(small_models, few_configs, tmp_path):
    run, arguments = parsed(small_models, few_configs, tmp_path, "gpt2", max_rows=6, num_train_epochs=1)
    model = GPT2LMHeadModel.from_pretrained(run.model)
    torch.nn.init.constant_(model.transformer.h[0].attn.c_proj.weight, float("nan"))
    run.model = str(tmp_path / "broken")
    model.save_pretrained(run.model)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(Path(small_models["gpt2"]) / name, run.model)
    with pytest.raises(RunError, match="no numbers"):
        run_training(CausalLM, run, arguments)
    assert not (tmp_path / "model").exists()


def test_results_do_not_go_into_a_release(small_models, few_configs, sample_release):
    run, arguments = parsed(small_models, few_configs, sample_release / "runs", "t5")
    with pytest.raises(OutputError, match="lies in the release"):
        run_training(Seq2Seq, run, arguments)


def test_ctrl_c_says_how_to_go_on(capsys):
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as exit_:
        run_script("numdiag train seq2seq", interrupt)
    assert exit_.value.code == 130
    message = "numdiag train seq2seq: interrupted; the same command goes on from the last epoch"
    assert capsys.readouterr().err.strip() == message


@pytest.mark.parametrize("kind", ["bart", "gpt2"])
def test_a_models_own_ways_to_generate_are_left_out(small_models, few_configs, tmp_path, kind):
    """BART's, for summaries: no three tokens twice, which "12 + 12 + 12" has, and an early end of beams."""
    folder = shutil.copytree(small_models[kind], tmp_path / kind)
    told = GenerationConfig.from_pretrained(folder)
    told.no_repeat_ngram_size, told.early_stopping, told.num_beams, told.min_length = 3, True, 4, 20
    told.save_pretrained(folder)
    run, arguments = parsed({kind: folder}, few_configs, tmp_path / "out", kind)
    system = SYSTEMS[kind].create(run, arguments, [])
    ours = system.model.generation_config
    assert ours.eos_token_id == told.eos_token_id
    for name in ("no_repeat_ngram_size", "early_stopping", "num_beams", "min_length"):
        assert not getattr(ours, name), name


@pytest.mark.parametrize(("config", "command"), [
    ("asdiv_a", "`numdiag build --out numdiag` makes it"),
    ("number_words-comparison-bare-en", "`numdiag build-number-words --out numdiag` makes it"),
    ("question_matching-numeral", "`numdiag build-question-matching --out numdiag` makes it"),
])  # fmt: skip
def test_a_data_set_that_is_not_there_is_told_with_its_command(config, command, tmp_path, monkeypatch):
    """Nor is the Hub asked, or a cache: there, too, it has a namespace."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError, match=re.escape(command)):
        load_rows(RunArguments(), config, "train")
    if config != "asdiv_a":
        with pytest.raises(RunError, match=re.escape(command)):
            matching_configs(RunArguments(), ["*"], config.partition("-")[0])


@pytest.mark.parametrize(("trap", "changes", "message"), [
    ("no model", {"model": "/no/such/model"}, "model /no/such/model: cannot be loaded"),
    ("no package", {"model": "package:no_such_package"}, "no such package is installed"),
    ("no data", {"dataset": "/no/such/release"}, "data set /no/such/release, config asdiv_a: cannot"),
    ("no equations", {"config": "drop_num"}, "drop_num has no equations; use --target answer"),
    ("placeholders for answers", {"target": "answer", "numbers": "placeholders"}, "needs --target equation"),
])  # fmt: skip
def test_what_is_not_there_says_so(small_models, few_configs, tmp_path, trap, changes, message):
    with pytest.raises(RunError, match=message):
        run_training(Seq2Seq, *parsed(small_models, few_configs, tmp_path, "t5", **changes))


ROOT = Path(__file__).parents[1]


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


def test_a_parted_model_is_refused(small_models, few_configs, tmp_path, monkeypatch):
    """What generates there holds a part of the weights: its answers would be noise."""
    run, arguments = parsed(small_models, few_configs, tmp_path, "gpt2", max_rows=4)
    monkeypatch.setattr("train.training.is_deepspeed_zero3_enabled", lambda: True)
    with pytest.raises(RunError, match="FSDP and ZeRO stage 3"):
        run_training(CausalLM, run, arguments)


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
        "--per_device_train_batch_size", "2", "--disable_tqdm", "True", "--max_rows", "8",
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
        {key: made[key] for key in ("signature", "scores", "applied", "drop", "matched") if key in made}
        for made in found["results"]
    ]
    texts = {p.relative_to(out): p.read_text() for p in sorted(out.rglob("predictions.jsonl"))}
    return results, texts


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
    results, texts = outcome(whole)
    tested = match_configs("drop_num", "drop_num-*-attack", "drop_num-*-transfer", "drop_num-*-control")
    assert len(texts) == len(results) == len(tested)
    assert any("control" in made.get("matched", {}) for made in results)
    assert "micro average" in capsys.readouterr().out
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("results.json")}
    diagnose.main([*diagnosis(recipe, few_configs, whole), *settings])
    with pytest.raises(RunError, match=r"holds a training with num_train_epochs 4\.0, not 9\.0; "):
        diagnose.main([*diagnosis(recipe, few_configs, whole), *settings, "--num_train_epochs", "9"])
    assert before == {path: path.stat().st_mtime_ns for path in whole.rglob("results.json")}


def test_a_dry_run_prints_the_plan(recipe, few_configs, tmp_path, capsys):
    """Trainings, predictions (of the validation split once an epoch, and of the tests) and memory."""
    out = tmp_path / "out"
    diagnose.main([*diagnosis(recipe, few_configs, out), "--dry_run", "--settings", "attack", "augment"])
    text = capsys.readouterr().out
    _, plan, memory, _ = re.split(r"\nconfig |\nMemory", text)
    trained = [config.name for config in match_configs("drop_num", "drop_num-*-augment")]
    assert [line.split()[0] for line in plan.splitlines() if line.startswith("drop_num")] == trained
    assert [line.split()[0] for line in memory.splitlines() if line.startswith("drop_num")] == trained
    originals = next(line.split() for line in plan.splitlines() if line.startswith("drop_num "))
    assert originals[1:3] == ["to", "train"]
    total = len(match_configs("drop_num", "drop_num-*-attack", "drop_num-*-transfer", "drop_num-*-control"))
    assert originals[-3:] == [str(total), "of", str(total)]
    assert int(originals[5]) == 3 * 6 + 6 * total
    assert "at 30 TFLOP/s" in text
    assert not out.exists()


def test_a_dry_run_refuses_what_the_run_would(recipe, few_configs, tmp_path):
    words = diagnosis(recipe, few_configs, tmp_path / "out")
    for dry in ([], ["--dry_run"]):
        with pytest.raises(RunError, match="--metric_for_best_model answer_accuracy: drop_num has exact_match"):
            diagnose.main([*words, "--metric_for_best_model", "answer_accuracy", *dry])


@pytest.mark.parametrize(("gigabytes", "rows"), [(1, 0), (3, 0), (4, 1), (7, 4), (8, 4), (80, 64)])
def test_the_batch_that_fits_is_a_power_of_two(gigabytes, rows):
    cost = Cost(weights=1, rows=1, tokens=1, predictions=1, hours=1.0, longest=1, fixed=3e9, sequence=1e9)
    assert cost.batch(gigabytes) == rows


@pytest.mark.parametrize(("model", "config", "length", "measured"), [
    (T5ForConditionalGeneration, T5Config(d_model=768, d_ff=3072, d_kv=64, num_layers=12, num_heads=12), 128, 0.14e9),
    (T5ForConditionalGeneration, T5Config(d_model=768, d_ff=3072, d_kv=64, num_layers=12, num_heads=12), 512, 0.86e9),
    (GPT2LMHeadModel, GPT2Config(), 128, 0.115e9),
    (BartForConditionalGeneration, BartConfig(encoder_layers=6, decoder_layers=6, d_model=768, encoder_ffn_dim=3072), 512, 0.134e9),
])  # fmt: skip
def test_the_memory_of_a_row_is_about_what_was_measured(model, config, length, measured):
    """By hooks of saved tensors, in bf16. Too much is safe: the batch that is named then fits."""
    with torch.device("meta"):
        estimate = activations(model(config), length)
    assert 0.75 * measured < estimate < 2 * measured


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
