"""One training and the evaluation of its configs, whatever the kind of model."""

from __future__ import annotations

import copy
import json
import platform
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from transformers import (
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    EarlyStoppingCallback,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    Trainer,
    TrainerControl,
    TrainingArguments,
    set_seed,
)

from numdiag_datasets.configs import match_configs, parse_config
from numdiag_datasets.release import read_manifest
from numdiag_datasets.results import ScoredRow, means, result, score_rows
from numdiag_datasets.score import revision_of
from numdiag_datasets.scoring.families import FAMILIES
from numdiag_datasets.scoring.predictions import match_predictions, read_predictions
from train.arguments import RunArguments, RunError
from train.data import Encoded, Encoder, load_examples
from train.evaluation import generate, json_lines, new_tokens, score_texts, write_whole

MODEL, TRAINING, PREDICTIONS, RESULTS = (
    "model",
    "training.json",
    "predictions.jsonl",
    "results.json",
)
_LIBRARIES = ("torch", "transformers", "accelerate", "datasets", "numdiag")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of model: how it is loaded, how its examples are written as tokens, its Trainer."""

    auto_class: Any
    encoder: Callable[[PreTrainedTokenizerBase, int], Encoder]
    trainer: type[Trainer]


def generating(base: type[Trainer]) -> type[Trainer]:
    """A Trainer that evaluates by what the model writes, so the best checkpoint is the one that is
    right most often."""

    class Generating(base):  # type: ignore[misc]
        run: RunArguments
        encode: Encoder
        max_new_tokens: int
        control: TrainerControl

        def evaluate(
            self,
            eval_dataset: Encoded | None = None,
            ignore_keys: list[str] | None = None,
            metric_key_prefix: str = "eval",
        ) -> dict[str, float]:
            examples = (eval_dataset or self.eval_dataset).examples
            texts = generate(
                self.accelerator.unwrap_model(self.model),
                self.processing_class,
                self.encode,
                examples,
                batch_size=self.args.per_device_eval_batch_size,
                max_new_tokens=self.max_new_tokens,
                num_beams=self.run.num_beams,
            )
            _, scored = score_texts(examples, texts, self.run.config)
            metrics = {f"{metric_key_prefix}_{name}": x for name, x in means(scored).items()}
            self.log(metrics)
            self.control = self.callback_handler.on_evaluate(
                self.args, self.state, self.control, metrics
            )
            return metrics

    return Generating


def run_training(kind: Kind, run: RunArguments, arguments: TrainingArguments) -> Path:
    """Train a model, unless it is there already, and evaluate the configs that are not.

    A training that was stopped goes on from its last whole checkpoint.

    Returns:
        The directory: ``model/``, ``training.json`` and, for each config, its predictions and
        results.

    Raises:
        RunError, ConfigError: what was asked for cannot be had.
    """
    configs = evaluated_configs(run)
    out = Path(arguments.output_dir)
    PartialState().wait_for_everyone()
    waiting = [config for config in configs if not (out / config / RESULTS).is_file()]
    if (out / MODEL).is_dir() and not waiting:
        return out
    set_seed(arguments.seed)
    tokenizer, model = load_model(kind, run, out / MODEL if (out / MODEL).is_dir() else None)
    encode = kind.encoder(tokenizer, run.max_input_length)
    train = load_examples(run, run.config, "train")
    max_new_tokens = new_tokens([example.target for example in train], tokenizer)
    if not (out / MODEL).is_dir():
        trainer = make_trainer(
            kind, run, arguments, tokenizer, model, encode, train, max_new_tokens
        )
        _train(trainer, out)
        model = trainer.accelerator.unwrap_model(trainer.model)
    for config in configs:
        if config in waiting:
            examples = load_examples(run, config, "test")
            started = time.perf_counter()
            texts = generate(
                model,
                tokenizer,
                encode,
                examples,
                batch_size=arguments.per_device_eval_batch_size,
                max_new_tokens=max_new_tokens,
                num_beams=run.num_beams,
            )
            seconds = time.perf_counter() - started
            if PartialState().is_main_process:
                lines, _ = score_texts(examples, texts, config)
                write_whole(out / config / PREDICTIONS, json_lines(lines))
                write_results(run, arguments, config, seconds)
        PartialState().wait_for_everyone()
    return out


def evaluated_configs(run: RunArguments) -> list[str]:
    """The configs to evaluate, originals first, so that attacks have something to be compared with.

    Raises:
        ConfigError: an unknown config, or a glob that matches none.
    """
    parse_config(run.config)
    matching = [match_configs(pattern) for pattern in run.evaluate or [run.config]]
    names = {config.name: None for configs in matching for config in configs}
    return sorted(names, key=lambda name: "-" in name)


def load_model(
    kind: Kind, run: RunArguments, trained: Path | None
) -> tuple[PreTrainedTokenizerBase, PreTrainedModel]:
    """The tokenizer and model to start from, or those that were trained.

    Raises:
        RunError: they cannot be loaded.
    """
    tokenizer = load_tokenizer(run, trained)
    with _loading(run):
        name, options = model_source(run, trained)
        model = kind.auto_class.from_pretrained(name, dtype=torch.float32, **options)
    if run.gguf_file and not trained:
        model = _unpacked(kind, model)
    return tokenizer, model


def _unpacked(kind: Kind, model: PreTrainedModel) -> PreTrainedModel:
    """A model loaded from GGUF as an ordinary one: its weights are dense, but the Trainer would take it
    for quantized and refuse."""
    config = copy.deepcopy(model.config)
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    dense: PreTrainedModel = kind.auto_class.from_config(config)
    dense.load_state_dict(model.state_dict())
    dense.generation_config = model.generation_config
    return dense


def load_tokenizer(run: RunArguments, trained: Path | None = None) -> PreTrainedTokenizerBase:
    """The tokenizer to start from, or the trained one.

    Raises:
        RunError: it cannot be loaded.
    """
    with _loading(run):
        name, options = model_source(run, trained)
        tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(name, **options)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


@contextmanager
def _loading(run: RunArguments) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise RunError(
            f"model {run.model}: cannot be loaded ({str(error).strip().splitlines()[0]:.200}); "
            "name a directory, a model on the Hub or package:NAME"
        ) from error


def model_source(run: RunArguments, trained: Path | None = None) -> tuple[str, dict[str, Any]]:
    """Where `from_pretrained` finds the model, and with which options.

    Raises:
        RunError: a package that is not installed.
    """
    if trained:
        return str(trained), {}
    name = run.model
    if name.startswith("package:"):
        spec = find_spec(name.removeprefix("package:"))
        if spec is None or not spec.submodule_search_locations:
            raise RunError(f"model {name}: no such package is installed")
        name = spec.submodule_search_locations[0]
    options = {"gguf_file": run.gguf_file, "revision": run.model_revision}
    return name, {key: value for key, value in options.items() if value}


def make_trainer(
    kind: Kind,
    run: RunArguments,
    arguments: TrainingArguments,
    tokenizer: PreTrainedTokenizerBase,
    model: PreTrainedModel,
    encode: Encoder,
    train: Sequence[Any],
    max_new_tokens: int,
) -> Trainer:
    """The Trainer of one training; the best checkpoint is judged by the first metric of the data."""
    family = FAMILIES[parse_config(run.config).dataset]
    arguments.metric_for_best_model = f"eval_{family.metrics[0]}"
    trainer = generating(kind.trainer)(
        model=model,
        args=arguments,
        train_dataset=Encoded(train, encode),
        eval_dataset=Encoded(load_examples(run, run.config, "validation"), encode),
        data_collator=DataCollatorForSeq2Seq(tokenizer, model, pad_to_multiple_of=8),
        processing_class=tokenizer,
        callbacks=[EarlyStoppingCallback(run.patience)] if run.patience else None,
    )
    trainer.run, trainer.encode, trainer.max_new_tokens = run, encode, max_new_tokens
    return trainer


def _train(trainer: Trainer, out: Path) -> None:
    checkpoint = last_checkpoint(out)
    started = time.perf_counter()
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    seconds = time.perf_counter() - started
    if trainer.is_world_process_zero():
        staging = out / f"{MODEL}.tmp"
        trainer.accelerator.unwrap_model(trainer.model).save_pretrained(staging)
        trainer.processing_class.save_pretrained(staging)
        history = {
            "seconds": round(seconds, 1),
            "resumed_from": checkpoint.name if checkpoint else None,
            "best_checkpoint": Path(trainer.state.best_model_checkpoint or "").name,
            "log": trainer.state.log_history,
        }
        write_whole(out / TRAINING, json.dumps(history, indent=1) + "\n")
        staging.replace(out / MODEL)
        for folder in out.glob("checkpoint-*"):
            shutil.rmtree(folder)
    PartialState().wait_for_everyone()


def last_checkpoint(out: Path) -> Path | None:
    """The last checkpoint that was written whole: the Trainer writes its state last.

    What a kill left half written is removed.
    """
    whole: dict[int, Path] = {}
    for folder in out.glob("checkpoint-*"):
        try:
            state = json.loads((folder / "trainer_state.json").read_text(encoding="utf-8"))
            whole[int(state["global_step"])] = folder
        except (OSError, ValueError, KeyError):
            if PartialState().is_main_process:
                shutil.rmtree(folder)
    PartialState().wait_for_everyone()
    return whole[max(whole)] if whole else None


def write_results(
    run: RunArguments, arguments: TrainingArguments, config: str, seconds: float
) -> None:
    """Score a prediction file, against that for the originals if the same model wrote one."""
    out = Path(arguments.output_dir)
    dataset = parse_config(config).dataset
    originals = Path(run.baseline) if run.baseline else out / dataset / PREDICTIONS
    compared = config != dataset and originals.is_file()
    made = result(
        scored_rows(run, config, out / config / PREDICTIONS),
        dataset=dataset,
        config=config,
        revision=_revision(run, config),
        baseline=scored_rows(run, dataset, originals) if compared else (),
    )
    made |= {
        "split": "test",
        "predictions": PREDICTIONS,
        "run": asdict(run),
        "training": arguments.to_dict(),
        "prediction_seconds": round(seconds, 1),
        "device": torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu",
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in _LIBRARIES},
    }
    write_whole(out / config / RESULTS, json.dumps(made, indent=1, default=str) + "\n")


def scored_rows(run: RunArguments, config: str, predictions: Path) -> list[ScoredRow]:
    """The scored rows of a prediction file for the test split of a config.

    Raises:
        PredictionError: the file does not fit the rows.
    """
    rows = [example.row for example in load_examples(run, config, "test")]
    matched = match_predictions(
        read_predictions(predictions), [row["id"] for row in rows], str(predictions)
    )
    return score_rows(rows[0]["dataset"], rows, matched, configs=[config] * len(rows))


def _revision(run: RunArguments, config: str) -> str:
    if (Path(run.dataset) / "manifest.json").is_file():
        return revision_of(read_manifest(Path(run.dataset)), config, "test")
    return run.revision or ""
