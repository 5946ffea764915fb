"""Verification of a release: compare checksums, undo every edit, derive every answer, or build it again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import dataset_of, unavailable
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.manifest import (
    CARD,
    LICENCE,
    MANIFEST,
    PROBLEMS,
    SAMPLE,
    Manifest,
    ReleaseError,
    Violation,
    read_manifest,
)
from numdiag_datasets.core.processes import collector_paused, in_processes
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.release_paths import paths_of
from numdiag_datasets.release.differences import compare
from numdiag_datasets.release.problems import PROBLEM_RELEASE
from numdiag_datasets.release.release_types import CheckRows, ReleaseType
from numdiag_datasets.release.replacing import foreign_files
from numdiag_datasets.release.verify.problem_rows import caught
from numdiag_datasets.sources import is_sample, source_of
from numdiag_datasets.sources.source_files import SourceError

#: Files next to the card and the data that `load_dataset` also reads.
_READ_BY_DATASETS: Final = (
    ".huggingface.yaml",
    "dataset_infos.json",
    "dataset_dict.json",
    "state.json",
)
#: Rows that one process checks sooner than another process starts.
_FEW_ROWS: Final = 20_000
_LOADED_NAME = re.compile(r'load_dataset\("([\w.-]+(?:/[\w.-]+)?)"', re.ASCII)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a release.

    Attributes:
        rows: the number of rows checked; 0 if a file is not the one in the manifest.
        violations: every violation found.
        notes: which comparisons were made.
        unchecked: what could not be checked, and why; a release with it has not passed.
    """

    rows: int
    violations: list[Violation]
    notes: list[str]
    unchecked: list[str] = field(default_factory=list)


def verify(
    directory: Path | str,
    source: str = "",
    num_proc: int = 1,
    progress: Progress = no_progress,
    release_type: ReleaseType = PROBLEM_RELEASE,
    *,
    again: bool = True,
) -> Verification:
    """Compare the checksums of a release, check each row, make perturbed rows again, and with a source build all again.

    Args:
        directory: of a release.
        source: as for a build: "sample", "official", or a directory with the published files; a file of questions for
            question pairs, "generated" for number words. Only a build from the source proves the origin of the rows.
        num_proc: processes.
        progress: called with (what, done, total).
        release_type: of the release.
        again: whether perturbed rows and texts are made again from the originals of the release; with a source they
            always are.

    Returns:
        The result; a sound release has no violations.

    Raises:
        ReleaseError: the directory does not contain a release.
        SourceError: the source cannot be read, or the release has no source files to compare with it.
    """
    directory = Path(directory)
    manifest = read_manifest(directory)
    made_of = {entry.kind for entry in manifest.sources.values()}
    if source and made_of and made_of <= {"sample", "generated"} and source not in made_of:
        what = "the bundled sample" if made_of == {"sample"} else "what is generated from a seed"
        raise SourceError(
            f"{directory}: is a release of {what}, which has no source files to compare; say --source {made_of.pop()}, or name "
            "another release"
        )
    if (manifest.records == PROBLEMS) != (release_type is PROBLEM_RELEASE):
        raise ReleaseError(
            f"{directory}: holds {manifest.records}; `numdiag verify {directory}` checks them"
        )
    notes = []
    if foreign := sorted(foreign_files(directory, manifest)):
        notes.append(f"holds what is no part of it and was not checked: {some(foreign)}")
    if violations := list(_check_files(directory, manifest)):
        return Verification(0, violations, notes, ["its rows"])
    violations = list(_check_configs(manifest)) if release_type is PROBLEM_RELEASE else []
    unit_of, older = release_type.unit_of, manifest.has_older_rules
    run = partial(_check_rows, directory, manifest, num_proc, unit_of)
    violations += list(run(release_type.check, "checking", progress))
    is_left_out = not again or source or violations or older
    make_again = None if is_left_out else release_type.make_again
    if make_again:
        violations += list(run(make_again, "making rows again", progress))
    unchecked = []
    if manifest.records == PROBLEMS and older:
        unchecked.append(
            f"more than that its edits can be undone: it was made by numdiag {manifest.version}, whose rules this version does not have"
        )
    if again and not (source or violations or unchecked):
        if manifest.version == __version__:
            violations += _check_texts(directory, manifest, num_proc, release_type)
        else:
            unchecked.append(
                f"its card and other texts: it says that numdiag {manifest.version} made it"
            )
    if source:
        violations += _check_origin(
            directory, manifest, source, num_proc, progress, release_type, unchecked
        )
        notes.insert(0, f"its rows were built again from {source} and compared")
    else:
        known = next(iter(made_of), "SOURCE") if made_of <= {"sample", "generated"} else "SOURCE"
        what = (
            "rows were made again from the originals" if make_again else "nothing was built again"
        )
        notes.insert(0, f"{what}: only --source {known} proves where the rows come from")
    return Verification(manifest.all_rows, violations, notes, unchecked)


