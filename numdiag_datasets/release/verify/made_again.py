"""Perturbed rows of a release, made again from its originals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from numdiag_datasets.core.manifest import Manifest, Violation
from numdiag_datasets.core.resamples import base_of, seed_of
from numdiag_datasets.core.schema import features, from_row
from numdiag_datasets.core.table_columns import read_table
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.texts.split import Split


def check_made_again(
    directory: Path, manifest: Manifest, paths: Sequence[str]
) -> Iterator[Violation]:
    """Yield every row that its perturbation does not make of the original with the seed of the manifest.

    Rows with sentences of other problems are left to their own check, since they depend on all splits.

    Args:
        directory, manifest: of the release; this version has its rules.
        paths: the files of a split, see `problem_rows.unit_of`.
    """
    split: Split | None = None
    for path in paths:
        dataset, name, file = path.removesuffix(".parquet").split("/")
        form = FORMS.get(name)
        if form is None or form.needs_donors or file.endswith("-applied"):
            continue
        if split is None:
            original = f"{dataset}/original/{base_of(file)}.parquet"
            rows = read_table(directory, original, features(), manifest.files[original])
            split = Split([from_row(row) for row in rows.to_pylist()])
        made = perturb_split(split, name, seed_of(manifest.seed, file))
        rows = read_table(directory, path, features(), manifest.files[path])
        for row, again in zip(rows.to_pylist(), made, strict=True):
            if from_row(row) != again:
                yield Violation(
                    f"{path} {again.id}",
                    f"is not the row that {name} makes of its original with seed {manifest.seed}",
                )
