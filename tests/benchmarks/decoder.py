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
from typing import Any

import torch
from transformers import TrainingArguments

from train.arguments import parse_run
from train.causal_lm import CausalLM
from train.data import Encoded, load_examples
from train.systems import TextSystem

#: Of so many batches, by length, one is measured.
_EVERY = 16
_ROUNDS = 3


def main(argv: Sequence[str]) -> None:
    """Print the costs."""
    release, *options = argv
    given = ["--recipe", "smollm2-135m", "--dataset", release, "--output_dir", "unused", "--eval_strategy", "no",
             "--load_best_model_at_end", "False"]  # fmt: skip
    run, arguments = parse_run("bench", TrainingArguments, [*given, *options])
    train = load_examples(run, run.config, "train")
    system = CausalLM.create(run, arguments, train)
    model = system.model.to(arguments.device).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5, fused=True)
    features = Encoded(train, system.encode).learnable().features
    features.sort(key=lambda row: len(row["input_ids"]))
    size = arguments.per_device_train_batch_size
    chosen = [features[i : i + size] for i in range(0, len(features), size)][::_EVERY]

    def seconds(collate: Callable[[list[Any]], Mapping[str, Any]]) -> float:
        total = 0.0
        for rows in chosen:
            # Collators put what they pad into the rows that they are given.
            batch = {
                key: value.to(model.device) if torch.is_tensor(value) else value
                for key, value in collate([dict(row) for row in rows]).items()
            }
            total += least_seconds(partial(step, system, optimizer, batch, arguments))
        return total

    ours = seconds(system.collate)
    memory = peak(model.device)
    tokens = sum(len(row["input_ids"]) for rows in chosen for row in rows)
    weights = sum(weight.numel() for weight in model.parameters())
    floor = 6 * weights * tokens / speed(model.device, arguments)
    print(
        f"{weights / 1e6:.1f} M weights on {model.device}, batches of {size}, bf16 {arguments.bf16}"
    )
    print(
        f"{tokens / ours:,.0f} tokens/s, {ours / len(chosen):.2f} s a step, peak {memory:.2f} GiB"
    )
    print(f"floor, one matrix product     ratio {ours / floor:.2f}")
    theirs = seconds(partial(TextSystem.collate, system))
    print(f"logits of every token         ratio {ours / theirs:.2f}, peak {peak(model.device):.2f} GiB")  # fmt: skip


def step(
    system: CausalLM,
    optimizer: torch.optim.Optimizer,
    batch: Mapping[str, Any],
    arguments: TrainingArguments,
) -> None:
    """One training step."""
    with torch.autocast(arguments.device.type, torch.bfloat16, enabled=arguments.bf16):
        loss = system.model(**batch).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    wait(arguments.device)


def speed(device: torch.device, arguments: TrainingArguments) -> float:
    """Operations a second of one matrix product."""
    matrix = torch.randn(4096, 4096, device=device, dtype=torch.bfloat16 if arguments.bf16 else None)  # fmt: skip

    def product() -> None:
        matrix @ matrix
        wait(device)

    return float(2 * 4096**3 / least_seconds(product))


def least_seconds(work: Callable[[], None]) -> float:
    """Seconds of the best of some rounds."""
    best = float("inf")
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def wait(device: torch.device) -> None:
    """Until a GPU has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def peak(device: torch.device) -> float:
    """GiB at most, of the GPU or of this process."""
    if device.type == "cuda":
        return float(torch.cuda.max_memory_allocated(device) / 2**30)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


if __name__ == "__main__":
    main(sys.argv[1:])
