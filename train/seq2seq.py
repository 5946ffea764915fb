"""Fine-tune an encoder-decoder (T5, BART, ...) on a config and evaluate it on others.

numdiag train seq2seq --recipe t5-base --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from transformers import AutoModelForSeq2SeqLM, Seq2SeqTrainer, Seq2SeqTrainingArguments

from .data import seq2seq_encoder
from .systems import TextSystem
from .training import run_command


class Seq2Seq(TextSystem):
    """A pre-trained encoder-decoder."""

    auto_class = AutoModelForSeq2SeqLM
    encoder = seq2seq_encoder
    arguments = Seq2SeqTrainingArguments
    trainer = Seq2SeqTrainer


if __name__ == "__main__":
    run_command("numdiag train seq2seq", Seq2Seq)
