"""Device-dependent settings: precision, the batch over all devices, and unsupported forms of sharding."""

from __future__ import annotations

import os
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any

import torch
from transformers import TrainingArguments

from .errors import RunError

#: GPUs of this compute capability or more (A100, RTX 30) multiply in bf16; for older ones (V100, T4) torch
#: emulates it.
_BF16 = (8, 0)
_PER_DEVICE, _ACCUMULATION = "per_device_train_batch_size", "gradient_accumulation_steps"


@dataclass
class BatchArguments:
    """The number of rows per optimiser step, independent of the number of devices."""

    global_batch_size: int = field(
        default=0,
        metadata={
            "help": "Rows of a step over all devices: with it --per_device_train_batch_size is a share of them, and "
            "--gradient_accumulation_steps what a smaller share needs. 0: the two as they are given."
        },
    )


def precision_defaults(given: Set[str]) -> dict[str, bool]:
    """Return bf16 if the GPU supports it, unless another precision was requested.

    Args:
        given: the names of the options on the command line or in the recipe.
    """
    if {"bf16", "fp16"} & given or not torch.cuda.is_available():
        return {}
    return {"bf16": True} if torch.cuda.get_device_capability() >= _BF16 else {}


def hold_global_batch(batch: BatchArguments, arguments: TrainingArguments, given: Set[str]) -> None:
    """Divide the rows of a step among devices and accumulated steps.

    Args:
        batch: the requested batch.
        arguments: arguments whose batch size, or whose accumulation if the size was given, is set.
        given: see `precision_defaults`.

    Raises:
        RunError: the rows cannot be divided evenly.
    """
    total = batch.global_batch_size
    if not total:
        batch.global_batch_size = global_batch_size(arguments)
        return
    devices = device_count(arguments)
    if _PER_DEVICE not in given:
        _set_share(arguments, _PER_DEVICE, total, devices * arguments.gradient_accumulation_steps)
    elif _ACCUMULATION not in given:
        _set_share(arguments, _ACCUMULATION, total, devices * arguments.per_device_train_batch_size)
    elif global_batch_size(arguments) != total:
        raise RunError(
            f"--global_batch_size {total}: {devices} x --{_PER_DEVICE} x --{_ACCUMULATION} make {global_batch_size(arguments)}; "
            "leave one of the three out"
        )


def _set_share(arguments: TrainingArguments, name: str, total: int, parts: int) -> None:
    share, rest = divmod(total, parts)
    if rest:
        raise RunError(
            f"--global_batch_size {total}: cannot be shared evenly by {parts} (devices and accumulated steps, or devices and "
            f"rows on each); choose a multiple of {parts}"
        )
    setattr(arguments, name, share)


def device_count(arguments: TrainingArguments) -> int:
    """Return the number of devices that train in parallel."""
    return max(1, int(arguments.world_size)) * max(1, int(arguments.n_gpu))


def global_batch_size(arguments: TrainingArguments) -> int:
    """Return the rows of a step over all devices."""
    share = arguments.per_device_train_batch_size * arguments.gradient_accumulation_steps
    return int(share * device_count(arguments))


def check_whole_model(arguments: Any) -> None:
    """Raise an error if the model is sharded, as the best epoch is chosen by generating with the whole one.

    Raises:
        RunError: FSDP, or DeepSpeed with ZeRO stage 3.
    """
    if arguments.fsdp or _is_on("ACCELERATE_USE_FSDP"):
        raise RunError(
            "FSDP: a model that is parted over devices cannot generate here; leave it out, or use DeepSpeed up to stage 2"
        )
    told = getattr(arguments, "hf_deepspeed_config", None)
    by_launch = _is_on("ACCELERATE_USE_DEEPSPEED") and (
        os.environ.get("ACCELERATE_DEEPSPEED_ZERO_STAGE") == "3"
    )
    if by_launch or (told is not None and told.is_zero3()):
        raise RunError(
            "DeepSpeed ZeRO stage 3: a model that is parted over devices cannot generate here; use stage 1 or 2"
        )


def _is_on(name: str) -> bool:
    return os.environ.get(name, "").lower() in ("1", "true", "yes")
