"""Verification of a release: compare checksums, replay every edit, derive every answer, and build it again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from numdiag_datasets.core.manifest import (
    CARD,
    LICENCE,
    MANIFEST,
    PROBLEMS,
    Manifest,
    ReleaseError,
    Violation,
    read_manifest,
)
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.schema import RowError
from numdiag_datasets.release.problems import PROBLEM_RELEASE
from numdiag_datasets.release.release_types import RebuildTask, ReleaseType
from numdiag_datasets.release.replacing import foreign_files, some
from numdiag_datasets.release.verify.comparing import compare
from numdiag_datasets.release.verify.plan import unknown_generations
from numdiag_datasets.release.verify.rebuilding import rebuild
from numdiag_datasets.release.verify.texts import LOCAL_NAME, card_name, check_texts
from numdiag_datasets.sources.source_files import SourceError

#: Files next to the card and the data that `load_dataset` also reads.
_READ_BY_DATASETS: Final = (
    ".huggingface.yaml",
    "dataset_infos.json",
    "dataset_dict.json",
    "state.json",
)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a release.

    Attributes:
        rows: the number of rows checked.
        violations: every violation found.
        notes: which comparisons were made, and which were impossible.
    """

    rows: int
    violations: list[Violation]
    notes: list[str]


def verify(
    directory: Path | str,
    source: str = "",
    num_proc: int = 1,
    progress: Progress = no_progress,
    release_type: ReleaseType = PROBLEM_RELEASE,
) -> Verification:
    """Check a release in two ways: each row against its invariants, and the whole by building it again.

    Args:
        directory: of a release.
        source: as for a build: "official", or a directory with the published files (a file of questions for
            question pairs). Without it a release is built again from its own originals, unless it is made from the
            bundled sample, or generated.
        num_proc: processes.
        progress: called with (what, done, total).
        release_type: of the release.

    Returns:
        The result; a sound release has no violations.

    Raises:
        ReleaseError: the directory does not contain a release.
        SourceError: the source cannot be read, or the release has no source files to compare with it.
    """
    directory = Path(directory)
    manifest = read_manifest(directory)
    made_of = {entry.kind for entry in manifest.sources.values()}
    if source and made_of <= {"sample", "generated"} and not {source} & made_of:
        what = "the bundled sample" if made_of == {"sample"} else "what is generated from a seed"
        raise SourceError(
            f"{directory}: is a release of {what}, which has no source files to compare; leave --source out, or name another release"
        )
    if (manifest.records == PROBLEMS) != (release_type is PROBLEM_RELEASE):
        raise ReleaseError(
            f"{directory}: holds {manifest.records}; `numdiag verify {directory}` checks them"
        )
    violations = [*_check_files(directory, manifest), *release_type.check_plan(manifest)]
    is_whole = not violations
    broken = {violation.place for violation in violations}
    rows, found = release_type.check(directory, manifest, broken, progress)
    violations += found
    notes: list[str] = []
    if is_whole:
        violations += check_texts(directory, manifest, release_type)
        found, notes = _check_rebuilt(
            RebuildTask(directory, manifest, Path(), source, num_proc, progress), release_type
        )
        violations += found
        if (name := card_name(directory)) not in (LOCAL_NAME, manifest.holds):
            notes.append(f"its card is that of {name}")
    if older := unknown_generations(manifest):
        names = ", ".join(f"{dataset}-{form}" for dataset, form in older)
        notes.append(
            f"{names}: of a generation that numdiag {manifest.version} made and this version does not know; their edits "
            "were undone and their rows counted, no more"
        )
    if foreign := sorted(foreign_files(directory, manifest)):
        notes.append(f"holds what is no part of it and was not checked: {some(foreign)}")
    return Verification(rows, violations, notes)


def _check_rebuilt(
    task: RebuildTask, release_type: ReleaseType
) -> tuple[list[Violation], list[str]]:
    with TemporaryDirectory(prefix="numdiag-verify-") as folder:
        out = Path(folder) / "numdiag"
        try:
            rebuilt = rebuild(replace(task, out=out), release_type)
        except SourceError:
            raise
        # Rows that no build wrote may contain anything, so rebuilding may fail anywhere.
        except (
            RowError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError,
        ) as error:  # fmt: skip
            return [Violation(str(task.directory), f"cannot be built again: {error}")], []
        return list(compare(task.directory, task.manifest, out, rebuilt)), list(rebuilt.notes)


def _check_files(directory: Path, manifest: Manifest) -> Iterator[Violation]:
    for path, stored in manifest.files.items():
        if (directory / path).exists() and not (directory / path).is_file():
            yield Violation(path, "is no regular file")
            continue
        try:
            content = (directory / path).read_bytes()
        except OSError as error:
            yield Violation(path, f"is missing or unreadable ({error.strerror})")
            continue
        if hashlib.sha256(content).hexdigest() != stored.sha256:
            yield Violation(path, f"its sha256 is not the one in {MANIFEST}")
        elif len(content) != stored.parquet_bytes:
            yield Violation(f"{MANIFEST} files {path}", "has another size in bytes")
    on_disk = {path.relative_to(directory).as_posix() for path in directory.rglob("*.parquet")}
    script = f"{directory.resolve().name}.py"
    on_disk |= {name for name in (*_READ_BY_DATASETS, script) if (directory / name).exists()}
    for path in sorted(on_disk - set(manifest.files)):
        yield Violation(path, f"is not in {MANIFEST}")
    for name in (CARD, LICENCE):
        if not (directory / name).is_file():
            yield Violation(name, "is missing")
