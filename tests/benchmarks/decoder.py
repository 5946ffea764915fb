"""``python -m tests.benchmarks.decoder RELEASE [OPTIONS]``: what training a decoder costs, on the GPU if there is one.

Options are those of ``numdiag train causal_lm``: ``--recipe smollm2-135m``, ``--config drop_num --target answer``, ``--bf16 True``. The peer
is the same step with logits of every token; the floor is its multiplications at the speed of one large matrix product of the same
precision.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import torch
from transformers import TrainingArguments

from train.arguments import parse_run
from train.causal_lm import CausalLM
from train.data import Features, load_examples
from train.systems import TextSystem

#: Batches as a training draws them, of which the first warm up.
_BATCHES, _WARM_UP = 12, 2
_ROUNDS = 3


def main(argv: Sequence[str]) -> None:
    """Print the costs."""
    release, *options = argv
    given = ["--recipe", "smollm2-135m", "--dataset", release, "--output_dir", "unused", "--eval_strategy", "no",
             "--load_best_model_at_end", "False"]  # fmt: skip
    run, arguments = parse_run("bench", TrainingArguments, [*given, *options])
    train = load_examples(run, run.config, "train")
    system = CausalLM.create(run, arguments, train)
    system.model.to(arguments.device).train()
    optimizer = torch.optim.AdamW(system.model.parameters(), lr=1e-5, fused=True)
    features = [row for example in train if "labels" in (row := system.encode(example, True))]
    size = arguments.per_device_train_batch_size
    drawn = Random(1).sample(features, size * (_BATCHES + _WARM_UP))
    collators: dict[str, Callable[[list[Features]], Mapping[str, Any]]] = {
        "logits of what is learnt": system.collate,
        "logits of every token": partial(TextSystem.collate, system),
    }
    seconds = dict.fromkeys(collators, 0.0)
    memory = dict.fromkeys(collators, 0)
    for start in range(0, len(drawn), size):
        for name, collate in collators.items():
            # Collators put what they pad into the rows that they are given.
            batch = collate([dict(row) for row in drawn[start : start + size]])
            taken, most = step(system, optimizer, batch, arguments)
            if start >= size * _WARM_UP:
                seconds[name] += taken
                memory[name] = max(memory[name], most)
    tokens = sum(len(row["input_ids"]) for row in drawn[size * _WARM_UP :])
    weights = sum(weight.numel() for weight in system.model.parameters())
    floor = 6 * weights * tokens / speed(arguments)
    print(f"{weights / 1e6:.1f} M weights on {arguments.device}, batches of {size}, bf16 {arguments.bf16}")
    for name in collators:
        print(
            f"{name:25} {seconds[name] / _BATCHES:6.2f} s a step, {tokens / seconds[name]:8,.0f} tokens/s, "
            f"{seconds[name] / floor:5.1f} x one matrix product, peak {memory[name] / 2**30:.2f} GiB"
        )


def step(
    system: CausalLM, optimizer: torch.optim.Optimizer, batch: Mapping[str, Any], arguments: TrainingArguments
) -> tuple[float, int]:
    """One training step: seconds, and the most memory of a GPU, in bytes (of a CPU, of the whole process so far)."""
    device = arguments.device
    placed = {k: v.to(device) if torch.is_tensor(v) else v for k, v in batch.items()}
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats(device)
    started = time.perf_counter()
    with torch.autocast(device.type, torch.bfloat16, enabled=arguments.bf16):
        loss = system.model(**placed).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    wait(device)
    seconds = time.perf_counter() - started
    if device.type == "cuda":
        return seconds, torch.cuda.max_memory_allocated(device)
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def speed(arguments: TrainingArguments) -> float:
    """Operations a second of one matrix product."""
    dtype = torch.bfloat16 if arguments.bf16 else torch.float32
    matrix = torch.randn(4096, 4096, device=arguments.device, dtype=dtype)
    best = float("inf")
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        matrix @ matrix
        wait(arguments.device)
        best = min(best, time.perf_counter() - started)
    return float(2 * 4096**3 / best)


def wait(device: torch.device) -> None:
    """Until a GPU has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


if __name__ == "__main__":
    main(sys.argv[1:])
