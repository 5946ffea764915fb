"""Which amounts of a passage give a number answer, where search and wording agree on one way only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.problems.asked_operation import (
    COMPLEMENT,
    DIFFERENCE,
    SUM,
    Asked,
    names_of,
)
from numdiag_datasets.problems.passage_amounts import Amount

# Sums of two and three are searched among so many values of one kind.
_MOST_TERMS = 40


@dataclass(frozen=True, slots=True)
class PassageDerivation:
    """The one way by which a passage gives an answer.

    Attributes:
        operation: DIFFERENCE, SUM or COMPLEMENT.
        operands: each value with all amounts of its kind that show it; of a difference the larger
            first, of a sum in reading order.
    """

    operation: str
    operands: tuple[tuple[Amount, ...], ...]

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The value of each operand."""
        return tuple(mentions[0].value for mentions in self.operands)


def derive_from_passage(
    asked: Asked, question: str, answer: Fraction, amounts: Sequence[Amount]
) -> PassageDerivation | str:
    """The one way by which the amounts of the asked kind give the answer as the wording says, or a
    reason code: the wording names no operation, or not one way only leads to the answer.

    One pair (of a sum: one pair or triple) of values gives the answer, no amount of the kind shows it
    as it is, and what the question says of the operands stands near them.
    """
    by_value: dict[Fraction, list[Amount]] = {}
    for amount in amounts:
        if amount.kind == asked.kind:
            by_value.setdefault(amount.value, []).append(amount)
    if asked.operation == DIFFERENCE:
        ways = list(_differences(by_value, answer))
    elif asked.operation == SUM:
        ways = list(_sums(by_value, answer))
    elif asked.operation == COMPLEMENT:
        ways = [(100 - answer,)] if 100 - answer in by_value else []
    else:
        return "wording_names_no_operation"
    if len(ways) != 1 or answer <= 0 or (asked.operation != COMPLEMENT and answer in by_value):
        return "no_unique_derivation"
    derivation = PassageDerivation(
        asked.operation, tuple(tuple(by_value[value]) for value in ways[0])
    )
    return derivation if _wording_fits(asked, question, derivation) else "no_unique_derivation"


def _differences(
    by_value: dict[Fraction, list[Amount]], answer: Fraction
) -> Iterator[tuple[Fraction, ...]]:
    for value in by_value:
        if value > answer and value - answer in by_value:
            yield value, value - answer


def _sums(
    by_value: dict[Fraction, list[Amount]], answer: Fraction
) -> Iterator[tuple[Fraction, ...]]:
    values = [value for value in by_value if 0 < value < answer]
    if len(values) > _MOST_TERMS:
        return
    for one in values:
        shown = len(by_value[one])
        if one * 2 == answer and shown > 1:
            yield one, one
        # The third of three, each above the one before it, is looked up.
    for one, other in combinations(values, 2):
        if one + other == answer:
            yield one, other
        third = answer - one - other
        if third > max(one, other) and third in by_value:
            yield one, other, third


def _wording_fits(asked: Asked, question: str, derivation: PassageDerivation) -> bool:
    """Whether the words of the question stand near the operands, each side's at its own."""
    if asked.operation != DIFFERENCE:
        names = names_of(question) or asked.words
        return all(_stands_near(names, mentions) for mentions in derivation.operands)
    large, small = derivation.operands
    if not (_stands_near(asked.words, large) and _stands_near(asked.words, small)):
        return False
    straight = _hits(asked.larger, large) + _hits(asked.smaller, small)
    crossed = _hits(asked.larger, small) + _hits(asked.smaller, large)
    if not asked.ordered:
        straight = max(straight, crossed)
    names = names_of(question)
    told = frozenset().union(*(m.words for mentions in derivation.operands for m in mentions))
    return straight >= max(1, crossed) and names <= told | asked.words - names


def _stands_near(words: frozenset[str], mentions: Iterable[Amount]) -> bool:
    return any(not words.isdisjoint(mention.words) for mention in mentions)


def _hits(words: frozenset[str], mentions: Iterable[Amount]) -> int:
    """How many of the words stand beside one of the mentions, or next to it in its sentence."""
    return max(len(words & mention.near) for mention in mentions)
