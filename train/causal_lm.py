"""Fine-tune a decoder (GPT-2, SmolLM2, ...) on a config and evaluate it on others.

numdiag train causal_lm --recipe gpt2 --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transformers import AutoModelForCausalLM

from .data import IGNORED, Features
from .systems import TextSystem, padding_on
from .texts import Example
from .training import run_command


class CausalLM(TextSystem):
    """A pre-trained decoder."""

    auto_class = AutoModelForCausalLM

    def encode(self, example: Example, training: bool) -> Features:
        """Encode context, question and "Answer:", then the target, the only part in the loss."""
        question = self._ids(f"\nQuestion: {example.question}\nAnswer:")
        context = self._ids(example.context)
        prompt = context[: max(self.run.max_input_length - len(question), 0)] + question
        target = [*self._ids(f" {example.target}"), self.tokenizer.eos_token_id] if training else []
        encoded = {"input_ids": prompt + target, "attention_mask": [1] * len(prompt + target)}
        if training:
            encoded["labels"] = [IGNORED] * len(prompt) + target
        return encoded

    def _ids(self, text: str) -> list[int]:
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def collate(self, features: list[Features]) -> Mapping[str, Any]:
        """Return a batch padded on the right: on a GPU, padding on the left, which attends to no token, makes gradients NaN.

        About ten of a problem's fifty tokens are targets. Logits before the first target cost memory and time,
        especially with large vocabularies, so models that can omit them do.
        """
        with padding_on("right", self.tokenizer):
            batch = dict(super().collate(features))
        if "labels" in batch and "logits_to_keep" in self.inputs:
            has_target = (batch["labels"] != IGNORED).any(0)
            # The logits before a token predict it, so one more position is needed.
            batch["logits_to_keep"] = len(has_target) - int(has_target.int().argmax()) + 1
            batch["labels"] = batch["labels"][:, -batch["logits_to_keep"] :]
        return batch


if __name__ == "__main__":
    run_command("numdiag train causal_lm", CausalLM)
