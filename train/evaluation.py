"""Predictions for whole configs: generation in batches, and the files that tell of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from accelerate.utils import gather_object
from tqdm.auto import tqdm
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from numdiag_datasets.results import ScoredRow, score_rows
from numdiag_datasets.scoring.predictions import to_prediction
from train.data import Encoder
from train.texts import Example

#: Tokens beyond the longest target of the training that a prediction may have.
_SPARE_TOKENS = 8


def new_tokens(targets: Sequence[str], tokenizer: PreTrainedTokenizerBase) -> int:
    """How many tokens a prediction may have, so that every target fits."""
    return max(len(tokenizer(target)["input_ids"]) for target in targets) + _SPARE_TOKENS


@torch.no_grad()
def generate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    encode: Encoder,
    examples: Sequence[Example],
    *,
    batch_size: int,
    max_new_tokens: int,
    num_beams: int = 1,
) -> list[str]:
    """What the model writes for each example, in their order.

    Batches hold examples of like length, padded on the left; under `accelerate launch` every process
    takes a part, and all of them return the whole.
    """
    state = PartialState()
    encoded = [encode(example, False) for example in examples]
    by_length = sorted(range(len(encoded)), key=lambda i: -len(encoded[i]["input_ids"]))
    batches = [by_length[i : i + batch_size] for i in range(0, len(by_length), batch_size)]
    mine = batches[state.process_index :: state.num_processes]
    only_new = not model.config.is_encoder_decoder
    was_training, side = model.training, tokenizer.padding_side
    model.eval()
    tokenizer.padding_side = "left" if only_new else side
    written: list[tuple[int, str]] = []
    for batch in tqdm(mine, desc="predicting", disable=None, leave=False):
        padded = tokenizer.pad([encoded[i] for i in batch], return_tensors="pt").to(model.device)
        output = model.generate(
            **padded,
            max_new_tokens=max_new_tokens,
            num_beams=num_beams,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        if only_new:
            output = output[:, padded["input_ids"].shape[1] :]
        texts = tokenizer.batch_decode(output, skip_special_tokens=True)
        written += zip(batch, texts, strict=True)
    tokenizer.padding_side = side
    model.train(was_training)
    return [text for _, text in sorted(gather_object(written))]


def score_texts(
    examples: Sequence[Example], texts: Sequence[str], config: str
) -> tuple[list[dict[str, Any]], list[ScoredRow]]:
    """Lines of a prediction file, and the scored rows."""
    lines = [example.prediction(text) for example, text in zip(examples, texts, strict=True)]
    rows = [example.row for example in examples]
    predictions = (to_prediction(line["prediction"], line.get("scale")) for line in lines)
    scored = score_rows(rows[0]["dataset"], rows, predictions, configs=[config] * len(rows))
    return lines, scored


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    staging = path.with_name(path.name + ".tmp")
    staging.write_text(text, encoding="utf-8")
    staging.replace(path)


def json_lines(records: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
