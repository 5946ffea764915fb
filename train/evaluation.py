"""Predictions and results of whole configs."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from accelerate.utils import gather_object
from tqdm.auto import tqdm
from transformers import TrainingArguments

from numdiag_datasets.core.configs import CONTROLLED, TRANSFER, parse_config
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.schema import checksum
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.predictions import match_predictions, read_predictions, to_prediction
from numdiag_datasets.scoring.results import result
from numdiag_datasets.scoring.scored_files import with_matched
from numdiag_datasets.scoring.scored_rows import ScoredRow, score_rows

from .arguments import RunArguments
from .data import load_examples, split_size
from .results import data_revision, data_source, read_result, what_ran, write_result
from .resuming import MODEL
from .systems import BaselineSystem, Limits
from .texts import Example

PREDICTIONS = "predictions.jsonl"
#: Settings with which an attack is compared over the rows that both change.
_MATCHED = (CONTROLLED, TRANSFER)


def prediction_dtype(arguments: TrainingArguments) -> torch.dtype:
    """Return the precision of the matrix products of predictions: that of the training; weights are float32."""
    if arguments.bf16:
        return torch.bfloat16
    return torch.float16 if arguments.fp16 else torch.float32


@torch.no_grad()
def predict(
    system: BaselineSystem,
    examples: Sequence[Example],
    limits: Limits,
    batch_size: int,
    dtype: torch.dtype = torch.float32,
) -> list[dict[str, Any]]:
    """Return lines of a prediction file, in the order of the examples.

    Matrix products are in a precision, over weights in float32. Batches have examples of similar length; under `accelerate launch` every process predicts a part, and
    all of them return the whole.
    """
    state = PartialState()
    encoded = [system.encode(example, False) for example in examples]
    by_length = sorted(range(len(encoded)), key=lambda i: -len(encoded[i]["input_ids"]))
    batches = [by_length[i : i + batch_size] for i in range(0, len(by_length), batch_size)]
    mine = batches[state.process_index :: state.num_processes]
    was_training = system.model.training
    system.model.eval()
    made: list[tuple[int, dict[str, Any]]] = []
    with torch.autocast(system.model.device.type, dtype, enabled=dtype != torch.float32):
        for batch in tqdm(mine, desc="predicting", disable=None, leave=False):
            features, their_examples = [encoded[i] for i in batch], [examples[i] for i in batch]
            made += zip(batch, system.predict(features, their_examples, limits), strict=True)
    system.model.train(was_training)
    return [line for _, line in sorted(gather_object(made), key=lambda pair: pair[0])]


def score_lines(
    examples: Sequence[Example], lines: Sequence[Mapping[str, Any]], config: str
) -> list[ScoredRow]:
    """Score predictions in the order of their examples."""
    rows = [example.row for example in examples]
    predictions = (to_prediction(line["prediction"], line.get("scale")) for line in lines)
    return score_rows(rows[0]["dataset"], rows, predictions, configs=[config] * len(rows))


def scored_rows(run: RunArguments, config: str, predictions: Path) -> list[ScoredRow]:
    """Return the scored rows of a prediction file for the test split of a config.

    Raises:
        PredictionError: the file does not match the rows.
    """
    rows = [example.row for example in load_examples(run, config, "test")]
    matched = match_predictions(read_predictions(predictions), rows, str(predictions))
    return score_rows(rows[0]["dataset"], rows, matched, configs=[config] * len(rows))


def evaluate(
    kind: type[BaselineSystem],
    run: RunArguments,
    arguments: TrainingArguments,
    train: Sequence[Example],
    options: Mapping[str, Any],
    configs: Sequence[str],
) -> None:
    """Load the saved model, and write predictions and results of configs.

    They are compared with the predictions for the originals, if the same model wrote any.

    Args:
        train: the training examples.
        options: those that determine the model.
    """
    out = Path(arguments.output_dir)
    system = kind.load(run, out / MODEL)
    system.model.to(arguments.device)
    limits, dtype = Limits.of(run, system.tokenizer, train), prediction_dtype(arguments)
    for config in configs:
        examples, started = load_examples(run, config, "test"), time.perf_counter()
        lines = predict(system, examples, limits, arguments.per_device_eval_batch_size, dtype)
        about = {
            "system": kind.label(run),
            "prediction_seconds": round(time.perf_counter() - started, 1),
            "prediction_dtype": str(dtype).removeprefix("torch."),
            "options": options,
            "split": "test",
            "predictions": PREDICTIONS,
        }
        if PartialState().is_main_process:
            marked = (
                line | {"row": checksum(each.row)}
                for each, line in zip(examples, lines, strict=True)
            )
            texts = (json.dumps(line, ensure_ascii=False) + "\n" for line in marked)
            write_output(out / config / PREDICTIONS, "".join(texts))
            about |= {"analysis": system.analysis(examples, lines), **what_ran(run, arguments)}
            dataset = parse_config(config).dataset
            originals = Path(run.baseline) if run.baseline else out / dataset / PREDICTIONS
            compared = config != dataset and originals.is_file()
            made = result(
                score_lines(examples, lines, config),
                dataset=dataset,
                config=config,
                revision=data_revision(run, config),
                baseline=scored_rows(run, dataset, originals) if compared else (),
                total=split_size(run, config, "test") if run.max_rows else 0,
                about=about | data_source(run, config),
            )
            write_result(made, out / config)
        PartialState().wait_for_everyone()


def match_settings(run: RunArguments, out: Path, configs: Sequence[str]) -> None:
    """Add to the results of attacks their comparison with the control and with the second form.

    Args:
        run: a training whose test rows are perturbed rows and their originals.
        out: its directory.
        configs: those that have results.
    """
    attacks = [name for name in configs if parse_config(name).setting == "attack"]
    wanted = {f"{name.removesuffix('attack')}{setting}" for name in attacks for setting in _MATCHED}
    if not wanted.intersection(configs):
        return
    rows = {name: scored_rows(run, name, out / name / PREDICTIONS) for name in configs}
    by_config = {
        name: (found, rows[dataset])
        for name, found in rows.items()
        if (dataset := parse_config(name).dataset) in rows and name != dataset
    }
    for name in attacks:
        made = read_result(out / name / RESULTS)
        if (whole := with_matched(made, by_config)) != made:
            write_result(whole, out / name)
