"""New values for the operands of an equation that keep every intermediate result sound.

Noise and distribution differ only in the offsets that they add; the search is the same. It draws an offset
for each operand. If a quotient must be whole (or end within two decimals), it moves the dividend to the
nearest value that fits. If a result would become zero or negative, or the answer would need no arithmetic, it
draws again, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, DivisionByZero, Inexact, InvalidOperation, Overflow
from fractions import Fraction
from math import gcd

from numdiag_datasets.core.equation import NEGATION, Equation, Step
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.texts.grounding import BoundValue

#: Exact for every possible sum, product and quotient: a number of a text has at most 30 digits, so this
#: precision suffices for the product of 300 of them. Longer results raise an error instead of being rounded.
#: Quotients are computed only after their remainder is known to be zero.
EXACT = Context(prec=10_000, traps=[DivisionByZero, Inexact, InvalidOperation, Overflow])
_EXACTLY = {"+": EXACT.add, "-": EXACT.subtract, "*": EXACT.multiply}
#: A fraction whose denominator divides this is a decimal.
_MOST_DECIMALS = 10**12
_ONE, _HUNDRED = Decimal(1), Decimal(100)


@dataclass(frozen=True, slots=True)
class NewValues:
    """A sound draw: the new value of each changed group, in order, and the exact new answer."""

    values: tuple[Decimal, ...]
    answer: Decimal


@dataclass(frozen=True, slots=True)
class Offsets:
    """The offsets that a perturbation adds to a number, in steps of ``10**-decimals``.

    Attributes:
        decimals: the decimals of one step.
        low, high: the range of offsets, in steps, by which a dividend may be moved.
        draw: returns one random offset in steps.
        attempts: draws before giving up; the fewer values there are to draw, the fewer suffice.
        least_quotients: one of these is drawn for each problem. It is the minimum of a new quotient during
            the first attempts. If dividend and divisor grow alike, most quotients would otherwise be the same
            small number.
        spares_divisors: in this many of five problems with a quotient its divisor stays, so that quotients
            vary; in the others, and always for 0, only if nothing else is sound. None: it never stays.
        spares_smallest: in this many of five problems without a quotient the smallest operand stays, so that one
            number far above another does not reveal a quotient.
        factors: the least and the greatest growth factor, or None; each whole value in between is equally
            likely. ``low``, ``high`` and ``draw`` are then unused.
        together: whether the amounts that grow do so by one factor, chosen for each problem (see `growth`).
        rules: the rule of a row with all numbers in digits, and that of a row with some in words.
    """

    decimals: int
    low: int
    high: int
    draw: Callable[[Rng], int]
    attempts: int
    least_quotients: tuple[int, ...] = (2,)
    spares_divisors: int | None = None
    spares_smallest: int = 0
    factors: tuple[Fraction, Fraction] | None = None
    together: bool = False
    rules: tuple[str, str] = ("in_digits", "in_words")

    @property
    def is_exact(self) -> bool:
        """Whether every number grows by the same factor, which keeps their order."""
        return self.factors is not None and self.factors[0] == self.factors[1]

    def bounds(self, base: Fraction | Decimal, most: int | None = None) -> tuple[int, int]:
        """Return the range of offsets, in steps, by which a number may be moved.

        Args:
            base: the number.
            most: its greatest plausible value; ignored if it is above that already.
        """
        if self.factors is None:
            return self.low, self.high
        # In whole numbers, since computing with fractions takes five times as long.
        number, parts = base.as_integer_ratio()
        scale = 10**self.decimals
        (least, of_least), (greatest, of_most) = (f.as_integer_ratio() for f in self.factors)
        low = -(number * (of_least - least) * scale // (parts * of_least))
        # No number becomes one, since its noun would have to become singular.
        not_one = (2 * parts - number) * scale // parts
        high = number * (greatest - of_most) * scale // (parts * of_most)
        if most is not None and base <= most:
            high = min(high, (most * parts - number) * scale // parts)
        return max(low, not_one), high

    def drawn(self, bounds: tuple[int, int], rng: Rng) -> int:
        """Return a random offset of a number within its bounds, in steps; 0 only if no other is possible."""
        if self.factors is None:
            return self.draw(rng)
        low, high = bounds
        if low >= high:
            return low
        offset = low + rng.below(high - low)  # all but 0
        return offset + (offset >= 0) if low <= 0 <= high else offset


@dataclass(frozen=True, slots=True)
class Answers:
    """Conditions for sound results of new operands.

    Attributes:
        whole_quotient: whether the new value of an original quotient must be whole too.
        whole_cents: whether the answer may have no more than two decimals.
        taken: values that the answer must not have: the old one, and the unchanged numbers of the text.
        cents: the steps whose results may have no more than two decimals either.
        stay_whole: whether every whole result must stay whole.
        whole_answer: whether the answer must be whole: how many are needed, or can be had.
        whole_steps: the steps whose quotients must be whole.
        most: step -> the greatest plausible result.
    """

    whole_quotient: Callable[[Fraction], bool]
    whole_cents: bool
    taken: frozenset[Fraction]
    cents: frozenset[int] = frozenset()
    stay_whole: bool = False
    whole_answer: bool = False
    whole_steps: frozenset[int] = frozenset()
    most: Mapping[int, int] = field(default_factory=dict)


def divisors_of(equation: Equation) -> frozenset[int]:
    """Return the positions of the operands in divisors."""
    count = len(equation.operands)
    found: set[int] = set()
    pending = [step.right for step in equation.steps if step.symbol == "/"]
    while pending:
        number = pending.pop()
        if number < count:
            found.add(number)
            continue
        step = equation.steps[number - count]
        pending += [step.left, step.right] if step.symbol in "+-*/" else [step.left]
    return frozenset(found)


def draw_values(
    equation: Equation,
    originals: Sequence[Fraction],
    changed: Sequence[BoundValue],
    offsets: Offsets,
    rng: Rng,
    answers: Answers,
    limits: Sequence[int | None],
) -> NewValues:
    """Draw a new value for every group of ``changed``.

    Args:
        originals: the results of the equation's steps with its own operands.
        answers: the conditions for sound results and answers.
        limits: of each group of ``changed`` the greatest plausible value, which growth factors respect.

    Raises:
        Rejected: ``offsets.attempts`` draws gave no sound values.
    """
    search = _Search(equation, originals, changed, offsets, answers, limits)
    least = lowest = offsets.least_quotients[0]
    if len(offsets.least_quotients) > 1 and any(step.symbol == "/" for step in equation.steps):
        least = offsets.least_quotients[rng.below(len(offsets.least_quotients))]
    for attempt in range(offsets.attempts):
        search.least_quotient = least if 4 * attempt < offsets.attempts else lowest
        search.draw(rng)
        if search.is_sound():
            return search.found()
    raise Rejected(search.reason)


def _fixed_results(
    equation: Equation, originals: Sequence[Fraction], changed: Sequence[BoundValue]
) -> list[Decimal | None]:
    """Return the result of each step without a changed operand, 11 / 8; None for others and for a third."""
    moves = [False] * len(equation.operands)
    for group in changed:
        for i in group.operands:
            moves[i] = True
    found: list[Decimal | None] = []
    for step, result in zip(equation.steps, originals, strict=True):
        moves.append(moves[step.left] or (step.right >= 0 and moves[step.right]))
        is_fixed = not moves[-1] and _MOST_DECIMALS % result.denominator == 0
        numerator, denominator = map(Decimal, result.as_integer_ratio())
        found.append(EXACT.divide(numerator, denominator) if is_fixed else None)
    return found


class _Search:
    def __init__(
        self,
        equation: Equation,
        originals: Sequence[Fraction],
        changed: Sequence[BoundValue],
        offsets: Offsets,
        answers: Answers,
        limits: Sequence[int | None],
    ) -> None:
        self.whole_cents = answers.whole_cents
        self.taken = answers.taken
        self.changed = changed
        self.offsets = offsets
        self.step = Decimal(1).scaleb(-offsets.decimals)
        self.scale = Decimal(10) ** offsets.decimals
        self.count = len(equation.operands)
        self.steps = equation.steps
        self.values = [Decimal(literal) for literal in equation.literals]
        self.bases = [self.values[group.operands[0]] for group in changed]
        self.bounds = [
            offsets.bounds(base, limit) for base, limit in zip(self.bases, limits, strict=True)
        ]
        self.most = answers.most
        self.offset_of = [0] * len(changed)
        # Numerators, since comparing a Fraction costs as much as computing it.
        self.positive = [result.numerator > 0 for result in originals]
        self.whole = [
            step.symbol == "/" and (i in answers.whole_steps or answers.whole_quotient(result))
            for i, (step, result) in enumerate(zip(self.steps, originals, strict=True))
        ]
        self.cents = answers.cents
        self.stays_whole = [answers.stay_whole and result.denominator == 1 for result in originals]
        self.whole_answer = answers.whole_answer
        self.is_one = [result.numerator == result.denominator for result in originals]
        self.above_one = [result.numerator >= 2 * result.denominator for result in originals]
        rounded = {
            step.left - self.count for step in self.steps if step.symbol in ("floor", "ceil")
        }
        # With decimals, every quotient ends within two.
        self.fixed: list[Decimal | None] = [None] * len(self.steps)
        if not offsets.decimals:
            self.fixed = _fixed_results(equation, originals, changed)
        self.rounded = [i in rounded for i in range(len(self.steps))]
        self.movable = [
            self._movable_dividend(step) if step.symbol == "/" else None for step in self.steps
        ]
        self.least_quotient = 2
        self.reason: str = Reason.SIGN_CHANGE
        self.answer = _ONE
        self.misfit = _ONE, _ONE  # dividend and divisor of the quotient that did not fit

    def draw(self, rng: Rng) -> None:
        """Draw every offset anew."""
        for group, bounds in enumerate(self.bounds):
            self.set_offset(group, self.offsets.drawn(bounds, rng))

    def set_offset(self, group: int, offset: int) -> None:
        self.offset_of[group] = offset
        value = self.bases[group] + self.step * offset
        for i in self.changed[group].operands:
            self.values[i] = value

    def found(self) -> NewValues:
        values = tuple(self.values[group.operands[0]] for group in self.changed)
        return NewValues(values, self.answer)

    def is_sound(self) -> bool:
        """Return whether all results are sound; a step's dividend may be moved once to fit the quotient."""
        moved: list[int] = []
        while (misfit := self._first_misfit()) is not None:
            if misfit < 0 or misfit in moved or not self._move_dividend(misfit):
                return False
            moved.append(misfit)
        return (
            self._is_worth_asking()
            and all(self.offset_of)
            and all(self.values[group.operands[0]] > 0 for group in self.changed)
        )

    def _is_worth_asking(self) -> bool:
        """Return whether the answer is new and not in the text; otherwise set the reason."""
        if self.answer not in self.taken and self.answer not in self.values[: self.count]:
            return True
        self.reason = Reason.ANSWER_STAYS
        return False

    def _first_misfit(self) -> int | None:
        """Return None if sound, -1 for a wrong sign or result, else the step of a misfitting quotient."""
        values = self.values[: self.count]
        for i, step in enumerate(self.steps):
            if (fixed := self.fixed[i]) is not None:
                values.append(fixed)
                continue
            left = values[step.left]
            symbol = step.symbol
            if symbol in ("floor", "ceil"):
                result = left
            elif symbol == NEGATION:
                result = -left
            else:
                right = values[step.right]
                if symbol in _EXACTLY:
                    result = _EXACTLY[symbol](left, right)
                elif right <= 0:
                    return -1
                elif self.rounded[i]:
                    # Only the rounded quotient is an answer: its floor or ceiling.
                    result = EXACT.divide_int(left, right)
                    if self.steps[i + 1].symbol == "ceil" and EXACT.remainder(left, right):
                        result += 1
                    if self.above_one[i] and result < self.least_quotient:
                        return -1
                else:
                    grain = _ONE if self.whole[i] else _HUNDRED
                    scaled = EXACT.multiply(left, grain)
                    too_small = self.above_one[i] and left < right * self.least_quotient
                    if too_small or EXACT.remainder(scaled, right):
                        self.reason = (
                            Reason.QUOTIENT_NOT_INTEGRAL
                            if self.whole[i]
                            else Reason.TOO_MANY_DECIMALS
                        )
                        self.misfit = left, right
                        return i
                    result = EXACT.divide_int(scaled, right) / grain
                    if result == 1 and not self.is_one[i]:  # "4.8 pens for $4.80": no arithmetic
                        return -1
            if self.positive[i] and result <= 0:
                return -1
            if reason := self._unsound(i, result):
                self.reason = reason
                return -1
            values.append(result)
        self.answer = values[-1]
        return None

    def _unsound(self, i: int, result: Decimal) -> str:
        """Return a reason code if a step must not have this result, else ""."""
        is_last = i == len(self.steps) - 1
        if (self.stays_whole[i] or (is_last and self.whole_answer)) and result % 1:
            return Reason.QUOTIENT_NOT_INTEGRAL
        if i in self.most and result > self.most[i]:
            return Reason.IMPOSSIBLE_AMOUNT
        if (i in self.cents or (is_last and self.whole_cents)) and EXACT.multiply(
            result, _HUNDRED
        ) % 1:
            return Reason.TOO_MANY_DECIMALS
        return ""

    def _movable_dividend(self, division: Step) -> tuple[int, int] | None:
        """Return the (group, sign) of a changed operand that occurs only as a term of the dividend."""
        pending, terms = [(division.left, 1)], []
        while pending:
            number, sign = pending.pop()
            if number < self.count:
                terms.append((number, sign))
                continue
            step = self.steps[number - self.count]
            if step.symbol in "+-":
                pending.append((step.right, sign if step.symbol == "+" else -sign))
                pending.append((step.left, sign))
        for number, sign in terms:
            for g, group in enumerate(self.changed):
                if group.operands == (number,):
                    return g, sign
        return None

    def _move_dividend(self, i: int) -> bool:
        """Move the dividend of step ``i`` to the nearest value that fits its divisor."""
        movable = self.movable[i]
        if movable is None:
            return False
        group, sign = movable
        dividend, divisor = self.misfit[0] * self.scale, self.misfit[1] * self.scale
        if dividend % 1 or divisor % 1:
            return False
        n, d = int(dividend), int(divisor)
        multiple = d if self.whole[i] else d // gcd(d, 100)
        least = d * self.least_quotient if self.above_one[i] else multiple
        least = -(-least // multiple) * multiple
        low, high = self.bounds[group]
        nearest = (n + multiple // 2) // multiple * multiple
        for candidate in (nearest, nearest - multiple, nearest + multiple):
            moved = self.offset_of[group] + sign * (max(candidate, least) - n)
            if low <= moved <= high:
                self.set_offset(group, moved)
                return True
        return False
