"""Numbers written in another way, or beside others: the edits made, and the answers that quote them moved."""

from __future__ import annotations

from collections.abc import Sequence

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.gold_spans import half_edited, moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.needed_places import SPAN_TYPES
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading


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
    if not edits:
        return None
    answers = moved_answers(problem, edits)
    published = problem.answers if answers != problem.answers else ()
    return apply_edits(problem, edits, rule=rule, answers=answers, published_answers=published)
