"""numdiag: perturbed numerical question answering data, sound, explained and reproducible.

The names below are what most users need; every module can be imported by itself, and none loads
``datasets`` or spaCy before it is needed.
"""

from __future__ import annotations

from numdiag_datasets._version import __version__
from numdiag_datasets.english.number_words import parse_words, verbalize
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.own_data.perturber import Perturber, perturb
from numdiag_datasets.own_data.undoing import undo
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.equation import Equation, EquationError, parse_equation
from numdiag_datasets.problems.problem import Edit, Problem
from numdiag_datasets.resources import path

__all__ = [
    "PERTURBATIONS",
    "Edit",
    "Equation",
    "EquationError",
    "NumberMention",
    "Perturber",
    "Problem",
    "Split",
    "__version__",
    "find_numbers",
    "parse_equation",
    "parse_words",
    "path",
    "perturb",
    "perturb_split",
    "undo",
    "verbalize",
]
