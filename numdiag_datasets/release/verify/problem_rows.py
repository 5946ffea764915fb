"""Checks of the rows of a release of problems, from its files alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.core.coverage import count
from numdiag_datasets.core.data_sets import SPLITS, data_set_of
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.manifest import MANIFEST, Manifest, ReleaseError, Violation
from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.core.problem import APPLIED, Problem, changed
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.core.schema import features, from_row
from numdiag_datasets.core.table_columns import check_all_columns
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.verify.invariants import check_original, check_perturbed, check_undone
from numdiag_datasets.release.verify.originals import reading_of
from numdiag_datasets.release.verify.plan import unknown_generations


def check_rows(
    directory: Path,
    manifest: Manifest,
    broken: Collection[str],
    progress: Progress,
) -> tuple[int, list[Violation]]:
    """Return the number of rows checked and every violation found, file by file.

    Args:
        directory, manifest: of the release.
        broken: files that do not match the manifest; they are not read.
        progress: called with (what, done, total).
    """
    violations = []
    tables: dict[str, list[Problem]] = {}
    for done, path in enumerate(manifest.files):
        if path not in broken:
            try:
                tables[path] = _read(directory / path)
            except (KeyError, OSError, ReleaseError, ValueError) as error:
                violations.append(Violation(path, f"cannot be read as rows: {error}"))
        progress("reading", done + 1, len(manifest.files))
    rows, unknown = 0, unknown_generations(manifest)
    for done, (path, problems) in enumerate(tables.items()):
        rows += len(problems)
        violations += _check_table(path, problems, tables, unknown)
        progress("checking", done + 1, len(tables))
    violations += _check_counts(manifest, tables, unknown)
    return rows, violations


def _read(path: Path) -> list[Problem]:
    from pyarrow import parquet

    table = parquet.read_table(path)
    check_all_columns(table, features())
    return [from_row(row) for row in table.to_pylist()]


def _check_counts(
    manifest: Manifest, tables: dict[str, list[Problem]], unknown: Collection[tuple[str, str]]
) -> Iterator[Violation]:
    for path, problems in tables.items():
        stored = manifest.files[path]
        applied = sum(problem.status == APPLIED for problem in problems)
        if (stored.rows, stored.applied) != (len(problems), applied):
            yield Violation(
                path, f"holds {len(problems)} rows, {applied} applied; {MANIFEST} says otherwise"
            )
    for dataset, row in manifest.coverage.items():
        for perturbation, counted in row.items():
            for split, expected in counted.splits.items():
                path = f"{dataset}/{perturbation}/{split}.parquet"
                if path not in tables:
                    continue
                found = count(tables[path])
                if (dataset, perturbation) in unknown:
                    found = replace(found, eligible=expected.eligible)
                if found != expected:
                    yield Violation(path, f"its coverage is not the one in {MANIFEST}")


def _check_table(
    path: str,
    problems: list[Problem],
    tables: dict[str, list[Problem]],
    unknown: Collection[tuple[str, str]],
) -> Iterator[Violation]:
    dataset, perturbation, name = path.removesuffix(".parquet").split("/")
    split, _, kind = name.partition("-")
    if any(problem.dataset != dataset for problem in problems):
        yield Violation(path, f"holds rows that are not of {dataset}")
    if len({problem.id for problem in problems}) != len(problems):
        yield Violation(path, "holds an id twice")
    if perturbation == "original":
        form = data_set_of(dataset).form
        yield from _violations(path, problems, lambda problem: check_original(problem, form))
        return
    split = base_of(split)
    originals = tables.get(f"{dataset}/original/{split}.parquet")
    if originals is None:
        yield Violation(path, "has no readable originals to compare with")
        return
    parse_config(f"{dataset}-{perturbation.removesuffix(SECOND)}-attack")
    by_id = {problem.id: problem for problem in originals}
    if kind == "applied":
        perturbed = tables.get(f"{dataset}/{perturbation}/{split}.parquet")
        copies = [changed(p, id=p.source_id) for p in problems]
        if perturbed and copies != [p for p in perturbed if p.status == APPLIED]:
            yield Violation(path, "are not the applied rows of the perturbed split, in order")
        if any(p.id != f"{p.source_id}#{perturbation}" or p.status != APPLIED for p in problems):
            yield Violation(path, f"an id is not <id>#{perturbation}, or a row is not applied")
    elif [problem.id for problem in problems] != [problem.id for problem in originals]:
        yield Violation(path, "its ids are not those of the originals, in order")
    if (dataset, perturbation) in unknown:
        yield from _violations(
            path, problems, lambda problem: check_undone(problem, by_id[problem.source_id])
        )
        return
    made_by = FORMS[perturbation]
    if made_by.check_split:
        by_split = {name: tables.get(f"{dataset}/original/{name}.parquet", ()) for name in SPLITS}
        for identity, what in made_by.check_split(problems, split, by_split, kind != "applied"):
            yield Violation(f"{path} {identity}".rstrip(), what)

    def check(problem: Problem) -> Iterator[str]:
        original = by_id.get(problem.source_id)
        if original is None:
            yield f"its original {problem.source_id} is not in the split"
            return
        yield from check_perturbed(problem, reading_of(original), made_by)

    yield from _violations(path, problems, check)


def _violations(
    path: str, problems: Iterable[Problem], check: Callable[[Problem], Iterator[str]]
) -> Iterator[Violation]:
    for problem in problems:
        try:
            for what in check(problem):
                yield Violation(f"{path} {problem.id}", what)
        except NumdiagError as error:
            yield Violation(f"{path} {problem.id}", str(error))
        # Values that no build wrote may have any type, so the check may fail anywhere.
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            yield Violation(f"{path} {problem.id}", f"cannot be read as a row: {error!r}")
