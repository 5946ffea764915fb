"""New values for the operands of a question about a passage: in passage, equation and answer at once."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.problem import Problem, apply_edits
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.perturbations.new_values.own_magnitude import Factors
from numdiag_datasets.perturbations.new_values.passage_gates import (
    amount_gate,
    context_gate,
    largest,
    may_hang_on_others,
    question_mentions,
)
from numdiag_datasets.perturbations.new_values.passage_wholes import Bounds
from numdiag_datasets.perturbations.new_values.search import Offsets
from numdiag_datasets.perturbations.new_values.table import numeral_like
from numdiag_datasets.perturbations.new_values.word_problem import edit_numeral
from numdiag_datasets.texts.passage.amounts import Amount
from numdiag_datasets.texts.passage.asked_operation import COMPLEMENT, DIFFERENCE, ONE
from numdiag_datasets.texts.passage.number_search import PassageDerivation
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

#: The value of the column ``rule`` for such a row.
IN_PASSAGE = "in_passage"
# Wide draws seldom fit between the other amounts of a passage.
_ATTEMPTS = 400


def change_amounts(
    change: Offsets | Factors, rule: str = IN_PASSAGE
) -> Callable[[Reading, Rng, Split], Problem]:
    """Return a function that assigns new values to the operands of a question about a passage.

    The operands are those of the one derivation that search and wording agree on; it becomes the row's
    equation. Every amount of their kind and value changes in the same way, in the question too, and the
    answer is derived again. If decimals are added, other amounts that may change get some too, so that decimals
    do not mark the operands. The function returns the problem applied, or unchanged with the reason of the
    gate that failed.

    Args:
        change: decimals to add, or the range of a factor.
        rule: the value of the column ``rule``.
    """
    return lambda reading, rng, split: _rederive(reading, rng, change, rule)


def _rederive(reading: Reading, rng: Rng, change: Offsets | Factors, rule: str) -> Problem:
    problem, derivation = reading.problem, reading.passage_derivation
    grows = isinstance(change, Factors)
    reason = Reason.SHARE_OF_WHOLE if derivation.operation == COMPLEMENT else ""
    for mentions in derivation.operands:
        for mention in mentions:
            reason = reason or amount_gate(mention, grows=grows)
    reason = reason or context_gate(reading, derivation, grows=grows)
    if reason:
        raise Rejected(reason)
    new = _drawn(reading, derivation, change, rng)
    values = [new[value] for value in derivation.values]
    numbers = [mention.number for mentions in derivation.operands for mention in mentions]
    numbers += question_mentions(reading, new)
    if not grows:
        others = _others(reading, derivation, new, change, rng)
        numbers += [mention.number for mention in others]
    numbers.sort(key=lambda number: (number.field == "question", number.start))
    return apply_edits(
        problem,
        [edit_numeral(n, _numeral(n, new[n.value])) for n in _once(numbers)],
        equation=f" {derivation.operation} ".join(map(plain_decimal, values)),
        answers=(plain_decimal(_result(derivation.operation, values)),),
        rule=rule,
    )


def _others(
    reading: Reading,
    derivation: PassageDerivation,
    new: dict[Fraction, Fraction],
    change: Offsets | Factors,
    rng: Rng,
) -> list[Amount]:
    """Return the other amounts that may change, and add their values to ``new``.

    Each must pass the gates of an operand. Amounts of two kinds with one value stay.
    """
    kinds: dict[Fraction, set[str]] = {}
    mentions: dict[Fraction, list[Amount]] = {}
    for amount in reading.passage.amounts:
        kinds.setdefault(amount.value, set()).add(amount.kind)
        mentions.setdefault(amount.value, []).append(amount)
    grown, answer = (
        _growing(change),
        _result(derivation.operation, [new[v] for v in derivation.values]),
    )
    found: list[Amount] = []
    for value, alike in mentions.items():
        if value in new or len(kinds[value]) > 1 or any(map(may_hang_on_others, alike)):
            continue
        alone = PassageDerivation(ONE, (tuple(alike),))
        if any(amount_gate(amount, grows=False) for amount in alike) or context_gate(
            reading, alone, grows=False, changed=frozenset({value, *derivation.values})
        ):
            continue
        moved = grown(value, rng)
        if moved != answer and Bounds(reading, alone).hold({**new, value: moved}):
            new[value] = moved
            found += alike
    return found


def _once(numbers: list[NumberMention]) -> list[NumberMention]:
    """Return the numbers without duplicates, which occur if a mention is two operands: "5 + 5"."""
    return list({(number.field, number.start): number for number in numbers}.values())


def _drawn(
    reading: Reading, derivation: PassageDerivation, change: Offsets | Factors, rng: Rng
) -> dict[Fraction, Fraction]:
    """Return new values that keep the order of all amounts of their kind; the answer is not in the text.

    Raises:
        Rejected: no draw gave such values.
    """
    bounds = Bounds(reading, derivation)
    shown = {number.value for number in reading.numbers}
    old = _result(derivation.operation, list(derivation.values))
    most = {mentions[0].value: min(map(largest, mentions)) for mentions in derivation.operands}
    grown = _growing(change)
    reason = Reason.CONTRADICTS_CONTEXT
    for _ in range(_ATTEMPTS):
        new = {value: grown(value, rng) for value in dict.fromkeys(derivation.values)}
        if any(new[value] > max(most[value], value + 1) for value in new):
            reason = Reason.IMPOSSIBLE_AMOUNT
        elif not bounds.hold(new):
            reason = Reason.CONTRADICTS_CONTEXT
        else:
            answer = _result(derivation.operation, [new[value] for value in derivation.values])
            if answer != old and answer not in shown:
                return new
            reason = Reason.ANSWER_STAYS
    raise Rejected(reason)


def _growing(change: Offsets | Factors) -> Callable[[Fraction, Rng], Fraction]:
    if isinstance(change, Factors):
        return change.grown
    return lambda value, rng: value + Fraction(change.draw(rng), 10**change.decimals)


def _result(operation: str, values: list[Fraction]) -> Fraction:
    if operation == DIFFERENCE:
        return values[0] - values[1]
    return sum(values, Fraction(0))


def _numeral(number: NumberMention, value: Fraction) -> str:
    """Return the digits of a value in the style of the replaced number; prices have two decimals: "$17.30"."""
    numeral = numeral_like(number.numeral, value)
    whole, _, decimals = numeral.partition(".")
    is_price = number.role == "money" and decimals
    return f"{whole}.{decimals.ljust(2, '0')}" if is_price else numeral
