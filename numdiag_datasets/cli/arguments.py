"""Arguments shared by several commands."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.release.hub.download import find_release, is_on_hub
from numdiag_datasets.scoring.prediction_files import DRAWS
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.tatqa import MODES, Mode

#: The default number of processes of commands that work on several files at once.
PROCESSES = min(2, os.cpu_count() or 1)
_PLACE = "Release directory, or you/numdiag@v1.0.0 on the Hub."
Directory = Annotated[Path, typer.Argument(help=_PLACE)]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Replace a release of other data, or with more configs or rows, as well.",
        show_default=False,
    ),
]
DirectoryOption = Annotated[Path, typer.Option("--dir", help=_PLACE)]
ModeOption = Annotated[
    str, typer.Option(help="TAT-QA: official, or strict, which mends how numbers are read.")
]


def release_at(place: Path) -> Path:
    """Return the directory of a release, see `find_release`; fail within seconds if the Hub cannot be reached.

    Raises:
        HubError, ReleaseError: see `find_release`.
    """
    if is_on_hub(place):
        # Imported here: the Hub's client is slow to load, and most commands do not need it.
        from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds

        reach_in_seconds()
    return find_release(place)


def listed(texts: Iterable[str]) -> list[str]:
    """Return the names in some comma-separated texts, each once."""
    names = (name.strip() for text in texts for name in text.split(","))
    return list(dict.fromkeys(name for name in names if name))


def check_split(split: str) -> None:
    """Raise an error for a split that no release has.

    Raises:
        typer.BadParameter: the message names the choices.
    """
    if split not in (*SPLITS, DRAWS) and base_of(split) == split:
        raise typer.BadParameter(
            f"unknown split {split!r}; choose from {', '.join(SPLITS)}, {DRAWS}, or a draw: test_1, ..."
        )


def check_effects(*cases: tuple[object, str, str]) -> None:
    """Refuse options that would have no effect.

    Args:
        cases: (whether such an option is given, the option, why it has no effect).

    Raises:
        typer.BadParameter: names the option and the reason.
    """
    for is_given, option, why in cases:
        if is_given:
            raise typer.BadParameter(f"{option}: has no effect, since {why}; leave it out")


def check_mode(text: str, configs: Iterable[str]) -> None:
    """Refuse a mode where no config of TAT-QA is scored, since it would have no effect.

    Raises:
        typer.BadParameter: names the mode.
    """
    datasets = {dataset_of(config) for config in configs}
    if text != MODES[0] and not any(scorer_of(name).has_modes for name in datasets):
        raise typer.BadParameter(f"--mode {text}: is for tatqa_a, which is not scored here")


def read_mode(text: str) -> Mode:
    """Return the mode with a name.

    Raises:
        typer.BadParameter: the mode is unknown; the message names the choices.
    """
    for mode in MODES:
        if mode == text:
            return mode
    raise typer.BadParameter(f"unknown mode {text!r}; choose from {', '.join(MODES)}")
