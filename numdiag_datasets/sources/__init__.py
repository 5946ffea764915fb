"""Raw files -> Problems. ``SOURCES`` says which data sets there are and who reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from numdiag_datasets.sources import asdiv, drop, tatqa
from numdiag_datasets.sources.base import SPLITS, SourceData, SourceError, SourceFile, read_file

__all__ = ["SAMPLE", "SOURCES", "SPLITS", "SourceData", "SourceError", "SourceFile", "load_source"]

#: The bundled sample, in the official file layout.
SAMPLE = Path(__file__).with_name("sample")


def _load_asdiv(root: Path, kind: str) -> SourceData:
    xml = read_file(root / asdiv.XML_FILE, asdiv.XML_FILE)
    split_path = _split_file(root / asdiv.SPLIT_FILE, asdiv.PUBLISHED_SPLIT)
    split = read_file(split_path, asdiv.SPLIT_FILE)
    problems = asdiv.read_asdiv(
        xml.content, split.content, str(root / asdiv.XML_FILE), str(split_path)
    )
    return SourceData(
        dataset=asdiv.DATASET,
        kind=kind,
        splits={name: tuple(problems[name]) for name in SPLITS},
        files={xml.name: xml.sha256, split.name: split.sha256},
    )


def _split_file(own: Path, published: Path) -> Path:
    """The split file of a source directory that has one, else the published split."""
    return own if own.is_file() else published


def _load_drop(root: Path, kind: str) -> SourceData:
    files = [read_file(root / name, name) for name in drop.FILES]
    problems = drop.read_drop(
        [file.content for file in files], [str(root / name) for name in drop.FILES]
    )
    return SourceData(
        dataset=drop.DATASET,
        kind=kind,
        splits={name: tuple(problems[name]) for name in SPLITS},
        files={file.name: file.sha256 for file in files},
    )


def _load_tatqa(root: Path, kind: str) -> SourceData:
    files = [read_file(root / name, name) for name in tatqa.FILES]
    split_path = _split_file(root / tatqa.SPLIT_FILE, tatqa.PUBLISHED_SPLIT)
    split = read_file(split_path, tatqa.SPLIT_FILE)
    problems, notes = tatqa.read_tatqa(
        [file.content for file in files],
        split.content,
        [str(root / name) for name in tatqa.FILES],
        str(split_path),
    )
    return SourceData(
        dataset=tatqa.DATASET,
        kind=kind,
        splits={name: tuple(problems[name]) for name in SPLITS},
        files={file.name: file.sha256 for file in (*files, split)},
        notes=notes,
    )


#: Data set -> reader of (source directory, kind).
SOURCES: dict[str, Callable[[Path, str], SourceData]] = {
    asdiv.DATASET: _load_asdiv,
    drop.DATASET: _load_drop,
    tatqa.DATASET: _load_tatqa,
}


def load_source(dataset: str, root: Path, kind: str) -> SourceData:
    """Read the originals of ``dataset`` from a directory in the official layout.

    Raises:
        SourceError: an unknown data set, a missing or damaged file.
    """
    if dataset not in SOURCES:
        raise SourceError(f"unknown dataset {dataset!r}; choose from {', '.join(SOURCES)}")
    return SOURCES[dataset](root, kind)
