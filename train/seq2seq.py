"""Fine-tune an encoder-decoder (T5, BART, ...) on a config and evaluate it on others.

numdiag train seq2seq --recipe t5-base --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from transformers import AutoModelForSeq2SeqLM, Seq2SeqTrainer, Seq2SeqTrainingArguments

from .data import Features
from .systems import TextSystem
from .texts import Example
from .training import run_command


class Seq2Seq(TextSystem):
    """A pre-trained encoder-decoder."""

    auto_class = AutoModelForSeq2SeqLM
    arguments = Seq2SeqTrainingArguments
    trainer = Seq2SeqTrainer

    def encode(self, example: Example, training: bool) -> Features:
        """Encode question and context as a pair, of which only the context is truncated."""
        cut = "only_second" if example.context else True
        pair = (example.question, example.context) if example.context else (example.question,)
        features = self.tokenizer(*pair, truncation=cut, max_length=self.run.max_input_length)
        encoded = {key: features[key] for key in ("input_ids", "attention_mask")}
        if training:
            encoded["labels"] = self.tokenizer(text_target=example.target)["input_ids"]
        return encoded


if __name__ == "__main__":
    run_command("numdiag train seq2seq", Seq2Seq)
