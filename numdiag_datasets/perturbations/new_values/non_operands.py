"""New values for quantities that are not operands.

They change like operands, so that the edits do not reveal the operands, and all statements about them stay
true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Final

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.nouns import classes_of
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.phrases import attributive_unit, is_definite_count, no_operand
from numdiag_datasets.perturbations.new_values.growth import may_grow
from numdiag_datasets.perturbations.new_values.partitions import partitions
from numdiag_datasets.perturbations.new_values.plausible_ranges import most_plausible_of
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.word_problem_gates import (
    ENUMERATES,
    MOST_LISTED,
    is_one_of_a_series,
    kind_of,
    mention_gate,
)
from numdiag_datasets.texts.grounding import BoundValue
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.word_problem.listed_counts import LONGEST, is_listed_count

#: A text with more quantities that are not operands is not a word problem; they stay.
_MOST_OTHERS: Final = 12
_ATTEMPTS: Final = 20
#: Of more operands, no three or four are compared with another quantity.
_MOST_PARTS: Final = 10
# "Doug lost 10 marbles": no more than the 22 that he had, which may be the answer.
_LOSES = re.compile(
    r"\b(?:lost|loses?|gave|gives?|ate|eats?|sold|sells?|broke|spent|spends?|used|uses|threw|donated|removed|took)\b"
    r"[^.,;?]{0,20}$"
)
_CONTRADICTS: Final = Reason.CONTRADICTS_CONTEXT


class Numbers:
    """The values in a text, old and new, and the relations between them.

    Two relations must survive between values of the same kind if one is not an operand. One is their order
    ("95 pretzels in a bowl", of which 28 were eaten), the other totals (48 students, "23 boys and 25 girls").
    The equation itself preserves them among operands. Listed parts of any kind add up to their whole.
    """

    def __init__(
        self,
        reading: Reading,
        changed: Sequence[BoundValue],
        values: Sequence[Decimal],
        answer: Decimal,
    ) -> None:
        """Store the new values of the operands.

        Args:
            reading: the problem.
            changed: the operands that change.
            values: their new values.
            answer: the new answer.
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
        self._answer = Fraction(answer)
        self._old_answer = reading.results[-1] if reading.results else None
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
        self._partitions = partitions(reading)
        #: Values that may still change and therefore impose no constraint yet.
        self.pending: set[Fraction] = set()

    def value(self, old: Fraction) -> Fraction:
        """Return the new value for an old one."""
        return self.new.get(old, old)

    def is_whole(self, value: Fraction) -> bool:
        """Return whether the text lists the parts of a value."""
        return any(value == whole for whole, _ in self._partitions)

    def move(self, old: Fraction, new: Fraction) -> bool:
        """Change a quantity that is not an operand if all its relations still hold and it is not the answer; return whether it changed."""
        self.new[old] = new
        tells = new == self._answer and old != self._old_answer
        if tells or any(self._broken(old)) or self._is_more_than_owned(old):
            del self.new[old]
            return False
        return True

    def contradiction(self) -> str:
        """Return a reason code if other values contradict the changed ones or the new answer, else ""."""
        if any(
            self.value(whole) != sum(map(self.value, parts)) for whole, parts in self._partitions
        ):
            return _CONTRADICTS
        if not self.others:
            return ""
        if any(map(self._is_more_than_owned, self.others)):
            return _CONTRADICTS
        broken = any(found for other in self.others for found in self._broken(other))
        total = sum(self._changed, Fraction(0))
        if not broken and len(self._changed) > 2 and total in self.others:
            alike = all(self._may_add_up(total, operand) for operand in self._changed)
            broken = alike and self.value(total) != sum(map(self.value, self._changed))
        return _CONTRADICTS if broken else ""

    def _is_more_than_owned(self, other: Fraction) -> bool:
        """Return whether what somebody lost is now more than he had: the answer, or all that he got, "$4 from her mother and $3 from her father"."""
        owned = [(sum(self._changed, Fraction(0)), sum(map(self.value, self._changed)))]
        if self._old_answer is not None:
            owned.append((self._old_answer, self._answer))
        return any(map(_is_lost, self.others[other])) and any(
            other <= before and self.value(other) > now for before, now in owned
        )

    def at_least_its_parts(self, other: Fraction) -> Fraction | None:
        """Return the new value of a whole that is at least the sum of all changed values, or None.

        The whole must count the same kind: "a book of 95 pages", of which 37 and 25 were read. None if it was
        less than the sum or counts something else.
        """
        parts = sum(self._changed, Fraction(0))
        if other < parts or not all(self._alike(other, part) for part in self._changed):
            return None
        return other - parts + sum(map(self.value, self._changed))

    def demanded(self, other: Fraction) -> Fraction | None:
        """Return the new value that a total requires for a quantity, or None."""
        for whole, parts in self._partitions:
            rest = [part for part in parts if part != other]
            if self.pending.isdisjoint({whole, *rest}):
                if other == whole:
                    return sum(map(self.value, parts), Fraction(0))
                if len(rest) + 1 == len(parts):
                    return self.value(whole) - sum(map(self.value, rest))
        for one, two, total in self._totals(other):
            if other == total:
                return self.value(one) + self.value(two)
            part = two if other == one else one
            return self.value(total) - self.value(part)
        sums = (sum(map(self.value, terms), Fraction(0)) for terms in self._parts(other))
        return next(sums, None)

    def _broken(self, other: Fraction) -> Iterator[bool]:
        """Yield for each relation of a quantity that is not an operand whether it is broken."""
        new = self.value(other)
        yield new <= 0
        # If most values stay, only changed ones can break a relation.
        rest = self._kinds if other in self.new else self.new
        for value in rest:
            if value != other and value not in self.pending and self._alike(value, other):
                now = self.value(value)
                yield (value > other) != (now > new) or (value < other) != (now < new)
        for one, two, total in self._totals(other):
            yield self.value(one) + self.value(two) != self.value(total)
        for terms in self._parts(other):
            yield sum(map(self.value, terms)) != new
        if len(self._changed) > 1 and (least := self.at_least_its_parts(other)) is not None:
            parts = least - other + sum(self._changed, Fraction(0))
            yield new < parts

    def _totals(self, other: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """Yield pairs of values with their sum, of compatible kinds; one is `other`, and one has changed."""
        for value in tuple(self.new):
            if value == other or not self._may_add_up(value, other):
                continue
            small, large = sorted((value, other))
            for one, two, total in ((value, other, value + other), (small, large - small, large)):
                third = two if total == large else total
                settled = third in self._kinds and third not in self.pending - {other}
                # Two chapters are not part of 48 pages of which the other has 46.
                enough = (one != two or self._count[one] > 1) and (
                    min(one, two) > self._operands or self._is_only_whole(one, two, total)
                )
                if settled and enough and self._may_add_up(third, other):
                    yield one, two, total

    def _is_only_whole(self, one: Fraction, two: Fraction, total: Fraction) -> bool:
        """Return whether a whole changes and its two parts do not: 7 fish, of which 3 are red and 4 are blue."""
        return total in self._changed and not {one, two} & set(self._changed)

    def _parts(self, other: Fraction) -> Iterator[tuple[Fraction, ...]]:
        """Yield three or four changed values of compatible kinds that add up to a quantity: 12 = 3 + 5 + 4."""
        alike = [
            value for value in self._changed if value < other and self._may_add_up(value, other)
        ]
        for count in (3, 4) if len(alike) <= _MOST_PARTS else ():
            yield from (terms for terms in combinations(alike, count) if sum(terms) == other)

    def _alike(self, one: Fraction, two: Fraction) -> bool:
        """Return whether two values may count the same thing."""
        return _overlap(self._kinds[one], self._kinds[two])

    def _may_add_up(self, one: Fraction, two: Fraction) -> bool:
        """Return whether two values may belong to one sum: boys and girls to students."""
        return _overlap(self._classes[one], self._classes[two])


def _is_lost(number: NumberMention) -> bool:
    """Return whether a number counts what somebody loses, eats or gives away."""
    before = number.field_text[max(0, number.start - 40) : number.start]
    return _LOSES.search(before) is not None


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
    """Change every quantity that is not an operand, unless a relation would break.

    If an operand occurs in no text, nothing changes: a "2 weeks" without an operand may be its 14 days.
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
        if (
            value > listed
            # Three steps of a solution may be what "after 3 days" counts.
            or (not reading.solution and all(number.role != "quantity" for number in mentions))
        )
        and _may_move(reading, value, mentions, offsets, excluded_roles)
    }
    # A whole becomes the sum of its parts.
    for value in sorted(numbers.others, key=numbers.is_whole):
        if value not in numbers.pending:
            continue
        numbers.pending.remove(value)
        demanded = numbers.demanded(value)
        if demanded is not None:
            numbers.move(value, demanded)
            continue
        most = most_plausible_of(numbers.others[value]) if offsets.factors else None
        bounds = offsets.bounds(value, most)
        for _ in range(_ATTEMPTS):
            if numbers.move(value, value + step * offsets.drawn(bounds, rng)):
                break
        else:
            whole = numbers.at_least_its_parts(value)
            if whole is not None:
                numbers.move(value, whole)


def _most_listed(reading: Reading, equation: Equation) -> int:
    """Return the largest number that may count the items listed in the text.

    Examples are "two boxes" with "the first" and "the other", and three operands for "3 different foods".
    """
    listed = max(len(equation.operands), 1)
    enumerates = any(ENUMERATES.search(text) for _, text in reading.texts)
    return max(listed, MOST_LISTED) if enumerates else listed


def _may_move(
    reading: Reading,
    value: Fraction,
    mentions: Sequence[NumberMention],
    offsets: Offsets,
    excluded_roles: frozenset[str],
) -> bool:
    # "The 64 flats" are not listed; a solution may use them in another form: "the 20% discount".
    return (
        value.denominator == 1
        and value > 1
        and not any(is_listed_count(reading, number) for number in mentions)
        and not (reading.solution and any(map(is_one_of_a_series, mentions)))
        and not any(
            number.role in excluded_roles
            or mention_gate(number, offsets)
            or attributive_unit(number)
            or (offsets.together and not may_grow(number))
            or (is_definite_count(number, no_operand) and (reading.solution or value <= LONGEST))
            for number in mentions
        )
    )
