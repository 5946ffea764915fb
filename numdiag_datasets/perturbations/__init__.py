"""The perturbations, by the name that config names use, in their two forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import (
    APPLIED,
    DOUBTFUL_ANSWER,
    Problem,
    changed,
)
from numdiag_datasets.core.rng import Draws
from numdiag_datasets.perturbations import (
    extra,
    logic,
    order,
)
from numdiag_datasets.perturbations.distribution import offsets as distribution
from numdiag_datasets.perturbations.extra import related_word_problem as related
from numdiag_datasets.perturbations.language import rewriting as language
from numdiag_datasets.perturbations.noise import offsets as noise
from numdiag_datasets.perturbations.perturbation import (
    SECOND,
    Perturbation,
    reject,
)
from numdiag_datasets.perturbations.type import decimals as number_type
from numdiag_datasets.perturbations.verbosity import distractors as verbosity
from numdiag_datasets.texts.edits_evidence import touches_answer
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

__all__ = ["FORMS", "PERTURBATIONS", "Perturbation", "perturb_split"]

_DETECTION = "number detection"
_VALUE = "number value understanding"
_SELECTION = "operand selection"
_REASONING = "operation reasoning"

_REDERIVED = ("equation", "derivation", "rationale", "answers")
_NOTHING: tuple[str, ...] = ()

#: Every perturbation in its first form, by its name.
PERTURBATIONS: dict[str, Perturbation] = {
    perturbation.name: perturbation
    for perturbation in (
        Perturbation(
            "language",
            _DETECTION,
            "digits become words",
            _NOTHING,
            language.perturb,
            generation=2,
            passage_generation=2,
            rules=language.RULES,
        ),
        Perturbation(
            "type",
            _DETECTION,
            'integers get ".0"',
            _NOTHING,
            number_type.perturb,
            generation=2,
            passage_generation=2,
            rules=number_type.RULES,
        ),
        Perturbation(
            "noise",
            _VALUE,
            "operands get a decimal",
            _REDERIVED,
            noise.perturb,
            generation=2,
            passage_generation=2,
            rules=noise.RULES,
            shared=False,
        ),
        Perturbation(
            "distribution",
            _VALUE,
            "operands become large",
            _REDERIVED,
            distribution.perturb,
            generation=2,
            passage_generation=2,
            rules=distribution.RULES,
            shared=False,
        ),
        Perturbation(
            "verbosity",
            _SELECTION,
            '"6" becomes "6 (not 30)"',
            _NOTHING,
            verbosity.perturb,
            generation=2,
            passage_generation=2,
            rules=verbosity.RULES,
        ),
        Perturbation(
            "extra",
            _SELECTION,
            "an irrelevant sentence is inserted",
            _NOTHING,
            extra.perturb,
            generation=2,
            passage_generation=2,
            rules=extra.RULES,
        ),
        Perturbation(
            "logic",
            _REASONING,
            "the question asks for another operation",
            (*_REDERIVED, "unit", "scale"),
            logic.perturb,
            generation=2,
            passage_generation=2,
            shared=False,
            rules=logic.RULES,
        ),
        Perturbation(
            "order",
            _REASONING,
            "the numbers occur in another order",
            _NOTHING,
            order.perturb,
            generation=2,
            passage_generation=2,
            rules=order.RULES,
        ),
    )
}


def _second(
    name: str,
    summary: str,
    perturb: Callable[[Reading, Draws, Split], Problem],
    rules: dict[str, str] | None = None,
) -> Perturbation:
    """The same capability in other clothes."""
    first = PERTURBATIONS[name]
    return Perturbation(
        f"{name}{SECOND}",
        first.capability,
        summary,
        first.derives,
        perturb,
        rules=rules or {},
        shared=first.shared,
    )


_SECOND_FORMS = (
    _second(
        "language", '"12" becomes "twelve (12)"', language.perturb_second, language.SECOND_RULES
    ),
    _second("type", 'integers get ".00"', number_type.perturb_second, number_type.SECOND_RULES),
    _second("noise", "operands get two decimals", noise.perturb_second, noise.SECOND_RULES),
    _second(
        "distribution",
        "operands become very large",
        distribution.perturb_second,
        distribution.SECOND_RULES,
    ),
    _second(
        "verbosity",
        '"6" becomes "6, not 30,"',
        verbosity.perturb_second,
        verbosity.SECOND_RULES,
    ),
    _second(
        "extra",
        "a sentence on the problem's own things is inserted",
        related.perturb,
        related.RULES,
    ),
)

#: Every perturbation in its first form, by its name, then the second forms: "language-second".
FORMS: dict[str, Perturbation] = PERTURBATIONS | {form.name: form for form in _SECOND_FORMS}


def perturb_split(split: Split | Sequence[Problem], name: str, seed: int = 1) -> list[Problem]:
    """Perturb every problem of a split, in order.

    Args:
        split: the originals; a `Split` where several perturbations are made, since it reads each problem once.
        name: of a perturbation, or of its second form: ``noise``, ``noise-second``.
        seed: of the release; the same seed gives the same problems, whatever else is built.

    Returns:
        As many problems: applied, or unchanged with a reason code.

    Raises:
        InputError: an unknown perturbation.
    """
    if name not in FORMS:
        raise InputError(f"unknown perturbation {name!r}; choose from {', '.join(FORMS)}")
    perturbation = FORMS[name]
    split = split if isinstance(split, Split) else Split(split)
    return [_perturbed(reading, perturbation, seed, split) for reading in split.readings]


def _perturbed(reading: Reading, perturbation: Perturbation, seed: int, split: Split) -> Problem:
    problem = reading.problem
    if DOUBTFUL_ANSWER in problem.lints:
        return reject(problem, reason=DOUBTFUL_ANSWER)
    generation = perturbation.generation_of(word_problems=reading.is_word_problem)
    drawn_for = problem.group if perturbation.shared else problem.id
    draws = Draws(seed, perturbation.name, generation, drawn_for)
    made = perturbation.perturb(reading, draws, split)
    if made.status != APPLIED:
        return made
    return changed(made, touches_answer=touches_answer(reading, made.edits))
