"""LoRA: small adapters added to frozen weights.

Hu et al., "LoRA: Low-Rank Adaptation of Large Language Models" (2022).
"""

from __future__ import annotations

from typing import Any

from transformers import PreTrainedModel
from transformers.pytorch_utils import Conv1D

from .errors import RunError

#: The adapters' scale as a multiple of their rank; the usual choice.
_ALPHA = 2
_DROPOUT = 0.05


def with_adapters(model: PreTrainedModel, rank: int) -> Any:
    """Return a model with adapters in its linear layers; only the adapters are trained.

    Args:
        model: an encoder-decoder or a decoder.
        rank: the rank of the adapters.

    Raises:
        RunError: peft is not installed.
    """
    try:
        from peft import LoraConfig, TaskType, get_peft_model
    except ImportError as error:
        raise RunError("--lora needs peft, which is not installed; pip install peft") from error
    # Otherwise frozen embeddings stop the gradients of recomputed activations.
    model.enable_input_require_grads()
    is_encoder_decoder = model.config.is_encoder_decoder
    return get_peft_model(
        model,
        LoraConfig(
            task_type=TaskType.SEQ_2_SEQ_LM if is_encoder_decoder else TaskType.CAUSAL_LM,
            r=rank,
            lora_alpha=_ALPHA * rank,
            lora_dropout=_DROPOUT,
            target_modules="all-linear",
            # GPT-2 stores its weights transposed.
            fan_in_fan_out=any(isinstance(module, Conv1D) for module in model.modules()),
        ),
    )


def merged(model: Any) -> PreTrainedModel:
    """Merge the adapters into the model's weights, as if these had been trained."""
    whole: PreTrainedModel = model.merge_and_unload()
    return whole
