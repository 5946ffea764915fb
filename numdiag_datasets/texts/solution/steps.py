"""A derivation in steps: ``16 - 3 - 4 = 9; #1 * 2 = 18``, each operand with its origin.

A plain number occurs in the text, ``#1`` is the result of the first step, and ``7[days of a week]`` is a fact
with its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import Equation, EquationError, Step, parse_equation

_OPERAND = re.compile(
    r"#(?P<step>\d{1,3})|(?P<literal>\d+(?:\.\d+)?)(?:\[(?P<fact>[^\[\];]{1,60})\])?"
)
_JOINT = "; "


#: The end of the name of a fact that may be an amount of the text.
OR_OF_TEXT = ", or of the text"


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand of a step.

    Attributes:
        literal: the number as written, also for a result.
        step: the number of the step that it is the result of, from 1; 0 if it is not a result.
        fact: the name of a fact; "" if it is not a fact.
    """

    literal: str
    step: int = 0
    fact: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether it is an amount of the text."""
        return not self.step and not self.fact

    def __str__(self) -> str:
        if self.step:
            return f"#{self.step}"
        return f"{self.literal}[{self.fact}]" if self.fact else self.literal


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """One step: an equation with the origins of its operands.

    Attributes:
        equation: over the literals of the operands.
        operands: in the order of the equation.
    """

    equation: Equation
    operands: tuple[Operand, ...]


@dataclass(frozen=True)  # without slots: the graph is made once
class Solution:
    """The steps of a solution in order; the last one results in the answer."""

    steps: tuple[SolutionStep, ...]

    @property
    def text(self) -> str:
        """The column ``derivation``."""
        return _JOINT.join(
            f"{_written(step.equation, map(str, step.operands))} = {plain_decimal(step.equation.value())}"
            for step in self.steps
        )

    @property
    def expression(self) -> str:
        """The column ``equation``: all steps in one.

        Raises:
            EquationError: it is too long.
        """
        inlined: list[str] = []
        for step in self.steps:
            parts = []
            for operand in step.operands:
                part = inlined[operand.step - 1] if operand.step else operand.literal
                parts.append(f"({part})" if " " in part and len(step.operands) > 1 else part)
            inlined.append(_written(step.equation, parts))
            if len(inlined[-1]) > 10_000:
                raise EquationError("the steps make an expression too long")
        return parse_equation(inlined[-1]).text

    def graph(self) -> Equation:
        """Return the steps as one equation in which each result is used as often as in the steps.

        Its operands are those that are not results, in the order of the steps; its ``text`` is the
        derivation.
        """
        return self._graph

    @cached_property
    def _graph(self) -> Equation:
        leaves = [
            (operand.literal, value)
            for step in self.steps
            for operand, value in zip(step.operands, step.equation.operands, strict=True)
            if not operand.step
        ]
        count, first = len(leaves), 0
        results: list[int] = []  # of each step of the solution
        steps: list[Step] = []
        for step in self.steps:
            numbers: list[int] = []
            for operand in step.operands:
                if operand.step:
                    numbers.append(results[operand.step - 1])
                else:
                    numbers.append(first)
                    first += 1
            own = len(step.operands)
            for one in step.equation.steps:
                left = numbers[one.left]
                right = numbers[one.right] if one.right >= 0 else -1
                numbers.append(count + len(steps))
                steps.append(Step(one.symbol, left, right))
            results.append(numbers[-1] if len(numbers) > own else numbers[0])
        return Equation(
            self.text,
            tuple(literal for literal, _ in leaves),
            tuple(value for _, value in leaves),
            tuple(steps),
        )

    def shown(self, doubtful: bool = False) -> tuple[int, ...]:
        """Return the operands of `graph` that occur in the text.

        Args:
            doubtful: also those that may be amounts of the text or facts: "20% of them" beside "20 red marbles".
        """
        leaves = (o for step in self.steps for o in step.operands if not o.step)
        return tuple(
            i
            for i, leaf in enumerate(leaves)
            if leaf.is_shown or (doubtful and leaf.fact.endswith(OR_OF_TEXT))
        )

    def results(self) -> tuple[Fraction, ...]:
        """Return the value of every step."""
        return tuple(step.equation.value() for step in self.steps)

    def with_literals(self, literals: Mapping[int, str]) -> Solution:
        """Return the solution with some operands of `graph` (by position) replaced, and all results recomputed.

        Raises:
            EquationError: division by zero.
        """
        steps: list[SolutionStep] = []
        position = 0
        for step in self.steps:
            operands = []
            for operand in step.operands:
                if operand.step:
                    value = steps[operand.step - 1].equation.value()
                    operands.append(Operand(plain_decimal(value), operand.step))
                else:
                    literal = literals.get(position, operand.literal)
                    operands.append(Operand(literal, fact=operand.fact))
                    position += 1
            equation = step.equation.with_literals([operand.literal for operand in operands])
            steps.append(SolutionStep(equation, tuple(operands)))
        return Solution(tuple(steps))


@lru_cache(maxsize=16384)
def parse_solution(text: str) -> Solution:
    """Return the solution in the column ``derivation`` of a worked problem.

    Raises:
        EquationError: it is not such a derivation, or a step has a wrong result.
    """
    steps: list[SolutionStep] = []
    for written in text.split(_JOINT):
        left, _, result = written.rpartition(" = ")
        operands = tuple(_operands(left, steps))
        equation = parse_equation(_with_operands(left, (o.literal for o in operands)))
        if (
            len(equation.operands) != len(operands)
            or equation.value() != parse_equation(result).value()
        ):
            raise EquationError(f"{written[:80]!r} does not give its result")
        steps.append(SolutionStep(equation, operands))
    return Solution(tuple(steps))


def _operands(left: str, steps: Sequence[SolutionStep]) -> Iterable[Operand]:
    for match in _OPERAND.finditer(left):
        if match["step"] is None:
            yield Operand(match["literal"], fact=match["fact"] or "")
            continue
        number = int(match["step"])
        if not 1 <= number <= len(steps):
            raise EquationError(f"there is no step #{number} before {left[:80]!r}")
        yield Operand(plain_decimal(steps[number - 1].equation.value()), number)


def _written(equation: Equation, operands: Iterable[str]) -> str:
    """Return the text of an equation with other operands."""
    return _with_operands(equation.text, operands)


def _with_operands(text: str, operands: Iterable[str]) -> str:
    rest = iter(operands)
    return _OPERAND.sub(lambda _: next(rest), text)
