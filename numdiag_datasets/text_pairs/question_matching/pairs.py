"""Pairs of questions, each matched with one of the other label, so that a constant answer scores half."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any, NamedTuple

from numdiag_datasets.core.data_sets import QUESTION_MATCHING
from numdiag_datasets.core.problem import Edit
from numdiag_datasets.core.rng import Rng, stream_of
from numdiag_datasets.text_pairs.question_matching.contrasts import EDIT, QUESTION, Contrast
from numdiag_datasets.text_pairs.question_matching.naturalness import is_unnatural
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
    QuestionPair,
    edited_characters,
)
from numdiag_datasets.text_pairs.question_matching.questions import LONGEST, QuestionError
from numdiag_datasets.text_pairs.question_matching.taxonomy import operations

#: The stream of draws.
STREAM = stream_of(QUESTION_MATCHING)
FIELD = "text"


class _Candidate(NamedTuple):
    text: str
    change: Change

    @property
    def text_pair(self) -> str:
        return self.change.of(self.text)

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of characters that only the first question has, and only the second."""
        gone, come = edited_characters(self.text, self.text_pair)
        return len(gone), len(come)


_Match = tuple[_Candidate, _Candidate]


def changes_of(contrast: Contrast, question: str) -> list[Change]:
    """Return every change that a contrast can make to a question; none beyond `LONGEST` characters.

    Raises:
        QuestionError: the libraries for Chinese are not installed.
    """
    if len(question) > LONGEST:
        return []
    try:
        return contrast.changes(question)
    except ImportError as error:
        raise QuestionError(
            f"{error.name} is not installed; question matching needs pip install 'numdiag[chinese]'"
        ) from error


def matched_pairs(
    contrast: Contrast, questions: Iterable[str], seed: int, most: Mapping[str, int] | None = None
) -> dict[str, list[QuestionPair]]:
    """Return split -> pairs, equally many of each label; each pair is next to its counterpart.

    Args:
        contrast: the contrast that makes the changes.
        questions: in Chinese.
        seed: the seed of the draws.
        most: split -> the most pairs of each label; None for no limit.

    Raises:
        QuestionError: the libraries for Chinese are not installed.
    """
    candidates = [
        _Candidate(question, change)
        for question in dict.fromkeys(questions)
        for change in changes_of(contrast, question)
    ]
    rows: dict[str, list[QuestionPair]] = {}
    for split, matches in _matches(contrast, candidates, seed).items():
        matches.sort(key=lambda match: _drawn(contrast, seed, *match).uniform())
        kept = matches[: most[split]] if most else matches
        rows[split] = [
            _row(contrast, candidate)
            for match in kept
            if not any(is_unnatural(contrast.name, c.text, c.text_pair) for c in match)
            for candidate in _in_any_order(contrast, seed, match)
        ]
    return {split: pairs for split, pairs in rows.items() if pairs}


def _matches(
    contrast: Contrast, candidates: Sequence[_Candidate], seed: int
) -> dict[str, list[_Match]]:
    if contrast.matched_by == QUESTION:
        return _by_question(contrast, candidates, seed)
    found = _by_edit(contrast, candidates, seed)
    if contrast.matched_by == EDIT:
        # A change without a counterpart by the same edit may have one in the same question.
        used = {candidate for matches in found.values() for match in matches for candidate in match}
        rest = _by_question(contrast, [c for c in candidates if c not in used], seed)
        for split, matches in rest.items():
            found[split] += matches
    return found


def _drawn(contrast: Contrast, seed: int, *candidates: _Candidate) -> Rng:
    """Return the random generator of a candidate, or of two matched ones."""
    item = "\x1f".join(f"{c.text}\x1f{c.text_pair}" for c in candidates)
    return Rng(seed, STREAM, f"{contrast.name}\x1f{item}")


def _in_any_order(contrast: Contrast, seed: int, match: _Match) -> _Match:
    first_is_first = _drawn(contrast, seed, *match[::-1]).uniform() < 0.5
    return match if first_is_first else match[::-1]


def _by_question(
    contrast: Contrast, candidates: Iterable[_Candidate], seed: int
) -> dict[str, list[_Match]]:
    """Match, in each question, one change of each label, both of the same size."""
    by_text: dict[str, list[_Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_text[candidate.text].append(candidate)
    found: dict[str, list[_Match]] = defaultdict(list)
    for text, its in by_text.items():
        both = [
            (e, d)
            for e, d in product(its, its)
            if (e.change.label, d.change.label) == (EQUIVALENT, DIFFERENT) and e.size == d.size
        ]
        if both:
            rng = Rng(seed, STREAM, f"{contrast.name}\x1f{text}")
            found[contrast.split_of(text)].append(both[rng.below(len(both))])
    return found


def _by_edit(
    contrast: Contrast, candidates: Iterable[_Candidate], seed: int
) -> dict[str, list[_Match]]:
    """Match changes of both labels with the same edit, in each split; or with edits of the same size."""
    by_edit: dict[Any, dict[int, list[_Candidate]]] = defaultdict(lambda: defaultdict(list))
    for candidate in candidates:
        change = candidate.change
        edit = (change.before, change.after) if contrast.matched_by == EDIT else candidate.size
        by_edit[contrast.split_of(candidate.text), edit][change.label].append(candidate)
    found: dict[str, list[_Match]] = defaultdict(list)
    for (split, _), by_label in by_edit.items():
        equivalent, different = (
            _shuffled(contrast, by_label[label], seed) for label in (EQUIVALENT, DIFFERENT)
        )
        found[split] += zip(equivalent, different, strict=False)
    return found


def _shuffled(contrast: Contrast, candidates: Iterable[_Candidate], seed: int) -> list[_Candidate]:
    """Shuffle candidates, alternating between operations."""
    turns: Counter[str] = Counter()
    by_turn = []
    for candidate in sorted(candidates, key=lambda c: _drawn(contrast, seed, c).uniform()):
        operation = candidate.change.operation
        by_turn.append((turns[operation], operation, candidate))
        turns[operation] += 1
    return [candidate for _, _, candidate in sorted(by_turn, key=lambda turn: turn[:2])]


def _row(contrast: Contrast, candidate: _Candidate) -> QuestionPair:
    place = operations()[candidate.change.operation]
    change = candidate.change
    return QuestionPair(
        candidate.text,
        candidate.text_pair,
        change.label,
        contrast.name,
        place.category,
        place.subcategory,
        place.key,
        [asdict(Edit(FIELD, change.start, change.before, change.after))],
    )
