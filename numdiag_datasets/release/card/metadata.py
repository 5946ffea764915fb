"""The YAML fields of a card that do not describe files; users of the Hub filter data sets by them.

The fields and values are those of the Hub's dataset card template, and of `datasets.utils.resources`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from numdiag_datasets.core.data_sets import data_set_of
from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.release.card.licences import card_licence
from numdiag_datasets.sources import source_of

FOUND: Final = "found"
EXPERTS: Final = "expert-generated"
MACHINE: Final = "machine-generated"
#: The value for a data set that was not derived from another.
ORIGINAL: Final = "original"


def problem_metadata(manifest: Manifest) -> dict[str, Any]:
    """Return the fields of a release of problems, which follow from its data sets."""
    held = [data_set_of(name) for name in manifest.sources]
    origins = [source_of(name).origin for name in manifest.sources]
    texts = (who for origin in origins for who in origin.texts_by)
    answers = (who for origin in origins for who in origin.answers_by)
    # A release of originals alone contains no generated text.
    made = [MACHINE] if any("-" in config for config in manifest.configs) else []
    has_tables = any(data_set.kind is TextKind.TABLE for data_set in held)
    has_stories = any(data_set.kind.is_story for data_set in held)
    return {
        "pretty_name": "numdiag (sample)" if manifest.is_sample else "numdiag",
        **languages(["en"]),
        **card_licence(manifest.sources, manifest.is_sample),
        **creators(
            texts=[*([EXPERTS] if manifest.is_sample else texts), *made],
            answers=[*([EXPERTS] if manifest.is_sample else answers), *made],
        ),
        "source_datasets": [ORIGINAL]
        if manifest.is_sample
        else [extended(origin.name) for origin in origins],
        "task_categories": ["question-answering", *["table-question-answering"] * has_tables],
        "task_ids": ["closed-domain-qa"],
        "tags": ["numerical-reasoning", "robustness", *["math-word-problems"] * has_stories],
    }


def creators(texts: Iterable[str], answers: Iterable[str]) -> dict[str, list[str]]:
    """Return the fields for the authors of the texts, and of the answers or labels."""
    return {
        "language_creators": list(dict.fromkeys(texts)),
        "annotations_creators": list(dict.fromkeys(answers)),
    }


def languages(codes: Iterable[str]) -> dict[str, list[str]]:
    """Return the fields for the languages, and whether there are several."""
    found = list(codes)
    kind = "monolingual" if len(found) == 1 else "multilingual"
    return {"language": found, "multilinguality": [kind]}


def extended(name: str) -> str:
    """Return the entry of ``source_datasets`` for a data set from which another was derived."""
    return f"extended|{name}"
