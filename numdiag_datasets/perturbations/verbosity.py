"""Verbosity: every quantity stands beside a number that it is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from math import floor

from numdiag_datasets.draws import Draws
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.gold_spans import moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.grounding import Located
from numdiag_datasets.problems.phrases import attributive_unit, is_definite_count
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading

MEAN, DEVIATION = 100, 30
# So many draws in vain (the data sets never take more than 34) double the deviation for the rest of a
# text, so often at most.
_ATTEMPTS, _DOUBLINGS = 200, 6
# "a 2 dollar tip": a distractor would part the number from the noun phrase that it describes.
_ARTICLE = re.compile(r"\ban? $", re.IGNORECASE)


#: What the column ``rule`` may name.
RULES = {"parenthesis": '"6" becomes "6 (not 30)"'}
SECOND_RULES = {
    "comma": '"6" becomes "6, not 30,"',
    "rather_than": '"6" becomes "6 rather than 30"',
    "not_but": '"6" becomes "not 30 but 6"',
}
_CLOSES = re.compile(r"[.?!;:)]|$")
_IN_LIST = re.compile(r",| and | or ")
# What "not 30 but 6" cannot stand behind: "only not 30 but 6".
_MODIFIES = re.compile(
    r"\b(?:another|only|about|than|all|just|over|under|nearly|almost|least|most|every|each|per|the|his|her|its"
    r"|their|my|our|your|these|those|exactly|an?|up to|by|additional|other|first|last|next|twice|costs?|numbers?)\s$",
    re.IGNORECASE,
)

_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)  # "only ate not 119 but 5"


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has 12 (not 87) pens and $8 (not $119)."

    DNC paper, Appendix A: the distractor is drawn from N(100, 30), here a positive integer that
    equals no number of the problem, nor its answer, nor another distractor. Number words are
    followed by a distractor in digits too. Problems that share a passage get the same distractors in
    it, which equal no number of any of them. A text with hundreds of numbers gets distractors from a
    wider distribution; one with thousands none.

    Numbers that a distractor would part from their noun phrase ("a 2 dollar tip", "five dollar games"),
    and in word problems definite counts ("the three of them"), stay as they are.
    """
    return _perturb(reading, draws, split, "parenthesis")


def perturb_second(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12, not 87, pens.", "Sam has 12 rather than 87 pens."
    or "Sam has not 87 but 12 pens."

    One wording for the whole problem, drawn among those that fit all of its numbers.
    """
    numbers = _distractible(reading)
    wordings = ["rather_than"]
    if not any(_IN_LIST.match(n.text, n.mention.end) for n in numbers) and not any(
        one.field == two.field and one.text.find(",", one.mention.end, two.mention.start) >= 0
        for one, two in pairwise(numbers)
    ):
        wordings.append("comma")
    if not any(_ONLY.search(text) for _, text in reading.texts) and not any(
        _MODIFIES.search(n.text, max(0, n.mention.start - 16), n.mention.start) for n in numbers
    ):
        wordings.append("not_but")
    return _perturb(reading, draws, split, wordings[draws.below(len(wordings))])


def _in_prose(reading: Reading) -> list[Located]:
    return [number for number in reading.quantities if not number.field.startswith("table")]


def _distractible(reading: Reading) -> list[Located]:
    """The quantities that a distractor can stand beside."""
    return [
        number
        for number in _in_prose(reading)
        if not _ARTICLE.search(number.text, max(0, number.mention.start - 4), number.mention.start)
        and not (
            reading.is_word_problem
            and (attributive_unit(number) or is_definite_count(number, _is_operand(reading)))
        )
    ]


def _is_operand(reading: Reading) -> Callable[[Located], bool]:
    return lambda number: any(number in group.mentions for group in reading.bound)


def _perturb(reading: Reading, draws: Draws, split: Split, wording: str) -> Problem:
    if not _in_prose(reading):
        return reject(reading.problem, "no_quantity")
    distractors = _Distractors(draws, split.groups[reading.problem.group].values)
    edits: list[Edit] = []
    for number in _distractible(reading):
        mention = number.mention
        distractor = distractors.draw()
        if distractor is None:
            return reject(reading.problem, "too_many_numbers")
        before_numeral = mention.text[: mention.numeral_start - mention.start]
        after_numeral = mention.text[mention.numeral_end - mention.start :]
        beside = _beside(number, f"{before_numeral}{distractor}{after_numeral}", wording)
        edits.append(Edit(number.field, mention.start, mention.text, beside))
    if not edits:
        return reject(reading.problem, "no_room_for_distractor")
    return apply_edits(
        reading.problem, edits, answers=moved_answers(reading.problem, edits), rule=wording
    )


def _beside(number: Located, distractor: str, wording: str) -> str:
    """The number with its distractor."""
    text = number.mention.text
    if wording == "parenthesis":
        return f"{text} (not {distractor})"
    if wording == "rather_than":
        return f"{text} rather than {distractor}"
    if wording == "comma":
        closes = _CLOSES.match(number.text, number.mention.end)
        return f"{text}, not {distractor}{'' if closes else ','}"
    if starts_sentence(number.text, number.mention.start):
        return f"Not {distractor} but {text[0].lower()}{text[1:]}"
    return f"not {distractor} but {text}"


class _Distractors:
    """Positive integers that differ from each other and from given values."""

    def __init__(self, draws: Draws, taken: Iterable[Fraction]) -> None:
        self._draws = draws
        self._taken = set(taken)
        self._doublings = 0

    def draw(self) -> int | None:
        """The next one, None if the widest distribution gives no more."""
        while self._doublings <= _DOUBLINGS:
            deviation = DEVIATION * 2**self._doublings
            for _ in range(_ATTEMPTS):
                distractor = floor(self._draws.normal(MEAN, deviation))
                if distractor > 0 and distractor not in self._taken:
                    self._taken.add(Fraction(distractor))
                    return distractor
            self._doublings += 1
        return None
