"""``python -m builders.question_matching``: Chinese questions -> pairs, each with its phenomenon, for `load_dataset`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from numdiag_datasets.cli.running import progress_bar, run
from numdiag_datasets.release.building.pairs import build_pairs, write_rows
from numdiag_datasets.release.staging import StoredFile, check_out
from numdiag_datasets.sources import SPLITS
from numdiag_datasets.text_pairs.question_matching.family import (
    DUQM,
    NAME,
    QUESTION_MATCHING,
    config_name,
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
from numdiag_datasets.text_pairs.question_matching.taxonomy import LABELS

_MAKERS = ("cn2an", "datasets", "pyarrow", "rjieba")

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def main(
    questions: Annotated[
        str,
        typer.Option(help="sample (bundled), or a UTF-8 file with one Chinese question a line."),
    ] = "sample",
    duqm: Annotated[
        Path | None,
        typer.Option(
            help="Directory with DuQM's own files, which you hold; such a release is never published."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Release directory to write.")] = Path(NAME),
    operations: Annotated[
        str, typer.Option(help=f"Operations with commas, of {', '.join(RULES)}; all by default.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
) -> None:
    """Build pairs of questions. What lies there already stays until the new release is complete."""
    started = time.perf_counter()
    chosen = [name.strip() for name in operations.split(",") if name.strip()] or list(RULES)
    if unknown := [name for name in chosen if name not in RULES]:
        raise typer.BadParameter(
            f"unknown operation {unknown[0]!r}; choose from {', '.join(RULES)}"
        )
    check_out(out, NAME)
    with progress_bar() as progress:
        manifest = build_question_matching(
            out, SAMPLE if questions == "sample" else Path(questions), chosen, duqm, seed, progress
        )
    rows = sum(file["rows"] for file in manifest["files"].values())
    kind = " of the bundled SAMPLE" if questions == "sample" else ""
    print(
        f"{out}{os.sep}: {len(manifest['configs'])} configs{kind}, {rows:,} pairs, seed {seed}, "
        f"{time.perf_counter() - started:.1f} s"
    )
    if DUQM in manifest["configs"]:
        print(f"{DUQM}: for your own use; `numdiag push` refuses this release")


def build_question_matching(
    out: Path,
    questions: Path,
    operations: Sequence[str] = tuple(RULES),
    duqm: Path | None = None,
    seed: int = 1,
    progress: Callable[[str, int, int], None] = lambda label, done, total: None,
) -> dict[str, Any]:
    """Build the release; see `text_pairs.release.build_pairs`.

    Args:
        out: the release directory.
        questions: a file of questions, one a line.
        operations: keys of `operations.RULES`.
        duqm: a directory with DuQM's own files, or None.
        seed: of every random draw.
        progress: called with (what, done, total).

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
    told = {config_name(key): _told(key) for key, pairs in by_operation.items() if pairs}
    if duqm:
        told[DUQM] = {"label": "both", "summary": "DuQM's own pairs"}
    if not told:
        raise QuestionError(f"{questions}: no question that {', '.join(operations)} can change")

    def write(directory: Path) -> Iterator[StoredFile]:
        for operation, pairs in by_operation.items():
            for split in SPLITS:
                rows = [pair for pair in pairs if split_of(pair.text) == split]
                if rows:
                    config = config_name(operation)
                    yield write_rows(
                        rows, QUESTION_MATCHING.features(config), directory, config, split
                    )
        if held:
            yield write_rows(
                held_pairs(held), QUESTION_MATCHING.features(DUQM), directory, DUQM, "test"
            )

    return build_pairs(
        QUESTION_MATCHING,
        out,
        list(told),
        write,
        seed=seed,
        source={
            "kind": "sample" if questions == SAMPLE and duqm is None else "questions",
            "files": files | held_files,
            "notes": [],
        },
        makers=_MAKERS,
        facts={"operations": told, "may_be_published": duqm is None},
    )


def _told(operation: str) -> dict[str, str]:
    rule = RULES[operation]
    return {"label": f"{rule.label} {LABELS[rule.label]}", "summary": rule.summary}


if __name__ == "__main__":
    run(app, "python -m builders.question_matching")
