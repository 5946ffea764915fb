"""Probe whether an encoder knows number words: frozen under a small classifier, or fine-tuned.

numdiag train probe --recipe probe-distilbert --dataset number_words --output_dir runs/distilbert

Johnson et al. (2020), section 3 and appendix C: the pooled embedding of the encoder goes into a network with one
hidden layer, which alone is trained.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import TrainingArguments, set_seed
from transformers.utils import logging

from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.sources import SPLITS
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.family import Row
from numdiag_datasets.text_pairs.number_words.family import NAME

from .arguments import RunError, SourceArguments, parse_options, run_script
from .classification import (
    fit,
    label_result,
    make_trainer,
    matching_configs,
    predicted_labels,
    text_classifier,
)
from .data import load_rows
from .loading import load_tokenizer
from .probe_features import (
    FEATURES,
    POOLINGS,
    alphabet_of,
    character_counts,
    embedded,
    frozen_encoder,
)
from .results import data_revision, what_ran, write_result

#: The paper's setting (appendix C.2); no checkpoints, as a training takes a minute.
_DEFAULTS = {
    "dataset": NAME,
    "num_train_epochs": 20,
    "learning_rate": 1e-5,
    "per_device_train_batch_size": 32,
    "per_device_eval_batch_size": 256,
    "eval_strategy": "epoch",
    "save_strategy": "no",
    "report_to": "none",
}


@dataclass
class ProbeArguments(SourceArguments):
    """What is probed, and on which configs."""

    config: list[str] = field(
        default_factory=lambda: [f"{NAME}-*"],
        metadata={"help": "Configs to train and test on, one after the other; globs allowed."},
    )
    features: str = field(
        default="encoder",
        metadata={
            "help": "What the classifier sees: the encoder's embedding; that of a random encoder of the same shape, "
            "the floor; or counts of characters, to see what spelling alone gives away.",
            "choices": list(FEATURES),
        },
    )
    pooling: str = field(
        default="mean",
        metadata={
            "help": "Hidden states to one vector: their mean, the first, or the model's own pooler.",
            "choices": list(POOLINGS),
        },
    )
    hidden_size: int = field(
        default=0, metadata={"help": "Of the classifier; 0: as many as it sees."}
    )
    finetune: bool = field(default=False, metadata={"help": "Train the encoder as well."})
    max_length: int = field(default=128, metadata={"help": "Tokens of a row."})


def main(argv: Sequence[str]) -> None:
    """Train a probe on each config that has no results yet, and test it."""
    run, arguments = parse_options(
        "numdiag train probe", (ProbeArguments, TrainingArguments), argv, _DEFAULTS
    )
    _check(run)
    out = Path(arguments.output_dir)
    configs = matching_configs(run, run.config, NAME)
    waiting = [config for config in configs if not (out / config / RESULTS).is_file()]
    if not waiting:
        print(out)
        return
    probe = _finetuned if run.finetune else _Frozen(run, arguments)
    with progress_bar() as progress:
        for done, config in enumerate(waiting):
            progress("probing", done, len(waiting))
            started = time.perf_counter()
            splits = {split: load_rows(run, config, split).to_list() for split in SPLITS}
            set_seed(arguments.seed)
            predictions, about = probe(run, arguments, config, splits)
            about |= {"system": label(run), "seconds": round(time.perf_counter() - started, 1)}
            revision = data_revision(run, config)
            about |= what_ran(run, arguments)
            made = label_result(splits["test"], predictions, config, revision, about)
            write_result(made, out / config)
    print(out)


def label(run: ProbeArguments) -> str:
    """What a report calls it: "distilbert-base-multilingual-cased, frozen"."""
    name = run.model.rstrip("/").rpartition("/")[2].removeprefix("package:")
    if run.features == "characters":
        return "characters"
    kinds = {"encoder": "frozen", "random": "random weights"}
    return f"{name}, {'fine-tuned' if run.finetune else kinds[run.features]}"


def _check(run: ProbeArguments) -> None:
    if run.finetune and run.features != "encoder":
        raise RunError("--finetune trains an encoder; it goes with --features encoder only")


def _finetuned(
    run: ProbeArguments, arguments: TrainingArguments, config: str, splits: Mapping[str, list[Row]]
) -> tuple[list[int], dict[str, Any]]:
    """Labels of the test split by an encoder trained with its classifier, and the log of its training."""
    logging.set_verbosity_error()  # a new classifier on top is what is wanted
    tokenizer = load_tokenizer(run)
    model = text_classifier(run, FAMILIES[NAME].labels(config))
    trainer = make_trainer(model, tokenizer, splits, arguments, run.max_length)
    fit(trainer)
    predictions = predicted_labels(trainer, tokenizer, splits["test"], run.max_length)
    return predictions, {"log": trainer.state.log_history}


class _Frozen:
    """Probes over one frozen encoder, which is loaded once and sees every row once."""

    def __init__(self, run: ProbeArguments, arguments: TrainingArguments) -> None:
        self._cache = Path(arguments.output_dir) / "features"
        if run.features == "characters":
            self._encoder = None
            return
        seed = arguments.seed if run.features == "random" else None
        self._encoder = frozen_encoder(run, run.pooling, run.max_length, arguments.device, seed)

    def __call__(
        self,
        run: ProbeArguments,
        arguments: TrainingArguments,
        config: str,
        splits: Mapping[str, list[Row]],
    ) -> tuple[list[int], dict[str, Any]]:
        """Labels of the test split, and the accuracy on the validation split after every epoch."""
        alphabet = alphabet_of(splits["train"])
        features = {
            split: embedded(self._encoder, rows, self._cache)
            if self._encoder
            else character_counts(rows, alphabet)
            for split, rows in splits.items()
        }
        labels = {s: torch.tensor([row["label"] for row in rows]) for s, rows in splits.items()}
        # Pooled embeddings differ in scale from model to model, counts even more: one scale for all.
        mean, spread = features["train"].mean(0), features["train"].std(0).clamp_min(1e-6)
        features = {s: ((x - mean) / spread).to(arguments.device) for s, x in features.items()}
        width = features["train"].shape[1]
        hidden = run.hidden_size or width
        head = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, 2))
        head.to(arguments.device)
        log = _train_head(head, features, labels, arguments)
        return _labels(head, features["test"]).tolist(), {"validation_accuracy": log}


def _train_head(
    head: nn.Module,
    features: dict[str, Tensor],
    labels: dict[str, Tensor],
    arguments: TrainingArguments,
) -> list[float]:
    """Train a classifier of given features by Adam with a falling rate, as the Trainer would.

    A loop of its own: what the Trainer does around each step takes ten times as long as this step.
    """
    train = len(labels["train"])
    batch, epochs = arguments.per_device_train_batch_size, int(arguments.num_train_epochs)
    targets = labels["train"].to(arguments.device)
    optimizer = torch.optim.AdamW(
        head.parameters(), arguments.learning_rate, weight_decay=arguments.weight_decay
    )
    steps = epochs * -(-train // batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / steps)
    shuffled = torch.Generator().manual_seed(arguments.seed)
    log = []
    for _ in range(epochs):
        head.train()
        for rows in torch.randperm(train, generator=shuffled).to(arguments.device).split(batch):
            loss = nn.functional.cross_entropy(head(features["train"][rows]), targets[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        right = _labels(head, features["validation"]) == labels["validation"]
        log.append(round(100 * right.float().mean().item(), 2))
    return log


@torch.inference_mode()
def _labels(head: nn.Module, features: Tensor) -> Tensor:
    head.eval()
    return head(features).argmax(-1).cpu()


if __name__ == "__main__":
    run_script("numdiag train probe", main, "with the configs that have no results")
