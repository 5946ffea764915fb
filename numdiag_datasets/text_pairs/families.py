"""The table of the families of text pairs."""

from __future__ import annotations

from typing import Any

from numdiag_datasets.manifest import ReleaseError, kind_of
from numdiag_datasets.number_probing.family import NUMBER_WORDS
from numdiag_datasets.question_matching.family import QUESTION_MATCHING
from numdiag_datasets.text_pairs.family import Family

FAMILIES: dict[str, Family] = {family.name: family for family in (NUMBER_WORDS, QUESTION_MATCHING)}


def family_of(manifest: dict[str, Any]) -> Family:
    """The family of a release of text pairs, which holds one.

    Raises:
        ReleaseError: the manifest names none that there is.
    """
    if (name := kind_of(manifest)) not in FAMILIES:
        raise ReleaseError(
            f"unknown family {name!r} of text pairs; choose from {', '.join(FAMILIES)}"
        )
    return FAMILIES[name]
