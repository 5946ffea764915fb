"""A change of a question, with what it does to the meaning; what every rule and every lexicon gives."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

#: The two labels.
DIFFERENT, EQUIVALENT = 0, 1


class Change(NamedTuple):
    """One piece of a question replaced by another.

    Attributes:
        start: where it stands, in code points.
        before, after: the two pieces; "" where something is inserted or deleted.
        label: `DIFFERENT` or `EQUIVALENT`.
        operation: a key of the taxonomy.
    """

    start: int
    before: str
    after: str
    label: int
    operation: str

    def of(self, question: str) -> str:
        """The changed question."""
        return question[: self.start] + self.after + question[self.start + len(self.before) :]


def change_between(question: str, other: str, label: int, operation: str) -> Change:
    """The smallest single replacement that makes one question of another."""
    start = 0
    while start < min(len(question), len(other)) and question[start] == other[start]:
        start += 1
    end, end_of_other = len(question), len(other)
    while end > start and end_of_other > start and question[end - 1] == other[end_of_other - 1]:
        end -= 1
        end_of_other -= 1
    return Change(start, question[start:end], other[start:end_of_other], label, operation)


def edited_characters(text: str, text_pair: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters that only the first has, and those that only the second has, in any order."""
    one: Counter[str] = Counter(text)
    two: Counter[str] = Counter(text_pair)
    return tuple(sorted((one - two).elements())), tuple(sorted((two - one).elements()))
