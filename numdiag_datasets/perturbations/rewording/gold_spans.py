"""Gold spans: answers that quote the text and follow its edits."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from numdiag_datasets.core.problem import Edit, Problem, edit_text, edits_by_field, texts
from numdiag_datasets.texts.evidence import SPAN_TYPES, occurrences
from numdiag_datasets.texts.table.derivation import SCALES

_MAGNITUDE = re.compile(rf" (?:{'|'.join(name for name in SCALES if name)})\b")


def moved_answers(problem: Problem, edits: Iterable[Edit]) -> tuple[str, ...]:
    """Return the answers as they read in the edited text.

    A span with an unedited occurrence keeps its wording. Otherwise it gets the wording of its first
    occurrence. An edit within the span is applied to the span. A span within an edit ("1.5" of "$1.5
    million") becomes the edit's new text, up to the magnitude if the answer's scale already includes it. A
    distractor after a number stays out of a span that ends with the number.
    """
    if problem.answer_type not in SPAN_TYPES:
        return problem.answers
    by_field = edits_by_field(edits)
    if not by_field:
        return problem.answers
    passages = _passages(problem)
    return tuple(_moved(span, passages, by_field, problem.scale) for span in problem.answers)


def half_edited(
    problem: Problem, spans: Iterable[str], edits: Iterable[Edit]
) -> frozenset[tuple[str, int]]:
    """Return the places (field, start) of edits that would change only some occurrences of a span."""
    by_field, passages = edits_by_field(edits), _passages(problem)
    dropped: set[tuple[str, int]] = set()
    spans = sorted(spans)
    while True:  # an edit dropped for one span may affect another; each round drops more
        more: set[tuple[str, int]] = set()
        for span in spans:
            touched: set[tuple[str, int]] = set()
            stays = False
            for field, text in passages:
                kept = [e for e in by_field.get(field, []) if (field, e.start) not in dropped]
                for start in occurrences(span, text):
                    touching = _touching(kept, start, start + len(span))
                    touched.update((field, edit.start) for edit in touching)
                    stays = stays or not touching
            if stays:
                more |= touched
        if not more:
            return frozenset(dropped)
        dropped |= more


def _passages(problem: Problem) -> list[tuple[str, str]]:
    return [(field, text) for field, text in texts(problem) if field != "question"]


def _touching(edits: list[Edit], start: int, end: int) -> list[Edit]:
    """Return the edits of one field that overlap a span of it."""
    first = bisect_right(edits, start, key=lambda edit: edit.start + len(edit.before))
    return edits[first : bisect_left(edits, end, key=lambda edit: edit.start)]


def _moved(
    span: str, passages: Sequence[tuple[str, str]], by_field: dict[str, list[Edit]], scale: str
) -> str:
    moved = ""
    for field, text in passages:
        edits = by_field.get(field, [])
        for start in occurrences(span, text):
            touching = _touching(edits, start, start + len(span))
            if not touching:
                return span
            moved = moved or _reworded(span, start, text, touching, scale)
            if next(occurrences(span, moved), None) is not None:
                return span  # "about 13% rather than 106%"
    return moved or span


def _reworded(span: str, start: int, text: str, edits: list[Edit], scale: str) -> str:
    """Return an occurrence of the span, extended to whole edits, with the edits applied."""
    end = start + len(span)
    first, last = edits[0], edits[-1]
    if len(edits) == 1 and first.start <= start and end <= first.start + len(first.before):
        if next(occurrences(span, first.after), None) is not None:
            return span  # "45% (not 87%)"
        after = first.after
        said = _MAGNITUDE.search(after) if scale in SCALES and scale else None
        within_number = _MAGNITUDE.search(first.before) and not _MAGNITUDE.search(span)
        return after[: said.start()] if said and within_number else after
    low = min(start, first.start)
    high = max(end, last.start + len(last.before))
    shifted = [Edit(edit.field, edit.start - low, edit.before, edit.after) for edit in edits]
    if last.start + len(last.before) == end and last.after.startswith(f"{last.before} ("):
        shifted.pop()  # the distractor stays after the span
    return edit_text(text[low:high], shifted)
