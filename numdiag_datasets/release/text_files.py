"""The text files that go with the Parquet files of a release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numdiag_datasets.release.card.licences import licence_text
from numdiag_datasets.release.card.pairs import pairs_card, pairs_licence
from numdiag_datasets.release.card.problems import card_text
from numdiag_datasets.release.manifest import CARD, LICENCE, MANIFEST, PROBLEMS, manifest_text


def papers(manifest: dict[str, Any], directory: Path, repo: str = "numdiag") -> dict[str, str]:
    """The text files that go with the Parquet files of a release: name -> text.

    Args:
        manifest: of the release, or of some data sets of it.
        directory: where the Parquet files are.
        repo: what users give to `load_dataset`.
    """
    if manifest["records"] != PROBLEMS:
        return {
            MANIFEST: manifest_text(manifest),
            CARD: pairs_card(manifest, directory, repo),
            LICENCE: pairs_licence(manifest),
        }
    is_sample = any(source["kind"] == "sample" for source in manifest["sources"].values())
    return {
        MANIFEST: manifest_text(manifest),
        CARD: card_text(manifest, directory, repo),
        LICENCE: licence_text(manifest["sources"], is_sample),
    }
