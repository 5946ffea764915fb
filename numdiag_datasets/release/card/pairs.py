"""The card and the licence of a release of texts or pairs of texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numdiag_datasets.release.card.licences import SAMPLE_LICENCE
from numdiag_datasets.release.card.parts import card
from numdiag_datasets.release.manifest import Manifest, read_rows
from numdiag_datasets.release.shortcuts.pairs import pair_shortcuts
from numdiag_datasets.release.shortcuts.tables import label_table
from numdiag_datasets.text_pairs import FAMILIES

_EXAMPLES = 4  # rows of each config


def card_text(manifest: Manifest, directory: Path, repo: str) -> str:
    """Return the card; see `problems.card_text` for the arguments.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    family = FAMILIES[manifest.holds]
    return card(
        family.card,
        manifest,
        dict(family.about) | _licence_field(manifest) | manifest.facts.get("about", {}),
        family.features,
        repo=repo if "/" in repo else family.name,  # the builders' own default directory
        columns=family.columns,
        labels=family.labels,
        examples=_examples(manifest, directory),
        shortcuts=label_table(family.name, pair_shortcuts(directory, manifest)),
    )


def _examples(manifest: Manifest, directory: Path) -> dict[str, list[dict[str, Any]]]:
    """Config -> the first rows of its test split."""
    return {
        config: read_rows(directory, splits["test"])[:_EXAMPLES]
        for config, splits in manifest.configs.items()
    }


def _is_ours(manifest: Manifest) -> bool:
    """Whether all rows are made from what numdiag brings along."""
    return all(s.kind in ("generated", "sample") for s in manifest.sources.values())


def _licence_field(manifest: Manifest) -> dict[str, str]:
    if _is_ours(manifest):
        return {"license": SAMPLE_LICENCE.code}
    return {"license": "other", "license_name": "by-source", "license_link": "LICENSE"}


def licence_text(manifest: Manifest) -> str:
    """The LICENSE file: numdiag's own, or that of the texts it was made from."""
    family = FAMILIES[manifest.holds]
    if _is_ours(manifest):
        return (
            f"The rows of `{family.name}` were made by numdiag from its own sentences and are under the\n"
            f"{SAMPLE_LICENCE.title}:\n{SAMPLE_LICENCE.url}\n"
        )
    files = ", ".join(manifest.sources[family.name].files)
    return (
        f"The rows of `{family.name}` were made by numdiag from {files}, which numdiag does not bring along.\n"
        "They are under the licence of those texts; whoever publishes them has to name it here.\n"
    )
