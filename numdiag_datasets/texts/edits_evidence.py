"""Whether an edit touches what the answer needs."""

from __future__ import annotations

from collections.abc import Iterable

from numdiag_datasets.core.problem import (
    EDITS_EVIDENCE,
    EVIDENCE_UNKNOWN,
    SPARES_EVIDENCE,
    Edit,
)
from numdiag_datasets.texts.evidence import (
    Place,
    needed_places,
)
from numdiag_datasets.texts.reading import Reading


def edits_evidence(reading: Reading, edits: Iterable[Edit]) -> str:
    """Whether the edits of a problem change, or move, a number that its answer needs.

    Args:
        reading: of the original.
        edits: at least one. What is inserted changes no number.

    Returns:
        `EDITS_EVIDENCE`, also where the question changes; `SPARES_EVIDENCE`; `EVIDENCE_UNKNOWN` where not all that the answer needs is
        found and none of what is found is touched.
    """
    by_field: dict[str, list[Edit]] = {}
    for edit in edits:
        if edit.before:
            by_field.setdefault(edit.field, []).append(edit)
    if not by_field:
        return SPARES_EVIDENCE
    if "question" in by_field:
        return EDITS_EVIDENCE
    needed = needed_places(reading)
    if any(
        _reaches(edit, place) for place in needed.places for edit in by_field.get(place.field, ())
    ):
        return EDITS_EVIDENCE
    return SPARES_EVIDENCE if needed.is_all else EVIDENCE_UNKNOWN


def _reaches(edit: Edit, place: Place) -> bool:
    return edit.start < place.end and place.start < edit.start + len(edit.before)
