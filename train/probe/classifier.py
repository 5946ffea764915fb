"""Classifier of given features: one hidden layer, over standardised features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import TrainingArguments, set_seed

#: The number of features of a batch from which several threads help; 32 rows of 768 features are fewer.
_SMALL_STEP = 32_768


@dataclass(frozen=True, slots=True)
class Classifier:
    """A trained classifier.

    Attributes:
        head: standardised features -> logits.
        mean, spread: those of each feature in the training rows.
        validation_accuracy: in points, after every epoch.
    """

    head: nn.Module
    mean: Tensor
    spread: Tensor
    validation_accuracy: list[float]

    def labels(self, features: Tensor) -> list[int]:
        """Return the label of each row of features."""
        scaled = (features - self.mean) / self.spread
        device = next(self.head.parameters()).device
        found: list[int] = _labels(self.head, scaled.to(device)).tolist()
        return found


def train_classifier(
    features: Mapping[str, Tensor],
    labels: Mapping[str, Tensor],
    arguments: TrainingArguments,
    hidden_size: int,
) -> Classifier:
    """Train a classifier by Adam with a decreasing learning rate, as the Trainer would.

    It has its own loop, as the Trainer's overhead takes ten times as long as a step here.

    Args:
        features: for ``train`` and ``validation``, rows by dimensions, float32.
        labels: of the same rows, 0 or 1.
        arguments: epochs, learning rate, batch size, seed and device.
        hidden_size: the size of the hidden layer; 0: the number of features.
    """
    set_seed(arguments.seed)
    # Pooled embeddings differ in scale between models, and counts even more, so features are standardised.
    mean, spread = features["train"].mean(0), features["train"].std(0).clamp_min(1e-6)
    seen = {s: ((x - mean) / spread).to(arguments.device) for s, x in features.items()}
    targets = {s: y.to(arguments.device) for s, y in labels.items()}
    width = len(mean)
    hidden = hidden_size or width
    head = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, 2))
    with _threads_for(width * arguments.per_device_train_batch_size):
        log = _fit(head.to(arguments.device), seen, targets, arguments)
    return Classifier(head, mean, spread, log)


@contextmanager
def _threads_for(step: int) -> Iterator[None]:
    """Use one thread for small steps.

    More threads help little, and on a busy processor they wait for each other ten times as long as the step
    takes.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1 if step < _SMALL_STEP else threads)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _fit(
    head: nn.Module,
    features: Mapping[str, Tensor],
    labels: Mapping[str, Tensor],
    arguments: TrainingArguments,
) -> list[float]:
    """Train on ``train``; return the accuracy on ``validation`` after every epoch."""
    train = len(labels["train"])
    batch, epochs = arguments.per_device_train_batch_size, int(arguments.num_train_epochs)
    optimizer = torch.optim.AdamW(
        head.parameters(),
        arguments.learning_rate,
        weight_decay=arguments.weight_decay,
        fused=True,  # saves a fifth of the training time
    )
    steps = epochs * -(-train // batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / steps)
    shuffled = torch.Generator().manual_seed(arguments.seed)
    log = []
    for _ in range(epochs):
        head.train()
        for rows in torch.randperm(train, generator=shuffled).to(arguments.device).split(batch):
            loss = nn.functional.cross_entropy(head(features["train"][rows]), labels["train"][rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        right = _labels(head, features["validation"]) == labels["validation"].cpu()
        log.append(round(100 * right.float().mean().item(), 2))
    return log


@torch.inference_mode()
def _labels(head: nn.Module, features: Tensor) -> Tensor:
    head.eval()
    return head(features).argmax(-1).cpu()
