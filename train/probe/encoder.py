"""Frozen encoder: texts to vectors, one for each requested layer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from transformers import AutoConfig, AutoModel, DataCollatorWithPadding, PreTrainedModel

from numdiag_datasets.core.schema import Row

from ..errors import RunError
from ..loading import load_model, load_tokenizer, loading, model_source
from .options import ProbeArguments

#: A tokenised row: ``input_ids``, ``attention_mask`` and other inputs of the model.
Encoding = dict[str, list[int]]


class Encoder:
    """A pre-trained encoder, or one of the same shape with random weights.

    Attributes:
        name: a key for the vectors of a row: equal names mean equal vectors.
        depth: the number of its layers after the embeddings.
        device: its device.
    """

    def __init__(
        self, run: ProbeArguments, device: torch.device, *, bf16: bool, seed: int | None
    ) -> None:
        """Load it.

        Args:
            run: the model, the pooling of its hidden states, and the most tokens of a row.
            bf16: whether to compute in bfloat16, not float32.
            seed: the seed of random weights; None for the trained ones.

        Raises:
            RunError: it cannot be loaded, or returns no hidden state to pool.
        """
        self.device = device
        self.depth = depth_of(run)
        self._model_name, self._pooling, self._max_length = run.model, run.pooling, run.max_length
        self._bf16 = bf16
        self._tokenizer = load_tokenizer(run)
        self._collate = DataCollatorWithPadding(self._tokenizer)
        self._model = _model(run, seed).to(device).eval()
        # Identify weights by a checksum: the content of a folder may change, and a cache outlives a run.
        self.name = json.dumps(
            [run.model, _digest(self._model), run.pooling, run.max_length, self._bf16]
        )
        self._try_out()

    def tokenize(self, rows: Sequence[Row]) -> list[Encoding]:
        """Return rows as tokens, without padding; either all of them have a pair, or none."""
        texts, pairs = [row["text"] for row in rows], [row["text_pair"] for row in rows]
        second = pairs if any(pairs) else None
        made = self._tokenizer(texts, second, truncation=True, max_length=self._max_length)
        return [{key: made[key][n] for key in made} for n in range(len(rows))]

    @torch.inference_mode()
    def embed(self, batch: Sequence[Encoding], layers: Sequence[int]) -> dict[int, Tensor]:
        """Return the vectors of some rows at some layers, all from one pass.

        Returns:
            Layer -> rows by dimensions, float32.
        """
        inputs = self._collate(list(batch)).to(self.device)
        is_inner = any(layer != self.depth for layer in layers)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._bf16):
            output = self._model(**inputs, output_hidden_states=is_inner)
        hidden = self._hidden_states(output, is_inner)
        mask = inputs["attention_mask"].unsqueeze(-1)
        return {layer: self._pooled(output, hidden[layer], mask) for layer in layers}

    def _hidden_states(self, output: Any, is_inner: bool) -> dict[int, Tensor]:
        last = getattr(output, "last_hidden_state", None)
        if last is None:
            raise RunError(
                f"model {self._model_name}: gives no hidden state (last_hidden_state), so there is nothing to probe"
            )
        inner = getattr(output, "hidden_states", None) or () if is_inner else ()
        if is_inner and len(inner) != self.depth + 1:
            raise RunError(
                f"model {self._model_name}: gives {len(inner)} hidden states for {self.depth} layers; "
                "only --layer last can be probed"
            )
        # Use `last_hidden_state`, since some models apply a norm after the last of `hidden_states`.
        return {**dict(enumerate(inner)), self.depth: last}

    def _pooled(self, output: Any, hidden: Tensor, mask: Tensor) -> Tensor:
        if self._pooling == "pooler":
            if getattr(output, "pooler_output", None) is None:
                raise RunError(
                    f"model {self._model_name}: has no pooler; use --pooling mean or first"
                )
            return output.pooler_output.float()
        if self._pooling == "first":
            return hidden[:, 0].float()
        return (hidden.float() * mask).sum(1) / mask.sum(1)

    def _try_out(self) -> None:
        """Encode a word, so that failures of pooling are reported before any data is read."""
        try:
            self.embed(self.tokenize([{"text": "one", "text_pair": ""}]), [self.depth])
        except RunError:
            raise
        except (AttributeError, TypeError, ValueError) as error:  # it needs other inputs than text
            raise RunError(
                f"model {self._model_name}: does not encode text ({str(error).splitlines()[0]:.200})"
            ) from error


def depth_of(run: ProbeArguments) -> int:
    """Return the number of layers after the embeddings, from the encoder's configuration alone.

    Raises:
        RunError: the configuration cannot be loaded, or lacks the number.
    """
    with loading(run.model):
        name, options = model_source(run)
        config = AutoConfig.from_pretrained(name, **options).get_text_config()
    depth = getattr(config, "num_hidden_layers", None)
    if not isinstance(depth, int):
        raise RunError(f"model {run.model}: its configuration does not tell how many layers it has")
    return depth


def _model(run: ProbeArguments, seed: int | None) -> PreTrainedModel:
    if seed is None:
        model = load_model(AutoModel, run)
    else:
        torch.manual_seed(seed)
        with loading(run.model):
            name, options = model_source(run)
            model = AutoModel.from_config(AutoConfig.from_pretrained(name, **options)).float()
    return model.get_encoder() if getattr(model.config, "is_encoder_decoder", False) else model


def _digest(model: PreTrainedModel) -> str:
    """Return a checksum of all weights; 100 million take a third of a second."""
    digest = hashlib.sha256()
    for name, weights in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(weights.reshape(-1).cpu().numpy())
    return digest.hexdigest()
