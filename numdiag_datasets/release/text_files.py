"""The text files that go with the Parquet files of a release."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.core.manifest import (
    EVALUATION,
    LICENCE,
    MANIFEST,
    Manifest,
)
from numdiag_datasets.release.release_types import kind_of


def text_files(manifest: Manifest, directory: Path, repo: str = "numdiag") -> dict[str, str]:
    """The text files that go with the Parquet files of a release: name -> text.

    Args:
        manifest: of the release, or of some data sets of it.
        directory: where the Parquet files are.
        repo: what users give to `load_dataset`.
    """
    kind = kind_of(manifest)
    texts = {
        MANIFEST: manifest.to_text(),
        **kind.cards(manifest, directory, repo),
        LICENCE: kind.licence(manifest),
        EVALUATION: kind.evaluation(manifest),
    }
    return {name: text for name, text in texts.items() if text}


def write_text_files(manifest: Manifest, directory: Path) -> None:
    """Write them beside the Parquet files."""
    for name, text in text_files(manifest, directory).items():
        (directory / name).write_text(text, encoding="utf-8", newline="\n")
