"""The calculation that leads to an answer: an equation, and the mentions of its operands in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.decimals import plain_decimal, rounded
from numdiag_datasets.core.equation import Equation, EquationError, parse_equation
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import Edit, answer_values
from numdiag_datasets.core.reasons import Rejected
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.evidence import derivation_mentions
from numdiag_datasets.texts.passage.asked_operation import COMPLEMENT, SUM
from numdiag_datasets.texts.passage.evidence import find_passage_evidence
from numdiag_datasets.texts.passage.number_search import PassageDerivation
from numdiag_datasets.texts.reading import Reading

#: (position of an operand, its mention) -> the value that a solver takes for it, None for its own.
Taken = Callable[[int, NumberMention], Fraction | None]


@dataclass(frozen=True, slots=True)
class Calculation:
    """An equation with the mentions of its operands.

    Attributes:
        equation: its value is the answer.
        mentions: position of an operand -> all mentions of its value; facts such as 7 days have none.
        is_rounded: whether answers are rounded to two decimals, as those of tables are.
    """

    equation: Equation
    mentions: Mapping[int, tuple[NumberMention, ...]]
    is_rounded: bool = False

    def mistaken(self, taken: Taken) -> Iterator[str]:
        """Yield the answers with other values in place of operands: of all together, then of each alone.

        Args:
            taken: for a mention, in the units of the text. Operands of one value take turns with its
                mentions; of the mentions of one operand, the first with another value counts.
        """
        new: dict[int, Fraction] = {}
        places: dict[tuple[str, int], list[int]] = {}
        turns: dict[Fraction, int] = {}
        for i, mentions in self.mentions.items():
            value = self.equation.operands[i]
            turn = min(turns.get(value, 0), len(mentions) - 1)
            turns[value] = turn + 1
            for mention in (*mentions[turn:], *mentions[:turn]):
                other = taken(i, mention)
                if other is not None and mention.value:
                    new[i] = other * value / mention.value
                    places.setdefault((mention.field, mention.start), []).append(i)
                    break
        changes = [new, *({i: new[i] for i in together} for together in places.values())]
        if new:
            yield from self.answers(changes)

    def answers(self, changes: Iterable[Mapping[int, Fraction]]) -> Iterator[str]:
        """Yield the answer for each change of operands (position -> value), except divisions by zero."""
        for change in changes:
            operands = [change.get(i, value) for i, value in enumerate(self.equation.operands)]
            try:
                results = self.equation.results(operands)
            except EquationError:
                continue
            yield self.written(results[-1] if results else operands[0])

    def written(self, value: Fraction) -> str:
        """Return a value as the data set writes answers: a plain decimal, of two places if it is endless."""
        if not self.is_rounded:
            with suppress(NumdiagError):
                return plain_decimal(value)
        return rounded(value)


def edit_on(mention: NumberMention, edits: Iterable[Edit]) -> Edit | None:
    """Return the edit that changes a number or adds to it, None if there is none."""
    return next(
        (
            edit
            for edit in edits
            if edit.field == mention.field
            and edit.start < mention.end
            and mention.start < edit.start + len(edit.before)
        ),
        None,
    )


def calculation_of(reading: Reading) -> Calculation | None:
    """Return the calculation of a problem's answer, None if it is unknown or the answer is a span.

    In a passage it follows from search and wording (`find_passage_evidence`); a number that the passage
    states is an equation of one operand.
    """
    problem = reading.problem
    if problem.answer_type == "number":
        return _of_passage(reading)
    if reading.worked is None:
        return None
    if problem.table:
        found = derivation_mentions(reading)
        if found is None or not all(found[1].values()):
            return None
        equation, mentions = found
        return Calculation(equation, {i: tuple(m) for i, m in mentions.items()}, is_rounded=True)
    by_operand = {i: group.mentions for group in reading.maybe_bound for i in group.operands}
    return Calculation(reading.worked, dict(sorted(by_operand.items())))


def _of_passage(reading: Reading) -> Calculation | None:
    positions = find_passage_evidence(reading)
    if positions is None:
        return None
    with suppress(Rejected, NumdiagError):
        return _derived(reading.passage_derivation)
    (answer,) = answer_values(reading.problem)
    shown = tuple(n for n in reading.numbers if (n.field, n.start) in positions)
    is_stated = all(number.is_quantity for number in shown)  # else it is a span of years
    with suppress(NumdiagError):
        return Calculation(parse_equation(plain_decimal(answer)), {0: shown} if is_stated else {})
    return None


def _derived(derivation: PassageDerivation) -> Calculation:
    symbol = " + " if derivation.operation == SUM else " - "
    whole = ["100"] if derivation.operation == COMPLEMENT else []
    equation = parse_equation(symbol.join([*whole, *map(plain_decimal, derivation.values)]))
    mentions = {
        i: tuple(amount.number for amount in amounts)
        for i, amounts in enumerate(derivation.operands, start=len(whole))
    }
    return Calculation(equation, mentions)
