"""Rewritten numbers or numbers with distractors: the edits applied, with the answers that quote them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations.rewording.gold_spans import half_edited, moved_answers
from numdiag_datasets.texts.evidence import SPAN_TYPES
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.figures import HEADER_ROWS

#: The reason why a shortcut that repeats the original's answer succeeds, for `Perturbation.forced`.
SAME_ANSWER = "the perturbation leaves the answer as it is"
#: The same of a shortcut that fills the original's equation with the numbers in text order.
SAME_EQUATION = "the perturbation leaves the equation as it is"


def reworded(
    reading: Reading, rng: Rng, split: Split, edits: Sequence[Edit], rule: str
) -> Problem | None:
    """Return the problem with the edits applied, or None if no edit remains.

    If an answer to a question about a passage occurs in it several times, its numbers are edited everywhere
    or nowhere, for all questions about that passage.

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
        dropped = group.once(("half", rng.key), lambda: half_edited(problem, spans, edits))
        edits = [edit for edit in edits if (edit.field, edit.start) not in dropped]
    phrases = group.once(("labels",), lambda: _label_phrases(problem))
    edits = [edit for edit in edits if not _quotes_label(edit, problem, phrases)]
    if not edits:
        return None
    answers = moved_answers(problem, edits)
    published = problem.answers if answers != problem.answers else ()
    return apply_edits(problem, edits, rule=rule, answers=answers, published_answers=published)


#: Number of characters of the question in which the words next to a number are searched.
_NEAR = 80
_PARTING = re.compile(r"[\s–—-]+")
#: Number of words before and after a number that are searched in a label, and maximum length of a phrase.
_WORDS = 2
_LONGEST = 2 * _WORDS + 2  # the number itself may be two words: "1.5 million"


def _label_phrases(problem: Problem) -> frozenset[str]:
    """Return every two to six adjacent words of a label or a heading of the table, in lower case."""
    labels = {cell for row in problem.table for cell in row[:1]}
    labels |= {cell for row in problem.table[:HEADER_ROWS] for cell in row[1:]}
    phrases: set[str] = set()
    for label in labels:
        words = _words(label)
        phrases.update(
            " ".join(words[first:end])
            for first in range(len(words))
            for end in range(first + 2, min(first + _LONGEST, len(words)) + 1)
        )
    return frozenset(phrases)


def _quotes_label(edit: Edit, problem: Problem, phrases: frozenset[str]) -> bool:
    """Return whether an edit of the question is within words of a table label, which stays as it is.

    Examples are "due after five years" and "1 to 3 years".
    """
    if edit.field != "question" or not phrases:
        return False
    end = edit.start + len(edit.before)
    before = _words(problem.question[max(0, edit.start - _NEAR) : edit.start])[-_WORDS:]
    behind = _words(problem.question[end : end + _NEAR])[:_WORDS]
    number = _words(edit.before)
    sides = (before + number + behind, before + number, number + behind)
    return any(len(words) > 1 and " ".join(words) in phrases for words in sides)


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, split at dashes, without punctuation at their ends."""
    return [word for piece in _PARTING.split(text.lower()) if (word := piece.strip("?.,:;()"))]
