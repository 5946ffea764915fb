"""The release type of problems."""

from __future__ import annotations

from dataclasses import replace

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest, read_rows
from numdiag_datasets.core.schema import features, from_row
from numdiag_datasets.release.card.card import card_texts, licence_text
from numdiag_datasets.release.card.evaluation import evaluation_text
from numdiag_datasets.release.display.problem_rows import shown_rows
from numdiag_datasets.release.release_types import RebuildTask, Rebuilt, ReleaseType
from numdiag_datasets.release.verify.plan import check_plan
from numdiag_datasets.release.verify.problem_rows import check_rows
from numdiag_datasets.release.verify.rebuilding import rebuilt_note, source_to_read
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.source import SourceData


def _count(manifest: Manifest, dataset: str) -> str:
    return f"{manifest.rows(dataset):,} problems"


def _rebuild(task: RebuildTask) -> Rebuilt:
    # Imported here, since building imports this release type.
    from numdiag_datasets.release.building.build import build

    manifest = task.manifest
    origins = [_origin(name, task) for name in manifest.sources]
    by_source: dict[str, list[str]] = {}
    for name, entry in manifest.sources.items():
        by_source.setdefault(source_to_read(entry, task), []).append(name)
    notes = [rebuilt_note(source, names) for source, names in by_source.items()]
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


def _origin(dataset: str, task: RebuildTask) -> SourceData:
    entry = task.manifest.sources[dataset]
    if source := source_to_read(entry, task):
        # The kind in the manifest is kept: it does not matter where the same files came from.
        return replace(load_source(dataset, source), kind=entry.kind)
    splits = {
        split: tuple(
            map(from_row, read_rows(task.directory, task.manifest.configs[dataset][split]))
        )
        for split in SPLITS
    }
    return SourceData(dataset, entry.kind, splits, entry.files, entry.notes)


PROBLEM_RELEASE = ReleaseType(
    cards=card_texts,
    licence=licence_text,
    evaluation=evaluation_text,
    check_plan=check_plan,
    check=check_rows,
    rebuild=_rebuild,
    show=shown_rows,
    count=_count,
    features=lambda config: features(),
)
