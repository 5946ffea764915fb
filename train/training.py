"""Training and evaluation on its configs, for all kinds of models."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from accelerate import PartialState
from accelerate.utils import release_memory
from transformers import EarlyStoppingCallback, Trainer, TrainerControl, TrainingArguments, set_seed
from transformers.integrations import is_deepspeed_zero3_enabled

from numdiag_datasets.cli.running import printer
from numdiag_datasets.cli.score_tables import print_scores
from numdiag_datasets.core.configs import match_configs, parse_config
from numdiag_datasets.core.output_files import check_output, write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.scored_files import Scored
from numdiag_datasets.scoring.scored_rows import means
from numdiag_datasets.scoring.scorers import scorer_of

from .arguments import RunArguments, device_count, global_batch_size, parse_run, run_script
from .data import load_examples
from .errors import RunError
from .evaluation import evaluate, match_settings, predict, prediction_dtype, score_lines
from .publishing import finish_model, repository_of
from .results import data_revision, read_result
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

TRAINING = "training.json"


def run_command(name: str, system: type[BaselineSystem]) -> NoReturn:
    """Run a training script with the options of the command line."""

    def main(argv: Sequence[str]) -> None:
        out = run_training(system, *parse_run(name, system.arguments, argv))
        if PartialState().is_main_process:
            found = map(read_result, sorted(out.glob(f"*/{RESULTS}")))
            print_scores(printer(), Scored(list(found)))
            say(out)

    run_script(name, main)


def check_run(
    kind: type[BaselineSystem], run: RunArguments, arguments: TrainingArguments
) -> dict[str, Any]:
    """Check all options before any training, and return those that determine the model.

    By default the best checkpoint is that of the first metric of the data.

    Raises:
        RunError, ConfigError, HubError: the request is invalid, or the existing model was trained with other options.
    """
    kind.check(run)
    repository_of(arguments)
    metrics = scorer_of(parse_config(run.config).dataset).metrics
    asked = arguments.metric_for_best_model
    if asked in (None, "loss"):  # the default of transformers; evaluation here has only metrics
        arguments.metric_for_best_model = metrics[0]
    elif asked.removeprefix("eval_") not in metrics:
        raise RunError(f"--metric_for_best_model {asked}: {run.config} has {', '.join(metrics)}")
    for config in waiting_configs(run, Path(arguments.output_dir)):
        check_output(Path(arguments.output_dir) / config / RESULTS)
    options = decisive_options(run, arguments, data_revision(run, run.config))
    check_options(Path(arguments.output_dir), options)
    return options


def configs_of(run: RunArguments) -> list[str]:
    """Return the configs to evaluate, originals first, since attacks are compared with them."""
    found = [config for name in run.evaluate or [run.config] for config in match_configs(name)]
    return sorted({config.name: None for config in found}, key=lambda name: "-" in name)


def waiting_configs(run: RunArguments, out: Path) -> list[str]:
    """Return the configs to evaluate that have no results."""
    return [name for name in configs_of(run) if not (out / name / RESULTS).is_file()]


def run_training(
    kind: type[BaselineSystem], run: RunArguments, arguments: TrainingArguments
) -> Path:
    """Train a system, unless that is done, and evaluate the configs without results.

    An interrupted training resumes from its last checkpoint. Predictions are always those of the saved model,
    so they do not depend on interruptions.

    Returns:
        The directory: ``model/``, ``training.json`` and, for each config, its predictions and
        results.

    Raises:
        RunError, ConfigError, HubError: see `check_run`; or the model could not be pushed.
    """
    options = check_run(kind, run, arguments)
    out = Path(arguments.output_dir)
    waiting, is_trained = waiting_configs(run, out), (out / MODEL).is_dir()
    PartialState().wait_for_everyone()  # so that all processes find the same work done
    if waiting or not is_trained:
        set_seed(arguments.seed)
        train = load_examples(run, run.config, "train")
        if not is_trained:
            _train(kind, run, arguments, train, options)
            release_memory()
        evaluate(kind, run, arguments, train, options, waiting)
    if PartialState().is_main_process:
        match_settings(run, out, configs_of(run))
        private = arguments.hub_private_repo
        finish_model(out / MODEL, kind.label(run), repository_of(arguments), private=private)
    PartialState().wait_for_everyone()
    return out


def _train(
    kind: type[BaselineSystem],
    run: RunArguments,
    arguments: TrainingArguments,
    train: Sequence[Example],
    options: Mapping[str, Any],
) -> None:
    """Train a system and save its model."""
    out = Path(arguments.output_dir)
    system = kind.create(run, arguments, train)
    trainer = make_trainer(system, arguments, train)
    note_options(out, options)
    checkpoint = last_checkpoint(out)
    started = time.perf_counter()
    trainer.train(resume_from_checkpoint=checkpoint)
    seconds = time.perf_counter() - started
    system.model = trainer.accelerator.unwrap_model(trainer.model)
    if not all(weights.isfinite().all() for weights in system.model.parameters()):
        raise RunError(
            f"{run.config}: the weights are no numbers any more; try --attn_implementation eager, --bf16 False, or a lower --learning_rate"
        )
    if trainer.is_world_process_zero():
        staging = out / f"{MODEL}.tmp"
        system.save(staging)
        history = {
            "seconds": round(seconds, 1),
            "steps": trainer.state.global_step,
            "global_batch_size": global_batch_size(arguments),
            "devices": device_count(arguments),
            "resumed_from": Path(checkpoint).name if checkpoint else None,
            "best_checkpoint": Path(trainer.state.best_model_checkpoint or "").name,
            "log": trainer.state.log_history,
        }
        write_output(out / TRAINING, json.dumps(history, indent=1) + "\n")
        staging.replace(out / MODEL)
        remove_checkpoints(out)
    PartialState().wait_for_everyone()


def make_trainer(
    system: BaselineSystem, arguments: TrainingArguments, train: Sequence[Example]
) -> Trainer:
    """Return the Trainer of one training.

    Raises:
        RunError: the system can learn none of the rows, or its model would be parted over devices.
    """
    run = system.run
    learnt = [row for example in train if "labels" in (row := system.encode(example, True))]
    if not learnt:
        raise RunError(f"{run.config}: none of {len(train)} rows can be learnt by this system")
    if left_out := len(train) - len(learnt):
        say(f"{run.config}: {left_out} of {len(train)} rows cannot be learnt and are left out")
    its_arguments = copy.copy(arguments)
    its_arguments.push_to_hub = False  # the Trainer would push every epoch
    trainer = _generating(system.trainer)(
        model=system.model,
        args=its_arguments,
        train_dataset=learnt,
        eval_dataset=load_examples(run, run.config, "validation"),
        data_collator=system.collate,
        processing_class=system.tokenizer,
        callbacks=[EarlyStoppingCallback(run.patience)] if run.patience else None,
    )
    if trainer.is_fsdp_enabled or is_deepspeed_zero3_enabled():
        raise RunError("FSDP and ZeRO stage 3 part a model, which then cannot generate here")
    trainer.system, trainer.limits = system, Limits.of(run, system.tokenizer, train)
    return trainer


def _generating(base: type[Trainer]) -> type[Trainer]:
    """Return a Trainer that evaluates predictions, so that the best checkpoint has the best score."""

    class Generating(base):
        system: BaselineSystem
        limits: Limits
        control: TrainerControl

        def evaluate(
            self,
            eval_dataset: Sequence[Example] | None = None,
            ignore_keys: list[str] | None = None,
            metric_key_prefix: str = "eval",
        ) -> dict[str, float]:
            examples = eval_dataset or self.eval_dataset
            self.system.model = self.accelerator.unwrap_model(self.model)
            size, dtype = self.args.per_device_eval_batch_size, prediction_dtype(self.args)
            lines = predict(self.system, examples, self.limits, size, dtype)
            scored = score_lines(examples, lines, self.system.run.config)
            metrics = {f"{metric_key_prefix}_{name}": x for name, x in means(scored).items()}
            self.log(metrics)
            self.control = self.callback_handler.on_evaluate(
                self.args, self.state, self.control, metrics
            )
            return metrics

    return Generating
