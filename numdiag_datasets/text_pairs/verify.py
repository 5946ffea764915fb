"""Check of the rows of a release of texts or pairs of texts, from its files alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest, ReleaseError, Violation
from numdiag_datasets.core.release_paths import pair_path
from numdiag_datasets.core.table_columns import read_table
from numdiag_datasets.text_pairs import FAMILIES


def config_of(path: str) -> str:
    """Return the config of a file, whose splits are checked together; the inverse of `pair_path`."""
    family, rest, _ = path.split("/")
    return f"{family}-{rest}"


def check_rows(directory: Path, manifest: Manifest, paths: Sequence[str]) -> Iterator[Violation]:
    """Yield every violation in the splits of a config; see `Family.check`.

    Raises:
        ReleaseError: a file cannot be read as rows of the config.
    """
    family, config = FAMILIES[manifest.holds], config_of(paths[0])
    if config not in family.names:
        raise ReleaseError(f"{config} is not a config of {family.name}")
    by_split = {split: path for split in SPLITS if (path := pair_path(config, split)) in paths}
    rows = {
        split: read_table(
            directory, path, family.features(config), manifest.files[path]
        ).to_pylist()
        for split, path in by_split.items()
    }
    for split, number, what in family.check(config, rows, manifest.facts):
        yield Violation(f"{by_split[split]} row {number}", what)
