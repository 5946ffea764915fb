"""Trainings of small models of the real classes: their scripts, and the options that all tests give."""

from train.arguments import parse_run
from train.causal_lm import CausalLM
from train.seq2seq import Seq2Seq

SYSTEMS = {"t5": Seq2Seq, "bart": Seq2Seq, "gpt2": CausalLM}
QUICK = ("--use_cpu", "--disable_tqdm", "True", "--per_device_train_batch_size", "5", "--learning_rate", "1e-2")


def parsed(small_models, release, out, kind, **changes):
    """The options of a run of one of the small models, changes over them."""
    given = {"model": small_models[kind], "dataset": release, "output_dir": out} | changes
    flat = [str(part) for key, value in given.items() for part in (f"--{key}", value)]
    return parse_run("test", SYSTEMS[kind].arguments, [*QUICK, *flat])
