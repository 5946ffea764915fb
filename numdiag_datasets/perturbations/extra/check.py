"""Invariants of extra: one insertion, with numbers that occur neither in the problem nor in its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import APPLIED, Problem, answer_values, texts, undo
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.blocks import most_rows
from numdiag_datasets.perturbations.extra.donors import MOST_USES, is_for_train
from numdiag_datasets.texts.insertion_points import points_between_paragraphs, points_in_prose
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import TRAIN
from numdiag_datasets.texts.table.figures import mentions_of
from numdiag_datasets.texts.word_problem.insertion_points import points_in_problem


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that all edits are insertions between sentences."""
    is_story = original.problem.kind.is_story
    points = (
        points_in_problem(original)
        if is_story
        else [*points_in_prose(original), *points_between_paragraphs(original)]
    )
    places = {(point.field, point.offset) for point in points}
    for edit in problem.edits:
        if edit.before or not edit.after:
            yield f"the edit {edit.before!r} -> {edit.after!r} is not an insertion"
        elif (edit.field, edit.start) not in places:
            yield f"the sentence is inserted at {edit.start} of {edit.field}, where none may be"


def check_related(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that one sentence with new numbers was inserted."""
    yield from check(problem, original)
    yield from _check_numbers(problem, original.problem)


def check_split(
    problems: Sequence[Problem],
    split: str,
    originals: Mapping[str, Sequence[Problem]],
    is_whole: bool,
) -> Iterator[tuple[str, str]]:
    """Check the origin of the inserted sentences, and how often each is used.

    Train uses only sentences of train; the other splits may borrow from all splits, but nothing that train may
    insert.
    """
    borrows = split != TRAIN
    paragraphs = frozenset(
        paragraph
        for name in (SPLITS if borrows else (split,))
        for problem in originals.get(name, ())
        for paragraph in problem.context
    )
    is_story = bool(problems) and problems[0].kind.is_story
    if is_whole and (borrows or not is_story):
        most = MOST_USES if is_story else most_rows(len(problems))
        uses = Counter(
            p.edits[0].after.strip() for p in problems if p.status == APPLIED and p.edits
        )
        for sentence, count in uses.items():
            if count > most:
                yield "", f"the sentence {sentence!r} is inserted {count} times, more than {most}"
    for problem in problems:
        if problem.status == APPLIED and problem.edits:
            for broken in _check_donor(problem, paragraphs):
                yield problem.id, broken
            if is_for_train(problem.edits[0].after, problem.kind) is borrows:
                yield (
                    problem.id,
                    "the inserted sentence is one that only train, or only the others, may insert",
                )


def _check_donor(problem: Problem, lent: frozenset[str]) -> Iterator[str]:
    """Check that the sentence is in one of these paragraphs, and that its rule allows its words."""
    inserted = problem.edits[0].after.strip()
    original = undo(problem)
    person, _, said = inserted.partition(" ")
    about_person = problem.rule == "story_person"
    if len(problem.edits) != 1 or not _is_in(f" {said}" if about_person else inserted, lent):
        yield "the inserted sentence is not one of its split, nor of one that may lend"
    yield from _check_numbers(problem, original)
    if not original.kind.is_story:
        return
    if about_person and not any(person in text for _, text in texts(original)):
        yield f"the inserted sentence is about {person!r}, whom the problem does not name"
    words = content_words(said if about_person else inserted)
    if not words.isdisjoint(content_words(original.question)):
        yield "the inserted sentence has a word of the question"
    shares = not words.isdisjoint(content_words(" ".join(original.context)))
    if not about_person and shares != (problem.rule == "shared_word"):
        yield f"its rule is {problem.rule!r}, but the inserted sentence shares {'a' if shares else 'no'} word"


def _check_numbers(problem: Problem, original: Problem) -> Iterator[str]:
    """Check that the insertion has a number, and none of the problem's, except years next to a table."""
    known = {mention.value for mention in mentions_of(original)} | answer_values(problem)
    shown = [
        mention.value
        for edit in problem.edits
        for mention in find_numbers(edit.after)
        if mention.is_quantity or not original.table
    ]
    if len(problem.edits) != 1 or not shown or known.intersection(shown):
        yield "the insertion shows no number, or one of the problem or its answer"


@lru_cache(maxsize=4096)  # the questions of a passage share one inserted sentence
def _is_in(sentence: str, paragraphs: frozenset[str]) -> bool:
    return any(sentence in paragraph for paragraph in paragraphs)
