"""What a training costs, estimated before it runs: hours, predictions and memory."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean
from typing import Any

from transformers import TrainingArguments

from .arguments import RunArguments
from .data import load_examples, load_rows
from .evaluation import prediction_dtype
from .systems import BaselineSystem, Limits

#: Bytes of a trained weight: float32, with its gradient and the two moments of AdamW; of a frozen one: float32.
_TRAINED = 16
#: Bytes for the driver and the library, rounded up.
_OTHER = 1e9
#: Activations: bytes per layer, token and unit of width (T5-base and GPT-2 have 85 to 90, BART 55), and per layer, head and
#: pair of tokens if the attention is not fused, as in T5; measured in bf16. In float32 they are half as much again.
_TOKEN, _PAIR, _FLOAT32 = 90, 12, 1.5
#: Seconds of a generated token of a batch: the time to start the kernels of some 12 to 24 layers.
_STEP = 0.025
GPUS = (16, 24, 80)
_BIAS = "relative_attention_num_buckets"


@dataclass(frozen=True, slots=True)
class Cost:
    """An estimate: counts, hours on one device, and bytes without any row and for each of the longest (0: not known)."""

    weights: int
    rows: int
    tokens: int
    predictions: int
    hours: float
    longest: int
    fixed: float
    sequence: float

    def batch(self, gigabytes: float) -> int:
        """Return the largest power of two of rows per device that fits; 0 if none does."""
        most = int((gigabytes * 1e9 - self.fixed) / self.sequence) if self.sequence else 0
        return 1 << most.bit_length() - 1 if most > 0 else 0


def cost_of(
    kind: type[BaselineSystem],
    run: RunArguments,
    arguments: TrainingArguments,
    epochs: float,
    tests: list[str],
    flops: float,
) -> Cost:
    """Estimate the cost of some epochs and of the predictions: six operations per weight and token, and two.

    The validation split is predicted once an epoch.

    Args:
        tests: the configs to predict.
        flops: operations of the device per second.
    """
    train = load_examples(run, run.config, "train")
    system = kind.create(run, arguments, train, empty=True)
    model, weights = system.model, system.model.num_parameters()
    learnt = [row for example in train if "labels" in (row := system.encode(example, True))]
    is_pair = model.config.is_encoder_decoder
    lengths = [(len(row["input_ids"]), is_pair * len(row["labels"])) for row in learnt]
    tokens = sum(map(sum, lengths))
    rows = sum(len(load_rows(run, config, "test")) for config in tests)
    if arguments.eval_strategy != "no":
        rows += int(len(load_rows(run, run.config, "validation")) * epochs)
    limits = Limits.of(run, system.tokenizer, train)
    steps = limits.max_new_tokens if hasattr(model, "generate") else 1
    operations = weights * (6 * tokens * epochs + 2 * rows * mean(map(sum, lengths)))
    seconds = operations / flops + _STEP * steps * rows / arguments.per_device_eval_batch_size
    inputs, outputs = map(max, zip(*lengths, strict=True))
    fixed = weights * _TRAINED + _OTHER
    each = activations(model, inputs) + activations(model, outputs)
    each *= 1 if prediction_dtype(arguments).itemsize == 2 else _FLOAT32
    return Cost(weights, len(learnt), tokens, rows, seconds / 3600, inputs, fixed, each)


def activations(model: Any, length: int) -> float:
    """Return the bytes that a row of some tokens needs in bf16, in as many layers as read it; 0 if they are not known."""
    inner = getattr(getattr(model, "encoder", None), "config", None)
    shape = model.config if hasattr(model.config, "num_attention_heads") else inner
    if shape is None:
        return 0
    # Where the bias of positions is learnt, attention is not fused.
    is_fused = shape._attn_implementation != "eager" and not hasattr(shape, _BIAS)
    pairs = 0 if is_fused else _PAIR * shape.num_attention_heads * length**2
    return float(shape.num_hidden_layers * (_TOKEN * length * shape.hidden_size + pairs))