def _check_files(directory: Path, manifest: Manifest) -> Iterator[Violation]:
    """Compare every checksum, and find what is missing and what `load_dataset` would read as well."""
    checksums = {CARD: "", LICENCE: "", **manifest.texts}  # manifests up to 1.0.0 list no texts
    checksums |= {path: stored.sha256 for path, stored in manifest.files.items()}
    sizes = {path: stored.parquet_bytes for path, stored in manifest.files.items()}
    for path, sha256 in checksums.items():
        if not (directory / path).is_file():
            yield Violation(path, "is missing, or is not a regular file")
            continue
        try:
            content = (directory / path).read_bytes()
        except OSError as error:
            yield Violation(path, f"is unreadable ({error.strerror})")
            continue
        if sha256 and hashlib.sha256(content).hexdigest() != sha256:
            yield Violation(path, f"its sha256 is not the one in {MANIFEST}")
        elif len(content) != sizes.get(path, len(content)):
            yield Violation(path, f"its size is not the one in {MANIFEST}")
    on_disk = {path.relative_to(directory).as_posix() for path in directory.rglob("*.parquet")}
    script = f"{directory.resolve().name}.py"
    on_disk |= {name for name in (*_READ_BY_DATASETS, script) if (directory / name).exists()}
    for path in sorted(on_disk - set(manifest.files)):
        yield Violation(path, f"is not in {MANIFEST}")


def _check_configs(manifest: Manifest) -> Iterator[Violation]:
    """Find configs with the files of others, and sources, coverage and unavailable configs that do not fit; older layouts are not known."""
    if manifest.has_older_rules:
        return
    sources = set(manifest.sources)
    if sources != set(map(dataset_of, manifest.configs)):
        yield Violation(
            MANIFEST, f"its sources are {some(sorted(sources))}, and its configs others"
        )
    if manifest.records == PROBLEMS and (without := sources - set(manifest.configs)):
        yield Violation(MANIFEST, f"its configs lack the originals of {some(sorted(without))}")
    for name, entry in manifest.sources.items():
        if name in DATA_SETS and is_sample(source_of(name), entry.files) != (entry.kind == SAMPLE):
            has = "the files of the sample" if entry.kind != SAMPLE else "other files"
            yield Violation(MANIFEST, f"its source {name} is called {entry.kind}, and has {has}")
    known = unavailable().items()
    own = {(name, why) for name, why in known if dataset_of(name) in sources}
    if not own <= manifest.unavailable.items() <= known:
        yield Violation(MANIFEST, "lists other configs as unavailable than there are")
    forms = {tuple(path.split("/")[:2]) for path in manifest.files}
    counted = {(dataset, form) for dataset, row in manifest.coverage.items() for form in row}
    if counted != {form for form in forms if form[1] != "original"}:
        yield Violation(MANIFEST, "its coverage is of other perturbations than its files")
    for name, splits in manifest.configs.items():
        for split, paths in splits.items():
            # A part without rows has no file.
            expected = [path for path in paths_of(name, split) if path in manifest.files]
            if list(paths) != expected:
                yield Violation(
                    name,
                    f"its {split} split has the files {', '.join(paths)}, not {', '.join(expected)}",
                )


