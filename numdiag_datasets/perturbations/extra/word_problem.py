"""The choice of donor sentence and insertion point in a word problem."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from operator import itemgetter

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.sentences import has_spaced_marks, is_tokenised
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.perturbations.extra.donors import (
    MOST_USES,
    Donor,
    Donors,
    donors_of,
    most_uses,
)
from numdiag_datasets.perturbations.extra.story import Story
from numdiag_datasets.texts.insertion_points import InsertionPoint
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.word_problem.insertion_points import by_third, points_in_problem

UNRELATED, SHARED_WORD, STORY_PERSON = "unrelated", "shared_word", "story_person"
# How often a sentence about a person of the story, or else one that shares a word, is tried first.
_ON_PERSON, _SHARES_WORD = 0.85, 0.95
# How many donors that fit are compared.
_COMPARED = 100
# Numbers out of the story's range by more than this factor come last.
_FAR = Fraction(4)
_DIGIT = re.compile(r"\d")


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Lena fed 4 goats. Sam has 12 pens." """
    key = ("extra", rng.key, reading.problem.id)  # a control needs the same insertion again
    edit, rule = split.once(key, lambda: insertion(reading, rng, split))
    return apply_edits(reading.problem, [edit], rule=rule)


def insertion(reading: Reading, rng: Rng, split: Split) -> tuple[Edit, str]:
    """Return the insertion and its rule.

    The third of the text that has the fewest insertions in the split is tried first, and a sentence that is
    used often comes last, so a row depends on the rows before it.
    """
    points = [point for point in points_in_problem(reading) if not point.of_story]
    if not points:
        raise Rejected(Reason.NO_PLACE)
    donors = donors_of(split)
    uses = split.once(("uses", rng.stream), lambda: [0] * len(donors))
    most = most_uses(split)
    fitting = _FittingDonors(reading, donors, lambda i: uses[i] < most, rng)
    for point in by_third(points, reading, split, rng):
        found = [
            # Sentences within the limit of a borrowing split come first.
            ((uses[i] // MOST_USES, fitting.faults(donor), order, uses[i]), i, donor.text, rule)
            for order, rule in enumerate(fitting.rules)
            for i, donor in fitting.at(point, rule)
        ]
        if found:
            _, i, text, rule = min(found, key=itemgetter(0))
            uses[i] += 1
            insert = f" {text}" if point.at_end else f"{text} "
            return Edit(point.field, point.offset, "", insert), rule
    raise Rejected(Reason.NO_DONOR)


class _FittingDonors:
    """The donors that fit a problem, by rule.

    Attributes:
        rules: in the order in which they are tried.
    """

    def __init__(
        self, reading: Reading, donors: Donors, is_free: Callable[[int], bool], rng: Rng
    ) -> None:
        problem = reading.problem
        self.reading = reading
        self.donors = donors
        self.is_free = is_free
        self.asked = _classes_asked(reading)
        # The unit counts as asked for: no "36 mile hike" if miles are asked for in other words.
        self.question = frozenset(content_words(f"{problem.question} {problem.unit}"))
        self.words = reading.passage.words | self.question
        self.first = rng.below(len(donors))
        self.nearby = donors.sharing(self.words - self.question, rng)
        self.story = Story(reading)
        names = self.story.names
        self.person = names[rng.below(len(names))] if names else ""
        on_person = rng.uniform() < _ON_PERSON and self.person
        self.rules = [SHARED_WORD, UNRELATED]
        if rng.uniform() >= _SHARES_WORD:
            self.rules.reverse()
        if on_person:
            self.rules.insert(0, STORY_PERSON)
        self._found: dict[tuple[str, bool], list[tuple[int, Donor]]] = {}
        values = [number.value for number in reading.quantities]
        self.least, self.most = min(values, default=0), max(values, default=0)
        self.far_least, self.far_most = self.least / _FAR, self.most * _FAR
        parts = [*_numbered_sentences(reading), problem.question]
        self.sentences = [frozenset(content_words(part)) for part in parts]
        # The words of a sentence that the rest of the text has too.
        counted = Counter(chain.from_iterable(self.sentences))
        self.repeated = frozenset(word for word, count in counted.items() if count > 1)
        self.has_digits = any(map(_DIGIT.search, problem.context))
        self.is_tokenised = is_tokenised(" ".join(problem.context))

    def at(self, point: InsertionPoint, rule: str) -> list[tuple[int, Donor]]:
        """Return the first donors of a rule that fit at a point, with their indices."""
        about_person = rule == STORY_PERSON
        if about_person and point.impersonal and not self._is_clear_at(point):
            return []
        key = (rule, point.impersonal and not about_person)
        if key not in self._found:
            fitted = (
                (i, donor)
                for i in self._in_turn(rule)
                if (donor := self._fitted(self.donors.sentences[i], rule))
                and donor.impersonal >= key[1]
            )
            self._found[key] = list(islice(fitted, _COMPARED))
        return self._found[key]

    def faults(self, donor: Donor) -> tuple[int, int]:
        """Return how many of three things tell a donor, and how far its numbers are out of the story's range.

        The three are no word of the text, the least overlap with the rest of it, and numbers in digits where the
        story has words, or in words where it has digits.
        """
        other_form = bool(_DIGIT.search(donor.text)) is not self.has_digits
        is_unrelated = donor.words.isdisjoint(self.words)
        out_of_range = donor.least < self.least or donor.most > self.most
        is_far = donor.least < self.far_least or donor.most > self.far_most
        return is_unrelated + self._overlaps_least(donor) + other_form, out_of_range + is_far

    def _overlaps_least(self, donor: Donor) -> bool:
        """Return whether no sentence with a number has a smaller share of its words in the rest of the text."""
        own = len(donor.words & self.words) / max(len(donor.words), 1)
        rest = donor.words | self.repeated
        return not any(len(words & rest) < own * len(words) for words in self.sentences[:-1])

    def _fitted(self, donor: Donor, rule: str) -> Donor | None:
        """Return a donor as it would be inserted, None if it does not fit."""
        if rule == STORY_PERSON:
            return self._about_person(donor)
        shared = donor.words & self.words
        fits = bool(shared) is (rule == SHARED_WORD) and shared <= donor.ties
        return donor if fits and self._is_sound(donor) else None

    def _in_turn(self, rule: str) -> Iterator[int]:
        """Yield the indices of donors that a rule may take, those that share a word with the text first."""
        if rule == SHARED_WORD:
            return filter(self.is_free, self.nearby)
        rest = range(self.first, len(self.donors)), range(self.first)
        if rule == UNRELATED:
            return filter(self.is_free, chain(*rest))
        people = (i for i in chain(self.nearby, *rest) if self.donors.sentences[i].person)
        return filter(self.is_free, dict.fromkeys(people))

    def _is_sound(self, donor: Donor) -> bool:
        return (
            has_spaced_marks(donor.text) is self.is_tokenised
            and donor.classes.isdisjoint(self.asked)
            and donor.values.isdisjoint(self.reading.values)
            and donor.words.isdisjoint(self.question)
            and donor.group != self.reading.problem.group
        )

    def _about_person(self, donor: Donor) -> Donor | None:
        """Return a sentence about one person as one about the story's person, who must count nothing of its kind."""
        if not donor.person:
            return None
        others = donor.words - content_words(donor.person)
        if not (
            (others & self.words) <= donor.ties
            and donor.classes.isdisjoint(self.reading.counted)
            and self._is_sound(replace(donor, words=others))
        ):
            return None
        text = self.person + donor.text.removeprefix(donor.person)
        return replace(donor, text=text, words=others | content_words(self.person))

    def _is_clear_at(self, point: InsertionPoint) -> bool:
        """Return whether a pronoun behind a point can only mean the story's person."""
        return self.story.first.startswith(self.person, point.offset) or self.story.is_alone(
            self.person
        )


def _numbered_sentences(reading: Reading) -> Iterator[str]:
    paragraphs = {f"context[{i}]": text for i, text in enumerate(reading.problem.context)}
    for field, start, end in reading.sentences:
        numbers = reading.passage.within(field, start, end)
        if reading.passage.numbers[numbers]:
            yield paragraphs[field][start:end]


def _classes_asked(reading: Reading) -> frozenset[str]:
    """Return the classes that the question may ask for: all that are counted, if it is not specific."""
    if reading.asked and not ASKS_FOR_ALL.search(reading.problem.question):
        return reading.asked
    return reading.asked | reading.counted
