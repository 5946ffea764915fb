"""The table of perturbations: names and capabilities. Their code is in `perturbations`, a folder each."""

from __future__ import annotations

from dataclasses import dataclass

_DETECTION = "number detection"
_VALUE = "number value understanding"
_SELECTION = "operand selection"
_REASONING = "operation reasoning"


@dataclass(frozen=True, slots=True)
class PerturbationEntry:
    """A perturbation as config names, scores and reports need it.

    Attributes:
        name: as in config names; also the name of its folder in `perturbations`.
        capability: the numerical capability it tests (DNC paper, section 4.1).
        has_second_form: whether it has a second form, and so a transfer setting.
    """

    name: str
    capability: str
    has_second_form: bool = True


#: Name -> perturbation, in the order of all tables.
PERTURBATION_TABLE: dict[str, PerturbationEntry] = {
    entry.name: entry
    for entry in (
        PerturbationEntry("language", _DETECTION),
        PerturbationEntry("type", _DETECTION),
        PerturbationEntry("noise", _VALUE),
        PerturbationEntry("distribution", _VALUE),
        PerturbationEntry("verbosity", _SELECTION),
        PerturbationEntry("extra", _SELECTION),
        PerturbationEntry("logic", _REASONING, has_second_form=False),
        PerturbationEntry("order", _REASONING, has_second_form=False),
    )
}
#: Suffix of a perturbation's second form, which tests the same capability with a different surface form.
SECOND = "-second"
#: The names of all forms: every first form, then the second forms ("noise-second").
FORM_NAMES: tuple[str, ...] = (
    *PERTURBATION_TABLE,
    *(f"{name}{SECOND}" for name, entry in PERTURBATION_TABLE.items() if entry.has_second_form),
)
