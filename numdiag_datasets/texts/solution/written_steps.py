"""The steps of a worked solution, recomputed exactly: annotations, ``<<16-3=13>>``, and calculations in its prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.core.equation import Equation, EquationError, parse_equation, with_plain_signs
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.rationale_layout import ANNOTATION, FINAL
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numerals import NUMERAL

#: A solution with more steps is corrupt.
MOST_STEPS = 40

_NUMBER = rf"(?:{NUMERAL}|\.\d+)"
_UNIT = r"(?: (?!(?:x|times|and|of|by)\b)[a-z]+(?:/[a-z]+)?){1,3}"
# An operand with its currency, its percent sign and its unit: "$3", "20%", "12 hours", "60 minutes per hour".
_OPERAND = rf"[-(\[]{{0,4}}[$€£]?{_NUMBER}%?(?:{_UNIT})?[)\]]{{0,4}}"
_OPERATOR = r"(?:\s{0,2}[-+*/x×·÷−–]\s{0,2}|(?<=[\d)])(?=\()|(?<=%) of |(?<=/\d) of )"
_CALCULATION = rf"{_OPERAND}(?:{_OPERATOR}{_OPERAND}){{1,12}}"
_EQUALS = r"\s{0,2}=\s{0,2}[$€£]?\s?"
# "16 / 4 =", "40000(.10)=", "10% of 60 =", "5 + 2(3) = 5 + 6 ="; a longer calculation is read whole, or not at all.
_CALCULATIONS = re.compile(
    rf"(?<![\w.,%)])(?P<chain>(?:{_CALCULATION}{_EQUALS})+)(?=(?P<result>\0*{_NUMBER}%?))"
)
_LEFT = re.compile(rf"({_CALCULATION}){_EQUALS}")
_FIRST = re.compile(_NUMBER)
_CUT = re.compile(r"(?:[-+*/×·÷−–(\[.]|\d ?x)\s*$")
# After a result: an unknown, a fraction or a clock time.
_GOES_ON = re.compile(r"\s{0,2}[-+*/×÷]\s{0,2}[a-zA-Z(]|[/\d:]|[a-zA-Z]\b")
_UNKNOWN_BEFORE = re.compile(r"(?<![A-Za-z])([A-Za-z])\s{0,3}=\s{0,3}\$?$")
_UNIT_BEHIND = re.compile(rf"(?<=[\d%]){_UNIT}")
_PERCENTAGE = re.compile(rf"({_NUMBER})%")
_FACTOR = re.compile(r"(?<=[\d)])\(| of ")


class SolutionError(NumdiagError):
    """A solution that cannot be recomputed; the argument is a code of `core.reasons.REASONS`."""


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """One calculation of a solution.

    Attributes:
        start, end: the span of its annotation, with its brackets; both are the start of the result if the
            calculation has no annotation.
        equation: its left side.
        result: the exact value of the equation.
    """

    start: int
    end: int
    equation: Equation
    result: Fraction

    @property
    def is_annotated(self) -> bool:
        """Whether it has an annotation."""
        return self.end > self.start


@lru_cache(maxsize=256)  # several perturbations read the same solution
def read_steps(rationale: str, answer: Fraction) -> tuple[WrittenStep, ...]:
    """Return the steps of a solution; the last one results in the answer.

    Annotations are always steps. A calculation in the prose, ``121 / 11 = 11 meters``, is a step if it is
    exact, and a later step uses its result or it is the answer. An annotation that only repeats a result,
    ``3 + 2 = <<5=5>>5``, has the calculation in the prose before it.

    Raises:
        SolutionError: ``no_annotation``, without any step; ``annotation_unreadable``; ``step_inexact``, if an
            annotation is rounded or wrong; ``answer_of_no_step``.
    """
    body = rationale.rpartition(FINAL)[0] or rationale
    in_prose = {step.start: step for step in _calculations(body)}
    steps: list[WrittenStep] = []
    for match in ANNOTATION.finditer(rationale):
        try:
            equation = parse_equation(match[1])
            written = parse_equation(match[2]).value()
            value = equation.value()
        except EquationError as error:
            raise SolutionError(Reason.ANNOTATION_UNREADABLE) from error
        if value != written or value < 0 or not _terminates(value):
            raise SolutionError(Reason.STEP_INEXACT)
        prose = in_prose.pop(match.start(), None)
        if not equation.steps and prose and prose.result == value:
            equation = prose.equation
        elif not equation.steps and _is_unknown(rationale[: match.start()]):
            raise SolutionError(
                Reason.ANNOTATION_UNREADABLE
            )  # "x = <<8=8>>8" is solved, not worked out
        steps.append(WrittenStep(match.start(), match.end(), equation, value))
    steps = _needed([*steps, *in_prose.values()], answer)
    if not steps:
        raise SolutionError(Reason.NO_ANNOTATION)
    if len(steps) > MOST_STEPS:
        raise SolutionError(Reason.ANNOTATION_UNREADABLE)
    if steps[-1].result != answer:
        raise SolutionError(Reason.ANSWER_OF_NO_STEP)
    return tuple(steps)


def _is_unknown(before: str) -> bool:
    """Return whether the words before a result name the unknown of an equation: "8*r = 32 ... r = "."""
    name = _UNKNOWN_BEFORE.search(before)
    if name is None:
        return False
    term = rf"[\d*+/-] ?{name[1]}(?![A-Za-z])|(?<![A-Za-z]){name[1]} ?[-+*/]"
    return re.search(term, before[: name.start()]) is not None


def _needed(steps: list[WrittenStep], answer: Fraction) -> list[WrittenStep]:
    """Return the steps in order, without calculations of the prose that no later step uses."""
    kept: list[WrittenStep] = []
    used: set[Fraction] = set()
    annotated = {(step.equation.text, step.result) for step in steps if step.is_annotated}
    for step in sorted(steps, key=lambda step: step.start, reverse=True):
        is_answer = not kept and step.result == answer
        is_repeated = (step.equation.text, step.result) in annotated
        if step.is_annotated or is_answer or (step.result in used and not is_repeated):
            kept.append(step)
            used.update(step.equation.operands)
    return kept[::-1]


def _calculations(body: str) -> Iterator[WrittenStep]:
    """Yield the exact calculations of the prose, but those that an annotation after them repeats.

    One before an annotation that only repeats its result starts where the annotation does.
    """
    if "=" not in body:
        return
    blank = ANNOTATION.sub(_blank, body)
    for match in _CALCULATIONS.finditer(blank):
        if _CUT.search(blank, max(0, match.start() - 8), match.start()):
            continue
        if _GOES_ON.match(blank, match.end("result")):
            continue
        place, result = match.end(), match["result"].lstrip("\0")
        step = None
        for left in reversed(list(_LEFT.finditer(blank, match.start(), match.end()))):
            equation = _equation(left[1], result)
            if equation is None and step:
                # "2 * 3 = 6 + 4 = 10" has two steps; "5 + 2(3) = 5 + 6 = 11" has one, its first.
                yield step
                place, step = left.end(), None
                first = _FIRST.match(blank, place)
                result = first[0] if first else ""
                equation = _equation(left[1], result)
            if equation:
                step = WrittenStep(place, place, equation, equation.value())
        if step:
            yield step


def _blank(match: re.Match[str]) -> str:
    """Return as many marks as an annotation has characters: those of `_CALCULATIONS` if it only repeats a result."""
    return ("\0" if _FIRST.fullmatch(match[1].strip()) else "\1") * len(match[0])


def _equation(left: str, result: str) -> Equation | None:
    """Return a calculation with exactly this result, or None."""
    left = _UNIT_BEHIND.sub("", left)
    if result.endswith("%"):  # 30% + 20% = 50%
        left, result = left.replace("%", ""), result[:-1]
    left = _FACTOR.sub(_times, _PERCENTAGE.sub(r"(\1/100)", left))
    try:
        equation = parse_equation(with_plain_signs(left))
        value = equation.value()
    except EquationError:
        return None
    is_exact = result and equation.steps and value == Fraction(result.replace(",", ""))
    return equation if is_exact and value >= 0 else None


def _times(match: re.Match[str]) -> str:
    """Return a product's sign: 40000(.10), 1/2 of 48."""
    return f"*{match[0].removeprefix(' of ')}"


def _terminates(value: Fraction) -> bool:
    """Return whether a value has a finite decimal."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1
