"""Overlap of edits with evidence."""

from __future__ import annotations

from collections.abc import Iterable

from numdiag_datasets.core.problem import (
    EDITS_EVIDENCE,
    EVIDENCE_UNKNOWN,
    SPARES_EVIDENCE,
    Edit,
    edits_by_field,
)
from numdiag_datasets.texts.evidence import TextSpan, find_evidence
from numdiag_datasets.texts.reading import Reading


def edits_evidence(reading: Reading, edits: Iterable[Edit]) -> str:
    """Return whether the edits of a problem change or move evidence of its answer.

    Args:
        reading: the reading of the original.
        edits: at least one. An insertion changes no number.

    Returns:
        `EDITS_EVIDENCE`, also if the question changes or all numbers that may be evidence do; `SPARES_EVIDENCE`,
        also if none of these does; else `EVIDENCE_UNKNOWN` if not all evidence was found.
    """
    by_field = edits_by_field(edit for edit in edits if edit.before)
    if not by_field:
        return SPARES_EVIDENCE
    if "question" in by_field:
        return EDITS_EVIDENCE
    evidence = find_evidence(reading)
    if any(
        _overlaps(edit, span) for span in evidence.spans for edit in by_field.get(span.field, ())
    ):
        return EDITS_EVIDENCE
    if evidence.is_complete:
        return SPARES_EVIDENCE
    touched = {
        any(_overlaps(edit, span) for edit in by_field.get(span.field, ()))
        for span in evidence.possible
    }
    if len(touched) == 1:
        return EDITS_EVIDENCE if touched.pop() else SPARES_EVIDENCE
    return EVIDENCE_UNKNOWN


def _overlaps(edit: Edit, span: TextSpan) -> bool:
    return edit.start < span.end and span.start < edit.start + len(edit.before)
