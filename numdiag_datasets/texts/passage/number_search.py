"""The search for amounts of a passage that lead to a number answer, in one way that fits the wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.texts.passage.amounts import Amount
from numdiag_datasets.texts.passage.asked_operation import (
    COMPLEMENT,
    DIFFERENCE,
    SUM,
    Asked,
    names_of,
)

# Maximum number of values of one kind that are searched for sums of two and three.
_MOST_TERMS = 40
_PART_OF = re.compile(
    r"\b(?:of (?:whom|which|them|these|those)|includ\w+|among (?:whom|which|them))\b"
)
_SERIOUSLY = re.compile(r" (?:seriously|severely|badly|critically|fatally|of them)\b")
_PLAYS = frozenset({"goal", "touchdown"})
_WAYS = frozenset({"run", "pass"})
# Words that are used for the plays of every team.
_GAME = _PLAYS | _WAYS | {"field", "kick", "game", "reception", "catch"}
# A question for some of the plays only.
_SOME = re.compile(r"\b(?:first|second|third|fourth|last|half|quarter|overtime)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PassageDerivation:
    """The one way in which a passage leads to an answer.

    Attributes:
        operation: DIFFERENCE, SUM or COMPLEMENT.
        operands: for each value, all amounts of its kind that have it; for a difference the larger first, for
            a sum in reading order.
    """

    operation: str
    operands: tuple[tuple[Amount, ...], ...]

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The value of each operand."""
        return tuple(mentions[0].value for mentions in self.operands)


