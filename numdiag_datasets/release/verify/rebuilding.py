"""The strongest check of a release: build it again, from its sources or its own originals, and compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from numdiag_datasets._version import __version__
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import (
    PROBLEMS,
    Manifest,
    SourceEntry,
    read_rows,
)
from numdiag_datasets.core.processes import (
    Progress,
    no_progress,
)
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.release.building.build import build
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.source import SourceData
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS
from numdiag_datasets.text_pairs.number_words.languages import language_of
from numdiag_datasets.text_pairs.number_words.rows import ProbeOptions
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.family import DUQM, QUESTION_MATCHING

#: Libraries that write the bytes of a file, but decide no row.
_WRITERS = frozenset({"datasets", "pyarrow"})


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be built again.

    Attributes:
        directory, manifest: of the release, whose originals can be read.
        out: where to.
        source: as for a build; "" for the originals of the release itself, unless its source is at hand.
        num_proc: processes.
        progress: called with (what, done, total).
    """

    directory: Path
    manifest: Manifest
    out: Path
    source: str = ""
    num_proc: int = 1
    progress: Progress = no_progress


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A release that was built again.

    Attributes:
        manifest: of what was built; None if nothing could be.
        notes: what it was built from, and what that leaves unproven.
        same_bytes: whether the same libraries wrote it, so that every byte must be the same.
    """

    manifest: Manifest | None
    notes: tuple[str, ...] = ()
    same_bytes: bool = True


def rebuild(task: Task) -> Rebuilt:
    """Build a release again, if the version of this library is that of the release.

    Raises:
        InputError: the source cannot be read, or the release is too damaged to be built from.
    """
    others = dict(_other_versions(task.manifest))
    if others.keys() - _WRITERS:
        return Rebuilt(None, (f"its rows were not built again, since {_made_with(others)}",))
    rebuilt = _BUILDERS[task.manifest.holds](task)
    if not others:
        return rebuilt
    note = f"its files were compared row by row and not written again, since {_made_with(others)}"
    return replace(rebuilt, notes=(*rebuilt.notes, note), same_bytes=False)


def _other_versions(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """What is installed in another version, and the version that made the release."""
    if manifest.version != __version__:
        yield "numdiag", manifest.version
    for name, there in manifest.made_with.items():
        try:
            here = version(name)
        except PackageNotFoundError:
            here = ""
        if there != here:
            yield name, there


def _made_with(others: Mapping[str, str]) -> str:
    versions = ", ".join(f"{name} {there}" for name, there in others.items())
    return f"it was made with {versions}, which is not what is installed"


def _problems(task: Task) -> Rebuilt:
    manifest = task.manifest
    origins = [_origin(name, task) for name in manifest.sources]
    by_source: dict[str, list[str]] = {}
    for name, entry in manifest.sources.items():
        by_source.setdefault(_source(entry, task), []).append(name)
    notes = [_told(source, names) for source, names in by_source.items()]
    built = build(
        origins,
        task.out,
        list(manifest.configs),
        manifest.seed,
        task.num_proc,
        task.progress,
        draws=manifest.draws,
    )
    return Rebuilt(built, tuple(notes))


def _told(source: str, names: list[str]) -> str:
    if source:
        return f"{', '.join(names)}: built again from {source}"
    return (
        f"{', '.join(names)}: built again from the originals of the release; --source official (or a directory with "
        "the published files) compares those too"
    )


def _source(entry: SourceEntry, task: Task) -> str:
    """What a data set is read from; "" for its own originals."""
    return "sample" if entry.kind == "sample" else task.source


def _origin(dataset: str, task: Task) -> SourceData:
    entry = task.manifest.sources[dataset]
    if source := _source(entry, task):
        # Where the files came from does not matter, if they are the same.
        return replace(load_source(dataset, source), kind=entry.kind)
    splits = {
        split: tuple(
            map(from_row, read_rows(task.directory, task.manifest.configs[dataset][split]))
        )
        for split in SPLITS
    }
    return SourceData(dataset, entry.kind, splits, entry.files, entry.notes)


def _number_words(task: Task) -> Rebuilt:
    manifest = task.manifest
    first = next(iter(manifest.configs))
    sizes = {split: sum(f.rows for f in manifest.stored(first, split)) for split in SPLITS}
    options = ProbeOptions(
        manifest.facts["max_value"], manifest.seed, sizes, manifest.facts["errors"]
    )
    languages = [language_of(code) for code in manifest.facts["languages"]]
    built = build_number_words(task.out, languages, options, task.num_proc, task.progress)
    return Rebuilt(built, (f"{manifest.holds}: built again from its seed",))


def _question_matching(task: Task) -> Rebuilt:
    manifest = task.manifest
    source = _source(manifest.sources[manifest.holds], task)
    if DUQM in manifest.configs or not source:
        return Rebuilt(
            None, ("not built again, since its questions are not at hand; --source FILE has them",)
        )
    contrasts = [name.partition("-")[2] for name in manifest.configs]
    questions = None if source == "sample" else Path(source)
    built = build_question_matching(
        task.out, questions, contrasts, None, manifest.seed, task.progress
    )
    return Rebuilt(
        built, (_told("our own questions" if questions is None else source, [manifest.holds]),)
    )


_BUILDERS: Mapping[str, Callable[[Task], Rebuilt]] = {
    PROBLEMS: _problems,
    NUMBER_WORDS.name: _number_words,
    QUESTION_MATCHING.name: _question_matching,
}
