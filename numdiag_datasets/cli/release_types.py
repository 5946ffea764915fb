"""The release type of a manifest, chosen by its records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numdiag_datasets.core.manifest import PROBLEMS, Manifest

if TYPE_CHECKING:
    from numdiag_datasets.release.release_types import ReleaseType


def release_type_of(manifest: Manifest) -> ReleaseType:
    """Return the type of a release; only the modules of this type are imported."""
    if manifest.records == PROBLEMS:
        from numdiag_datasets.release.problems import PROBLEM_RELEASE

        return PROBLEM_RELEASE
    from numdiag_datasets.text_pairs.release_type import PAIR_RELEASE

    return PAIR_RELEASE
