"""Verbosity: every quantity is followed by a number that it is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import floor

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.gold_spans import moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading

MEAN, DEVIATION = 100, 30
# So many draws in vain (the data sets never take more than 34) double the deviation for the rest of a
# text, so often at most.
_ATTEMPTS, _DOUBLINGS = 200, 6
# "a 2 dollar tip": a distractor would part the number from the noun phrase that it describes.
_ARTICLE = re.compile(r"\ban? $", re.IGNORECASE)


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has 12 (not 87) pens and $8 (not $119)."

    DNC paper, Appendix A: the distractor is drawn from N(100, 30), here a positive integer that
    equals no number of the problem, nor its answer, nor another distractor. Number words are
    followed by a distractor in digits too. Problems that share a passage get the same distractors in
    it, which equal no number of any of them. A text with hundreds of numbers gets distractors from a
    wider distribution; one with thousands none.
    """
    distractors = _Distractors(draws, split.groups[reading.problem.group].values)
    edits: list[Edit] = []
    for number in reading.quantities:
        mention = number.mention
        if number.field.startswith("table") or _ARTICLE.search(
            number.text, max(0, mention.start - 4), mention.start
        ):
            continue
        distractor = distractors.draw()
        if distractor is None:
            return reject(reading.problem, "too_many_numbers")
        before_numeral = mention.text[: mention.numeral_start - mention.start]
        after_numeral = mention.text[mention.numeral_end - mention.start :]
        distracted = f"{mention.text} (not {before_numeral}{distractor}{after_numeral})"
        edits.append(Edit(number.field, mention.start, mention.text, distracted))
    if not edits:
        return reject(reading.problem, "no_quantity")
    return apply_edits(reading.problem, edits, answers=moved_answers(reading.problem, edits))


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
