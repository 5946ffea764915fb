"""Build of a release of texts or pairs of texts; as for problems, it is either complete or absent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import TEXT_PAIRS, Manifest, SourceEntry, StoredFile
from numdiag_datasets.core.release_paths import pair_path
from numdiag_datasets.release.replacing import Contents
from numdiag_datasets.release.staging import staging, write_parquet
from numdiag_datasets.text_pairs.card import PAIR_TEXTS
from numdiag_datasets.text_pairs.family import Family

if TYPE_CHECKING:
    import datasets
    import pyarrow


def build_pairs(
    family: Family,
    out: Path,
    configs: Mapping[str, int | None],
    write: Callable[[Path], Iterable[tuple[str, str, StoredFile]]],
    *,
    seed: int,
    source: SourceEntry,
    makers: Sequence[str],
    facts: Mapping[str, Any],
    found: Callable[[], Mapping[str, Any]] = dict,
    replace: bool = False,
) -> Manifest:
    """Build a release at ``out``; existing content is kept until the new release is complete.

    Args:
        family: the family of data sets to build.
        out: the release directory. An older release is replaced; any other content is refused.
        configs: name -> number of rows, or None if only ``write`` determines it; in the order of the card.
        write: writes each Parquet file to its `pair_path` in a directory; yields config, split and stored
            file.
        seed: the seed of all random draws.
        source: the source of the rows.
        makers: libraries whose version may change the bytes.
        facts: other facts that the card and the check need.
        found: called after all files are written; returns the facts that depend on the rows.
        replace: whether to replace a release of other data or with more configs too.

    Returns:
        The manifest.

    Raises:
        ReleaseError: ``out`` cannot be written, or has other or more content; the message names it.
    """
    sources = {family.name: source}
    numbers = {name: value for name, value in facts.items() if type(value) is int}
    contents = Contents(family.name, configs, sources, {"seed": seed, **numbers})
    with staging(out, contents, replace) as directory:
        files = {pair_path(config, split): stored for config, split, stored in write(directory)}
        manifest = Manifest(
            records=TEXT_PAIRS,
            version=__version__,
            seed=seed,
            made_with={name: version(name) for name in makers},
            sources=sources,
            facts={**facts, **found()},
            coverage={},
            configs={
                config: {
                    split: (path,) if (path := pair_path(config, split)) in files else ()
                    for split in SPLITS
                }
                for config in configs
            },
            unavailable={},
            files=dict(sorted(files.items())),
        )
        PAIR_TEXTS.write(manifest, directory)
    return manifest


def write_rows(
    rows: Sequence[object], features: datasets.Features, directory: Path, config: str, split: str
) -> StoredFile:
    """Write a split of a config from rows that have its columns as attributes."""
    return write_parquet(to_table(rows, features), directory, pair_path(config, split))


def to_table(rows: Sequence[object], features: datasets.Features) -> pyarrow.Table:
    """Convert rows with the columns as attributes to a table whose schema has the `datasets` features."""
    import pyarrow

    schema = features.arrow_schema
    columns = [
        pyarrow.array(list(map(attrgetter(field.name), rows)), type=field.type) for field in schema
    ]
    return pyarrow.Table.from_arrays(columns, schema=schema)