#: The name of a unit, the check of its release type, and the arguments: the release, and the files of the unit.
_Unit = tuple[str, CheckRows, Path, Manifest, list[str]]


def _check_rows(
    directory: Path,
    manifest: Manifest,
    num_proc: int,
    unit_of: Callable[[str], str],
    check: CheckRows,
    what: str,
    progress: Progress,
) -> Iterator[Violation]:
    by_unit: dict[str, list[str]] = {}
    for path in manifest.files:
        by_unit.setdefault(unit_of(path), []).append(path)
    rows = {unit: sum(manifest.files[p].rows for p in paths) for unit, paths in by_unit.items()}
    # The largest first, so that no process is left with it at the end.
    ordered = sorted(by_unit, key=lambda unit: -rows[unit])
    units = [(unit, check, directory, manifest, by_unit[unit]) for unit in ordered]
    few = num_proc == 1 or sum(rows.values()) < _FEW_ROWS
    found = map(_check_unit, units) if few else in_processes(_check_unit, units, num_proc)
    done = 0
    for unit, violations in zip(ordered, found, strict=True):
        yield from violations
        done += rows[unit]
        progress(what, done, sum(rows.values()))


def _check_unit(unit: _Unit) -> list[Violation]:
    name, check, directory, manifest, paths = unit
    with collector_paused():
        return list(caught(name, "rows", check(directory, manifest, paths)))


def _check_origin(
    directory: Path,
    manifest: Manifest,
    source: str,
    num_proc: int,
    progress: Progress,
    release_type: ReleaseType,
    unchecked: list[str],
) -> list[Violation]:
    """Build the release from its source and compare its rows, and its texts unless other versions made them.

    Returns:
        Every difference; what was not compared is added to ``unchecked``.
    """
    with TemporaryDirectory(prefix="numdiag-verify-") as folder:
        out = Path(folder) / "numdiag"
        built = release_type.rebuild(manifest, source, out, num_proc, progress)
        # A release with some data sets only does not list the unavailable configs of the others.
        built = replace(built, unavailable=manifest.unavailable)
        violations = [
            Violation(
                f"{row.config} {row.split} {row.id}",
                f"in a new build: {row.what} {row.detail}".rstrip(),
            )
            for row in compare(directory, out, progress).rows
        ]
        card = (directory / CARD).read_text(encoding="utf-8", errors="replace")
        name = _LOADED_NAME.search(card)
        texts = release_type.texts.text_files(built, out, name[1] if name else "numdiag", num_proc)
    if (built.version, built.made_with) != (manifest.version, manifest.made_with):
        made_with = ", ".join(f"{name} {made}" for name, made in manifest.made_with.items())
        unchecked.append(
            f"its card, manifest and other texts: it says that numdiag {manifest.version} made it with {made_with}, which are not here"
        )
        return violations
    for path in (MANIFEST, *manifest.texts):
        text = (directory / path).read_bytes().decode(errors="replace")
        violations += _first_difference(path, text, texts.get(path, ""))
    return violations


def _check_texts(
    directory: Path, manifest: Manifest, num_proc: int, release_type: ReleaseType
) -> Iterator[Violation]:
    """Compare the manifest, the card and the other texts with those that the rows and the manifest lead to."""
    card = (directory / CARD).read_text(encoding="utf-8", errors="replace")
    name = _LOADED_NAME.search(card)
    bare = replace(manifest, texts={})
    texts = release_type.texts.text_files(bare, directory, name[1] if name else "numdiag", num_proc)
    for path in (MANIFEST, *manifest.texts):
        text = (directory / path).read_bytes().decode(errors="replace")
        yield from _first_difference(path, text, texts.get(path, ""))


def _first_difference(path: str, text: str, again: str) -> Iterator[Violation]:
    for number, (line, other) in enumerate(zip_longest(text.split("\n"), again.split("\n")), 1):
        if line != other:
            what = f"is {line!r:.80}, but made again {other!r:.80}"
            yield Violation(f"{path} line {number}", what)
            return
