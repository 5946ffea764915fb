"""The inverse of a worked solution: the steps from its answer back to one amount of the text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.texts.solution.steps import Operand, Solution, SolutionStep

#: (symbol, whether the unknown is the left operand) -> the symbol of the inverse, and whether the result of
#: the step becomes its left operand: ``x - 3 = 9`` is ``9 + 3``, ``12 - x = 9`` is ``12 - 9``.
_INVERSE = {
    ("+", True): ("-", True),
    ("+", False): ("-", True),
    ("-", True): ("+", True),
    ("-", False): ("-", False),
    ("*", True): ("/", True),
    ("*", False): ("/", True),
    ("/", True): ("*", True),
    ("/", False): ("/", False),
}


@dataclass(frozen=True, slots=True)
class Inverse:
    """The steps from the answer of a solution back to one of its operands, one operation each.

    Attributes:
        solution: first the steps that do not depend on the operand, then the inverse ones.
        undone: the numbers of the operations of `Solution.graph` that the inverse steps undo, the last one
            first.
    """

    solution: Solution
    undone: tuple[int, ...]

    def rationale(self, answer: str) -> str:
        """Return its steps as a worked solution in the layout of GSM8K.

        Args:
            answer: the result of the original solution.
        """
        lines = []
        first = len(self.solution.steps) - len(self.undone)
        for i, step in enumerate(self.solution.steps):
            if i == first:
                lines.append(f"Now go back from {answer}, the last step first.")
            left, result = step.equation.text, plain_decimal(step.equation.value())
            lines.append(f"{left} = <<{left.replace(' ', '')}={result}>>{result}")
        return "\n".join((*lines, f"{FINAL} {result}"))


def inverse_of(solution: Solution, unknown: int) -> Inverse | None:
    """Return the inverse of a solution for an operand of `Solution.graph`, by position.

    Input -> output: ``16 - 3 = 13; #1 * 2 = 26`` for the 16 -> ``26 / 2 = 13; #1 + 3 = 16``

    None if the solution uses the operand, or a result that depends on it, more than once: otherwise each of its
    operations has one inverse, and only one value of the operand leads to the answer. None as well if an
    operation has no inverse, a result no finite decimal or, on the way, no value above zero, or any result is negative.
    """
    graph = solution.graph()
    count = len(graph.operands)
    values = [*graph.operands, *graph.results()]
    user: dict[int, int] = {}  # of a value: the operation that uses it
    uses: Counter[int] = Counter()
    for number, step in enumerate(graph.steps):
        for value in (step.left, step.right):
            user[value] = number
            uses[value] += 1
    chain = [unknown]  # of values, up to the answer
    while chain[-1] in user:
        if uses[chain[-1]] > 1 or (graph.steps[user[chain[-1]]].symbol, True) not in _INVERSE:
            return None
        chain.append(count + user[chain[-1]])
    if len(chain) == 1 or min(values[i] for i in chain) <= 0 or min(values) < 0:
        return None
    leaves = [o for step in solution.steps for o in step.operands if not o.step]
    made = _Steps()
    operands = dict(enumerate(leaves))
    operand = Operand(plain_decimal(values[chain[-1]]))
    try:
        for number, step in enumerate(graph.steps, count):
            if number not in chain:
                operands[number] = made.add(step.symbol, operands[step.left], operands[step.right])
        for number, value in zip(chain[:0:-1], chain[-2::-1], strict=True):
            step = graph.steps[number - count]
            is_left = step.left == value
            symbol, result_first = _INVERSE[step.symbol, is_left]
            other = operands[step.right if is_left else step.left]
            pair = (operand, other) if result_first else (other, operand)
            operand = made.add(symbol, *pair)
    except (EquationError, KeyError):  # a result without decimal, or the sign of a number
        return None
    return Inverse(Solution(tuple(made.steps)), tuple(i - count for i in chain[:0:-1]))


class _Steps:
    """The steps of a solution as they are made."""

    def __init__(self) -> None:
        self.steps: list[SolutionStep] = []

    def add(self, symbol: str, left: Operand, right: Operand) -> Operand:
        """Add a step, and return its result.

        Raises:
            EquationError: division by zero, or a result without a finite decimal.
        """
        equation = parse_equation(f"{left.literal} {symbol} {right.literal}")
        try:
            literal = plain_decimal(equation.value())
        except NumdiagError as error:
            raise EquationError(str(error)) from error
        self.steps.append(SolutionStep(equation, (left, right)))
        return Operand(literal, len(self.steps))
