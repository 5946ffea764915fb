"""The differences between two releases: changed rows, the reasons, and the version that they require."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from numdiag_datasets.core.manifest import (
    Manifest,
    ReleaseError,
    check_file,
    read_manifest,
    read_rows,
)
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.versions import Level

#: The columns that a model reads, and those used to score it.
_TEXT = ("context", "table", "question", "text", "text_pair")
_ANSWER = ("equation", "answers", "answer_type", "answer_from", "scale", "unit", "label")

ADDED, REMOVED = "added", "removed"
NOW_APPLIED, NO_LONGER_APPLIED = "now perturbed", "no longer perturbed"
OTHER_TEXT, OTHER_ANSWER, OTHER_COLUMNS = "other text", "other answer", "other columns"
#: Changes of a test split after which its scores cannot be compared with earlier ones.
_CHANGES_SCORES = (ADDED, REMOVED, NOW_APPLIED, NO_LONGER_APPLIED, OTHER_TEXT, OTHER_ANSWER)


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that differs between two releases.

    Attributes:
        config: ``asdiv_a``; ``asdiv_a-extra``, which includes all of its settings; or a config of text pairs.
        split, id: the row; text pairs are numbered from 0.
        what: "added", "removed", "now perturbed", "no longer perturbed", "other text",
            "other answer" or "other columns".
        detail: the reason code of a row that is or was unchanged, or the columns.
        why: "source" (the original changed), "seed", or "rules" if neither changed.
    """

    config: str
    split: str
    id: str
    what: str
    detail: str
    why: str


@dataclass(frozen=True)
class Differences:
    """The differences between an old and a new release.

    Attributes:
        versions, seeds: of both releases.
        new_configs, lost_configs: names.
        new_columns, lost_columns: names.
        rows: every changed row of the configs that both have, listed once for all settings.
    """

    versions: tuple[str, str]
    seeds: tuple[int, int]
    new_configs: tuple[str, ...]
    lost_configs: tuple[str, ...]
    new_columns: tuple[str, ...]
    lost_columns: tuple[str, ...]
    rows: tuple[RowChange, ...]

    @cached_property
    def level(self) -> Level:
        """The part of the version that has to grow."""
        changes_scores = any(
            row.split == "test" and row.what in _CHANGES_SCORES for row in self.rows
        )
        if changes_scores or self.lost_configs or self.lost_columns:
            return Level.MAJOR
        return Level.MINOR if self.rows or self.new_configs or self.new_columns else Level.NONE


def compare(
    old: Path,
    new: Path,
    progress: Progress = no_progress,
    new_manifest: Manifest | None = None,
) -> Differences:
    """Compare two release directories.

    Args:
        old, new: the directories.
        progress: called with (what, done, total).
        new_manifest: the manifest of a part of the new release, to compare only that part.

    Raises:
        ReleaseError: one of them is not a release or cannot be read, or they contain different kinds of data.
    """
    manifests = read_manifest(old), new_manifest or read_manifest(new)
    if manifests[0].holds != manifests[1].holds:
        raise ReleaseError(
            f"{old} holds {manifests[0].holds}, {new} holds {manifests[1].holds}; releases of one kind are compared"
        )
    files = manifests[0].files, manifests[1].files
    changes: list[RowChange] = []
    old_columns: dict[str, None] = {}
    new_columns: dict[str, None] = {}
    other_originals: set[tuple[str, str, str]] = set()
    changed = "rules" if manifests[0].seed == manifests[1].seed else "seed"
    in_both = [path for path in files[1] if path in files[0]]
    # The copies for augment of a perturbed split that both have are compared with it.
    copies = {path.replace(".parquet", "-applied.parquet") for path in in_both}
    shared = [path for path in in_both if path not in copies]
    # Originals come first: if an original changed, its perturbed rows need no other reason.
    for done, path in enumerate(sorted(shared, key=lambda path: "/original/" not in path)):
        progress("comparing", done + 1, len(shared))
        for directory, its in zip((old, new), files, strict=True):
            check_file(directory / path, its[path])
        if files[0][path].sha256 == files[1][path].sha256:
            continue
        old_rows, new_rows = (_by_id(read_rows(directory, [path])) for directory in (old, new))
        old_columns.update(dict.fromkeys(column for row in old_rows.values() for column in row))
        new_columns.update(dict.fromkeys(column for row in new_rows.values() for column in row))
        dataset, perturbation, split = _place(path)
        is_original = perturbation == "original"
        config = dataset if is_original else f"{dataset}-{perturbation}"
        reason = "source" if is_original else changed
        for row_id, row, what, detail in _compare(old_rows, new_rows):
            original = (dataset, split, row.get("source_id", row_id))
            if is_original:
                other_originals.add(original)
            why = "source" if original in other_originals or what in (ADDED, REMOVED) else reason
            changes.append(RowChange(config, split, row_id, what, detail, why))
    configs = [manifest.configs for manifest in manifests]
    return Differences(
        versions=(manifests[0].version, manifests[1].version),
        seeds=(manifests[0].seed, manifests[1].seed),
        new_configs=tuple(name for name in configs[1] if name not in configs[0]),
        lost_configs=tuple(name for name in configs[0] if name not in configs[1]),
        new_columns=tuple(name for name in new_columns if name not in old_columns),
        lost_columns=tuple(name for name in old_columns if name not in new_columns),
        rows=tuple(changes),
    )


def _place(path: str) -> tuple[str, str, str]:
    dataset, perturbation, name = path.removesuffix(".parquet").split("/")
    return dataset, perturbation, name.removesuffix("-applied")


def _by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the rows by id; text pairs have no id, so their number is used."""
    return {row.get("id", str(number)): row for number, row in enumerate(rows)}


def _compare(
    old: dict[str, dict[str, Any]], new: dict[str, dict[str, Any]]
) -> Iterator[tuple[str, dict[str, Any], str, str]]:
    """Yield the id of every row that differs, the row, the kind of change and a detail."""
    for row_id, row in new.items():
        if row_id not in old:
            yield row_id, row, ADDED, ""
        elif row != old[row_id]:
            yield row_id, row, *_what(old[row_id], row)
    for row_id, row in old.items():
        if row_id not in new:
            yield row_id, row, REMOVED, ""


def _what(old: dict[str, Any], new: dict[str, Any]) -> tuple[str, str]:
    if old.get("status") != new.get("status"):
        if new["status"] == APPLIED:
            return NOW_APPLIED, old["reason"]
        return NO_LONGER_APPLIED, new["reason"]
    columns = [column for column in {**old, **new} if old.get(column) != new.get(column)]
    if any(column in _TEXT for column in columns):
        return OTHER_TEXT, ""
    if any(column in _ANSWER for column in columns):
        return OTHER_ANSWER, ""
    return OTHER_COLUMNS, ", ".join(columns)
