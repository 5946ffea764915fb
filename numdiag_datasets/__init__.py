"""numdiag: perturbed numerical question answering data, sound, explained and reproducible.

The names below are what most users need; every module can be imported by itself, and none loads
``datasets`` or spaCy before it is needed.
"""

from __future__ import annotations

from numdiag_datasets.equation import Equation, EquationError, parse_equation
from numdiag_datasets.number_words import parse_words, verbalize
from numdiag_datasets.numbers import NumberMention, find_numbers
from numdiag_datasets.own_data.perturber import Perturber, perturb
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.problem import Edit, Problem
from numdiag_datasets.split import Split
from numdiag_datasets.undoing import undo

__version__ = "0.2.0"

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
    "perturb",
    "perturb_split",
    "undo",
    "verbalize",
]
