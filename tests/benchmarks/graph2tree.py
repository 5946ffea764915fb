"""``python -m tests.benchmarks.graph2tree RELEASE [OPTIONS]``: what an epoch of Graph2Tree costs.

Options are those of ``train.graph2tree``: ``--hidden_size 256``, ``--bf16``. Times are CPU seconds of one
thread. The floor is the epoch's multiplications at the speed of one large matrix product in float32; the
peer is torch's GRU over packed sequences, which is but the encoder of the published system.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.flop_counter import FlopCounterMode

from train.arguments import parse_run
from train.data import Encoded, load_examples
from train.evaluation import predict
from train.graph2tree import Graph2Tree, Graph2TreeArguments, Graph2TreeTrainer
from train.systems import Limits

#: Of so many batches one is measured.
_EVERY = 4
_ROUNDS = 3


def main(argv: Sequence[str]) -> None:
    """Print the costs."""
    torch.set_num_threads(1)
    release, *options = argv
    given = ["--recipe", "graph2tree", "--dataset", release, "--output_dir", "unused", "--use_cpu",
             "--eval_strategy", "no", "--load_best_model_at_end", "False"]  # fmt: skip
    run, arguments = parse_run("bench", Graph2TreeArguments, [*given, *options])
    train = load_examples(run, "asdiv_a", "train")
    system = Graph2Tree.create(run, arguments, train)
    features = Encoded(train, system.encode).learnable().features
    features.sort(key=lambda row: len(row["input_ids"]))
    size = arguments.per_device_train_batch_size
    batches = [system.collate(features[i : i + size]) for i in range(0, len(features), size)]
    chosen, scale = batches[::_EVERY], len(batches) / len(batches[::_EVERY])
    trainer = Graph2TreeTrainer(system.model, arguments)
    optimizer = trainer.create_optimizer()
    parts: Counter[str] = Counter()
    for batch in chosen:
        best: dict[str, float] = {}
        for _ in range(_ROUNDS):
            for part, seconds in step(system, batch, optimizer, arguments.bf16).items():
                best[part] = min(best.get(part, seconds), seconds)
        parts.update(best)
    epoch = sum(parts.values()) * scale
    weights = system.model.num_parameters() / 1e6
    print(f"hidden {arguments.hidden_size}, {weights:.1f} M weights, bf16 {arguments.bf16}")
    print(f"epoch of {len(features)} problems   {epoch:6.1f} s, of which")
    for part, seconds in parts.most_common():
        print(f"  {part:30} {seconds * scale:6.1f} s  {seconds * scale / epoch:6.1%}")
    floor = operations(system, chosen) * scale / speed()
    print(f"floor, one matrix product      {floor:6.1f} s  ratio {epoch / floor:.2f}")
    theirs = packed_encoder(system, chosen) * scale
    print(f"packed torch.nn.GRU, float32   {theirs:6.1f} s  ratio {epoch / theirs:.2f}")
    examples = [e for split in ("validation", "test") for e in load_examples(run, "asdiv_a", split)]
    started = time.process_time()
    predict(system, examples, Limits(30, 5), arguments.per_device_eval_batch_size)
    print(
        f"{len(examples)} problems, 5 beams        {time.process_time() - started:6.1f} s, untrained"
    )
    print(f"peak memory                    {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:6.2f} GiB")  # fmt: skip


def step(
    system: Graph2Tree,
    batch: Mapping[str, Tensor],
    optimizer: torch.optim.Optimizer,
    mixed: bool,
) -> dict[str, float]:
    """One training step; seconds by part."""
    model = system.model.train()
    seconds: dict[str, float] = {}
    begun: dict[str, float] = {}

    def begin(part: str) -> None:
        begun[part] = time.process_time()

    def end(part: str) -> None:
        seconds[part] = time.process_time() - begun[part]

    modules = {"encoder": model.encoder, "graphs": model.graph, "decoder": model.decoder}
    hooks = [
        hook
        for part, module in modules.items()
        for hook in (
            module.register_forward_pre_hook(lambda *_, part=part: begin(part)),
            module.register_forward_hook(lambda *_, part=part: end(part)),
        )
    ]
    begin("the rest of the forward pass")
    with torch.autocast("cpu", torch.bfloat16, enabled=mixed):
        loss = model(**batch).loss
    end("the rest of the forward pass")
    seconds["the rest of the forward pass"] -= sum(seconds[part] for part in modules)
    begin("backward pass")
    loss.backward()
    end("backward pass")
    begin("optimizer")
    optimizer.step()
    optimizer.zero_grad()
    end("optimizer")
    for hook in hooks:
        hook.remove()
    return seconds


def operations(system: Graph2Tree, batches: Sequence[Mapping[str, Tensor]]) -> int:
    """Floating-point operations of the matrix products of some steps."""
    with FlopCounterMode(display=False) as counter:
        for batch in batches:
            system.model(**batch).loss.backward()
    return int(counter.get_total_flops())


def speed() -> float:
    """Operations a second of a matrix product that fits the cache."""
    matrix = torch.randn(1024, 1024)
    best = float("inf")
    for _ in range(5):
        started = time.process_time()
        matrix @ matrix
        best = min(best, time.process_time() - started)
    return 2 * 1024**3 / best


def packed_encoder(system: Graph2Tree, batches: Sequence[Mapping[str, Tensor]]) -> float:
    """Seconds that torch's own GRU takes for the same words, forward and backward."""
    config = system.model.config
    gru = nn.GRU(config.embedding_size, config.hidden_size, config.num_hidden_layers, batch_first=True,
                 bidirectional=True, dropout=config.dropout)  # fmt: skip
    total = 0.0
    for batch in batches:
        words = torch.randn(*batch["input_ids"].shape, config.embedding_size, requires_grad=True)
        best = float("inf")
        for _ in range(_ROUNDS):
            started = time.process_time()
            lengths = batch["attention_mask"].sum(1)
            packed = pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
            gru(packed)[0].data.sum().backward()
            best = min(best, time.process_time() - started)
        total += best
    return total


if __name__ == "__main__":
    main(sys.argv[1:])
