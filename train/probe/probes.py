"""The three kinds of probe: a classifier over a frozen encoder or over character counts, and fine-tuning."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from transformers import TrainingArguments, set_seed
from transformers.utils import logging

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs import FAMILIES

from ..classification import fit, make_trainer, predicted_labels, text_classifier
from ..loading import load_tokenizer
from .characters import alphabet_of, character_counts
from .classifier import train_classifier
from .encoder import Encoder
from .layers import NO_LAYER, Layer
from .options import ProbeArguments
from .plan import Training
from .vectors import Vectors, load_vectors

#: Split, or test config -> rows.
Rows = Mapping[str, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Tested:
    """A probe's predictions for the test split of a config.

    Attributes:
        layer: the layer that the probe reads.
        config: the tested config.
        labels: the predicted labels of its rows.
        about: the training, for `Result.about`.
    """

    layer: Layer
    config: str
    labels: list[int]
    about: dict[str, Any]


#: (training, its train and validation splits, the rows to test on, progress) -> predictions.
Probe = Callable[[Training, Rows, Rows, Progress], Iterator[Tested]]


def make_probe(run: ProbeArguments, arguments: TrainingArguments) -> Probe:
    """Return the requested probe.

    Raises:
        RunError: its encoder cannot be loaded.
    """
    if run.finetune:
        return _FineTuned(run, arguments)
    if run.features == "characters":
        return _Characters(run, arguments)
    return _Frozen(run, arguments)


class _Frozen:
    """Classifiers over a frozen encoder, which is loaded once and encodes every row once."""

    def __init__(self, run: ProbeArguments, arguments: TrainingArguments) -> None:
        self._run, self._arguments = run, arguments
        seed = arguments.seed if run.features == "random" else None
        encoder = Encoder(run, arguments.device, bf16=arguments.bf16, seed=seed)
        cache = Path(run.features_cache or Path(arguments.output_dir) / "features")
        self._vectors = Vectors(encoder, cache)

    def __call__(
        self, training: Training, splits: Rows, tests: Rows, progress: Progress
    ) -> Iterator[Tested]:
        started = time.perf_counter()

        def files(rows: Sequence[Row], layers: Sequence[Layer]) -> dict[int, Path]:
            numbers = [layer.number for layer in layers]
            return self._vectors.files(_prefixed(rows, self._run.prefix), numbers, progress)

        seen = {split: files(rows, list(training.tests)) for split, rows in splits.items()}
        tested = {config: files(rows, training.layers(config)) for config, rows in tests.items()}
        seconds = round(time.perf_counter() - started, 1)
        for layer, configs in training.tests.items():
            features = {split: load_vectors(paths[layer.number]) for split, paths in seen.items()}
            theirs = {config: load_vectors(tested[config][layer.number]) for config in configs}
            found = _classified(features, splits, theirs, self._run, self._arguments)
            for config, labels, about in found:
                yield Tested(layer, config, labels, about | {"encoding_seconds": seconds})


class _Characters:
    """Classifiers over counts of the characters of the training rows."""

    def __init__(self, run: ProbeArguments, arguments: TrainingArguments) -> None:
        self._run, self._arguments = run, arguments

    def __call__(
        self, training: Training, splits: Rows, tests: Rows, progress: Progress
    ) -> Iterator[Tested]:
        alphabet = alphabet_of(splits["train"])
        features = {split: character_counts(rows, alphabet) for split, rows in splits.items()}
        theirs = {config: character_counts(rows, alphabet) for config, rows in tests.items()}
        found = _classified(features, splits, theirs, self._run, self._arguments)
        for config, labels, about in found:
            yield Tested(NO_LAYER, config, labels, about)


def _classified(
    features: Mapping[str, Tensor],
    splits: Rows,
    tests: Mapping[str, Tensor],
    run: ProbeArguments,
    arguments: TrainingArguments,
) -> Iterator[tuple[str, list[int], dict[str, Any]]]:
    """Train a classifier once; yield (config, labels, about the training) for each test config."""
    started = time.perf_counter()
    labels = {s: torch.tensor([row["label"] for row in rows]) for s, rows in splits.items()}
    made = train_classifier(features, labels, arguments, run.hidden_size)
    seconds = round(time.perf_counter() - started, 1)
    about = {"seconds": seconds, "validation_accuracy": made.validation_accuracy}
    for config, seen in tests.items():
        yield config, made.labels(seen), about


class _FineTuned:
    """Encoders trained together with their classifiers, by the Trainer."""

    def __init__(self, run: ProbeArguments, arguments: TrainingArguments) -> None:
        self._run, self._arguments = run, arguments
        logging.set_verbosity_error()  # silences the expected warning about a new classifier
        self._tokenizer = load_tokenizer(run)

    def __call__(
        self, training: Training, splits: Rows, tests: Rows, progress: Progress
    ) -> Iterator[Tested]:
        run, started = self._run, time.perf_counter()
        set_seed(self._arguments.seed)
        model = text_classifier(run, FAMILIES[NAME].labels(training.config))
        seen = {split: _prefixed(rows, run.prefix) for split, rows in splits.items()}
        # A separate folder, as training must not resume from another config's checkpoint.
        own = str(Path(self._arguments.output_dir) / training.config)
        arguments = replace(self._arguments, output_dir=own)
        trainer = make_trainer(model, self._tokenizer, seen, arguments, run.max_length)
        fit(trainer)
        seconds = round(time.perf_counter() - started, 1)
        about = {"seconds": seconds, "log": trainer.state.log_history}
        for config, rows in tests.items():
            prefixed = _prefixed(rows, run.prefix)
            labels = predicted_labels(trainer, self._tokenizer, prefixed, run.max_length)
            yield Tested(NO_LAYER, config, labels, about)


def _prefixed(rows: Sequence[Row], prefix: str) -> Sequence[Row]:
    """Add a prefix to each text and pair that is not empty."""
    if not prefix:
        return rows
    return [
        {**row, **{key: prefix + row[key] for key in ("text", "text_pair") if row[key]}}
        for row in rows
    ]
