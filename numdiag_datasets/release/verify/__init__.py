"""Check a release: replay every edit, derive every answer anew, recount, and compare checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from numdiag_datasets.problems.equation import EquationError
from numdiag_datasets.problems.problem import (
    APPLIED,
    EditError,
    Problem,
)
from numdiag_datasets.problems.rows import from_row
from numdiag_datasets.release.configs import parse_config
from numdiag_datasets.release.coverage import count
from numdiag_datasets.release.manifest import (
    CARD,
    LICENCE,
    MANIFEST,
    PROBLEMS,
    Violation,
    read_manifest,
)
from numdiag_datasets.release.verify.pairs import check_pairs
from numdiag_datasets.release.verify.problems import check_donor, check_original, check_perturbed


def verify(
    directory: Path, progress: Callable[[str, int, int], None] = lambda label, done, total: None
) -> tuple[int, list[Violation]]:
    """Return the number of rows checked and every violation found.

    Raises:
        ReleaseError: the directory is no release at all.
    """
    manifest = read_manifest(directory)
    violations = list(_check_files(directory, manifest))
    broken = {violation.place for violation in violations}
    check = _check_problems if manifest["records"] == PROBLEMS else check_pairs
    rows, found = check(directory, manifest, broken, progress)
    return rows, violations + found


def _check_problems(
    directory: Path,
    manifest: dict[str, Any],
    broken: Collection[str],
    progress: Callable[[str, int, int], None],
) -> tuple[int, list[Violation]]:
    violations = []
    tables: dict[str, list[Problem]] = {}
    for done, path in enumerate(manifest["files"]):
        if path not in broken:
            try:
                tables[path] = _read(directory / path)
            except (KeyError, OSError, ValueError) as error:
                violations.append(Violation(path, f"cannot be read as rows: {error}"))
        progress("reading", done + 1, len(manifest["files"]))
    rows = 0
    for done, (path, problems) in enumerate(tables.items()):
        rows += len(problems)
        violations += _check_table(path, problems, tables)
        progress("checking", done + 1, len(tables))
    violations += _check_counts(manifest, tables)
    return rows, violations


def _read(path: Path) -> list[Problem]:
    from pyarrow import parquet

    return [from_row(row) for row in parquet.read_table(path).to_pylist()]


# --- files and counts -----------------------------------------------------------------------------


def _check_files(directory: Path, manifest: dict[str, Any]) -> Iterator[Violation]:
    for path, stored in manifest["files"].items():
        try:
            content = (directory / path).read_bytes()
        except OSError as error:
            yield Violation(path, f"is missing or unreadable ({error.strerror})")
            continue
        if hashlib.sha256(content).hexdigest() != stored["sha256"]:
            yield Violation(path, f"its sha256 is not the one in {MANIFEST}")
    on_disk = {path.relative_to(directory).as_posix() for path in directory.rglob("*.parquet")}
    for path in sorted(on_disk - set(manifest["files"])):
        yield Violation(path, f"is not in {MANIFEST}")
    for name in (CARD, LICENCE):
        if not (directory / name).is_file():
            yield Violation(name, "is missing")


def _check_counts(
    manifest: dict[str, Any], tables: dict[str, list[Problem]]
) -> Iterator[Violation]:
    for path, problems in tables.items():
        stored = manifest["files"][path]
        applied = sum(problem.status == APPLIED for problem in problems)
        if (stored["rows"], stored["applied"]) != (len(problems), applied):
            yield Violation(
                path, f"holds {len(problems)} rows, {applied} applied; {MANIFEST} says otherwise"
            )
    for dataset, row in manifest["coverage"].items():
        for perturbation, stored in row.items():
            for split, expected in stored["splits"].items():
                path = f"{dataset}/{perturbation}/{split}.parquet"
                if path in tables and asdict(count(tables[path])) != expected:
                    yield Violation(path, f"its coverage is not the one in {MANIFEST}")


# --- rows -----------------------------------------------------------------------------------------


def _check_table(
    path: str, problems: list[Problem], tables: dict[str, list[Problem]]
) -> Iterator[Violation]:
    dataset, perturbation, name = path.removesuffix(".parquet").split("/")
    split, _, kind = name.partition("-")
    if perturbation == "original":
        yield from _violations(path, problems, check_original)
        return
    originals = tables.get(f"{dataset}/original/{split}.parquet")
    if originals is None:
        yield Violation(path, "has no readable originals to compare with")
        return
    parse_config(f"{dataset}-{perturbation}-attack")
    by_id = {problem.id: problem for problem in originals}
    if kind == "applied":
        expected = [
            p.source_id
            for p in tables.get(f"{dataset}/{perturbation}/{split}.parquet", ())
            if p.edits
        ]
        if expected and [p.source_id for p in problems] != expected:
            yield Violation(path, "are not the applied rows of the perturbed split, in order")
        if any(p.id != f"{p.source_id}#{perturbation}" or p.status != APPLIED for p in problems):
            yield Violation(path, f"an id is not <id>#{perturbation}, or a row is not applied")
    elif [problem.id for problem in problems] != [problem.id for problem in originals]:
        yield Violation(path, "its ids are not those of the originals, in order")
    sentences = frozenset(sentence for p in originals for sentence in p.context)

    def check(problem: Problem) -> Iterator[str]:
        original = by_id.get(problem.source_id)
        if original is None:
            yield f"its original {problem.source_id} is not in the split"
            return
        yield from check_perturbed(problem, original, perturbation)
        if perturbation == "extra":
            yield from check_donor(problem, sentences)

    yield from _violations(path, problems, check)


def _violations(
    path: str, problems: Iterable[Problem], check: Callable[[Problem], Iterator[str]]
) -> Iterator[Violation]:
    for problem in problems:
        try:
            for what in check(problem):
                yield Violation(f"{path} {problem.id}", what)
        except (EditError, EquationError, ValueError) as error:
            yield Violation(f"{path} {problem.id}", str(error))
