"""LoRA: adapters are trained, the weights stay, and the model that is kept needs no adapters."""

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")
pytest.importorskip("peft", reason="the train extra is not installed")

import torch
from transformers import AutoModelForCausalLM

from train.arguments import RunArguments, parse_run
from train.causal_lm import CausalLM
from train.data import load_examples
from train.errors import RunError
from train.graph2tree import Graph2Tree
from train.seq2seq import Seq2Seq
from train.training import run_training

#: peft's, which asks transformers by an old name.
pytestmark = pytest.mark.filterwarnings("ignore:`is_gradient_checkpointing` is deprecated")
SYSTEMS = {"gpt2": CausalLM, "t5": Seq2Seq}


def parsed(kind, small_models, release, out, *options):
    return parse_run(
        "test",
        SYSTEMS[kind].arguments,
        ["--model", small_models[kind], "--dataset", str(release), "--output_dir", str(out), "--use_cpu", "--max_rows", "6",
         "--num_train_epochs", "2", "--disable_tqdm", "True", "--lora", "4", "--learning_rate", "1e-2", *options],
    )  # fmt: skip


@pytest.mark.parametrize("kind", SYSTEMS)
def test_only_adapters_are_trained(kind, small_models, few_configs, tmp_path):
    run, arguments = parsed(kind, small_models, few_configs, tmp_path)
    system = SYSTEMS[kind].create(run, arguments, load_examples(run, "asdiv_a", "train"))
    learnt = {name for name, weights in system.model.named_parameters() if weights.requires_grad}
    assert learnt
    assert all("lora_" in name for name in learnt)


@pytest.mark.parametrize(
    ("kind", "options"), [("gpt2", ()), ("gpt2", ("--activation_checkpointing", "True")), ("t5", ())]
)
def test_the_model_that_is_kept_is_whole(kind, options, small_models, few_configs, tmp_path):
    run, arguments = parsed(kind, small_models, few_configs, tmp_path / "run", *options)
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
