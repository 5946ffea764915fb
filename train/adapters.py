"""LoRA: small adapters added to frozen weights (Hu et al., 2022)."""

from __future__ import annotations

from typing import Any

from transformers import PreTrainedModel
from transformers.pytorch_utils import Conv1D

from .errors import RunError


def with_adapters(model: PreTrainedModel, rank: int) -> Any:
    """Return a model with adapters in its linear layers; only the adapters are trained.

    Raises:
        RunError: peft is not installed.
    """
    try:
        from peft import LoraConfig, get_peft_model
    except ImportError as error:
        raise RunError("--lora needs peft, which is not installed; pip install peft") from error
    # Otherwise frozen embeddings stop the gradients of recomputed activations.
    model.enable_input_require_grads()
    config = LoraConfig(
        task_type="SEQ_2_SEQ_LM" if model.config.is_encoder_decoder else "CAUSAL_LM",
        r=rank,
        lora_alpha=2 * rank,
        lora_dropout=0.05,
        target_modules="all-linear",
        # GPT-2 stores its weights transposed.
        fan_in_fan_out=any(isinstance(module, Conv1D) for module in model.modules()),
    )
    return get_peft_model(model, config)
