"""The training scripts with small models of the real classes: end to end, with adapters, and what they cannot do."""

import json
import re
import shutil

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")
pytest.importorskip("peft", reason="the train extra is not installed")

import torch
from transformers import AutoModelForCausalLM, GenerationConfig

from numdiag_datasets._version import __version__
from numdiag_datasets.core.output_files import OutputError
from tests.small_runs import SYSTEMS, parsed
from train.arguments import RunArguments, run_script
from train.classification import matching_configs
from train.data import Encoded, load_examples, load_rows
from train.errors import RunError
from train.graph2tree import Graph2Tree
from train.seq2seq import Seq2Seq
from train.systems import Limits
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
        assert made["signature"].startswith(f"config:{config}|data:{__version__}@")
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
    trainer = make_trainer(system, arguments, train, Limits.of(run, system.tokenizer, train))
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert losses[-1] < losses[0] / 10
    assert trainer.evaluate(Encoded(train, system.encode))["eval_equation_accuracy"] == 100


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


#: peft's, which asks transformers by an old name.
pytestmark = pytest.mark.filterwarnings("ignore:`is_gradient_checkpointing` is deprecated")


def with_adapters(kind, small_models, release, out, **changes):
    return parsed(small_models, release, out, kind, max_rows=6, num_train_epochs=2, lora=4, **changes)


@pytest.mark.parametrize("kind", ["gpt2", "t5"])
def test_only_adapters_are_trained(kind, small_models, few_configs, tmp_path):
    run, arguments = with_adapters(kind, small_models, few_configs, tmp_path)
    system = SYSTEMS[kind].create(run, arguments, load_examples(run, "asdiv_a", "train"))
    learnt = {name for name, weights in system.model.named_parameters() if weights.requires_grad}
    assert learnt
    assert all("lora_" in name for name in learnt)


@pytest.mark.parametrize(("kind", "options"), [("gpt2", {}), ("gpt2", {"activation_checkpointing": True}), ("t5", {})])
def test_the_model_that_is_kept_is_whole(kind, options, small_models, few_configs, tmp_path):
    run, arguments = with_adapters(kind, small_models, few_configs, tmp_path / "run", **options)
    out = run_training(SYSTEMS[kind], run, arguments)
    names = {path.name for path in (out / "model").iterdir()}
    assert "model.safetensors" in names
    assert not any(name.startswith("adapter_") for name in names)
    assert "| lora | 4 |" in (out / "model" / "README.md").read_text()
    if kind == "gpt2":
        before = AutoModelForCausalLM.from_pretrained(small_models[kind]).state_dict()
        after = AutoModelForCausalLM.from_pretrained(out / "model").state_dict()
        assert before.keys() == after.keys()
        changed = {name for name in before if not torch.equal(before[name], after[name])}
        assert changed
        assert not any("wte" in name or "ln_" in name for name in changed)  # no linear layers


def test_other_systems_have_no_adapters():
    run = RunArguments(target="equation", numbers="placeholders", lora=8)
    with pytest.raises(RunError, match="--lora is for"):
        Graph2Tree.check(run)
