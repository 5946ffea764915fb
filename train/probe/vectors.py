"""Vectors of rows by a frozen encoder: computed once, all layers in one pass, and kept in files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from secrets import token_hex

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from numdiag_datasets.core.progress import Progress
from numdiag_datasets.core.schema import Row

from ..errors import RunError
from .encoder import Encoder, Encoding

_KEY = "vectors"
#: Tokens of a batch. A CPU is fastest with a few rows of equal length, an accelerator with many.
_CPU_TOKENS, _ACCELERATOR_TOKENS = 2_048, 32_768


class Vectors:
    """The vectors of an encoder, read from a folder if they were computed before."""

    def __init__(self, encoder: Encoder, cache: Path) -> None:
        """Set encoder and folder.

        Args:
            cache: the folder; several runs may share it, even at the same time.
        """
        self._encoder, self._cache = encoder, cache
        is_cpu = encoder.device.type == "cpu"
        self._tokens = _CPU_TOKENS if is_cpu else _ACCELERATOR_TOKENS

    def files(
        self, rows: Sequence[Row], layers: Iterable[int], progress: Progress
    ) -> dict[int, Path]:
        """Return the files of rows' vectors at some layers; compute missing ones in one pass of the encoder.

        Args:
            rows: the rows of a split; either all of them have a pair, or none.
            progress: called with (description, encoded rows, all rows).

        Returns:
            Layer -> the file; see `load_vectors`.

        Raises:
            RunError: there are no rows, or vectors exceed the range of float16.
        """
        texts = json.dumps([[row["text"], row["text_pair"]] for row in rows])
        paths = {layer: self._cache / f"{self._digest(texts, layer)}.safetensors" for layer in layers}  # fmt: skip
        missing = [layer for layer, path in paths.items() if not _is_whole(path)]
        if missing:
            for layer, vectors in self._computed(rows, missing, progress).items():
                if not vectors.isfinite().all():
                    raise RunError(
                        f"layer {layer}: its hidden states are no numbers, or beyond what float16 holds"
                    )
                _save(vectors, paths[layer])
        return paths

    def _digest(self, texts: str, layer: int) -> str:
        return hashlib.sha256(f"{self._encoder.name}\n{layer}\n{texts}".encode()).hexdigest()[:24]

    def _computed(
        self, rows: Sequence[Row], layers: Sequence[int], progress: Progress
    ) -> dict[int, Tensor]:
        """Return layer -> rows by dimensions, in float16, which halves the files."""
        if not rows:
            raise RunError("a split without rows")
        encodings = self._encoder.tokenize(rows)
        made: dict[int, Tensor] = {}
        done = 0
        for batch in _batches(encodings, self._tokens):
            found = self._encoder.embed([encodings[n] for n in batch], layers)
            for layer, vectors in found.items():
                if layer not in made:
                    made[layer] = torch.empty(len(rows), vectors.shape[1], dtype=torch.float16)
                made[layer][batch] = vectors.to("cpu", torch.float16)
            done += len(batch)
            progress("encoding", done, len(rows))
        return made


def load_vectors(path: Path) -> Tensor:
    """Load vectors written by `Vectors.files`: rows by dimensions, float32."""
    return load_file(path)[_KEY].float()


def _save(vectors: Tensor, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # A unique name, as another run may write the same file.
    staging = path.with_name(f".{path.stem}.{token_hex(8)}")
    save_file({_KEY: vectors}, staging)
    staging.replace(path)


def _is_whole(path: Path) -> bool:
    try:
        with safe_open(path, framework="pt") as file:  # checks the length
            return _KEY in file.keys()  # noqa: SIM118  # it is no mapping
    except (FileNotFoundError, SafetensorError):
        return False


def _batches(encodings: Sequence[Encoding], tokens: int) -> Iterator[list[int]]:
    """Group row indices into batches of similar length under a token budget, including padding."""
    lengths = [len(encoding["input_ids"]) for encoding in encodings]
    batch: list[int] = []
    for n in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[n] > tokens:
            yield batch
            batch = []
        batch.append(n)
    if batch:
        yield batch
