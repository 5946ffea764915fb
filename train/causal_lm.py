"""Fine-tune a decoder (GPT-2, SmolLM2, ...) on a config and evaluate it on others.

numdiag train causal_lm --recipe gpt2 --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from transformers import AutoModelForCausalLM

from .data import causal_encoder
from .systems import TextSystem
from .training import run_command


class CausalLM(TextSystem):
    """A pre-trained decoder."""

    auto_class = AutoModelForCausalLM
    encoder = causal_encoder


if __name__ == "__main__":
    run_command("numdiag train causal_lm", CausalLM)
