"""Verbosity: distractors next to quantities, and their wordings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from math import floor

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.number_words import verbalize
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.phrases import (
    attributive_unit,
    hyphenated_word,
    is_attributive,
    is_definite_count,
)
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.perturbations.rewording.figures import figure_beside, is_figure
from numdiag_datasets.perturbations.rewording.reworded import reworded
from numdiag_datasets.perturbations.verbosity.wordings import WORDINGS
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Group, Split
from numdiag_datasets.texts.word_problem.listed_counts import is_of_told

MEAN, DEVIATION = 100, 30
# After this many failed draws (the data sets never need more than 34) the deviation is doubled for the rest
# of the text, at most this often.
_ATTEMPTS, _DOUBLINGS = 200, 6
# "a 2 dollar tip": a distractor would separate the number from its noun phrase.
_ARTICLE = re.compile(r"\ban? $", re.IGNORECASE)

_CLOSES = re.compile(r"[.?!;:,)/]| \(|$")
# "10% rather than 148% or more of it", "between 5 rather than 48 and 9"
_GOES_ON = re.compile(r" (?:or|and|to)\b")
_BOUND_BEHIND = re.compile(
    r"[- ]yards? line|(?:[ -]\w+)? (?:or|and) (?:more|less|fewer|older|younger|over|under|above|below)\b| years? (?:old|of age)\b|,? biggest\b"
)
_RANGE_BEFORE = re.compile(
    r"\b(?:between|from)(?: ages of)?(?: [^ .;]+){0,3}? (?:(?:and|to) )?(?:about )?$|\d[^ .;]* (?:to|through) $"
)
_RANGE_BEHIND = re.compile(r" (?:to|through) (?:[$€£]?\d|\w+ (?:million|billion|years))")
_AGE_BEFORE = re.compile(r"\b(?:age|ages|aged|under|over)(?: of| between)? $", re.IGNORECASE)
_IN_LIST = re.compile(r",| and | or ")
# Words that "not 30 but 6" cannot follow: "only not 30 but 6", "all but not 30 but 6".
_MODIFIES = re.compile(
    r"\b(?:another|only|about|than|all|but|just|over|under|nearly|almost|least|most|every|each|per|the|his|her|its"
    r"|their|my|our|your|these|those|exactly|approximately|around|roughly|some|between|through|exceed(?:s|ed|ing)?|an?|up to|by|additional|other|first|last|next|twice|costs?|numbers?)\s$",
    re.IGNORECASE,
)

_FIRST_OF_TWO = re.compile(
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)) $|\b(?:hour|minute|foot|pound|year)s? and $"
)
_SECOND_OF_TWO = re.compile(r" [$\d]")
_SIGNS = ("+", "~", "±")  # "+not 30 but 6"
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)  # "only ate not 119 but 5"


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has 12 (not 87) pens and $8 (not $119)."

    DNC paper, Appendix A: the distractor is drawn from N(100, 30). Here it is a positive integer that differs
    from every number of the problem, its answer and the other distractors. Number words get a distractor in
    words: "six (not thirty)". Problems that share a passage get the same distractors in it, which equal no number of any of
    them. A text with hundreds of numbers gets distractors from a wider distribution; one with thousands gets
    none.

    An attributive number of a passage keeps its noun ("41-yard (not 87-yard)"), the figure of a cell its
    unit. Numbers that a distractor would separate from their noun phrase ("a 2 dollar tip", "five dollar
    games", "50%-owned") stay as they are. In word problems definite counts ("the three of them") stay too.
    """
    return _perturb(reading, rng, split, "parenthesis")


