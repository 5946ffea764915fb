"""Shared parts of scripts on texts and pairs of texts: configs, rows, results, and training by Trainer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from datasets import Dataset, get_dataset_config_names
from transformers import (
    AutoModelForSequenceClassification,
    DataCollatorWithPadding,
    EvalPrediction,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    Trainer,
    TrainingArguments,
)

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.schema import Row
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.results import Result, result
from numdiag_datasets.scoring.scored_rows import score_rows

from .arguments import SourceArguments
from .data import check_place
from .errors import RunError
from .loading import load_model
from .resuming import last_checkpoint


def matching_configs(run: SourceArguments, patterns: Sequence[str], family: str) -> list[str]:
    """Return the configs of a data set that match any of the globs, in its order.

    Raises:
        RunError: the data set cannot be read, or a glob matches none of the family.
    """
    check_place(run, family)
    try:
        names = [
            name
            for name in get_dataset_config_names(run.dataset, revision=run.revision)
            if dataset_of(name) == family
        ]
    except (OSError, ValueError) as error:
        raise RunError(
            f"data set {run.dataset}: cannot be read ({str(error).splitlines()[0]:.200}); "
            f"name a release directory (`numdiag build-{family.replace('_', '-')}` makes one) or a data set on the Hub"
        ) from error
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise RunError(
                f"{run.dataset}: no config of {family} matches {pattern!r}; it holds {', '.join(names) or 'none'}"
            )
    return [name for name in names if any(fnmatchcase(name, p) for p in patterns)]


def text_classifier(run: SourceArguments, labels: Sequence[str]) -> PreTrainedModel:
    """Return a pre-trained encoder with a new classifier on top.

    Raises:
        RunError: it cannot be loaded.
    """
    names = dict(enumerate(labels))
    return load_model(
        AutoModelForSequenceClassification,
        run,
        num_labels=len(labels),
        id2label=names,
        label2id={name: number for number, name in names.items()},
    )


def make_trainer(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    splits: Mapping[str, Sequence[Row]],
    arguments: TrainingArguments,
    max_length: int,
) -> Trainer:
    """Return the Trainer of a classifier for ``train``, if that exists, evaluated on ``validation``."""
    encoded = {split: encode(tokenizer, rows, max_length) for split, rows in splits.items()}
    return Trainer(
        model=model,
        args=arguments,
        train_dataset=encoded.get("train"),
        eval_dataset=encoded.get("validation"),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=_accuracy,
    )


def fit(trainer: Trainer) -> None:
    """Train a classifier, from its last complete checkpoint if it was interrupted."""
    trainer.train(resume_from_checkpoint=last_checkpoint(Path(trainer.args.output_dir)))


def _accuracy(evaluated: EvalPrediction) -> dict[str, float]:
    return {"accuracy": float((evaluated.predictions.argmax(-1) == evaluated.label_ids).mean())}


def encode(tokenizer: PreTrainedTokenizerBase, rows: Sequence[Row], max_length: int) -> Dataset:
    """Return rows as token ids; pairs are joined by the tokenizer's separator."""
    first, second = [row["text"] for row in rows], [row["text_pair"] for row in rows]
    ids = tokenizer(first, second if any(second) else None, truncation=True, max_length=max_length)
    return Dataset.from_dict({**ids, "labels": [row["label"] for row in rows]})


def predicted_labels(
    trainer: Trainer, tokenizer: PreTrainedTokenizerBase, rows: Sequence[Row], max_length: int
) -> list[int]:
    """Return the label that a trained classifier predicts for each row."""
    logits = trainer.predict(encode(tokenizer, rows, max_length)).predictions
    labels: list[int] = logits.argmax(-1).tolist()
    return labels


def label_result(
    rows: Sequence[Row],
    labels: Sequence[int],
    config: str,
    revision: str,
    about: Mapping[str, Any],
) -> Result:
    """Return the result of predicted labels for rows of a config, or of all configs of a family."""
    family = dataset_of(config)
    scored = score_rows(family, rows, map(to_prediction, labels))
    return result(
        scored, dataset=family, config=config, revision=revision, about={"split": "test", **about}
    )
