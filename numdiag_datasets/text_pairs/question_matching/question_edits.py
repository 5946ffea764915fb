"""Change of a question and its effect on the meaning, as made by every rule and every lexicon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

#: The two labels.
DIFFERENT, EQUIVALENT = 0, 1


class Change(NamedTuple):
    """The replacement of one piece of a question by another.

    Attributes:
        start: where the piece starts, in code points.
        before, after: the two pieces; "" for an insertion or a deletion.
        label: `DIFFERENT` or `EQUIVALENT`.
        operation: a key of the taxonomy.
    """

    start: int
    before: str
    after: str
    label: int
    operation: str

    def of(self, question: str) -> str:
        """Return the changed question."""
        return question[: self.start] + self.after + question[self.start + len(self.before) :]


@dataclass(frozen=True, slots=True)
class QuestionPair:
    """A row, with the columns of the configs.

    Attributes:
        text, text_pair: two questions.
        label: 0 different, 1 equivalent.
        contrast: a key of `contrasts.CONTRASTS`; for pairs of files the operation, or else the subcategory.
        category, subcategory, operation: its phenomenon; "" if a file does not include it.
        edits: edits that turn the first question into the second; empty if it was not made by an operation.
        group: the word, amount, time or things that the edit is about; "" for pairs of files.
    """

    text: str
    text_pair: str
    label: int
    contrast: str = ""
    category: str = ""
    subcategory: str = ""
    operation: str = ""
    edits: Sequence[Mapping[str, Any]] = ()
    group: str = ""


def _same_from_the_start(one: str, other: str) -> int:
    """Return how many characters both texts begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def place_of_edit(question: str, other: str) -> tuple[int, int, int]:
    """Return the smallest single edit: its start, and the numbers of characters gone and come."""
    start = _same_from_the_start(question, other)
    rest, rest_of_other = question[start:], other[start:]
    same = _same_from_the_start(rest[::-1], rest_of_other[::-1])
    return start, len(rest) - same, len(rest_of_other) - same


def change_between(question: str, other: str, label: int, operation: str) -> Change:
    """Return the smallest single replacement that turns one question into the other."""
    start, gone, come = place_of_edit(question, other)
    before, after = question[start : start + gone], other[start : start + come]
    return Change(start, before, after, label, operation)


def edited_characters(text: str, text_pair: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the characters that only the first text has, and those that only the second has, sorted."""
    one: Counter[str] = Counter(text)
    two: Counter[str] = Counter(text_pair)
    return tuple(sorted((one - two).elements())), tuple(sorted((two - one).elements()))
