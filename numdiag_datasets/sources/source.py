"""The record of a data set's source: its facts, its published files and its reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from numdiag_datasets.core.problem import Problem


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence of a source: its name as the Hub spells it, its title and text, and the work to credit."""

    code: str
    title: str
    url: str
    work: str


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a source, in the form of the Hub's metadata.

    Attributes:
        name: the source's name there, without its owner: ``drop`` in ``extended|drop``.
        arxiv: the paper that published it.
        texts_by: the authors of passages and questions, in the Hub's words: found, crowdsourced,
            expert-generated.
        answers_by: the authors of answers, equations and derivations.
    """

    name: str
    arxiv: str
    texts_by: tuple[str, ...]
    answers_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A published file.

    Attributes:
        name: in the official layout.
        url: of the download.
        sha256: of the download; "" if only the commit in the URL pins the bytes.
        member: the file's name in the downloaded zip archive, "" if the download is the file itself.
    """

    name: str
    url: str
    sha256: str
    member: str = ""


@dataclass(frozen=True, slots=True)
class SourceData:
    """The originals of one data set.

    Attributes:
        dataset: "asdiv_a".
        kind: "sample", "official" or "directory".
        splits: split -> problems in source order.
        files: name -> sha256 of every file they came from.
        notes: the parts of the published data set that the files lack.
    """

    dataset: str
    kind: str
    splits: dict[str, tuple[Problem, ...]]
    files: dict[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a data set; each folder of `sources` defines one.

    Attributes:
        name: of the data set, a key of `core.data_sets.DATA_SETS`.
        summary: the part of the published data in use, in a sentence; "" for all of it.
        licence: of the source, which also covers releases built from it.
        origin: metadata of the source for the Hub.
        citation: BibTeX of the paper that published it.
        official: the published files to download, in the order in which they are read.
        read: these files, and the file of the split -> split -> the problems in source order, and the parts of the
            published data set that the files lack.
        split_ids: the name of the file of the split in the official layout, "" if there is none. If a source
            directory has none, it is ``split_ids.tsv`` of the data set's folder.
    """

    name: str
    summary: str
    licence: Licence
    origin: Origin
    citation: str
    official: tuple[OfficialFile, ...]
    read: Callable[..., tuple[Mapping[str, Sequence[Problem]], tuple[str, ...]]]
    split_ids: str = ""
