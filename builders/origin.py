"""``--source sample|official|DIR`` -> the originals of a data set."""

from __future__ import annotations

import tempfile
from pathlib import Path

from numdiag_datasets.sources import SAMPLE, SourceData, SourceError, load_source


def load_origin(dataset: str, source: str) -> SourceData:
    """Read the originals of a data set.

    Args:
        dataset: a key of `numdiag_datasets.sources.SOURCES`.
        source: "sample" (bundled), "official" (downloaded once) or a directory in the official
            layout. None of them stands in for another.

    Raises:
        SourceError: names the file and what is wrong with it.
    """
    if source == "sample":
        return load_source(dataset, SAMPLE, "sample")
    if source == "official":
        # Imported here: only a download needs `datasets`.
        from builders.official import OFFICIAL_FILES, place_official

        with tempfile.TemporaryDirectory() as folder:
            for file in OFFICIAL_FILES[dataset]:
                place_official(file, Path(folder))
            return load_source(dataset, Path(folder), "official")
    root = Path(source).expanduser()
    if not root.is_dir():
        raise SourceError(
            f"{source}: no such directory; --source is sample, official or a directory"
        )
    return load_source(dataset, root, "directory")
