"""What the tests of the probe share: a small release, a small encoder, and a run on both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from tests.small_models import save_small_encoder
from train.probe.encoder import Encoder
from train.probe.run import main

BARE = "number_words-grammaticality-bare-en"
BARE_DANISH = "number_words-grammaticality-bare-da"
PAIRS = "number_words-comparison-sentence-en"
#: Rows of each split.
SIZES = {"train": 120, "validation": 40, "test": 40}


def build_words(folder: Path) -> Path:
    """A release of number words in English and Danish."""
    out = folder / "number_words"
    build_number_words(out, [LANGUAGES["en"], LANGUAGES["da"]], ProbeOptions(99_999, 1, SIZES))
    return out


def save_encoder(folder: Path) -> Path:
    """An encoder of two layers, whose tokens are the words of English numbers."""
    words = [LANGUAGES["en"].spell(n) for n in range(0, 9_999, 7)]
    return save_small_encoder(words, folder / "small-encoder", layers=2)


def run(words: Path, out: Path, *options: object) -> None:
    main([
        "--dataset", str(words), "--output_dir", str(out), "--use_cpu", "--num_train_epochs", "2",
        "--disable_tqdm", "True", *map(str, options),
    ])  # fmt: skip


def results(out: Path, config: str = BARE) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / config / "results.json").read_text())
    return found


def encoded_rows(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, list[int]]]:
    """What encoders are given from now on: rows of a batch and the layers; not the word that they try first."""
    given: list[tuple[int, list[int]]] = []
    embed = Encoder.embed

    def spy(self: Encoder, batch: list[Any], layers: list[int]) -> Any:
        if len(batch) > 1:
            given.append((len(batch), list(layers)))
        return embed(self, batch, layers)

    monkeypatch.setattr(Encoder, "embed", spy)
    return given
