"""Pairs of questions, each matched with one of the other label, so that a constant answer scores half."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from numdiag_datasets.core.data_sets import QUESTION_MATCHING
from numdiag_datasets.core.problem import Edit
from numdiag_datasets.core.rng import Rng, stream_of
from numdiag_datasets.text_pairs.question_matching.contrasts import Contrast
from numdiag_datasets.text_pairs.question_matching.naturalness import is_unnatural
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
    QuestionPair,
    edited_characters,
    place_of_edit,
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
    def place(self) -> tuple[int, ...]:
        """Where the edit begins, the sizes of its two pieces, and how many characters of each the other lacks."""
        pieces = edited_characters(self.text, self.text_pair)
        return *place_of_edit(self.text, self.text_pair), *map(len, pieces)


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
        most: split -> the most pairs of each label; None for one pair of each label of every question.

    Raises:
        QuestionError: the libraries for Chinese are not installed.
    """
    candidates = [
        _Candidate(question, change)
        for question in dict.fromkeys(questions)
        for change in changes_of(contrast, question)
    ]
    rows: dict[str, list[QuestionPair]] = {}
    for split, its in _by(candidates, lambda c: contrast.split_of(c.text)).items():
        matches = _matches(contrast, its, seed)
        first_of_each = {match[0].text: match for match in reversed(matches)}
        kept = matches[: most[split]] if most else [*first_of_each.values()][::-1]
        rows[split] = [
            _row(contrast, candidate)
            for match in kept
            if not any(is_unnatural(contrast.name, c.text, c.text_pair) for c in match)
            for candidate in _in_any_order(contrast, seed, match)
        ]
    return {split: pairs for split, pairs in rows.items() if pairs}


def _matches(contrast: Contrast, candidates: Sequence[_Candidate], seed: int) -> list[_Match]:
    """Match each equivalent change with a different one by an edit at the same place.

    Each is in one match only. Questions, operations and groups take turns; else the order is random.
    """
    found: list[tuple[float, _Match]] = []
    for its in _by(candidates, lambda c: c.text if contrast.in_question else c.place).values():
        free = sorted(its, key=lambda c: _drawn(contrast, seed, c).uniform())
        different = _by((c for c in free if c.change.label == DIFFERENT), lambda c: c.place)
        for equivalent in (c for c in free if c.change.label == EQUIVALENT):
            if others := different.get(equivalent.place):
                match = equivalent, others.pop()
                found.append((_drawn(contrast, seed, *match).uniform(), match))
    ordered = [match for _, match in sorted(found, key=lambda each: each[0])]
    ordered = _in_turns(ordered, lambda match: contrast.group_of(match[0].text))
    ordered = _in_turns(ordered, lambda match: match[1].change.operation)
    return _in_turns(ordered, lambda match: match[0].text)


def _in_turns(matches: Iterable[_Match], key: Callable[[_Match], str]) -> list[_Match]:
    """Put the first match of every key before the second of any."""
    turns: Counter[str] = Counter()
    ranked = []
    for match in matches:
        turns[key(match)] += 1
        ranked.append((turns[key(match)], match))
    return [match for _, match in sorted(ranked, key=lambda each: each[0])]


def _by(
    candidates: Iterable[_Candidate], key: Callable[[_Candidate], Any]
) -> dict[Any, list[_Candidate]]:
    groups: dict[Any, list[_Candidate]] = defaultdict(list)
    for candidate in candidates:
        groups[key(candidate)].append(candidate)
    return groups


def _drawn(contrast: Contrast, seed: int, *candidates: _Candidate) -> Rng:
    """Return the random generator of a candidate, or of two matched ones."""
    item = "\x1f".join(f"{c.text}\x1f{c.text_pair}" for c in candidates)
    return Rng(seed, STREAM, f"{contrast.name}\x1f{item}")


def _in_any_order(contrast: Contrast, seed: int, match: _Match) -> _Match:
    first_is_first = _drawn(contrast, seed, *match[::-1]).uniform() < 0.5
    return match if first_is_first else match[::-1]


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
        contrast.group_of(candidate.text),
    )
