"""Source files -> Problems: a folder for each data set, with its reader, facts, published split and sample."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path

from numdiag_datasets.core.data_sets import DATA_SETS, SPLITS
from numdiag_datasets.core.processes import collector_paused
from numdiag_datasets.sources.source import Source, SourceData
from numdiag_datasets.sources.source_files import SourceError, read_file

#: Name of a data set -> its source.
SOURCES: dict[str, Source] = {
    name: import_module(f"{__name__}.{name}").SOURCE for name in DATA_SETS
}


def source_of(dataset: str) -> Source:
    """Return the source of a data set.

    Raises:
        SourceError: an unknown data set; the message lists the choices.
    """
    if dataset not in SOURCES:
        raise SourceError(f"unknown dataset {dataset!r}; choose from {', '.join(SOURCES)}")
    return SOURCES[dataset]


def sample_folder(dataset: str) -> Path:
    """Return the bundled sample of a data set: a directory in the official file layout."""
    return Path(__file__).parent / dataset / "sample"


def is_sample(source: Source, files: Mapping[str, str]) -> bool:
    """Return whether checksums of source files are those of the bundled sample.

    Args:
        source: the source of the sample.
        files: see `SourceData.files`.
    """
    return all(
        files.get(file.name) == read_file(sample_folder(source.name) / file.name, file.name).sha256
        for file in source.official
    )


def load_sources(datasets: Sequence[str], source: str | Path = "sample") -> list[SourceData]:
    """Read the originals of several data sets; see `load_source`."""
    with collector_paused():
        return [load_source(dataset, source) for dataset in datasets]


def load_source(dataset: str, source: str | Path = "sample") -> SourceData:
    """Read the originals of a data set.

    Args:
        dataset: a key of `DATA_SETS`.
        source: "sample" (bundled), "official" (downloaded once, sha256 verified) or a directory in the
            official layout. None of them replaces another; a directory with a copy of the sample counts
            as the sample.

    Returns:
        The originals by split, in source order, with the checksums of their files.

    Raises:
        SourceError: an unknown data set, a missing or damaged file; names the file and the problem.
    """
    known = source_of(dataset)
    if source == "sample":
        return _read(known, sample_folder(dataset), "sample")
    if source == "official":
        # Imported here: only a download needs `datasets`.
        from numdiag_datasets.sources.official import place_official

        with tempfile.TemporaryDirectory() as folder:
            for file in known.official:
                place_official(file, Path(folder))
            return _read(known, Path(folder), "official")
    try:
        root = Path(source).expanduser()
        is_there = root.is_dir()
    except (OSError, RuntimeError):  # too long a name, or a user who does not exist
        is_there = False
    if not is_there:
        raise SourceError(
            f"{source}: no such directory; --source is sample, official or a directory"
        )
    data = _read(known, root, "directory")
    return replace(data, kind="sample") if is_sample(known, data.files) else data


def _read(source: Source, root: Path, kind: str) -> SourceData:
    """Return the originals in a directory in the official layout."""
    files = [read_file(root / file.name, file.name) for file in source.official]
    if name := source.split_ids:
        own, published = root / name, Path(__file__).parent / source.name / "split_ids.tsv"
        files.append(read_file(own if own.is_file() else published, name))
    found, notes = source.read(*files)
    splits = {split: tuple(found[split]) for split in SPLITS}
    if marked := next((p.id for p in chain.from_iterable(splits.values()) if "#" in p.id), ""):
        raise SourceError(
            f"{root}: {source.name} has the id {marked!r:.60}; # marks perturbed copies"
        )
    return SourceData(source.name, kind, splits, {f.name: f.sha256 for f in files}, notes)