def derive_from_passage(
    asked: Asked, question: str, answer: Fraction, amounts: Sequence[Amount]
) -> PassageDerivation:
    """Return the one way in which amounts of the requested kind lead to the answer according to the wording.

    One pair of values (for a sum, one pair or triple) with words that fit the question leads to the answer.
    If another pair does too, or an amount is equal to the answer, more proof is needed. Each side of the
    question must then have words of its own that are near its operand.

    Raises:
        Rejected: the wording names no operation, or not exactly one way leads to the answer.
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
        raise Rejected(Reason.WORDING_NAMES_NO_OPERATION)
    if answer <= 0 or not ways:
        raise Rejected(Reason.NO_UNIQUE_DERIVATION)
    is_shown = asked.operation != COMPLEMENT and answer in by_value
    fitting = [way for way in ways if _fits(asked, question, by_value, way)]
    if len(fitting) != 1:
        raise Rejected(Reason.NO_UNIQUE_DERIVATION)
    derivation = _derivation(asked, by_value, fitting[0])
    # Many ways lead to a value by chance, but words next to their operands are not a coincidence.
    by_chance = is_shown or (len(ways) > 1 and not _ranks(question))
    if by_chance and not _is_certain(asked, derivation):
        raise Rejected(Reason.NO_UNIQUE_DERIVATION)
    return derivation


def _derivation(
    asked: Asked, by_value: Mapping[Fraction, list[Amount]], way: tuple[Fraction, ...]
) -> PassageDerivation:
    if asked.operation == SUM:
        way = tuple(sorted(way, key=lambda value: by_value[value][0].position))
    return PassageDerivation(asked.operation, tuple(tuple(by_value[value]) for value in way))


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
        if one * 2 == answer and shown == 2:
            yield one, one
        # The third of three, larger than the other two, is looked up.
    for one, other in combinations(values, 2):
        if one + other == answer:
            yield one, other
        third = answer - one - other
        if third > max(one, other) and third in by_value:
            yield one, other, third


def _ranks(question: str) -> bool:
    """Return whether a question asks for the longest and the shortest without naming anyone."""
    return {"longest", "shortest"} <= set(question.lower().split()) and not names_of(question)


def _fits(
    asked: Asked,
    question: str,
    by_value: Mapping[Fraction, list[Amount]],
    way: tuple[Fraction, ...],
) -> bool:
    """Return whether the words of the question are near the operands, those of each side near its own."""
    operands = _derivation(asked, by_value, way).operands
    names = names_of(question)
    if asked.parts:
        return _are_listed(asked.parts, operands)
    if asked.operation != DIFFERENCE:
        words = names or asked.words
        is_sound = not _is_part_of_another(operands) and _are_all_plays(
            asked, question, by_value, way
        )
        return is_sound and all(
            _touch(words, mentions) and _is_play(asked.words, mentions) for mentions in operands
        )
    large, small = operands
    larger, smaller = asked.larger, asked.smaller
    if not asked.ordered and _hits(larger, large) + _hits(smaller, small) < _hits(
        larger, small
    ) + _hits(smaller, large):
        larger, smaller = smaller, larger
    plays = (
        larger if larger & _PLAYS else asked.words,
        smaller if smaller & _PLAYS else asked.words,
    )
    straight = _hits(larger, large) + _hits(smaller, small)
    crossed = _hits(larger, small) + _hits(smaller, large)
    shared = asked.words - larger - smaller
    if straight < crossed or not (straight or _is_told_alike(larger, smaller, shared, operands)):
        return False
    if asked.strict and not (_hits(larger, large) and _hits(smaller, small) and straight > crossed):
        return False
    return (
        all(_touch(asked.words, mentions) for mentions in operands)
        and _names_stand(names & larger, larger, large, by_value)
        and _names_stand(names & smaller, smaller, small, by_value)
        and (names.isdisjoint(shared) or any(_touch(names & shared, m) for m in operands))
        and all(map(_is_play, plays, operands))
        and _is_ranked(question, plays, by_value, way)
    )


def _is_certain(asked: Asked, derivation: PassageDerivation) -> bool:
    """Return whether each side has words that are near its operand and not near the other."""
    if asked.operation != DIFFERENCE:
        return bool(asked.parts)
    large, small = derivation.operands
    return bool(
        _hits(asked.larger, large)
        and _hits(asked.smaller, small)
        and not _hits(asked.larger, small)
        and not _hits(asked.smaller, large)
    )


def _are_listed(
    parts: tuple[frozenset[str], ...], operands: tuple[tuple[Amount, ...], ...]
) -> bool:
    """Return whether each thing that the question lists is near one operand, and near no other."""
    said = [[i for i, part in enumerate(parts) if _hits(part, mentions)] for mentions in operands]
    return len(operands) == len(parts) and sorted(said) == [[i] for i in range(len(parts))]


def _is_part_of_another(operands: tuple[tuple[Amount, ...], ...]) -> bool:
    """Return whether a term of a sum is described as a part of the one before: "110 wounded, 71 seriously"."""
    terms = sorted((mentions[0] for mentions in operands), key=lambda term: term.position)
    for one, other in pairwise(terms):
        text, start, end = one.number.field_text, one.number.end, other.number.start
        behind = other.number.end
        if one.sentence == other.sentence and (
            _PART_OF.search(text, start, end) or _SERIOUSLY.match(text, behind)
        ):
            return True
    return False


def _is_told_alike(
    larger: frozenset[str],
    smaller: frozenset[str],
    shared: frozenset[str],
    operands: tuple[tuple[Amount, ...], ...],
) -> bool:
    """Return whether the sides differ only in their rank, and their shared words are near both."""
    return not larger | smaller and all(_hits(shared, mentions) for mentions in operands)


def _names_stand(
    names: frozenset[str],
    side: frozenset[str],
    mentions: Sequence[Amount],
    by_value: Mapping[Fraction, list[Amount]],
) -> bool:
    """Return whether a side's names, or else its own words, are near its operand.

    Its names must not be near another amount of the same sentence.
    """
    if not names or _hits(names, mentions):
        return True
    sentences = {mention.sentence for mention in mentions}
    if any(
        other.sentence in sentences and not names.isdisjoint(other.near)
        for others in by_value.values()
        for other in others
    ):
        return False
    return _touch(names, mentions) or bool(_hits(side - names - _GAME, mentions))


def _is_play(side: frozenset[str], mentions: Sequence[Amount]) -> bool:
    """Return whether a length belongs to the named play: a field goal is not a touchdown, a pass not a run."""
    return mentions[0].kind != "yard" or any(_tells_play(side, m) for m in mentions)


def _tells_play(side: frozenset[str], mention: Amount) -> bool:
    asked, told = side & _WAYS, mention.near & _WAYS
    return side & _PLAYS <= mention.near and (not asked or not told or bool(asked & told))


def _are_all_plays(
    asked: Asked,
    question: str,
    by_value: Mapping[Fraction, list[Amount]],
    way: tuple[Fraction, ...],
) -> bool:
    """Return whether the terms of a sum are all plays of the kind that the question names.

    The check applies if the question contains no name and no part of the game.
    """
    if not asked.words & _PLAYS or names_of(question) or _SOME.search(question):
        return True
    peers = {v for v, found in by_value.items() if any(_tells_play(asked.words, m) for m in found)}
    return peers == set(way)


def _is_ranked(
    question: str,
    plays: tuple[frozenset[str], frozenset[str]],
    by_value: Mapping[Fraction, list[Amount]],
    way: tuple[Fraction, ...],
) -> bool:
    """Return whether the longest of its plays is the larger operand, and the shortest the smaller.

    The check applies if the question contains no name.
    """
    if names_of(question):
        return True
    longest, shortest = (
        [v for v, mentions in by_value.items() if any(_tells_play(side, m) for m in mentions)]
        for side in plays
    )
    words = question.lower()
    is_longest = "longest" not in words or way[0] == max(longest, default=way[0])
    return is_longest and ("shortest" not in words or way[1] == min(shortest, default=way[1]))


def _touch(words: frozenset[str], mentions: Iterable[Amount]) -> bool:
    """Return whether one of the words occurs in the sentence of a mention."""
    return any(not words.isdisjoint(mention.words) for mention in mentions)


def _hits(words: frozenset[str], mentions: Iterable[Amount]) -> int:
    """Return the maximum number of the words that are near one of the mentions."""
    return max(len(words & mention.near) for mention in mentions)
