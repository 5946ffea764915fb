"""The perturbations by name, in their two forms; each is a folder."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from importlib import import_module

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.perturbation_table import FORM_NAMES, PERTURBATION_TABLE
from numdiag_datasets.core.problem import APPLIED, DOUBTFUL_ANSWER, Problem, changed
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng, stream_of
from numdiag_datasets.core.schema import COLUMNS, check_row
from numdiag_datasets.perturbations.error_answers import error_answers
from numdiag_datasets.perturbations.perturbation import Perturbation, reject
from numdiag_datasets.texts.edits_evidence import edits_evidence
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

__all__ = ["ATTACKS", "FORMS", "PERTURBATIONS", "Perturbation", "perturb_split"]


def _load() -> dict[str, Perturbation]:
    """Return the forms that the folders define, in the order of `FORM_NAMES`.

    Raises:
        TypeError: a folder defines forms that the table does not list, or one without a check.
    """
    forms: dict[str, Perturbation] = {}
    for name in PERTURBATION_TABLE:
        for form in import_module(f"{__name__}.{name}").FORMS:
            if not isinstance(form, Perturbation) or not callable(form.check):
                raise TypeError(
                    f"perturbations.{name}: {form!r:.60} is not a perturbation with a check"
                )
            forms[form.name] = form
    if set(forms) != set(FORM_NAMES):
        odd = ", ".join(sorted(set(forms) ^ set(FORM_NAMES)))
        raise TypeError(f"perturbations: folders and core.perturbation_table differ in {odd}")
    return {name: forms[name] for name in FORM_NAMES}


#: Name -> every perturbation in its first form, then the second forms ("noise-second") and the controls.
FORMS: dict[str, Perturbation] = _load()

#: The names of all forms that attack: no control.
ATTACKS: tuple[str, ...] = tuple(name for name, form in FORMS.items() if not form.control_of)

#: Name -> every perturbation in its first form.
PERTURBATIONS: dict[str, Perturbation] = {name: FORMS[name] for name in PERTURBATION_TABLE}


#: The columns of an original that perturbations may read.
_READ = tuple(column for column in COLUMNS if column not in ("edits", "error_answers"))


def perturb_split(split: Split | Sequence[Problem], name: str, seed: int = 1) -> list[Problem]:
    """Perturb every problem of a split, in order.

    Args:
        split: the originals; pass a `Split` to several perturbations, since it reads each problem once.
        name: of a perturbation, its second form or its control: ``noise``, ``noise-second``, ``noise-control``.
        seed: of the release; the same seed gives the same problems, regardless of what else is built.

    Returns:
        As many problems: applied, or unchanged with a reason code.

    Raises:
        InputError: an unknown perturbation, or a negative seed.
        RowError: a problem has a value of another type; names the column.
    """
    if name not in FORMS:
        raise InputError(f"unknown perturbation {name!r:.60}; choose from {', '.join(FORMS)}")
    if seed < 0:
        raise InputError(f"seed {seed}: a seed is a whole number from 0")
    perturbation = FORMS[name]
    if not isinstance(split, Split):
        for problem in split:
            check_row({column: getattr(problem, column, None) for column in _READ}, _READ)
        split = Split(split)
    if perturbation.control_of:
        rows = (row for of in perturbation.control_of for row in perturb_split(split, of, seed))
        split = copy(split)
        split.attacks = {row.id: row for row in rows if row.status == APPLIED}
    return [_perturbed(reading, perturbation, seed, split) for reading in split.readings]


def _perturbed(reading: Reading, perturbation: Perturbation, seed: int, split: Split) -> Problem:
    problem = reading.problem
    if perturbation.control_of and problem.id not in split.attacks:
        return reject(problem, Reason.NOT_ATTACKED)
    if DOUBTFUL_ANSWER in problem.lints:
        return reject(problem, DOUBTFUL_ANSWER)
    perturb = perturbation.perturb.get(problem.kind)
    if perturb is None:
        return reject(problem, Reason.NO_RULE)
    item = problem.group if perturbation.shared else problem.id
    rng = Rng(seed, stream_of(perturbation.name), item)
    try:
        made = perturb(reading, rng, split)
    except Rejected as rejected:
        return reject(problem, rejected.reason)
    if made.status != APPLIED:
        return made
    errors = error_answers(perturbation, reading, made)
    if errors == ():
        return reject(problem, Reason.NO_EFFECT)
    return changed(
        made, edits_evidence=edits_evidence(reading, made.edits), error_answers=errors or ()
    )
