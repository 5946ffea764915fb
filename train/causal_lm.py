"""Fine-tune a decoder (GPT-2, SmolLM2, ...) on a config and evaluate it on others.

python -m train.causal_lm --recipe gpt2 --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Sequence

from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

from train.arguments import parse_run, run_script
from train.data import causal_encoder
from train.training import Kind, run_training

KIND = Kind(AutoModelForCausalLM, causal_encoder, Trainer)


def main(argv: Sequence[str]) -> None:
    """Run the script; see ``--help`` for the options."""
    run, arguments = parse_run("train.causal_lm", TrainingArguments, argv)
    print(run_training(KIND, run, arguments))


if __name__ == "__main__":
    run_script("train.causal_lm", main)
