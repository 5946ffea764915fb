"""Invariants of extra: one insertion, with numbers that occur neither in the problem nor in its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import APPLIED, Problem, answer_values
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.blocks import most_rows
from numdiag_datasets.perturbations.extra.donors import MOST_USES, is_for_train
from numdiag_datasets.texts.insertion_points import points_between_paragraphs, points_in_prose
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import TRAIN
from numdiag_datasets.texts.word_problem.insertion_points import points_in_problem


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that one sentence of another problem was inserted, and that its rule allows its words."""
    yield from check_related(problem, original)
    row = original.problem
    if not row.kind.is_story:
        return
    person, said = _person_and_rest(problem)
    if person and not any(person in text for _, text in original.texts):
        yield f"the inserted sentence is about {person!r}, whom the problem does not name"
    words = content_words(said)
    if not words.isdisjoint(content_words(row.question)):
        yield "the inserted sentence has a word of the question"
    shares = not words.isdisjoint(content_words(" ".join(row.context)))
    if not person and shares != (problem.rule == "shared_word"):
        yield f"its rule is {problem.rule!r}, but the inserted sentence shares {'a' if shares else 'no'} word"


def check_related(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that one sentence with new numbers was inserted between sentences."""
    yield from check_insertions(problem, original)
    # No number of the problem or its answer, except years next to a table.
    known = {mention.value for mention in original.numbers} | answer_values(problem)
    shown = [
        mention.value
        for edit in problem.edits
        for mention in find_numbers(edit.after)
        if mention.is_quantity or not original.problem.table
    ]
    if len(problem.edits) != 1 or not shown or known.intersection(shown):
        yield "the insertion shows no number, or one of the problem or its answer"


def check_insertions(problem: Problem, original: Reading) -> Iterator[str]:
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


def _person_and_rest(problem: Problem) -> tuple[str, str]:
    """Return the person whom the rule put into the inserted sentence, "" if none, and the words of the donor."""
    inserted = problem.edits[0].after.strip()
    person, _, said = inserted.partition(" ")
    return (person, f" {said}") if problem.rule == "story_person" else ("", inserted)


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
            if not _is_in(_person_and_rest(problem)[1], paragraphs):
                yield (
                    problem.id,
                    "the inserted sentence is not one of its split, nor of one that may lend",
                )
            if is_for_train(problem.edits[0].after, problem.kind) is borrows:
                yield (
                    problem.id,
                    "the inserted sentence is one that only train, or only the others, may insert",
                )


@lru_cache(maxsize=4096)  # the questions of a passage share one inserted sentence
def _is_in(sentence: str, paragraphs: frozenset[str]) -> bool:
    return any(sentence in paragraph for paragraph in paragraphs)
