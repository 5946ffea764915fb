"""Check of the rows of a release of texts or pairs of texts, from its files alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.core.input_files import reading_parquet
from numdiag_datasets.core.manifest import MANIFEST, Manifest, ReleaseError, Violation
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.core.schema import Row
from numdiag_datasets.core.table_columns import check_all_columns
from numdiag_datasets.release.verify.plan import is_generation
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.family import config_path

if TYPE_CHECKING:
    import datasets


def check_plan(manifest: Manifest) -> Iterator[Violation]:
    """Yield every contradiction between the configs and the files of a manifest."""
    family = FAMILIES[manifest.holds]
    if not is_generation(manifest.generation, family.generation, manifest):
        yield Violation(f"{MANIFEST} generation", f"is none that {family.name} had")
    if manifest.coverage or manifest.unavailable:
        yield Violation(f"{MANIFEST} coverage", "is of problems only")
    if (kind := manifest.sources[family.name].kind) not in family.sources:
        yield Violation(
            f"{MANIFEST} sources", f"are of the kind {kind!r}, which {family.name} has not"
        )
    if strange := sorted(set(manifest.facts) ^ set(family.facts)):
        yield Violation(f"{MANIFEST} facts", f"{strange[0]} is missing, or none of {family.name}")
    shown = set()
    for config, splits in manifest.configs.items():
        if config not in family.names:
            yield Violation(f"{MANIFEST} configs {config}", f"is none of {family.name}")
        for split, paths in splits.items():
            path = config_path(config, split)
            shown.add(path)
            if list(paths) != [path] * (path in manifest.files):
                yield Violation(
                    f"{MANIFEST} configs {config} {split}",
                    f"does not show {path}, and nothing else",
                )
    for path in sorted(set(manifest.files) - shown):
        yield Violation(path, "is shown by no config")


def _read(path: Path, features: datasets.Features) -> list[Row]:
    from pyarrow import parquet

    with reading_parquet(str(path), ReleaseError):
        table = parquet.read_table(path)
    check_all_columns(table, features)
    rows: list[Row] = table.to_pylist()
    return rows


def check_rows(
    directory: Path,
    manifest: Manifest,
    broken: Collection[str],
    progress: Progress,
) -> tuple[int, list[Violation]]:
    """Return the number of rows checked and every violation found, config by config.

    Args:
        directory, manifest: those of the release.
        broken: files that do not match the manifest, and are not read.
        progress: called with (description, done, total).
    """
    family = FAMILIES[manifest.holds]
    count, violations = 0, []
    for done, (config, splits) in enumerate(manifest.configs.items()):
        rows: dict[str, list[Row]] = {}
        places: dict[str, str] = {}
        for split, paths in splits.items():
            for path in paths:
                if path in broken:
                    continue
                try:
                    rows[split] = _read(directory / path, family.features(config))
                except (ReleaseError, KeyError, ValueError) as error:
                    violations.append(Violation(path, str(error)))
                    continue
                places[split] = path
                count += len(rows[split])
                if len(rows[split]) != manifest.files[path].rows:
                    violations.append(
                        Violation(path, f"holds {len(rows[split])} rows; {MANIFEST} says otherwise")
                    )
        try:
            found = list(family.check(config, rows, manifest.facts))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            violations.append(Violation(config, f"cannot be read as rows: {error!r}"))
            continue
        violations += (
            Violation(f"{places[split]} row {number}", what) for split, number, what in found
        )
        progress("checking", done + 1, len(manifest.configs))
    return count, violations
