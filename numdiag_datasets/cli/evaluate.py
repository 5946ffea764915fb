"""``numdiag evaluate``: a language model's scores, and its drop under each perturbation."""

from __future__ import annotations

from importlib.util import find_spec

import typer

from numdiag_datasets.cli.train import run_script
from numdiag_datasets.core.errors import InputError

#: The packages that the extra `harness` installs.
_EXTRA = ("lm_eval", "torch", "transformers")
#: Options that need none of them.
_FREE = {"-h", "--help", "--dry-run"}


def evaluate(context: typer.Context) -> None:
    """Ask a language model, extract its answers, and print its drop under each perturbation."""
    missing = [name for name in _EXTRA if find_spec(name) is None]
    if missing and not _FREE & set(context.args):
        raise InputError(
            f"{missing[0]} is not installed; asking models needs pip install 'numdiag[harness]'"
        )
    run_script("evaluate", context.args)
