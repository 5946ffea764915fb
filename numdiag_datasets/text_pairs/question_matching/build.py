"""Build of the release of question pairs: Chinese questions -> pairs, each with its phenomenon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from numdiag_datasets.text_pairs.question_matching.pairs import matched_pairs
from numdiag_datasets.text_pairs.question_matching.question_edits import QuestionPair
from numdiag_datasets.text_pairs.question_matching.questions import (
    QuestionError,
    read_questions,
    sha256_of,
)

_MAKERS = ("cn2an", "datasets", "pyarrow", "rjieba")
#: Split -> the most pairs of each label in a contrast of our own questions.
_MOST = {"train": 250, "validation": 100, "test": 180}


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
    made: dict[str, dict[str, list[QuestionPair]]] = {}
    for done, name in enumerate(chosen, 1):
        contrast = CONTRASTS[name]
        of_own, most = (contrast.questions(), _MOST) if given is None else (given, None)
        if splits := matched_pairs(contrast, of_own, seed, most):
            made[config_name(name)] = splits
        progress("changing", done, len(chosen))
    if held:
        made[DUQM] = {"test": held}
    if not made:
        raise QuestionError(
            f"{questions}: no question that {', '.join(chosen)} can change, with both labels in a split"
        )

    def write(directory: Path) -> Iterator[tuple[str, str, StoredFile]]:
        for config, splits in made.items():
            features = QUESTION_MATCHING.features(config)
            for split in SPLITS:
                if rows := splits.get(split):
                    yield config, split, write_rows(rows, features, directory, config, split)

    kind = "sample" if is_ours else "questions" if questions else "pairs"
    return build_pairs(
        QUESTION_MATCHING,
        out,
        dict.fromkeys(made),
        write,
        seed=seed,
        source=SourceEntry(kind, files),
        makers=_MAKERS,
        facts={
            "summaries": {name: summary_of(name) for name in made},
            "may_be_published": pairs is None,
        },
        replace=replace,
    )
