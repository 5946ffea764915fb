"""numdiag: perturbed numerical question answering data, sound, explained and reproducible.

The names below are what most users need; ``docs/api.md`` has an example of each. A name is imported when it is
first used, so that scoring loads no generator and ``import numdiag_datasets`` loads next to nothing. Functions
check the types of their arguments here, and not where the library itself calls them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__

if TYPE_CHECKING:
    from numdiag_datasets.core.configs import CONFIGS
    from numdiag_datasets.core.equation import Equation, parse_equation
    from numdiag_datasets.core.errors import NumdiagError
    from numdiag_datasets.core.problem import Edit, Problem
    from numdiag_datasets.english.number_words import parse_words, verbalize
    from numdiag_datasets.english.numbers import NumberMention, find_numbers
    from numdiag_datasets.own_data.perturber import perturb
    from numdiag_datasets.own_data.undoing import undo
    from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
    from numdiag_datasets.release.building.build import build
    from numdiag_datasets.release.verify.directory import verify
    from numdiag_datasets.scoring.answer_extraction.reader import read_answer, read_completion
    from numdiag_datasets.scoring.harness.prompts import prompt
    from numdiag_datasets.scoring.resources import path
    from numdiag_datasets.scoring.scored_rows import score_rows
    from numdiag_datasets.sources import load_source

#: Name -> the module that defines it.
_MODULES = {
    "CONFIGS": "core.configs",
    "PERTURBATIONS": "perturbations",
    "Edit": "core.problem",
    "Equation": "core.equation",
    "NumberMention": "english.numbers",
    "NumdiagError": "core.errors",
    "Problem": "core.problem",
    "build": "release.building.build",
    "find_numbers": "english.numbers",
    "load_source": "sources",
    "parse_equation": "core.equation",
    "parse_words": "english.number_words",
    "path": "scoring.resources",
    "perturb": "own_data.perturber",
    "perturb_split": "perturbations",
    "prompt": "scoring.harness.prompts",
    "read_answer": "scoring.answer_extraction.reader",
    "read_completion": "scoring.answer_extraction.reader",
    "score_rows": "scoring.scored_rows",
    "undo": "own_data.undoing",
    "verbalize": "english.number_words",
    "verify": "release.verify.directory",
}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        if callable(found) and not isinstance(found, type):
            from numdiag_datasets.core.argument_types import checks_arguments

            found = checks_arguments(found)
            found.__module__ = __name__  # so that it can be pickled
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


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
