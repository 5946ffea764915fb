"""Release type of text pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import SAMPLE, Manifest
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.release.release_types import ReleaseType
from numdiag_datasets.sources.source_files import SourceError
from numdiag_datasets.text_pairs.card import PAIR_TEXTS
from numdiag_datasets.text_pairs.display import shown_rows
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS
from numdiag_datasets.text_pairs.number_words.languages import language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.family import DUQM, QUESTION_MATCHING
from numdiag_datasets.text_pairs.verify import check_rows, config_of


def _count(manifest: Manifest, family: str) -> str:
    return f"{sum(manifest.rows(config) for config in manifest.configs):,} rows"


def _number_words(
    manifest: Manifest, source: str, out: Path, num_proc: int, progress: Progress
) -> Manifest:
    first = next(iter(manifest.configs))
    sizes = {split: sum(f.rows for f in manifest.stored(first, split)) for split in SPLITS}
    facts = manifest.facts
    options = ProbeOptions(facts["max_value"], manifest.seed, sizes, facts["errors"])
    languages = [language_of(code) for code in facts["languages"]]
    return build_number_words(out, languages, options, num_proc, progress)


def _question_matching(
    manifest: Manifest, source: str, out: Path, num_proc: int, progress: Progress
) -> Manifest:
    if DUQM in manifest.configs:
        raise SourceError(
            f"{source}: a release with {DUQM} is not built again; build it and compare both with `numdiag diff`"
        )
    contrasts = [name.partition("-")[2] for name in manifest.configs]
    questions = None if source == SAMPLE else Path(source)
    return build_question_matching(out, questions, contrasts, None, manifest.seed, progress)


_REBUILD: Mapping[str, Callable[[Manifest, str, Path, int, Progress], Manifest]] = {
    NUMBER_WORDS.name: _number_words,
    QUESTION_MATCHING.name: _question_matching,
}


def _rebuild(
    manifest: Manifest, source: str, out: Path, num_proc: int, progress: Progress
) -> Manifest:
    return _REBUILD[manifest.holds](manifest, source, out, num_proc, progress)


PAIR_RELEASE = ReleaseType(
    texts=PAIR_TEXTS,
    unit_of=config_of,
    check=check_rows,
    rebuild=_rebuild,
    show=shown_rows,
    count=_count,
)
