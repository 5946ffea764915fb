"""Building the release of question pairs: Chinese questions -> pairs, each with its phenomenon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from numdiag_datasets.release.building.pairs import build_pairs, write_rows
from numdiag_datasets.release.manifest import Manifest, SourceEntry, StoredFile
from numdiag_datasets.release.processes import Progress, no_progress
from numdiag_datasets.sources import SPLITS
from numdiag_datasets.text_pairs.question_matching.family import (
    DUQM,
    QUESTION_MATCHING,
    config_name,
    told,
)
from numdiag_datasets.text_pairs.question_matching.operations import RULES
from numdiag_datasets.text_pairs.question_matching.pairs import held_pairs, made_pairs, split_of
from numdiag_datasets.text_pairs.question_matching.questions import (
    SAMPLE,
    QuestionError,
    read_duqm,
    read_questions,
    sha256_of,
)

_MAKERS = ("cn2an", "datasets", "pyarrow", "rjieba")


def build_question_matching(
    out: Path,
    questions: Path,
    operations: Sequence[str] = tuple(RULES),
    duqm: Path | None = None,
    seed: int = 1,
    progress: Progress = no_progress,
    replace: bool = False,
) -> Manifest:
    """Build the release; see `pairs.build_pairs`.

    Args:
        out: the release directory.
        questions: a file of questions, one a line.
        operations: keys of `operations.RULES`.
        duqm: a directory with DuQM's own files, or None.
        seed: of every random draw.
        progress: called with (what, done, total).
        replace: see `pairs.build_pairs`.

    Raises:
        QuestionError: a file cannot be read, or no question can be changed.
        ReleaseError: ``out`` cannot be written or holds something else.
    """
    found = read_questions(questions)
    files = {questions.name: sha256_of(questions)}
    held, held_files = read_duqm(duqm) if duqm else ([], {})
    by_operation = {}
    for done, operation in enumerate(operations):
        by_operation[operation] = list(made_pairs(operation, found, seed))
        progress("changing", done + 1, len(operations))
    configs = [config_name(key) for key, pairs in by_operation.items() if pairs]
    configs += [DUQM] * bool(duqm)
    if not configs:
        raise QuestionError(f"{questions}: no question that {', '.join(operations)} can change")

    def stored(rows: Sequence[object], directory: Path, config: str, split: str) -> StoredFile:
        return write_rows(rows, QUESTION_MATCHING.features(config), directory, config, split)

    def write(directory: Path) -> Iterator[tuple[str, str, StoredFile]]:
        for operation, pairs in by_operation.items():
            for split in SPLITS:
                rows = [pair for pair in pairs if split_of(pair.text) == split]
                if rows:
                    config = config_name(operation)
                    yield config, split, stored(rows, directory, config, split)
        if held:
            yield DUQM, "test", stored(held_pairs(held), directory, DUQM, "test")

    return build_pairs(
        QUESTION_MATCHING,
        out,
        dict.fromkeys(configs),
        write,
        seed=seed,
        source=SourceEntry(
            "sample" if questions == SAMPLE and duqm is None else "questions", files | held_files
        ),
        makers=_MAKERS,
        facts={
            "operations": {name: told(name) for name in configs},
            "may_be_published": duqm is None,
        },
        replace=replace,
    )
