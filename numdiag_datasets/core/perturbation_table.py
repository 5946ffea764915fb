"""The table of perturbations: names and capabilities. Their code is in `perturbations`, a folder each."""

from __future__ import annotations

from dataclasses import dataclass

from numdiag_datasets.core.error_answers import Error

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
        control: the perturbation under whose name its control is stored; "" if the original is its control.
        error: the error that its rows state in ``error_answers``; None if they state none.
    """

    name: str
    capability: str
    has_second_form: bool = True
    control: str = ""
    error: Error | None = None


#: Name -> perturbation, in the order of all tables.
PERTURBATION_TABLE: dict[str, PerturbationEntry] = {
    entry.name: entry
    for entry in (
        PerturbationEntry("language", _DETECTION, control="language"),
        PerturbationEntry("type", _DETECTION, error=Error.DECIMAL_POINT_IGNORED),
        PerturbationEntry("noise", _VALUE, control="noise", error=Error.DECIMALS_IGNORED),
        # Both change values.
        PerturbationEntry("distribution", _VALUE, control="noise", error=Error.ORIGINAL_ANSWER),
        PerturbationEntry(
            "verbosity", _SELECTION, control="verbosity", error=Error.DISTRACTOR_TAKEN
        ),
        PerturbationEntry("extra", _SELECTION, control="extra", error=Error.INSERTED_NUMBER_USED),
        PerturbationEntry(
            "logic", _REASONING, has_second_form=False, error=Error.ORIGINAL_QUESTION_ANSWERED
        ),
        PerturbationEntry(
            "order", _REASONING, has_second_form=False, control="order", error=Error.ORDER_IGNORED
        ),
    )
}
#: Suffix of a perturbation's second form, which tests the same capability with a different surface form.
SECOND = "-second"
#: Suffix of a perturbation's control, an edit of the same size that leaves the capability out.
CONTROL = "-control"
#: The names of all forms: every first form, then the second forms ("noise-second") and the controls.
FORM_NAMES: tuple[str, ...] = (
    *PERTURBATION_TABLE,
    *(f"{name}{SECOND}" for name, entry in PERTURBATION_TABLE.items() if entry.has_second_form),
    *(f"{name}{CONTROL}" for name, entry in PERTURBATION_TABLE.items() if entry.control == name),
)
