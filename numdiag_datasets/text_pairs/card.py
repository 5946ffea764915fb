"""The card and the licence of a release of texts or pairs of texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numdiag_datasets.card_parts import card
from numdiag_datasets.licences import SAMPLE_LICENCE
from numdiag_datasets.manifest import read_rows
from numdiag_datasets.text_pairs.families import family_of

_EXAMPLES = 4  # rows of each config


def pairs_card(manifest: dict[str, Any], directory: Path, repo: str) -> str:
    """Return the card; see `card.card_text` for the arguments.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    family = family_of(manifest)
    return card(
        family.card,
        manifest,
        dict(family.about) | {"license": SAMPLE_LICENCE.code} | manifest["facts"].get("about", {}),
        family.features,
        repo=repo,
        columns=family.columns,
        labels=family.labels,
        examples=_examples(manifest, directory),
    )


def _examples(manifest: dict[str, Any], directory: Path) -> dict[str, list[dict[str, Any]]]:
    """Config -> the first rows of its test split."""
    return {
        config: read_rows(directory, splits["test"])[:_EXAMPLES]
        for config, splits in manifest["configs"].items()
    }


def pairs_licence(manifest: dict[str, Any]) -> str:
    """The LICENSE file of a release that is all numdiag's own."""
    family = family_of(manifest)
    return (
        f"The rows of `{family.name}` were made by numdiag from its own sentences and are under the\n"
        f"{SAMPLE_LICENCE.title}:\n{SAMPLE_LICENCE.url}\n"
    )
