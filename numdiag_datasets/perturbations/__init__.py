"""The perturbations, by the name that config names use."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.draws import Draws
from numdiag_datasets.errors import InputError
from numdiag_datasets.perturbations import (
    distribution,
    extra,
    language,
    logic,
    noise,
    number_type,
    order,
    verbosity,
)
from numdiag_datasets.perturbations.base import Perturbation, reject
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import DOUBTFUL_ANSWER, Problem
from numdiag_datasets.problems.reading import Reading

__all__ = ["PERTURBATIONS", "Perturbation", "perturb_split"]

_DETECTION = "number detection"
_VALUE = "number value understanding"
_SELECTION = "operand selection"
_REASONING = "operation reasoning"

_REDERIVED = ("equation", "derivation", "answers")
_NOTHING: tuple[str, ...] = ()

PERTURBATIONS: dict[str, Perturbation] = {
    perturbation.name: perturbation
    for perturbation in (
        Perturbation("language", _DETECTION, "digits become words", _NOTHING, language.perturb),
        Perturbation("type", _DETECTION, 'integers get ".0"', _NOTHING, number_type.perturb),
        Perturbation(
            "noise", _VALUE, "operands get a decimal", _REDERIVED, noise.perturb, shared=False
        ),
        Perturbation(
            "distribution",
            _VALUE,
            "operands become large",
            _REDERIVED,
            distribution.perturb,
            shared=False,
        ),
        Perturbation(
            "verbosity", _SELECTION, '"6" becomes "6 (not 30)"', _NOTHING, verbosity.perturb
        ),
        Perturbation(
            "extra",
            _SELECTION,
            "an irrelevant sentence is inserted",
            _NOTHING,
            extra.perturb,
            rules=extra.RULES,
        ),
        Perturbation(
            "logic",
            _REASONING,
            "the question asks for another operation",
            (*_REDERIVED, "unit", "scale"),
            logic.perturb,
            shared=False,
            rules=logic.RULES,
        ),
        Perturbation(
            "order",
            _REASONING,
            "the numbers occur in another order",
            _NOTHING,
            order.perturb,
            rules=order.RULES,
        ),
    )
}


def perturb_split(split: Split | Sequence[Problem], name: str, seed: int = 1) -> list[Problem]:
    """Perturb every problem of a split, in order.

    Args:
        split: the originals; a `Split` where several perturbations are made, since it reads each problem once.
        name: a key of `PERTURBATIONS`.
        seed: of the release; the same seed gives the same problems, whatever else is built.

    Returns:
        As many problems: applied, or unchanged with a reason code.

    Raises:
        InputError: an unknown perturbation.
    """
    if name not in PERTURBATIONS:
        raise InputError(f"unknown perturbation {name!r}; choose from {', '.join(PERTURBATIONS)}")
    perturbation = PERTURBATIONS[name]
    split = split if isinstance(split, Split) else Split(split)
    return [
        reject(reading.problem, reason=DOUBTFUL_ANSWER)
        if DOUBTFUL_ANSWER in reading.problem.lints
        else perturbation.perturb(
            reading,
            Draws(seed, name, perturbation.generation, _drawn_for(perturbation, reading)),
            split,
        )
        for reading in split.readings
    ]


def _drawn_for(perturbation: Perturbation, reading: Reading) -> str:
    """What draws depend on: the passage, which is then perturbed once, or the question."""
    return reading.problem.group if perturbation.shared else reading.problem.id
