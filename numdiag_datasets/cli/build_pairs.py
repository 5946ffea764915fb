"""``numdiag build-number-words`` and ``build-question-matching``: releases of texts and text pairs."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.arguments import PROCESSES, Replace, listed
from numdiag_datasets.cli.build import building
from numdiag_datasets.core.data_sets import QUESTION_MATCHING as NAME
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.replacing import check_out
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.errors import ERRORS, UNSEEN
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    PAPER,
    SIZES,
    ProbeOptions,
)
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS, OF_ANY_QUESTION
from numdiag_datasets.text_pairs.question_matching.family import DUQM

#: The languages of the paper; `LANGUAGES` has more.
DEFAULT_LANGUAGES = "en,ja,da,fr"


def number_words(
    out: Annotated[Path, typer.Option(help="Release directory to write.")] = Path("number_words"),
    languages: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Codes with commas, or one after the other, of {', '.join(LANGUAGES)}; {DEFAULT_LANGUAGES} by default.",
            show_default=False,
        ),
    ] = None,
    max_value: Annotated[
        int,
        typer.Option(
            help="Numbers from 0 to this.",
            min=1,
            max=MAX_VALUE,
        ),
    ] = MAX_VALUE,
    errors: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Kinds of error to train on, with commas, or one after the other, of {', '.join(ERRORS)}; the others are unseen. Or paper, for "
            f"the paper's rule and draws, whose splits share numbers (with --max-value 999 its range). By default all but {', '.join(UNSEEN)}.",
            show_default=False,
        ),
    ] = None,
    sizes: Annotated[
        str, typer.Option(help="Rows of train, validation and test of every config.")
    ] = ",".join(map(str, SIZES.values())),
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
    num_proc: Annotated[
        int, typer.Option(help="Processes; the bytes do not depend on it.", min=1)
    ] = PROCESSES,
    replace: Replace = False,
) -> None:
    """Build the probing data of number words. An existing release stays until the new one is complete; other
    files are never touched."""
    started = time.perf_counter()
    codes = listed(languages or [DEFAULT_LANGUAGES])
    chosen = [language_of(code) for code in codes] or [language_of("")]
    options = ProbeOptions(
        max_value, seed, _read_sizes(sizes), _read_errors(",".join(errors or []))
    )
    check_out(out, NUMBER_WORDS.name)
    with building(out, replace) as progress:
        manifest = build_number_words(out, chosen, options, num_proc, progress, replace)
    shares = "; the splits share numbers, which the card counts" if options.is_paper else ""
    say(
        f"{out}{os.sep}: {len(manifest.configs)} configs, {manifest.all_rows:,} rows, numbers from 0 to {max_value:,}, "
        f"seed {seed}, {time.perf_counter() - started:.1f} s{shares}"
    )


def _read_sizes(text: str) -> dict[str, int]:
    numbers = text.split(",")
    if len(numbers) != len(SIZES) or not all(n.strip().isdecimal() for n in numbers):
        raise typer.BadParameter(
            f"--sizes {text}: three whole numbers with commas, such as 600,200,200"
        )
    sizes = dict(zip(SIZES, map(int, numbers), strict=True))
    if odd := [split for split, rows in sizes.items() if rows < 2 or rows % 2]:
        raise typer.BadParameter(
            f"--sizes {text}: {odd[0]} must be even and at least 2, half of the rows for each label"
        )
    return sizes


def _read_errors(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if names != PAPER and (unknown := [name for name in names if name not in ERRORS]):
        raise typer.BadParameter(
            f"--errors {text}: unknown kind {unknown[0]!r}; choose from {', '.join(ERRORS)}, or paper alone"
        )
    return names


def question_matching(
    questions: Annotated[
        str,
        typer.Option(
            help="sample (all of our own, bundled), or a UTF-8 file with one Chinese question a line."
        ),
    ] = "",
    duqm: Annotated[
        Path | None,
        typer.Option(
            help="File or directory with DuQM's own pairs, which you hold, alone unless --questions is given; "
            "such a release is never published."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Release directory to write.")] = Path(NAME),
    contrasts: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Contrasts with commas, or one after the other, of {', '.join(CONTRASTS)}; all by default, of questions of your own "
            f"{', '.join(OF_ANY_QUESTION)}.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
    replace: Replace = False,
) -> None:
    """Build pairs of questions. An existing release stays until the new one is complete; other files are never
    touched."""
    started = time.perf_counter()
    chosen = listed(contrasts or [])
    source = None if questions in ("", "sample") else Path(questions)
    choices = OF_ANY_QUESTION if source else tuple(CONTRASTS)
    if unknown := [name for name in chosen if name not in choices]:
        of_theirs = " for questions of your own" if unknown[0] in CONTRASTS else ""
        raise typer.BadParameter(
            f"contrast {unknown[0]!r} is not to be had{of_theirs}; choose from {', '.join(choices)}"
        )
    if duqm and questions == "sample":
        raise typer.BadParameter(
            "--duqm and --questions sample: numdiag's own pairs may be published and DuQM's may not; build two releases"
        )
    if duqm and chosen and not source:
        raise typer.BadParameter("--contrasts are made of questions; --duqm alone has none")
    check_out(out, NAME)
    with building(out, replace) as progress:
        manifest = build_question_matching(out, source, chosen, duqm, seed, progress, replace)
    say(
        f"{out}{os.sep}: {len(manifest.configs)} configs, {manifest.all_rows:,} pairs, seed {seed}, "
        f"{time.perf_counter() - started:.1f} s"
    )
    if DUQM in manifest.configs:
        say(f"{DUQM}: for your own use; `numdiag push` refuses this release")
