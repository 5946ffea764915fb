"""Change of a question and its effect on the meaning, as made by every rule and every lexicon."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

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


def change_between(question: str, other: str, label: int, operation: str) -> Change:
    """Return the smallest single replacement that turns one question into the other."""
    start = 0
    while start < min(len(question), len(other)) and question[start] == other[start]:
        start += 1
    end, end_of_other = len(question), len(other)
    while end > start and end_of_other > start and question[end - 1] == other[end_of_other - 1]:
        end -= 1
        end_of_other -= 1
    return Change(start, question[start:end], other[start:end_of_other], label, operation)


def edited_characters(text: str, text_pair: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the characters that only the first text has, and those that only the second has, sorted."""
    one: Counter[str] = Counter(text)
    two: Counter[str] = Counter(text_pair)
    return tuple(sorted((one - two).elements())), tuple(sorted((two - one).elements()))
