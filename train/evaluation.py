"""Predictions for whole configs: generation in batches, and files of predictions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from accelerate import PartialState
from accelerate.utils import gather_object
from tqdm.auto import tqdm

from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.scored_rows import (
    ScoredRow,
    score_rows,
)

from .systems import BaselineSystem, Limits
from .texts import Example


@torch.no_grad()
def predict(
    system: BaselineSystem, examples: Sequence[Example], limits: Limits, batch_size: int
) -> list[dict[str, Any]]:
    """Return lines of a prediction file, in the order of the examples.

    Batches have examples of similar length; under `accelerate launch` every process predicts a part, and
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


def json_lines(records: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
