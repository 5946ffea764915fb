"""Raw files -> Problems. ``DATA_SETS`` says which data sets there are; each is one file."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from numdiag_datasets.core.data_set import (
    DataSet,
    SourceData,
)
from numdiag_datasets.sources.asdiv_a import reader as asdiv
from numdiag_datasets.sources.drop_num import reader as drop
from numdiag_datasets.sources.gsm8k import reader as gsm8k
from numdiag_datasets.sources.source_files import (
    SPLITS,
    SourceError,
    SourceFile,
    read_file,
)
from numdiag_datasets.sources.svamp import reader as svamp
from numdiag_datasets.sources.tatqa_a import reader as tatqa

__all__ = [
    "DATA_SETS",
    "SPLITS",
    "SourceData",
    "SourceError",
    "SourceFile",
    "data_set_of",
    "is_sample",
    "load_source",
    "sample_folder",
]

#: Name -> data set.
DATA_SETS: dict[str, DataSet] = {
    data_set.name: data_set
    for data_set in (asdiv.ASDIV_A, drop.DROP_NUM, tatqa.TATQA_A, gsm8k.GSM8K, svamp.SVAMP)
}


def data_set_of(name: str) -> DataSet:
    """The facts of a data set.

    Raises:
        SourceError: there is none of that name; the message lists the choices.
    """
    if name not in DATA_SETS:
        raise SourceError(f"unknown dataset {name!r}; choose from {', '.join(DATA_SETS)}")
    return DATA_SETS[name]


def sample_folder(dataset: str) -> Path:
    """Return the bundled sample of a data set: a directory in the official file layout."""
    return Path(__file__).parent / dataset / "sample"


def is_sample(data_set: DataSet, files: Mapping[str, str]) -> bool:
    """Whether checksums of source files are those of the bundled sample.

    Args:
        data_set: of the sample.
        files: see `SourceData.files`.
    """
    return all(
        files.get(file.name)
        == read_file(sample_folder(data_set.name) / file.name, file.name).sha256
        for file in data_set.official
    )


def load_source(dataset: str, source: str | Path = "sample") -> SourceData:
    """Read the originals of a data set.

    Args:
        dataset: asdiv_a, drop_num, tatqa_a, gsm8k or svamp.
        source: "sample" (bundled), "official" (downloaded once, sha256 verified) or a directory in the
            official layout. None of them stands in for another; a copy of the sample is called the sample.

    Returns:
        The originals by split, in source order, and what they were read from.

    Raises:
        SourceError: an unknown data set, a missing or damaged file; names the file and what is wrong.
    """
    data_set = data_set_of(dataset)
    if source == "sample":
        return data_set.load(sample_folder(dataset), "sample")
    if source == "official":
        # Imported here: only a download needs `datasets`.
        from numdiag_datasets.sources.official import place_official

        with tempfile.TemporaryDirectory() as folder:
            for file in data_set.official:
                place_official(file, Path(folder))
            return data_set.load(Path(folder), "official")
    root = Path(source).expanduser()
    if not root.is_dir():
        raise SourceError(
            f"{source}: no such directory; --source is sample, official or a directory"
        )
    data = data_set.load(root, "directory")
    return replace(data, kind="sample") if is_sample(data_set, data.files) else data
