"""``numdiag train``: the training scripts, in the installed library or in a checkout."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.scoring.resources import HOME

SCRIPTS = ("seq2seq", "causal_lm", "graph2tree", "tagop", "diagnose", "probe", "pairs")
#: The packages that the extra `train` installs.
EXTRA = ("accelerate", "torch", "transformers")


# Options before the script's name belong to this command, all options after it to the script.
def train(
    script: Annotated[
        str,
        typer.Argument(
            help="seq2seq (T5, BART), causal_lm (GPT-2, SmolLM2), graph2tree (ASDiv-a), tagop (TATQA-a), "
            "diagnose (one of them against every attack and defense), probe (number words) or "
            "pairs (question matching)."
        ),
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            help="Options of the script, such as --recipe t5-base --output_dir runs/t5-base; --help lists them."
        ),
    ] = None,
) -> None:
    """Train and evaluate a baseline; on several GPUs, accelerate launch -m numdiag_datasets train ..."""
    if script not in SCRIPTS:
        raise typer.BadParameter(f"unknown script {script!r}; choose from {', '.join(SCRIPTS)}")
    if missing := [name for name in EXTRA if find_spec(name) is None]:
        raise InputError(
            f"{missing[0]} is not installed; training needs pip install 'numdiag[train]'"
        )
    run_script(script, arguments or ())


def run_script(script: str, arguments: Sequence[str]) -> None:
    """Run a script of ``train/`` in the same way as ``python -m``."""
    sys.argv[1:] = arguments
    runpy.run_module(f"{_package()}.{script}", run_name="__main__", alter_sys=True)


def _package() -> str:
    """Return the package of the scripts, which is inside the library or next to it."""
    library = Path(__file__).parents[1]
    if library == HOME:
        return f"{library.name}.train"
    # First in the path, since users' working directories often contain their own train.py.
    sys.path.insert(0, str(HOME))
    return "train"
