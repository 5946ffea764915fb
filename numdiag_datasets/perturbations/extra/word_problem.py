"""The choice of donor sentence and insertion point in a word problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.perturbations.extra.donors import Donor, donors_of, least_used, most_uses
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.word_problem.insertion_points import in_turn, points_in_problem

# How often a sentence that shares a word is tried first; about half of the problems then get one.
_SHARES_WORD = 0.95


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Lena fed 4 goats. Sam has 12 pens." """
    key = ("extra", rng.key, reading.problem.id)  # a control needs the same insertion again
    edit, rule = split.once(key, lambda: insertion(reading, rng, split))
    return apply_edits(reading.problem, [edit], rule=rule)


def insertion(reading: Reading, rng: Rng, split: Split) -> tuple[Edit, str]:
    """Return the insertion and its rule.

    The sentences that are used least in the split so far are tried first, so a row depends on the rows before
    it.
    """
    points = [point for point in points_in_problem(reading) if not point.of_story]
    if not points:
        raise Rejected(Reason.NO_PLACE)
    donors = donors_of(split)
    uses = split.once(("uses", rng.stream), lambda: [0] * len(donors))
    asked = _classes_asked(reading)
    # The unit counts as asked for: no "36 mile hike" if miles are asked for in other words.
    question = content_words(f"{reading.problem.question} {reading.problem.unit}")
    words = reading.passage.words | question
    group, values = reading.problem.group, reading.values

    def sound(donor: Donor) -> bool:
        return (
            donor.classes.isdisjoint(asked)
            and donor.values.isdisjoint(values)
            and donor.words.isdisjoint(question)
            and donor.group != group
        )

    most = most_uses(split)
    first = rng.below(len(donors))
    shares_first = rng.uniform() < _SHARES_WORD
    nearby = donors.sharing(words - question, rng)

    def unrelated(donor: Donor) -> bool:
        return donor.words.isdisjoint(words) and sound(donor)

    def shared(donor: Donor) -> bool:
        return (donor.words & words) <= donor.ties and sound(donor)

    def apart() -> Iterator[int]:
        yield from range(first, len(donors))
        yield from range(first)

    ways: list[tuple[str, Callable[[], Iterator[int]], Callable[[Donor], bool]]] = [
        ("shared_word", lambda: iter(nearby), shared),
        ("unrelated", apart, unrelated),
    ]
    in_order = in_turn(points, rng)
    for rule, candidates, fits in ways if shares_first else ways[::-1]:
        for point in in_order:
            found = least_used(donors, candidates(), fits, point.impersonal, uses, most)
            if found is not None:
                uses[found] += 1
                text = donors.sentences[found].text
                insert = f" {text}" if point.at_end else f"{text} "
                return Edit(point.field, point.offset, "", insert), rule
    raise Rejected(Reason.NO_DONOR)


def _classes_asked(reading: Reading) -> frozenset[str]:
    """Return the classes that the question may ask for: all that are counted, if it is not specific."""
    if reading.asked and not ASKS_FOR_ALL.search(reading.problem.question):
        return reading.asked
    return reading.asked | reading.counted
