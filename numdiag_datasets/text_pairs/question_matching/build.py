"""Build of the release of question pairs: Chinese questions -> pairs, each with its phenomenon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import Manifest, SourceEntry, StoredFile
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.text_pairs.build import build_pairs, write_rows
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS, OF_ANY_QUESTION
from numdiag_datasets.text_pairs.question_matching.family import (
    DUQM,
    QUESTION_MATCHING,
    config_name,
    summary_of,
)
from numdiag_datasets.text_pairs.question_matching.own_questions import SAMPLE
from numdiag_datasets.text_pairs.question_matching.pair_files import read_pair_files
from numdiag_datasets.text_pairs.question_matching.pairs import (
    QuestionPair,
    held_pairs,
    matched_pairs,
)
from numdiag_datasets.text_pairs.question_matching.questions import (
    QuestionError,
    read_questions,
    sha256_of,
)

_MAKERS = ("cn2an", "datasets", "pyarrow", "rjieba")
#: Split -> the most pairs of each label in a contrast of our own questions.
_MOST = {"train": 250, "validation": 100, "test": 160}


def build_question_matching(
    out: Path,
    questions: Path | None = None,
    contrasts: Sequence[str] = (),
    pairs: Path | None = None,
    seed: int = 1,
    progress: Progress = no_progress,
    replace: bool = False,
) -> Manifest:
    """Build the release; see `text_pairs.build.build_pairs`.

    Args:
        out: the release directory.
        questions: a file of questions, one a line; None for our own, or for none if ``pairs`` is given.
        contrasts: keys of `contrasts.CONTRASTS`; all available ones if empty.
        pairs: a file or directory of DuQM's own pairs, or None.
        seed: the seed of all random draws.
        progress: called with (description, done, total).
        replace: see `text_pairs.build.build_pairs`.

    Raises:
        QuestionError: a file cannot be read, or no question can be changed.
        ReleaseError: ``out`` cannot be written or has other content.
    """
    given = read_questions(questions) if questions else None
    held, files = read_pair_files(pairs) if pairs else ([], {})
    is_ours = questions is None and pairs is None
    if questions is not None:
        files[questions.name] = sha256_of(questions)
    elif is_ours:
        files[SAMPLE.name] = sha256_of(SAMPLE)
    chosen = contrasts or (CONTRASTS if is_ours else OF_ANY_QUESTION if questions else ())
    by_contrast = _made(given, chosen, seed, progress)
    names = [config_name(name) for name, splits in by_contrast.items() if splits]
    names += [DUQM] * bool(held)
    if not names:
        raise QuestionError(
            f"{questions}: no question that {', '.join(chosen)} can change, with both labels in a split"
        )

    def write(directory: Path) -> Iterator[tuple[str, str, StoredFile]]:
        for name, splits in by_contrast.items():
            config = config_name(name)
            for split in SPLITS:
                if rows := splits.get(split):
                    yield config, split, _stored(rows, directory, config, split)
        if held:
            yield DUQM, "test", _stored(held_pairs(held), directory, DUQM, "test")

    kind = "sample" if is_ours else "questions" if questions else "pairs"
    return build_pairs(
        QUESTION_MATCHING,
        out,
        dict.fromkeys(names),
        write,
        seed=seed,
        source=SourceEntry(kind, files),
        makers=_MAKERS,
        facts={
            "summaries": {name: summary_of(name) for name in names},
            "may_be_published": pairs is None,
        },
        replace=replace,
    )


def _made(
    given: Sequence[str] | None, chosen: Iterable[str], seed: int, progress: Progress
) -> dict[str, dict[str, list[QuestionPair]]]:
    """Return contrast -> split -> its pairs."""
    found = {}
    names = list(chosen)
    for done, name in enumerate(names, 1):
        contrast = CONTRASTS[name]
        found[name] = (
            matched_pairs(contrast, contrast.questions(), seed, _MOST)
            if given is None
            else matched_pairs(contrast, given, seed)
        )
        progress("changing", done, len(names))
    return found


def _stored(rows: Sequence[object], directory: Path, config: str, split: str) -> StoredFile:
    return write_rows(rows, QUESTION_MATCHING.features(config), directory, config, split)
