"""Perturbed rows of a release, made again from its originals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest, Violation
from numdiag_datasets.core.resamples import base_of, seed_of
from numdiag_datasets.core.schema import features, from_row
from numdiag_datasets.core.table_columns import read_table
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.release.arrow import applied_copies, to_table
from numdiag_datasets.release.building.units import read_splits
from numdiag_datasets.texts.split import Split


def check_made_again(
    directory: Path, manifest: Manifest, paths: Sequence[str]
) -> Iterator[Violation]:
    """Yield every row that its perturbation does not make of the original with the seed of the manifest.

    Args:
        directory, manifest: of the release; this version has its rules.
        paths: the files of a split, see `problem_rows.unit_of`.
    """

    @cache
    def split_of(dataset: str, name: str, borrows: bool) -> Split:
        """Return the originals of a split; those of all splits are read if sentences may be borrowed from them."""
        splits = {}
        for each in SPLITS if borrows else (name,):
            path = f"{dataset}/original/{each}.parquet"
            if path in manifest.files:
                rows = read_table(directory, path, features(), manifest.files[path])
                splits[each] = [from_row(row) for row in rows.to_pylist()]
        return read_splits(splits)[name] if borrows else Split(splits[name])

    for path in paths:
        dataset, name, file = path.removesuffix(".parquet").split("/")
        form = FORMS.get(name)
        whole = file.removesuffix("-applied")
        if form is None or (
            file != whole and f"{dataset}/{name}/{whole}.parquet" in manifest.files
        ):
            continue  # copies of rows that are made again
        split = split_of(dataset, base_of(whole), form.needs_donors)
        made = perturb_split(split, name, seed_of(manifest.seed, whole))
        if file != whole:
            made = [from_row(row) for row in applied_copies(to_table(made), name).to_pylist()]
        rows = read_table(directory, path, features(), manifest.files[path])
        if rows.num_rows != len(made):
            yield Violation(path, f"has {rows.num_rows} rows, and {name} makes {len(made)}")
            continue
        for row, again in zip(rows.to_pylist(), made, strict=True):
            if from_row(row) != again:
                yield Violation(
                    f"{path} {again.id}",
                    f"is not the row that {name} makes of its original with seed {manifest.seed}",
                )
