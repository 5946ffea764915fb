"""Card and licence of a release of texts or pairs of texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numdiag_datasets.core.manifest import CARD, LICENCE, Manifest, read_rows
from numdiag_datasets.release.card.common import card
from numdiag_datasets.release.card.licences import SAMPLE_LICENCE
from numdiag_datasets.release.card.metadata import (
    EXPERTS,
    FOUND,
    MACHINE,
    ORIGINAL,
    creators,
    extended,
    languages,
)
from numdiag_datasets.release.release_types import ReleaseTexts
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.shortcut_tables import label_tables
from numdiag_datasets.text_pairs.shortcuts import pair_shortcuts

_EXAMPLES = 4  # rows of each config


def card_texts(manifest: Manifest, directory: Path, repo: str, num_proc: int = 1) -> dict[str, str]:
    """Return the card: file -> text; see `release.card.card.card_texts` for the arguments.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    family = FAMILIES[manifest.holds]
    text = card(
        family.card,
        manifest,
        pair_metadata(manifest),
        repo=repo if "/" in repo else family.name,  # the builders' default directory
        columns=family.columns,
        labels=family.labels,
        examples=_examples(manifest, directory),
        shortcuts=label_tables(pair_shortcuts(directory, manifest)),
    )
    return {CARD: text}


def _examples(manifest: Manifest, directory: Path) -> dict[str, list[dict[str, Any]]]:
    """Return, for each config, the first rows of its test split."""
    return {
        config: read_rows(directory, splits["test"])[:_EXAMPLES]
        for config, splits in manifest.configs.items()
    }


def licence_text(manifest: Manifest) -> str:
    """Return the text of the LICENSE file: numdiag's own licence, or that of the source texts."""
    family = FAMILIES[manifest.holds]
    if is_ours(manifest):
        return (
            f"The rows of `{family.name}` were made by numdiag from its own sentences and are under the\n"
            f"{SAMPLE_LICENCE.title}:\n{SAMPLE_LICENCE.url}\n"
        )
    files = ", ".join(manifest.sources[family.name].files)
    return (
        f"The rows of `{family.name}` were made by numdiag from {files}, which numdiag does not bring along.\n"
        "They are under the licence of those texts; whoever publishes them has to name it here.\n"
    )


def pair_metadata(manifest: Manifest) -> dict[str, Any]:
    """Return the card's metadata fields of a release: those of its family and those its source implies."""
    about = dict(FAMILIES[manifest.holds].about) | manifest.facts.get("about", {})
    kinds = {source.kind for source in manifest.sources.values()}
    # The authors of questions from elsewhere are unknown here, so these count as found.
    writers = {"generated": [], "sample": [EXPERTS]}
    texts = [who for kind in sorted(kinds) for who in writers.get(kind, [FOUND])]
    return {
        "pretty_name": about["pretty_name"],
        **languages(about["language"]),
        **(
            {"license": SAMPLE_LICENCE.code}
            if is_ours(manifest)
            else {"license": "other", "license_name": "by-source", "license_link": LICENCE}
        ),
        **creators(texts=[*texts, MACHINE], answers=[MACHINE]),
        "source_datasets": [ORIGINAL if is_ours(manifest) else extended("other")],
        **{name: about[name] for name in ("task_categories", "task_ids", "tags")},
    }


def is_ours(manifest: Manifest) -> bool:
    """Return whether all rows are made from material that numdiag includes."""
    return all(s.kind in ("generated", "sample") for s in manifest.sources.values())


PAIR_TEXTS = ReleaseTexts(
    cards=card_texts,
    licence=licence_text,
    has_foreign_licence=lambda manifest: any(
        source.kind == "questions" for source in manifest.sources.values()
    ),
)