def perturb_second(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12, not 87, pens.", "Sam has 12 rather than 87 pens."
    or "Sam has not 87 but 12 pens."

    The whole problem gets one wording, drawn among those that fit all of its numbers; all questions about a
    passage get the same one.
    """
    group = split.groups[reading.problem.group]
    wordings = group.once(("wordings", rng.key), lambda: _fitting_wordings(group))
    wording = wordings[rng.below(len(wordings))]  # the same draw for every question of the group
    return _perturb(reading, rng, split, wording)


def _fitting_wordings(group: Group) -> list[str]:
    numbers = list(
        dict.fromkeys(n for r in group.readings for n in _distractible(r, keeps_ranges=True))
    )
    is_prose = not group.readings[0].problem.kind.is_story
    wordings = []
    if not (is_prose and any(_GOES_ON.match(n.field_text, n.end) for n in numbers)):
        wordings.append("rather_than")
    if not any(_IN_LIST.match(n.field_text, n.end) for n in numbers) and not any(
        one.field == two.field and one.field_text.find(",", one.end, two.start) >= 0
        for one, two in pairwise(numbers)
    ):
        wordings.append("comma")
    if not any(_ONLY.search(text) for r in group.readings for _, text in r.texts) and not any(
        _MODIFIES.search(n.field_text, max(0, n.start - 16), n.start)
        or n.field_text.endswith(_SIGNS, 0, n.start)
        for n in numbers
    ):
        wordings.append("not_but")
    return wordings or ["comma"]


def _distractible(reading: Reading, *, keeps_ranges: bool) -> list[NumberMention]:
    """Return the quantities that can get a distractor.

    Args:
        keeps_ranges: whether the ends of ranges in prose stay.
    """
    return [
        number
        for number in reading.numbers
        if (number.perturbable or _is_attributive(reading, number))
        and not _is_glued(number)
        and not (reading.problem.kind.is_story and _is_beside_another(number))
        and not (
            not reading.problem.kind.is_story
            and (_is_threshold(number) or (keeps_ranges and _ends_range(number)))
        )
        and (
            not _ARTICLE.search(number.field_text, max(0, number.start - 4), number.start)
            or number.hyphenated
        )
        and not (
            not reading.problem.kind.is_story
            and number.form == "words"
            and is_definite_count(number, lambda _: True)  # "the three", who were named before
        )
        and not (
            reading.problem.kind.is_story
            and (
                attributive_unit(number)
                or is_definite_count(number, _is_operand(reading))
                or is_of_told(reading, number)
            )
        )
    ]


def _is_attributive(reading: Reading, number: NumberMention) -> bool:
    """Return whether a number of a passage is attributive and in digits: "41-yard"."""
    return not reading.problem.kind.is_story and number.form == "digits" and is_attributive(number)


def _is_threshold(number: NumberMention) -> bool:
    """Return whether a number is a bound and not an amount of its own: "under the age of 18", "two or more"."""
    start, end = number.start, number.end
    return bool(
        _BOUND_BEHIND.match(number.field_text, end)
        or _AGE_BEFORE.search(number.field_text, max(0, start - 16), start)
    )


def _ends_range(number: NumberMention) -> bool:
    """Return whether a number ends a range, where only a parenthesis fits.

    Examples are "between 5 and 9" and "from 18 to 24".
    """
    start, end = number.start, number.end
    return bool(
        _RANGE_BEFORE.search(number.field_text, max(0, start - 40), start)
        or _RANGE_BEHIND.match(number.field_text, end)
    )


def _is_beside_another(number: NumberMention) -> bool:
    """Return whether a number forms one quantity with the next number or sign.

    Examples are "four $20 bills", "24\" long" and "an hour and 20 minutes".
    """
    text, mention = number.field_text, number
    return text.startswith(('"', "''"), mention.end) or bool(
        _FIRST_OF_TWO.search(text, max(0, mention.start - 16), mention.start)
        or _SECOND_OF_TWO.match(text, mention.end)
    )


def _is_glued(number: NumberMention) -> bool:
    """Return whether a number is part of a word that a parenthesis would break: "50%-ownership"."""
    return not number.hyphenated and bool(hyphenated_word(number))


def _is_operand(reading: Reading) -> Callable[[NumberMention], bool]:
    return lambda number: any(number in group.mentions for group in reading.bound)


def _perturb(reading: Reading, rng: Rng, split: Split, wording: str) -> Problem:
    if not any(number.is_quantity for number in reading.numbers):
        return reject(reading.problem, Reason.NO_QUANTITY)
    distractors = _Distractors(rng, split.groups[reading.problem.group].values)
    edits: list[Edit] = []
    for number in _distractible(reading, keeps_ranges=wording != "parenthesis"):
        distractor = distractors.draw()
        if distractor is None:
            return reject(reading.problem, Reason.TOO_MANY_NUMBERS)
        edits.append(_beside(number, distractor, wording))
    made = reworded(reading, rng, split, edits, wording)
    return made or reject(reading.problem, Reason.NO_ROOM_FOR_DISTRACTOR)


def _beside(number: NumberMention, distractor: int, wording: str) -> Edit:
    """Return the edit that adds a distractor to a number."""
    text, form = number.text, WORDINGS[wording]
    if is_figure(number):
        return figure_beside(number, distractor, form.removesuffix(","))
    before_numeral = text[: number.numeral_start - number.start]
    after_numeral = text[number.numeral_end - number.start :]
    if number.hyphenated and (word := hyphenated_word(number)):
        joined = number.field_text[
            number.end : number.field_text.index(word, number.end) + len(word)
        ]
        text, after_numeral = f"{text}{joined}", f"{after_numeral}{joined}"
    in_words = number.form == "words"
    numeral = verbalize(Fraction(distractor)) if in_words else str(distractor)
    other = f"{before_numeral}{numeral}{after_numeral}"
    if wording == "comma" and _CLOSES.match(number.field_text, number.start + len(text)):
        form = form.removesuffix(",")
    shown = text
    if wording == "not_but" and starts_sentence(number.field_text, number.start):
        form, shown = f"N{form[1:]}", f"{text[0].lower()}{text[1:]}"
    return Edit(number.field, number.start, text, form.format(number=shown, other=other))


class _Distractors:
    """Positive integers that differ from each other and from given values."""

    def __init__(self, rng: Rng, taken: Iterable[Fraction]) -> None:
        self._rng = rng
        self._taken = set(taken)
        self._doublings = 0

    def draw(self) -> int | None:
        """Return the next integer, or None if the widest distribution yields no more."""
        while self._doublings <= _DOUBLINGS:
            deviation = DEVIATION * 2**self._doublings
            for _ in range(_ATTEMPTS):
                distractor = floor(self._rng.normal(MEAN, deviation))
                if distractor > 0 and distractor not in self._taken:
                    self._taken.add(Fraction(distractor))
                    return distractor
            self._doublings += 1
        return None
