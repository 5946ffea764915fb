"""numdiag: perturbed numerical question answering data, sound, explained and reproducible.

The names below are what most users need; ``docs/api.md`` shows each at work. Importing them loads neither
``datasets`` nor pyarrow nor spaCy: what needs them loads them when it is called.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import CONFIGS
from numdiag_datasets.core.equation import (
    Equation,
    parse_equation,
)
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import (
    Edit,
    Problem,
)
from numdiag_datasets.english.number_words import parse_words, verbalize
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.own_data.perturber import perturb
from numdiag_datasets.own_data.undoing import undo
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.sources import load_source

if TYPE_CHECKING:
    from numdiag_datasets.core.resources import path
    from numdiag_datasets.release.building.build import build
    from numdiag_datasets.release.verify.directory import verify
    from numdiag_datasets.scoring.answer_extraction.reader import (
        read_answer,
        read_completion,
    )
    from numdiag_datasets.scoring.harness.prompts import prompt
    from numdiag_datasets.scoring.rows import score_rows

# Releases, scoring and models take as long to import as all the rest: they are imported when asked for.
_LATER = {
    "build": "numdiag_datasets.release.building.build",
    "path": "numdiag_datasets.core.resources",
    "prompt": "numdiag_datasets.scoring.harness.prompts",
    "read_answer": "numdiag_datasets.scoring.answer_extraction.reader",
    "read_completion": "numdiag_datasets.scoring.answer_extraction.reader",
    "score_rows": "numdiag_datasets.scoring.rows",
    "verify": "numdiag_datasets.release.verify.directory",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CONFIGS",
    "PERTURBATIONS",
    "Edit",
    "Equation",
    "NumberMention",
    "NumdiagError",
    "Problem",
    "__version__",
    "build",
    "find_numbers",
    "load_source",
    "parse_equation",
    "parse_words",
    "path",
    "perturb",
    "perturb_split",
    "prompt",
    "read_answer",
    "read_completion",
    "score_rows",
    "undo",
    "verbalize",
    "verify",
]
