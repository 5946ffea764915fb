"""Release type of text pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.release.release_types import RebuildTask, Rebuilt, ReleaseType
from numdiag_datasets.release.verify.rebuilding import rebuilt_note, source_to_read
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.card import card_texts, licence_text
from numdiag_datasets.text_pairs.display import shown_rows
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS
from numdiag_datasets.text_pairs.number_words.languages import language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.text_pairs.question_matching.family import DUQM, QUESTION_MATCHING
from numdiag_datasets.text_pairs.verify import check_plan, check_rows


def _count(manifest: Manifest, family: str) -> str:
    return f"{sum(manifest.rows(config) for config in manifest.configs):,} rows"


def _rebuild(task: RebuildTask) -> Rebuilt:
    return _BUILDERS[task.manifest.holds](task)


def _number_words(task: RebuildTask) -> Rebuilt:
    # Imported here, as the build module imports this one.
    from numdiag_datasets.text_pairs.number_words.build import build_number_words

    manifest = task.manifest
    first = next(iter(manifest.configs))
    sizes = {split: sum(f.rows for f in manifest.stored(first, split)) for split in SPLITS}
    options = ProbeOptions(
        manifest.facts["max_value"], manifest.seed, sizes, manifest.facts["errors"]
    )
    languages = [language_of(code) for code in manifest.facts["languages"]]
    built = build_number_words(task.out, languages, options, task.num_proc, task.progress)
    return Rebuilt(built, (f"{manifest.holds}: built again from its seed",))


def _question_matching(task: RebuildTask) -> Rebuilt:
    from numdiag_datasets.text_pairs.question_matching.build import build_question_matching

    manifest = task.manifest
    source = source_to_read(manifest.sources[manifest.holds], task)
    if DUQM in manifest.configs or not source:
        return Rebuilt(
            None, ("not built again, since its questions are not at hand; --source FILE has them",)
        )
    contrasts = [name.partition("-")[2] for name in manifest.configs]
    questions = None if source == "sample" else Path(source)
    built = build_question_matching(
        task.out, questions, contrasts, None, manifest.seed, task.progress
    )
    return Rebuilt(
        built,
        (rebuilt_note("our own questions" if questions is None else source, [manifest.holds]),),
    )


_BUILDERS: Mapping[str, Callable[[RebuildTask], Rebuilt]] = {
    NUMBER_WORDS.name: _number_words,
    QUESTION_MATCHING.name: _question_matching,
}

PAIR_RELEASE = ReleaseType(
    cards=card_texts,
    licence=licence_text,
    evaluation=lambda manifest: "",
    check_plan=check_plan,
    check=check_rows,
    rebuild=_rebuild,
    show=shown_rows,
    count=_count,
    features=lambda config: FAMILIES[dataset_of(config)].features(config),
    has_foreign_licence=lambda manifest: any(
        source.kind == "questions" for source in manifest.sources.values()
    ),
)
