"""What a probe sees of a row: the pooled embedding of a frozen encoder, or counts of characters."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor
from transformers import AutoConfig, AutoModel

from numdiag_datasets.text_pairs.family import Row

from .arguments import RunError, SourceArguments
from .loading import load_model, load_tokenizer, loading, model_source

#: Rows of about the same length that are encoded at once.
_BATCH = 256
FEATURES = ("encoder", "random", "characters")
POOLINGS = ("mean", "first", "pooler")


@dataclass(frozen=True)
class Encoder:
    """A frozen encoder and how its hidden states become one vector.

    Attributes:
        name: what names the vectors of a row: the same name, the same vectors.
        embed: texts and their pairs ("" for none) -> a vector each.
    """

    name: str
    embed: Callable[[Sequence[tuple[str, str]]], Tensor]


def frozen_encoder(
    run: SourceArguments, pooling: str, max_length: int, device: torch.device, seed: int | None
) -> Encoder:
    """A pre-trained encoder, or, with a seed, one of the same shape with random weights.

    Args:
        run: which model.
        pooling: ``mean`` over the tokens, the ``first`` one, or the model's own ``pooler``.
        max_length: tokens that it sees of a row.
        device: where it runs.
        seed: of random weights; None for the trained ones.

    Raises:
        RunError: it cannot be loaded, or gives no hidden state to pool.
    """
    tokenizer = load_tokenizer(run)
    if seed is None:
        model = load_model(AutoModel, run)
    else:
        torch.manual_seed(seed)
        with loading(run.model):
            name, options = model_source(run)
            model = AutoModel.from_config(AutoConfig.from_pretrained(name, **options))
    if getattr(model.config, "is_encoder_decoder", False):
        model = model.get_encoder()
    model.to(device).eval()

    @torch.inference_mode()
    def embed(texts: Sequence[tuple[str, str]]) -> Tensor:
        inputs = tokenizer(
            [text for text, _ in texts],
            [pair for _, pair in texts] if texts[0][1] else None,
            padding=True,
            truncation=True,
            max_length=max_length,
            return_tensors="pt",
        ).to(device)
        return _pooled(model(**inputs), inputs["attention_mask"], pooling, run.model)

    try:
        embed([("one", "")])  # what cannot be pooled is told before any data is read
    except RunError:
        raise
    except (AttributeError, TypeError, ValueError) as error:  # of a model that wants more than text
        raise RunError(
            f"model {run.model}: does not encode text ({str(error).splitlines()[0]:.200})"
        ) from error
    name = json.dumps([run.model, run.model_revision, run.gguf_file, pooling, max_length, seed])
    return Encoder(name, embed)


def _pooled(output: Any, mask: Tensor, pooling: str, model: str) -> Tensor:
    hidden = getattr(output, "last_hidden_state", None)
    if hidden is None:
        raise RunError(
            f"model {model}: gives no hidden state (last_hidden_state), so there is nothing to probe"
        )
    if pooling == "pooler":
        if getattr(output, "pooler_output", None) is None:
            raise RunError(f"model {model}: has no pooler; use --pooling mean or first")
        return output.pooler_output
    if pooling == "first":
        return hidden[:, 0]
    weights = mask.unsqueeze(-1).to(hidden.dtype)
    return (hidden * weights).sum(1) / weights.sum(1)


def embedded(encoder: Encoder, rows: Sequence[Row], cache: Path) -> Tensor:
    """The vector of every row, from the cache if they were computed before; float16, which halves it.

    Args:
        encoder: see `Encoder`.
        rows: of one split; all of them have a pair, or none.
        cache: folder.

    Returns:
        Rows by dimensions, float32.
    """
    pairs = [(row["text"], row["text_pair"]) for row in rows]
    digest = hashlib.sha256(json.dumps([encoder.name, pairs]).encode()).hexdigest()[:24]
    path = cache / f"{digest}.safetensors"
    with suppress(FileNotFoundError, SafetensorError, KeyError):  # what was cut off is made anew
        return load_file(path)["vectors"].float()
    order = sorted(range(len(pairs)), key=lambda n: sum(map(len, pairs[n])))
    vectors: Tensor | None = None
    for batch in _batches(order):
        found = encoder.embed([pairs[n] for n in batch]).to("cpu", torch.float16)
        if vectors is None:
            vectors = torch.empty(len(pairs), found.shape[1], dtype=torch.float16)
        vectors[batch] = found
    if vectors is None:
        raise RunError("a split without rows")
    cache.mkdir(parents=True, exist_ok=True)
    staging = path.with_suffix(".tmp")
    save_file({"vectors": vectors}, staging)
    staging.replace(path)
    return vectors.float()


def _batches(order: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(order), _BATCH):
        yield list(order[start : start + _BATCH])


def character_counts(rows: Sequence[Row], alphabet: Sequence[str]) -> Tensor:
    """How often each character of an alphabet, and any other, stands in each text and its pair.

    A probe that does as well on these has learnt from spelling, not from meaning.

    Returns:
        Rows by twice (the alphabet and one), float32; the second half is 0 without a pair.
    """
    places = {character: n for n, character in enumerate(alphabet)}
    width = len(alphabet) + 1
    counts = torch.zeros(len(rows), 2 * width)
    for row, count in zip(rows, counts.numpy(), strict=True):
        for start, text in ((0, row["text"]), (width, row["text_pair"])):
            for character in text:
                count[start + places.get(character, width - 1)] += 1
    return counts


def alphabet_of(rows: Sequence[Row]) -> list[str]:
    """Every character of the texts and their pairs."""
    return sorted({c for row in rows for c in row["text"] + row["text_pair"]})
