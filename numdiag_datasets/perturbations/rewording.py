"""Numbers written in another way, or beside others: the edits made, and the answers that quote them moved."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.gold_spans import half_edited, moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.needed_places import SPAN_TYPES
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading
from numdiag_datasets.problems.table_figures import HEADER_ROWS


def reworded(
    reading: Reading, draws: Draws, split: Split, edits: Sequence[Edit], rule: str
) -> Problem | None:
    """The problem with the edits made, None if none is left.

    Where an answer of a question about a passage stands in it several times, its numbers are edited
    everywhere or nowhere, for all questions about that passage.

    Args:
        edits: of the passage, the same for every question about it, then of the question.
    """
    problem = reading.problem
    group = split.groups[problem.group]
    if any(r.problem.answer_type in SPAN_TYPES for r in group.readings):
        spans = frozenset(
            span
            for r in group.readings
            if r.problem.answer_type in SPAN_TYPES
            for span in r.problem.answers
        )
        dropped = group.once(("half", draws.key), lambda: half_edited(problem, spans, edits))
        edits = [edit for edit in edits if (edit.field, edit.start) not in dropped]
    edits = [edit for edit in edits if not _quotes_label(problem, edit)]
    if not edits:
        return None
    answers = moved_answers(problem, edits)
    published = problem.answers if answers != problem.answers else ()
    return apply_edits(problem, edits, rule=rule, answers=answers, published_answers=published)


def _quotes_label(problem: Problem, edit: Edit) -> bool:
    """Whether an edit of the question is within words that are those of a label of the table, which stays:
    "due after five years", "1 to 3 years"."""
    if edit.field != "question" or not problem.table:
        return False
    end = edit.start + len(edit.before)
    before = problem.question[: edit.start].rsplit(maxsplit=2)[-2:]
    behind = problem.question[end:].split(maxsplit=2)[:2]
    words = " ".join((*before, edit.before, *behind)).lower().strip("?.,")
    labels = (cell.lower() for row in problem.table for cell in row[:1])
    heads = (cell.lower() for row in problem.table[:HEADER_ROWS] for cell in row[1:])
    halves = (
        " ".join((*before, edit.before)).lower(),
        " ".join((edit.before, *behind)).lower().strip("?.,"),
    )
    return any(
        half in label for label in (*labels, *heads) for half in (words, *halves) if " " in half
    )
