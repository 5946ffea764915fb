"""Checks of the rows of a release of problems, from its files alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.core import coverage
from numdiag_datasets.core.data_sets import SPLITS, data_set_of
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.input_files import what_is_wrong
from numdiag_datasets.core.manifest import Manifest, Violation
from numdiag_datasets.core.problem import APPLIED, Problem
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.core.schema import features, from_checked_row
from numdiag_datasets.core.table_columns import read_table
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.arrow import applied_copies
from numdiag_datasets.release.verify.invariants import check_original, check_perturbed, check_undone
from numdiag_datasets.texts.reading import Passage, Reading

if TYPE_CHECKING:
    import pyarrow


def unit_of(path: str) -> str:
    """Return the data set and the split of a file, without the number of a draw: ``asdiv_a/test``."""
    dataset, _, split, _ = _parts_of(path)
    return f"{dataset}/{split}"


def _parts_of(path: str) -> tuple[str, str, str, bool]:
    """Return the data set, the form, the split of the originals, and whether the file has applied copies."""
    dataset, form, name = path.removesuffix(".parquet").split("/")
    split, _, kind = name.partition("-")
    return dataset, form, base_of(split), kind == "applied"


def check_rows(directory: Path, manifest: Manifest, paths: Sequence[str]) -> Iterator[Violation]:
    """Yield every violation in the originals of a split and in the rows that perturbations made of them.

    Args:
        directory, manifest: of the release.
        paths: the files of the split, see `unit_of`.

    Raises:
        NumdiagError: a file cannot be read as rows.
    """

    @cache
    def table(path: str) -> pyarrow.Table:
        return read_table(directory, path, features(), manifest.files[path])

    dataset, _, split, _ = _parts_of(paths[0])
    answer_form = data_set_of(dataset).form
    originals = {
        name: _problems(table(f"{dataset}/original/{name}.parquet"))
        for name in SPLITS
        if f"{dataset}/original/{name}.parquet" in manifest.files
    }
    passage = cache(Passage)  # the questions about a passage share its reading
    readings = {
        problem.id: Reading(problem, passage(problem.context, problem.table))
        for problem in originals.get(split, ())
    }
    for path in paths:
        _, name, _, is_copy = _parts_of(path)
        rows, perturbed = table(path), path.replace("-applied", "")
        if len(_applied_ids(rows)) != manifest.files[path].applied:
            yield Violation(path, "has another number of applied rows than the manifest says")
        if any(value != dataset for value in rows["dataset"].unique().to_pylist()):
            yield Violation(path, f"has rows that are not of {dataset}")
        if name == "original":
            if len(readings) != len(originals[split]):
                yield Violation(path, "has an id twice")
            yield from _violations(
                path, originals[split], lambda row: check_original(row, answer_form)
            )
        elif name not in FORMS:
            yield Violation(path, f"is of the unknown perturbation {name!r}, which has no check")
        elif not is_copy:
            yield from _check_split(path, _problems(rows), readings, originals, manifest)
            attacks = [path.replace(f"/{name}/", f"/{of}/") for of in FORMS[name].control_of]
            if attacks and all(attack in manifest.files for attack in attacks):
                attacked = set().union(*(_applied_ids(table(attack)) for attack in attacks))
                for id_ in sorted(_applied_ids(rows) - attacked):
                    yield Violation(f"{path} {id_}", "is a control of a row that is not attacked")
                if FORMS[name].check_beside and not manifest.has_older_rules:
                    yield from _check_beside(path, _problems(rows), _problems(table(attacks[0])))
        elif perturbed not in manifest.files:
            copies = _problems(rows)
            if any(p.id != f"{p.source_id}#{name}" or p.status != APPLIED for p in copies):
                yield Violation(path, f"has an id that is not <id>#{name}, or a row not applied")
            yield from _check_split(path, copies, readings, originals, manifest)
        elif not rows.equals(applied_copies(table(perturbed), name)):
            yield Violation(path, "are not the applied rows of the perturbed split, in order")


def _applied_ids(table: pyarrow.Table) -> set[str]:
    ids, statuses = (table[column].to_pylist() for column in ("id", "status"))
    return {id_ for id_, status in zip(ids, statuses, strict=True) if status == APPLIED}


def _problems(table: pyarrow.Table) -> list[Problem]:
    return [from_checked_row(row) for row in table.to_pylist()]  # by `read_table`


def _check_split(
    path: str,
    problems: Sequence[Problem],
    readings: Mapping[str, Reading],
    originals: Mapping[str, Sequence[Problem]],
    manifest: Manifest,
) -> Iterator[Violation]:
    """Check the perturbed rows of a split, all of them or only the applied ones, against their originals."""
    _, name, split, is_copy = _parts_of(path)
    form, has_rules = FORMS[name], not manifest.has_older_rules
    if not is_copy and [problem.id for problem in problems] != list(readings):
        yield Violation(path, "its ids are not those of the originals, in order")
    dataset = path.partition("/")[0]
    stated = manifest.coverage.get(dataset, {}).get(name)
    counted = coverage.count(problems) if path == f"{dataset}/{name}/{split}.parquet" else None
    if stated and counted and has_rules and stated.splits.get(split) != counted:
        yield Violation(path, "has another coverage than the manifest says")
    if form.check_split and has_rules:
        for identity, what in form.check_split(problems, split, originals, not is_copy):
            yield Violation(f"{path} {identity}".rstrip(), what)

    def check(problem: Problem) -> Iterator[str]:
        reading = readings.get(problem.source_id)
        if reading is None:
            yield f"its original {problem.source_id} is not in the split"
        elif has_rules:
            yield from check_perturbed(problem, reading, form)
        else:
            yield from check_undone(problem, reading.problem)

    yield from _violations(path, problems, check)


def _check_beside(
    path: str, controls: Sequence[Problem], attacks: Sequence[Problem]
) -> Iterator[Violation]:
    """Check the rows of a control against the attacked rows that they belong to."""
    check = FORMS[_parts_of(path)[1]].check_beside
    attacked = {row.id: row for row in attacks if row.status == APPLIED}
    both = [row for row in controls if row.status == APPLIED and row.id in attacked]
    if check:
        yield from _violations(path, both, lambda row: check(row, attacked[row.id]))


def _violations(
    path: str, problems: Iterable[Problem], check: Callable[[Problem], Iterator[str]]
) -> Iterator[Violation]:
    for problem in problems:
        place = f"{path} {problem.id}"
        yield from caught(place, "a row", (Violation(place, what) for what in check(problem)))


def caught(place: str, kind: str, found: Iterable[Violation]) -> Iterator[Violation]:
    """Yield some violations, and one if finding them fails.

    Values that no build wrote may have any type, so a check may fail anywhere.
    """
    try:
        yield from found
    except NumdiagError as error:
        yield Violation(place, str(error))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield Violation(place, f"cannot be read as {kind}: {what_is_wrong(error)}")
