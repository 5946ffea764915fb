"""Training and evaluation on its configs, for all kinds of models."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from accelerate import PartialState
from transformers import EarlyStoppingCallback, Trainer, TrainerControl, TrainingArguments, set_seed

from numdiag_datasets.core.configs import match_configs, parse_config
from numdiag_datasets.core.output_files import check_output, write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.predictions import match_predictions, read_predictions
from numdiag_datasets.scoring.results import result
from numdiag_datasets.scoring.scored_rows import (
    ScoredRow,
    means,
    score_rows,
)
from numdiag_datasets.scoring.scorers import scorer_of

from .arguments import RunArguments, parse_run, run_script
from .data import Encoded, load_examples
from .devices import check_whole_model, device_count, global_batch_size
from .errors import RunError
from .evaluation import json_lines, predict, score_lines
from .publishing import Publication, finish_model
from .results import data_revision, data_source, what_ran, write_result
from .resuming import (
    MODEL,
    check_options,
    decisive_options,
    last_checkpoint,
    note_options,
    remove_checkpoints,
)
from .systems import BaselineSystem, Limits
from .texts import Example

TRAINING, PREDICTIONS = "training.json", "predictions.jsonl"


def run_command(name: str, system: type[BaselineSystem]) -> NoReturn:
    """Run a training script with the options of the command line."""

    def main(argv: Sequence[str]) -> None:
        run, arguments = parse_run(name, system.arguments, argv)
        say(run_training(system, run, arguments))

    run_script(name, main)


def run_training(
    kind: type[BaselineSystem], run: RunArguments, arguments: TrainingArguments
) -> Path:
    """Train a system, unless that is done, and evaluate the configs without results.

    An interrupted training resumes from its last complete checkpoint.

    Returns:
        The directory: ``model/``, ``training.json`` and, for each config, its predictions and
        results.

    Raises:
        RunError, ConfigError: the request is invalid, or the existing model was trained with other options.
        HubError: the model could not be pushed.
    """
    kind.check(run)
    check_whole_model(arguments)
    publication = Publication.of(arguments)
    configs = evaluated_configs(run)
    out = Path(arguments.output_dir)
    for config in configs:
        check_output(out / config / RESULTS)
    options = decisive_options(run, arguments, data_revision(run, run.config))
    check_options(out, options)
    PartialState().wait_for_everyone()
    waiting = [config for config in configs if not (out / config / RESULTS).is_file()]
    if not (out / MODEL).is_dir() or waiting:
        _train_and_evaluate(kind, run, arguments, options, configs, waiting)
    if PartialState().is_main_process:
        finish_model(out / MODEL, kind.label(run), run, arguments, publication)
    PartialState().wait_for_everyone()
    return out


def _train_and_evaluate(
    kind: type[BaselineSystem],
    run: RunArguments,
    arguments: TrainingArguments,
    options: Mapping[str, Any],
    configs: Sequence[str],
    waiting: Sequence[str],
) -> None:
    out = Path(arguments.output_dir)
    arguments = _for_trainer(run, arguments)
    set_seed(arguments.seed)
    train = load_examples(run, run.config, "train")
    is_trained = (out / MODEL).is_dir()
    system = kind.load(run, out / MODEL) if is_trained else kind.create(run, arguments, train)
    limits = Limits.of(run, system.tokenizer, train)
    if not is_trained:
        trainer = make_trainer(system, arguments, train, limits)
        note_options(out, options)
        _train(trainer, system, out)
    # The Trainer has not moved a model that was only loaded.
    system.model.to(arguments.device)
    for config in configs:
        if config in waiting:
            examples = load_examples(run, config, "test")
            started = time.perf_counter()
            lines = predict(system, examples, limits, arguments.per_device_eval_batch_size)
            seconds = time.perf_counter() - started
            if PartialState().is_main_process:
                write_output(out / config / PREDICTIONS, json_lines(lines))
                about = {
                    "system": kind.label(run),
                    "analysis": system.analysis(examples, lines),
                    "prediction_seconds": round(seconds, 1),
                }
                write_results(about, run, arguments, config)
        PartialState().wait_for_everyone()


def _for_trainer(run: RunArguments, arguments: TrainingArguments) -> TrainingArguments:
    """Return arguments under which the Trainer does not push, as it would push every epoch.

    The model is pushed at the end. The best checkpoint is chosen by the requested metric, or by the first
    metric of the data. Results include it, even for an existing model.

    Raises:
        RunError: the metric does not belong to the data.
    """
    its_arguments = copy.copy(arguments)
    its_arguments.push_to_hub = False
    metrics = scorer_of(parse_config(run.config).dataset).metrics
    asked = its_arguments.metric_for_best_model
    if asked in (None, "loss"):  # the default of transformers; evaluation here has only metrics
        its_arguments.metric_for_best_model = metrics[0]
    elif asked.removeprefix("eval_") not in metrics:
        raise RunError(f"--metric_for_best_model {asked}: {run.config} has {', '.join(metrics)}")
    return its_arguments


def evaluated_configs(run: RunArguments) -> list[str]:
    """Return the configs to evaluate, originals first, since attacks are compared with them.

    Raises:
        ConfigError: a config is unknown, or a glob matches none.
    """
    parse_config(run.config)
    matching = [match_configs(pattern) for pattern in run.evaluate or [run.config]]
    names = {config.name: None for configs in matching for config in configs}
    return sorted(names, key=lambda name: "-" in name)


def make_trainer(
    system: BaselineSystem, arguments: TrainingArguments, train: Sequence[Example], limits: Limits
) -> Trainer:
    """Return the Trainer of one training.

    Raises:
        RunError: the system can learn none of the rows.
    """
    run = system.run
    learnt = Encoded(train, system.encode).learnable()
    if not len(learnt):
        raise RunError(f"{run.config}: none of {len(train)} rows can be learnt by this system")
    if left_out := len(train) - len(learnt):
        say(f"{run.config}: {left_out} of {len(train)} rows cannot be learnt and are left out")
    trainer = _generating(system.trainer)(
        model=system.model,
        args=arguments,
        train_dataset=learnt,
        eval_dataset=Encoded(load_examples(run, run.config, "validation"), system.encode),
        data_collator=system.collate,
        processing_class=system.tokenizer,
        callbacks=[EarlyStoppingCallback(run.patience)] if run.patience else None,
    )
    trainer.system, trainer.limits = system, limits
    return trainer


def _generating(base: type[Trainer]) -> type[Trainer]:
    """Return a Trainer that evaluates predictions, so that the best checkpoint has the best score."""

    class Generating(base):
        system: BaselineSystem
        limits: Limits
        control: TrainerControl

        def evaluate(
            self,
            eval_dataset: Encoded | None = None,
            ignore_keys: list[str] | None = None,
            metric_key_prefix: str = "eval",
        ) -> dict[str, float]:
            examples = (eval_dataset or self.eval_dataset).examples
            self.system.model = self.accelerator.unwrap_model(self.model)
            lines = predict(
                self.system, examples, self.limits, self.args.per_device_eval_batch_size
            )
            scored = score_lines(examples, lines, self.system.run.config)
            metrics = {f"{metric_key_prefix}_{name}": x for name, x in means(scored).items()}
            self.log(metrics)
            self.control = self.callback_handler.on_evaluate(
                self.args, self.state, self.control, metrics
            )
            return metrics

    return Generating


def _train(trainer: Trainer, system: BaselineSystem, out: Path) -> None:
    checkpoint = last_checkpoint(out)
    started = time.perf_counter()
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    seconds = time.perf_counter() - started
    system.model = trainer.accelerator.unwrap_model(trainer.model)
    if trainer.is_world_process_zero():
        staging = out / f"{MODEL}.tmp"
        system.save(staging)
        history = {
            "seconds": round(seconds, 1),
            "steps": trainer.state.global_step,
            "global_batch_size": global_batch_size(trainer.args),
            "devices": device_count(trainer.args),
            "resumed_from": checkpoint.name if checkpoint else None,
            "best_checkpoint": Path(trainer.state.best_model_checkpoint or "").name,
            "log": trainer.state.log_history,
        }
        write_output(out / TRAINING, json.dumps(history, indent=1) + "\n")
        staging.replace(out / MODEL)
        remove_checkpoints(out)
    PartialState().wait_for_everyone()


def write_results(
    about: dict[str, Any], run: RunArguments, arguments: TrainingArguments, config: str
) -> None:
    """Score a prediction file, and compare it with that for the originals if the same model wrote one.

    Args:
        about: further metadata of the results.
        config: the config of the predictions.
    """
    out = Path(arguments.output_dir)
    dataset = parse_config(config).dataset
    originals = Path(run.baseline) if run.baseline else out / dataset / PREDICTIONS
    compared = config != dataset and originals.is_file()
    made = result(
        scored_rows(run, config, out / config / PREDICTIONS),
        dataset=dataset,
        config=config,
        revision=data_revision(run, config),
        baseline=scored_rows(run, dataset, originals) if compared else (),
        about=about
        | data_source(run, config)
        | {"split": "test", "predictions": PREDICTIONS}
        | what_ran(run, arguments),
    )
    write_result(made, out / config)


def scored_rows(run: RunArguments, config: str, predictions: Path) -> list[ScoredRow]:
    """Return the scored rows of a prediction file for the test split of a config.

    Raises:
        PredictionError: the file does not match the rows.
    """
    rows = [example.row for example in load_examples(run, config, "test")]
    matched = match_predictions(
        read_predictions(predictions), [row["id"] for row in rows], str(predictions)
    )
    return score_rows(rows[0]["dataset"], rows, matched, configs=[config] * len(rows))
