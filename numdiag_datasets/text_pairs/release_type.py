"""Release type of text pairs."""

from __future__ import annotations

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
from numdiag_datasets.text_pairs.question_matching.family import DUQM
from numdiag_datasets.text_pairs.verify import check_rows, config_of


def _rebuild(
    manifest: Manifest, source: str, out: Path, num_proc: int, progress: Progress
) -> Manifest:
    facts, configs = manifest.facts, list(manifest.configs)
    if manifest.holds == NUMBER_WORDS.name:
        sizes = {split: sum(f.rows for f in manifest.stored(configs[0], split)) for split in SPLITS}
        options = ProbeOptions(facts["max_value"], manifest.seed, sizes, facts["errors"])
        languages = [language_of(code) for code in facts["languages"]]
        return build_number_words(out, languages, options, num_proc, progress)
    if DUQM in configs:
        raise SourceError(
            f"{source}: a release with {DUQM} is not built again; build it and compare both with `numdiag diff`"
        )
    contrasts = [name.partition("-")[2] for name in configs]
    questions = None if source == SAMPLE else Path(source)
    return build_question_matching(out, questions, contrasts, None, manifest.seed, progress)


PAIR_RELEASE = ReleaseType(
    texts=PAIR_TEXTS,
    unit_of=config_of,
    check=check_rows,
    rebuild=_rebuild,
    show=shown_rows,
    count=lambda manifest, family: f"{sum(map(manifest.rows, manifest.configs)):,} rows",
)
