"""What is to be known of a data set: every reader, scorer, prompt and card asks here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from numdiag_datasets.core.problem import Problem


class AnswerForm(StrEnum):
    """What the answers of a data set are, and so how they are asked for, read and scored."""

    #: An equation, and its value as one plain decimal (ASDiv).
    EQUATION = "equation"
    #: One plain decimal, with a worked solution (GSM8K).
    SOLUTION = "solution"
    #: Numbers, any of which is right (DROP).
    NUMBER = "number"
    #: Spans or a number, with a scale, of tables and text (TAT-QA).
    SPANS = "spans"


@dataclass(frozen=True, slots=True)
class Licence:
    """Of a source: its name as the Hub spells it, its title and text, and whom it asks to be named."""

    code: str
    title: str
    url: str
    work: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Of a source, as the Hub's metadata asks for it.

    Attributes:
        name: of the source there, without its owner: ``drop`` in ``extended|drop``.
        arxiv: the paper that published it.
        texts_by: who wrote passages and questions, in the Hub's words: found, crowdsourced, expert-generated.
        answers_by: who wrote answers, equations and derivations.
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
        url: of what is downloaded.
        sha256: of what is downloaded; "" where only the commit in the URL pins the bytes.
        member: the file's name in the zip archive that is downloaded, "" where it is the file itself.
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
        notes: what the files lack of the published data set.
    """

    dataset: str
    kind: str
    splits: dict[str, tuple[Problem, ...]]
    files: dict[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set: what it is called, what its answers are, and where it comes from.

    Attributes:
        name: as in config names and in the column ``dataset``.
        title: for headings.
        summary: which part of the published data it is, in a sentence; "" where that goes without saying.
        form: of its answers.
        licence: of the source, and so of what is built from it.
        origin: of the source, for those who look for data on the Hub.
        citation: BibTeX of the paper that published it.
        official: the published files, to be downloaded.
        load: (directory in the official layout, "sample", "official" or "directory") -> the originals.
        not_applicable: perturbation, or its second form ("noise-second") -> why it cannot be had.
    """

    name: str
    title: str
    summary: str
    form: AnswerForm
    licence: Licence
    origin: Origin
    citation: str
    official: tuple[OfficialFile, ...]
    load: Callable[[Path, str], SourceData]
    not_applicable: Mapping[str, str] = field(default_factory=dict)

    @property
    def holds_word_problems(self) -> bool:
        """Whether its problems state an equation or a solution, and so are read as stories."""
        return self.form in (AnswerForm.EQUATION, AnswerForm.SOLUTION)
