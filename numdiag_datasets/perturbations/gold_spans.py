"""Gold spans: answers that quote the text, moved along with the edits of that text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from numdiag_datasets.problems.derivation import SCALES
from numdiag_datasets.problems.problem import Edit, Problem, edit_text, texts

SPAN_TYPES = frozenset({"span", "multi-span"})
_WORD_CHARACTER = re.compile(r"\w")
_MAGNITUDE = re.compile(rf" (?:{'|'.join(name for name in SCALES if name)})\b")


def moved_answers(problem: Problem, edits: Iterable[Edit]) -> tuple[str, ...]:
    """The answers as they read in the edited text.

    A span that still stands somewhere untouched keeps its wording. Else it takes the wording of its
    first occurrence: an edit within the span is made in the span; a span within an edit ("1.5" of
    "$1.5 million") becomes what the edit puts there, up to the magnitude if the answer's scale
    holds that already. A distractor behind a number stays out of a span that ends with the number.
    """
    if problem.answer_type not in SPAN_TYPES:
        return problem.answers
    by_field: dict[str, list[Edit]] = {}
    for edit in edits:
        by_field.setdefault(edit.field, []).append(edit)
    if not by_field:
        return problem.answers
    passages = [(field, text) for field, text in texts(problem) if field != "question"]
    return tuple(_moved(span, passages, by_field, problem.scale) for span in problem.answers)


def occurrences(span: str, text: str) -> Iterator[int]:
    """Where a span stands in a text, not within a longer word or number."""
    start = text.find(span)
    while span and start >= 0:
        end = start + len(span)
        joined_before = start and _joined(text[start - 1], text[start])
        joined_after = end < len(text) and _joined(text[end - 1], text[end])
        decimal = (text[end - 1].isdigit() and re.match(r"[.,]\d", text[end : end + 2])) or (
            text[start].isdigit() and re.match(r"\d[.,]", text[max(0, start - 2) : start])
        )
        if not joined_before and not joined_after and not decimal:
            yield start
        start = text.find(span, start + 1)


def _joined(left: str, right: str) -> bool:
    return bool(_WORD_CHARACTER.match(left) and _WORD_CHARACTER.match(right))


def _moved(
    span: str, passages: Sequence[tuple[str, str]], by_field: dict[str, list[Edit]], scale: str
) -> str:
    moved = ""
    for field, text in passages:
        edits = by_field.get(field, [])
        starts = [edit.start for edit in edits]
        ends = [edit.start + len(edit.before) for edit in edits]
        for start in occurrences(span, text):
            first, last = bisect_right(ends, start), bisect_left(starts, start + len(span))
            touching = edits[first:last]
            if not touching:
                return span
            moved = moved or _reworded(span, start, text, touching, scale)
    return moved or span


def _reworded(span: str, start: int, text: str, edits: list[Edit], scale: str) -> str:
    """An occurrence of the span, widened to whole edits, with the edits made."""
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
        shifted.pop()  # the distractor stays behind the span
    return edit_text(text[low:high], shifted)
