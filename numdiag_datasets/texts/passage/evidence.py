"""Evidence for a number answer about a passage, if the source has no derivation."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction

from numdiag_datasets.core.problem import answer_values
from numdiag_datasets.core.reasons import Rejected
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.words import WORD
from numdiag_datasets.texts.passage.amounts import Amount
from numdiag_datasets.texts.passage.asked_operation import DIFFERENCE, ONE, SUM, names_of
from numdiag_datasets.texts.reading import Reading

Position = tuple[str, int]

_ASKS_YEARS = re.compile(r"\bhow (?:many years|long)\b", re.IGNORECASE)
_UNITS_OF_TIME = frozenset({"year", "month", "week", "day", "hour", "minute", "second"})
# Number of words after a number that may name the thing it counts.
_PHRASE = 5
_MOST_YEARS = 60


def find_passage_evidence(reading: Reading) -> frozenset[Position] | None:
    """Return the (field, start) of each number that the answer needs, or None if they are unknown.

    The answer needs the operands of the one derivation that search and wording agree on. A span of years
    needs the one pair of years with that difference. Any other answer needs the number that is equal to it,
    if that number counts the thing asked for and cannot belong to another. Every mention of a value counts,
    since a reader may use any of them. The evidence of a count of events is unknown.

    Args:
        reading: the reading of a question with a number answer.
    """
    with suppress(Rejected):
        operands = reading.passage_derivation.operands
        return frozenset(mention.position for mentions in operands for mention in mentions)
    answers = answer_values(reading.problem)
    if len(answers) != 1 or reading.operation_asked.operation != ONE:
        return None
    (answer,) = answers
    shown = _showing(reading, answer)
    if _ASKS_YEARS.search(reading.problem.question):
        years = _years_apart(reading, answer)
        return (years or shown or None) if not (years and shown) else None
    return shown or None


def possible_evidence(reading: Reading) -> frozenset[Position]:
    """Return the positions of numbers among which all that the answer needs are, none if that is unknown.

    A length in yards, a percentage or an amount of money follows from amounts of its kind, and a time from years,
    dates and other times. A count may be one of events, which no number tells.
    """
    asked = reading.operation_asked
    amounts = reading.passage.amounts
    if not amounts or len(answer_values(reading.problem)) != 1:
        return frozenset()
    if asked.kind in _UNITS_OF_TIME or _ASKS_YEARS.search(reading.problem.question):
        labels = {(n.field, n.start) for n in reading.passage.numbers if not n.is_quantity}
        return frozenset(
            labels | {amount.position for amount in amounts if amount.kind in _UNITS_OF_TIME}
        )
    alike = {amount.position for amount in amounts if amount.kind == asked.kind}
    least = 2 if asked.operation in (DIFFERENCE, SUM) else 1
    return frozenset(alike) if asked.kind != "count" and len(alike) >= least else frozenset()


def _showing(reading: Reading, answer: Fraction) -> frozenset[Position]:
    """Return the positions of amounts equal to the answer, if all of them may be the one asked for."""
    asked = reading.operation_asked
    question = reading.problem.question
    names = names_of(question)
    found = [
        amount
        for amount in reading.passage.amounts
        if amount.value == answer and amount.kind in (asked.kind, "money", *_UNITS_OF_TIME)
    ]
    fits = (
        _counts(amount, asked.kind, asked.head)
        and not amount.words.isdisjoint(names or asked.words)
        for amount in found
    )
    return frozenset(amount.position for amount in found) if found and all(fits) else frozenset()


def _counts(amount: Amount, kind: str, head: str) -> bool:
    """Return whether an amount has the requested unit, or counts the thing asked for."""
    if amount.kind != "count":
        return amount.kind == kind
    behind = amount.number.field_text[amount.number.end :][:60]
    return head in {singular(word.lower()) for word in WORD.findall(behind)[:_PHRASE]}


def _years_apart(reading: Reading, answer: Fraction) -> frozenset[Position]:
    """Return all mentions of the one pair of years of passage and question whose difference is the answer."""
    years = [number for number in reading.numbers if number.role == "year"]
    by_value: dict[Fraction, list[Position]] = {}
    for number in years[:_MOST_YEARS]:
        by_value.setdefault(number.value, []).append((number.field, number.start))
    pairs = [(year, year + answer) for year in by_value if answer and year + answer in by_value]
    if len(pairs) != 1 or len(years) > _MOST_YEARS:
        return frozenset()
    return frozenset(position for year in pairs[0] for position in by_value[year])
