"""Fine-tune an encoder-decoder (T5, BART, ...) on a config and evaluate it on others.

python -m train.seq2seq --recipe t5-base --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Sequence

from transformers import AutoModelForSeq2SeqLM, Seq2SeqTrainer, Seq2SeqTrainingArguments

from train.arguments import parse_run, run_script
from train.data import seq2seq_encoder
from train.training import Kind, run_training

KIND = Kind(AutoModelForSeq2SeqLM, seq2seq_encoder, Seq2SeqTrainer)


def main(argv: Sequence[str]) -> None:
    """Run the script; see ``--help`` for the options."""
    run, arguments = parse_run("train.seq2seq", Seq2SeqTrainingArguments, argv)
    print(run_training(KIND, run, arguments))


if __name__ == "__main__":
    run_script("train.seq2seq", main)
