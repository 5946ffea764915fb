"""Warnings of results whose figures may be wrong or misleading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numdiag_datasets.scoring.predictions import CUT, INFERRED, NO_SCALES, OF_ORIGINALS, SHIFTED
from numdiag_datasets.scoring.results import Result

AT_FLOOR = "at the floor: even the loss of all right answers could be chance, so a small drop does not show that the system is robust"
CONTROL_AT_FLOOR = "the control is at the floor, so a small cost does not show that the system is robust; look at the drop"
CONTROL_LOSES = "the control itself loses points, and the attack no more, so a cost of 0 does not show that the system is robust; look at the drop"
UNREAD = (
    "most answers are unreadable and count as wrong, so drops and costs have no meaning; if predictions are raw texts of "
    "models, read_completion of the API reads them"
)
LESS_READ = "more answers are unreadable than on the originals, so a part of the drop is not of wrong answers"
MORE_READ = "fewer answers are unreadable than on the originals, which hides a part of the drop"
#: The smallest difference of the shares of unreadable answers that counts.
_LEAST = 0.1
SAME = "all predictions are those for the originals, wrong ones too, as in a file under a wrong name, or of a system that does not read the change"
ROW_OFF = (
    "many predictions answer the previous or the next row, and few their own; are they one row off?"
)
#: No prediction has a scale, or one an unknown one, though gold answers do (`predictions.NO_SCALES`).
UNSCALED = (
    'no prediction has a `scale`, or one has another than thousand, million, billion, percent or ""; an answer is wrong if '
    "neither it nor its `scale` has the gold scale"
)
ANSWERS_CUT = "answers were cut at the limit of tokens (or by a filter of the server), and are often wrong for that reason; raise --max-tokens"

ANSWERS_INFERRED = "answers were not announced as asked, and were read from a sentence; compare `read` in the prediction files with the texts"


def result_warnings(results: Sequence[Result]) -> Iterator[tuple[str, list[tuple[Result, int]]]]:
    """Yield the warnings of the results of one system, each with the results that it concerns.

    Each result has the number of its answers that were cut or inferred, in the warnings of these; elsewhere 0.
    """
    unread = {made.config: _unread(made) for made in results if made.config == made.dataset}
    changed = [
        (made, _unread(made), before)
        for made in results
        if made.drop and (before := unread.get(made.dataset)) is not None
    ]
    found = {
        UNREAD: [made for made in results if _unread(made) > 1 / 2],
        LESS_READ: [made for made, after, before in changed if is_less_read(after, before)],
        MORE_READ: [made for made, after, before in changed if is_less_read(before, after)],
        SAME: [made for made in results if made.about.get(OF_ORIGINALS)],
        ROW_OFF: [made for made in results if made.about.get(SHIFTED)],
        UNSCALED: [made for made in results if made.about.get(NO_SCALES)],
    }
    for key, text in ((CUT, ANSWERS_CUT), (INFERRED, ANSWERS_INFERRED)):
        counted = [(made, made.about.get(key)) for made in results]
        yield (
            text,
            [(made, number) for made, number in counted if isinstance(number, int) and number],
        )
    for text, concerned in found.items():
        yield text, [(made, 0) for made in concerned]


def is_less_read(unread: float, other: float) -> bool:
    """Return whether a share of unreadable answers is larger than another."""
    return unread - other > _LEAST


def _unread(made: Result) -> float:
    """Return the share of answers that could not be read."""
    return (made.unreadable or {}).get("all_rows", 0) / (made.scores.get("rows") or 1)
