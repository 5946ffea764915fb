"""Train a classifier of question pairs and evaluate it by phenomenon.

DuQM: Zhu et al. (2022), section 4 and appendix C.

numdiag train pairs --recipe pairs-base --train_files lcqmc/train.tsv --validation_files lcqmc/dev.tsv \\
    --dataset question_matching --augment 'question_matching-*' --output_dir runs/bert
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from accelerate import PartialState
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments, set_seed
from transformers.utils import logging

from numdiag_datasets.core.data_sets import QUESTION_MATCHING as NAME
from numdiag_datasets.core.schema import Row
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.text_pairs.question_matching.family import DUQM, TEST_FILES
from numdiag_datasets.text_pairs.question_matching.pair_files import read_pairs
from numdiag_datasets.text_pairs.question_matching.questions import sha256_of
from numdiag_datasets.text_pairs.question_matching.taxonomy import LABELS

from .arguments import SourceArguments, parse_options, run_script
from .classification import (
    fit,
    label_result,
    make_trainer,
    matching_configs,
    predicted_labels,
    text_classifier,
)
from .data import load_rows
from .errors import RunError
from .loading import load_model, load_tokenizer
from .publishing import finish_model, repository_of
from .results import data_revision, what_ran, write_result
from .resuming import MODEL, check_options, decisive_options, note_options, remove_checkpoints

_DEFAULTS = {
    "dataset": NAME,
    "num_train_epochs": 2,
    "learning_rate": 2e-5,
    "per_device_train_batch_size": 64,
    "per_device_eval_batch_size": 256,
    "eval_strategy": "epoch",
    "save_strategy": "epoch",
    "save_total_limit": 1,
    "load_best_model_at_end": True,
    "metric_for_best_model": "accuracy",
    "report_to": "none",
}


@dataclass
class PairArguments(SourceArguments):
    """Options for the training data, and for the configs to evaluate."""

    train_files: list[str] = field(
        default_factory=list,
        metadata={
            "help": "Files of pairs: two questions and a label, such as LCQMC's train.tsv, BQ's train.csv, or JSON lines."
        },
    )
    validation_files: list[str] = field(
        default_factory=list, metadata={"help": "The same, to choose the best epoch by."}
    )
    config: list[str] = field(
        default_factory=list,
        metadata={"help": "Configs whose train and validation splits are used instead of files."},
    )
    test_files: list[str] = field(
        default_factory=list,
        metadata={
            "help": "The same, predicted beside the configs, such as LCQMC's test.tsv: the report sets them beside DuQM."
        },
    )
    augment: list[str] = field(
        default_factory=list,
        metadata={
            "help": "Configs whose train splits are added to the files trained on, as further pairs (the paper's "
            "adversarial training adds attacks on the training pairs instead); globs allowed."
        },
    )
    evaluate: list[str] = field(
        default_factory=lambda: [f"{NAME}-*"],
        metadata={"help": "Configs whose test splits are predicted; globs allowed."},
    )
    seeds: list[int] = field(
        default_factory=lambda: [1, 2, 3], metadata={"help": "A training for each."}
    )
    max_length: int = field(default=64, metadata={"help": "Tokens of a pair."})


def main(argv: Sequence[str]) -> None:
    """Train once per seed, unless that is done, and evaluate."""
    run, arguments = parse_options(
        "numdiag train pairs", (PairArguments, TrainingArguments), argv, _DEFAULTS
    )
    repository = repository_of(arguments)
    evaluated = matching_configs(run, run.evaluate, NAME)
    # Read before any training, so that an invalid file is reported at once.
    test_rows = _file_rows(run, run.test_files)
    learnt_from = _learnt_from(run)
    for seed in run.seeds:
        out = Path(arguments.output_dir) / f"seed-{seed}"
        wanted = [
            *evaluated,
            *[NAME] * (set(evaluated) != {DUQM}),
            *[TEST_FILES] * bool(run.test_files),
        ]
        # The Trainer would push every epoch; here the model is pushed at the end.
        its_arguments = replace(arguments, output_dir=str(out), seed=seed, push_to_hub=False)
        options = decisive_options(run, its_arguments, learnt_from)
        check_options(out, options)
        PartialState().wait_for_everyone()  # so that all processes find the same work done
        if not all((out / config / RESULTS).is_file() for config in wanted):
            _run(run, its_arguments, options, evaluated, test_rows)
        if PartialState().is_main_process:
            place = f"{repository}-seed-{seed}" if repository else ""
            finish_model(out / MODEL, label(run), place, private=arguments.hub_private_repo)
    say(arguments.output_dir)


def label(run: PairArguments) -> str:
    """Return the name in reports: "bert-base-chinese" or "bert-base-chinese, with generated pairs"."""
    name = run.model.rstrip("/").rpartition("/")[2].removeprefix("package:")
    return f"{name}, with generated pairs" if run.augment else name


def training_rows(run: PairArguments) -> dict[str, list[Row]]:
    """Return the rows for training, with augmentation, and those for choosing the best epoch.

    Raises:
        RunError: rows for choosing are missing.
        QuestionError: a file cannot be read as pairs; names the line.
    """
    if run.train_files:
        splits = {"train": _file_rows(run, run.train_files)}
        splits["validation"] = _file_rows(run, run.validation_files)
    else:
        configs = matching_configs(run, run.config, NAME)
        splits = {s: _config_rows(run, configs, s) for s in ("train", "validation")}
    if not splits["validation"]:
        raise RunError("no pairs to choose the best epoch by: give --validation_files")
    if run.augment:
        splits["train"] += _config_rows(run, matching_configs(run, run.augment, NAME), "train")
    return splits


def _learnt_from(run: PairArguments) -> str:
    """Return the combined revision of all training data.

    Raises:
        RunError: neither files nor configs are given, or both.
    """
    if run.train_files and run.config:
        raise RunError("give --train_files or --config, not both")
    if not run.train_files and not run.config:
        raise RunError(
            "nothing to train on: give --train_files (such as LCQMC's) or --config, such as "
            f"'{NAME}-*'"
        )
    files = [*run.train_files, *run.validation_files]
    configs = matching_configs(run, [*run.config, *run.augment], NAME)
    revisions = [data_revision(run, config) for config in configs]
    return _together([*map(sha256_of, map(Path, files)), *revisions])


def _together(revisions: Iterable[str]) -> str:
    """Combine several revisions to one."""
    return hashlib.sha256("".join(revisions).encode()).hexdigest()[:12]


def _file_rows(run: PairArguments, files: Sequence[str]) -> list[Row]:
    pairs = [pair for name in files for pair in read_pairs(Path(name))]
    rows: list[Row] = [{"text": p.text, "text_pair": p.text_pair, "label": p.label} for p in pairs]
    return rows[: run.max_rows or len(rows)]


def _config_rows(run: PairArguments, configs: Sequence[str], split: str) -> list[Row]:
    """Return the rows of configs, except DuQM, which has only test rows."""
    ours = [config for config in configs if config != DUQM]
    return [row for config in ours for row in load_rows(run, config, split).to_list()]


def _run(
    run: PairArguments,
    arguments: TrainingArguments,
    options: Mapping[str, Any],
    evaluated: Sequence[str],
    test_rows: Sequence[Row],
) -> None:
    """Train with one seed, or load the trained model; evaluate each config, all together and test files."""
    out = Path(arguments.output_dir)
    logging.set_verbosity_error()  # silences the expected warning about a new classifier
    set_seed(arguments.seed)
    trainer = _trained(run, arguments, options, out)
    about = {"system": label(run)} | what_ran(run, arguments)
    rows: list[Row] = []
    predictions: list[int] = []
    revisions: dict[str, None] = {}
    for config in evaluated:
        found = load_rows(run, config, "test").to_list()
        revisions[data_revision(run, config)] = None
        labels = predicted_labels(trainer, trainer.processing_class, found, run.max_length)
        made = label_result(found, labels, config, data_revision(run, config), about)
        _write(made, out / config)
        if config != DUQM:
            rows += found
            predictions += labels
    if test_rows:
        _predict_files(run, trainer, test_rows, about, out)
    if not rows:
        return
    together = _together(revisions) if any(revisions) else ""
    made = label_result(rows, predictions, NAME, together, about)
    _write(made, out / NAME)


def _write(made: Result, folder: Path) -> None:
    """Write a result, in the main process only."""
    if PartialState().is_main_process:
        write_result(made, folder)


def _predict_files(
    run: PairArguments,
    trainer: Trainer,
    found: Sequence[Row],
    about: Mapping[str, Any],
    out: Path,
) -> None:
    """Predict the pairs of the test files, as one config."""
    revision = _together(sha256_of(Path(name)) for name in run.test_files)
    labels = predicted_labels(trainer, trainer.processing_class, found, run.max_length)
    _write(label_result(found, labels, TEST_FILES, revision, about), out / TEST_FILES)


def _trained(
    run: PairArguments, arguments: TrainingArguments, options: Mapping[str, Any], out: Path
) -> Trainer:
    if (out / MODEL).is_dir():
        model = load_model(AutoModelForSequenceClassification, run, out / MODEL)
        tokenizer = load_tokenizer(run, out / MODEL)
        untrained = replace(arguments, eval_strategy="no", load_best_model_at_end=False)
        return make_trainer(model, tokenizer, {}, untrained, run.max_length)
    tokenizer = load_tokenizer(run)
    model = text_classifier(run, LABELS)
    trainer = make_trainer(model, tokenizer, training_rows(run), arguments, run.max_length)
    note_options(out, options)
    fit(trainer)
    trainer.save_model(str(out / f"{MODEL}.tmp"))  # called by all processes, written by one
    if trainer.is_world_process_zero():
        (out / f"{MODEL}.tmp").replace(out / MODEL)
        remove_checkpoints(out)
    PartialState().wait_for_everyone()
    return trainer


if __name__ == "__main__":
    run_script("numdiag train pairs", main)
