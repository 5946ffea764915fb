"""The release type of problems."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from numdiag_datasets.core.manifest import SAMPLE, Manifest
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.card.card import PROBLEM_TEXTS
from numdiag_datasets.release.display.problem_rows import shown_rows
from numdiag_datasets.release.release_types import ReleaseType
from numdiag_datasets.release.verify.made_again import check_made_again
from numdiag_datasets.release.verify.problem_rows import check_rows, unit_of
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.source_files import SourceError


def _count(manifest: Manifest, dataset: str) -> str:
    return f"{manifest.rows(dataset):,} problems"


def _rebuild(
    manifest: Manifest, source: str, out: Path, num_proc: int, progress: Progress
) -> Manifest:
    # The kind in the manifest is kept: it does not matter where the same files came from.
    origins = []
    for name, entry in manifest.sources.items():
        loaded = load_source(name, SAMPLE if entry.kind == SAMPLE else source)
        if (loaded.kind == SAMPLE) != (entry.kind == SAMPLE):
            raise SourceError(
                f"{source}: is the source {loaded.kind!r} of {name}, and the manifest names {entry.kind!r}"
            )
        origins.append(replace(loaded, kind=entry.kind))
    configs = list(manifest.configs)
    return build(origins, out, configs, manifest.seed, num_proc, progress, draws=manifest.draws)


PROBLEM_RELEASE = ReleaseType(
    texts=PROBLEM_TEXTS,
    unit_of=unit_of,
    check=check_rows,
    rebuild=_rebuild,
    show=shown_rows,
    count=_count,
    make_again=check_made_again,
)
