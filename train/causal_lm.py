"""Fine-tune a decoder (GPT-2, SmolLM2, ...) on a config and evaluate it on others.

numdiag train causal_lm --recipe gpt2 --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transformers import AutoModelForCausalLM

from .data import IGNORED, Features
from .systems import TextSystem, padding_on_the_left
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
        """Return a batch padded on the left, so that all targets are at the end.

        About ten of a problem's fifty tokens are targets. Logits of the others cost memory and time,
        especially with large vocabularies, so models that can omit them do.
        """
        with padding_on_the_left(self.tokenizer):
            batch = dict(super().collate(features))
        if "position_ids" in self.inputs:
            batch["position_ids"] = (batch["attention_mask"].cumsum(-1) - 1).clamp(min=0)
        if "labels" in batch and "logits_to_keep" in self.inputs:
            # The logits before a token predict it, so one more position is needed.
            batch["logits_to_keep"] = int((batch["labels"] != IGNORED).sum(-1).max()) + 1
            batch["labels"] = batch["labels"][:, -batch["logits_to_keep"] :]
        return batch


if __name__ == "__main__":
    run_command("numdiag train causal_lm", CausalLM)
