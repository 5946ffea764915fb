"""Quantities that are no operands: they move like operands, so that what moved gives no operand away, and what
the text says of them stays true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.nouns import classes_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.phrases import (
    attributive_unit,
    is_definite_count,
    no_operand,
)
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.word_problem_gates import (
    ENUMERATES,
    MOST_LISTED,
    is_one_of_a_series,
    kind_of,
    mention_gate,
    named_together,
)
from numdiag_datasets.texts.grounding import (
    BoundValue,
)
from numdiag_datasets.texts.reading import Reading

#: A text with more quantities that are no operands is no word problem; they stay.
_MOST_OTHERS: Final = 12
_ATTEMPTS: Final = 20
_CONTRADICTS: Final = Reason.CONTRADICTS_CONTEXT


class Numbers:
    """The values that a text shows, old and new, and what they say of each other.

    Two relations must survive between values that count alike, of which one is no operand: which of two is
    larger ("95 pretzels in a bowl", of which 28 were eaten), and totals (48 students, "23 boys and 25
    girls"). Among operands alone the equation sees to both.
    """

    def __init__(
        self, reading: Reading, changed: Sequence[BoundValue], values: Sequence[Decimal]
    ) -> None:
        """Take over the new values of the operands.

        Args:
            reading: the problem.
            changed: the operands that move.
            values: their new values.
        """
        self.new = {
            group.value: Fraction(value) for group, value in zip(changed, values, strict=True)
        }
        self._changed = tuple(self.new)
        mentions: dict[Fraction, list[NumberMention]] = {}
        for number in reading.quantities:
            mentions.setdefault(number.value, []).append(number)
        operands = {group.value for group in reading.bound}
        self._operands = sum(len(group.operands) for group in reading.bound)
        self.others = {value: found for value, found in mentions.items() if value not in operands}
        self._kinds: dict[Fraction, frozenset[str]] = (
            {value: frozenset(map(kind_of, found)) for value, found in mentions.items()}
            if self.others
            else {}
        )
        self._classes = {
            value: kinds.union(*map(classes_of, kinds)) for value, kinds in self._kinds.items()
        }
        self._count = {value: len(found) for value, found in mentions.items()}
        #: Those that may still move, and so say nothing yet.
        self.pending: set[Fraction] = set()

    def value(self, old: Fraction) -> Fraction:
        """What an old value has become."""
        return self.new.get(old, old)

    def move(self, old: Fraction, new: Fraction) -> bool:
        """Give another value to a quantity that is no operand, if everything said of it stays true."""
        self.new[old] = new
        if any(self._broken(old)):
            del self.new[old]
            return False
        return True

    def contradiction(self) -> str:
        """Whether what stays contradicts what changed: a reason code, or ""."""
        if not self.others:
            return ""
        broken = any(found for other in self.others for found in self._broken(other))
        total = sum(self._changed, Fraction(0))
        if not broken and len(self._changed) > 2 and total in self.others:
            alike = all(self._may_add_up(total, operand) for operand in self._changed)
            broken = alike and self.value(total) != sum(map(self.value, self._changed))
        return _CONTRADICTS if broken else ""

    def at_least_its_parts(self, other: Fraction) -> Fraction | None:
        """What a whole becomes that was no less than all that changed together, and counts alike: "a book of
        95 pages", of which 37 and 25 were read. None where it was less, or counts something else."""
        parts = sum(self._changed, Fraction(0))
        if other < parts or not all(self._alike(other, part) for part in self._changed):
            return None
        return other - parts + sum(map(self.value, self._changed))

    def demanded(self, other: Fraction) -> Fraction | None:
        """The new value that a total demands of a quantity, if one does."""
        for one, two, total in self._totals(other):
            if other == total:
                return self.value(one) + self.value(two)
            part = two if other == one else one
            return self.value(total) - self.value(part)
        return None

    def _broken(self, other: Fraction) -> Iterator[bool]:
        """Whether each relation of a quantity that is no operand is broken."""
        new = self.value(other)
        yield new <= 0
        # Where many stay, only what moved can break a relation.
        rest = self._kinds if other in self.new else self.new
        for value in rest:
            if value != other and value not in self.pending and self._alike(value, other):
                now = self.value(value)
                yield (value > other) != (now > new) or (value < other) != (now < new)
        for one, two, total in self._totals(other):
            yield self.value(one) + self.value(two) != self.value(total)
        if len(self._changed) > 1 and (least := self.at_least_its_parts(other)) is not None:
            parts = least - other + sum(self._changed, Fraction(0))
            yield new < parts

    def _totals(self, other: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """Every two values and their sum that count alike, of which one is this, and one has moved."""
        for value in tuple(self.new):
            if value == other or not self._may_add_up(value, other):
                continue
            small, large = sorted((value, other))
            for one, two, total in ((value, other, value + other), (small, large - small, large)):
                third = two if total == large else total
                settled = third in self._kinds and third not in self.pending - {other}
                # Two chapters are no part of 48 pages of which the other has 46.
                enough = (one != two or self._count[one] > 1) and min(one, two) > self._operands
                if settled and enough and self._may_add_up(third, other):
                    yield one, two, total

    def _alike(self, one: Fraction, two: Fraction) -> bool:
        """Whether two values may count the same thing."""
        return _overlap(self._kinds[one], self._kinds[two])

    def _may_add_up(self, one: Fraction, two: Fraction) -> bool:
        """Whether two values may belong to one sum: boys and girls to students."""
        return _overlap(self._classes[one], self._classes[two])


def _overlap(one: frozenset[str], two: frozenset[str]) -> bool:
    if ("money" in one) != ("money" in two):
        return False
    return not one.isdisjoint(two) or "" in one or "" in two


def move_non_operands(
    reading: Reading,
    numbers: Numbers,
    offsets: Offsets,
    rng: Rng,
    excluded_roles: frozenset[str],
) -> None:
    """Give every quantity that is no operand a new value too, wherever nothing contradicts it.

    Where an operand stands in no text, nothing moves: a "2 weeks" that no operand shows may be its 14 days.
    """
    equation = reading.worked
    shown = sum(len(group.operands) for group in reading.bound)
    if equation is None or shown < len(equation.operands) or len(numbers.others) > _MOST_OTHERS:
        return
    step = Fraction(1, 10**offsets.decimals)
    listed = _most_listed(reading, equation)
    numbers.pending |= {
        value
        for value, mentions in numbers.others.items()
        if (value > listed or all(number.role != "quantity" for number in mentions))
        and _may_move(reading, value, mentions, offsets, excluded_roles)
    }
    for value in [value for value in numbers.others if value in numbers.pending]:
        numbers.pending.remove(value)
        demanded = numbers.demanded(value)
        if demanded is not None:
            numbers.move(value, demanded)
            continue
        for _ in range(_ATTEMPTS):
            if numbers.move(value, value + step * offsets.drawn(value, rng)):
                break
        else:
            whole = numbers.at_least_its_parts(value)
            if whole is not None:
                numbers.move(value, whole)


def _most_listed(reading: Reading, equation: Equation) -> int:
    """The largest number that may count what the text lists: "two boxes" with "the first" and "the other", three
    operands for "3 different foods"."""
    listed = max(len(equation.operands), 1)
    enumerates = any(ENUMERATES.search(text) for _, text in reading.texts)
    return max(listed, MOST_LISTED) if enumerates else listed


def _is_told_one_by_one(
    reading: Reading, value: Fraction, mentions: Sequence[NumberMention]
) -> bool:
    """Of the three of "three cats, Bink, Fay and Spot" """
    return value in named_together(reading) or any(map(is_one_of_a_series, mentions))


def _may_move(
    reading: Reading,
    value: Fraction,
    mentions: Sequence[NumberMention],
    offsets: Offsets,
    excluded_roles: frozenset[str],
) -> bool:
    return (
        value.denominator == 1
        and value > 1
        and not (reading.solution and _is_told_one_by_one(reading, value, mentions))
        and not any(
            number.role in excluded_roles
            or mention_gate(number, offsets)
            or attributive_unit(number)
            or is_definite_count(number, no_operand)
            for number in mentions
        )
    )
