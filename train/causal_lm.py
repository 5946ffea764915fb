"""Fine-tune a decoder (GPT-2, SmolLM2, ...) on a config and evaluate it on others.

numdiag train causal_lm --recipe gpt2 --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

from transformers import AutoModelForCausalLM, PreTrainedModel, PreTrainedTokenizerBase

from .arguments import RunArguments
from .data import IGNORED, Features, causal_encoder
from .systems import TextSystem, padding_on_the_left
from .training import run_command


class CausalLM(TextSystem):
    """A pre-trained decoder."""

    auto_class = AutoModelForCausalLM
    encoder = causal_encoder

    def __init__(
        self, run: RunArguments, tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel
    ) -> None:
        super().__init__(run, tokenizer, model)
        self._inputs = frozenset(signature(model.forward).parameters)

    def collate(self, features: list[Features]) -> Mapping[str, Any]:
        """Return a batch padded on the left, so that all targets are at the end.

        About ten of a problem's fifty tokens are targets. Logits of the others cost memory and time,
        especially with large vocabularies, so models that can omit them do.
        """
        with padding_on_the_left(self.tokenizer):
            batch = dict(super().collate(features))
        if "position_ids" in self._inputs:
            batch["position_ids"] = (batch["attention_mask"].cumsum(-1) - 1).clamp(min=0)
        if "labels" in batch and "logits_to_keep" in self._inputs:
            learnt = (batch["labels"] != IGNORED).sum(-1)
            # The logits before a token predict it, so one more position is needed.
            batch["logits_to_keep"] = int(learnt.max()) + 1
            batch["labels"] = batch["labels"][:, -batch["logits_to_keep"] :]
        return batch


if __name__ == "__main__":
    run_command("numdiag train causal_lm", CausalLM)
