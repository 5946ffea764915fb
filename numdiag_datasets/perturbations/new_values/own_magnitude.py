"""New values that are a multiple of the old ones, and as whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations.new_values.search import Offsets


@dataclass(frozen=True, slots=True)
class Factors:
    """A range of growth factors in hundredths, each of which is equally likely."""

    least: int
    most: int

    def grown(self, value: Fraction, rng: Rng) -> Fraction:
        """Return a whole value that is larger by a random factor.

        Input -> output: 4,120 with 130 to 400 -> 9,723.

        Args:
            value: whole and above zero.
        """
        whole = int(value)
        low, high = -(-whole * self.least // 100), whole * self.most // 100
        grown = whole * (self.least + rng.below(self.most - self.least + 1)) // 100
        # The last digits are drawn too, so that 4,000 does not stay round.
        spread = max(1, whole // 100)
        return Fraction(min(max(grown + rng.below(spread), low), high))


#: Of a story: half to twice as large, whole, and never the old value.
HALF_TO_TWICE = Offsets(
    decimals=0,
    low=0,
    high=0,
    draw=lambda rng: 0,
    attempts=300,
    least_quotients=(2, 3, 4, 5),
    spares_divisors=4,
    factors=(Fraction(1, 2), Fraction(2)),
    rules=("own_magnitude", "own_magnitude_in_words"),
)
#: Of a story with a worked solution: several times as large, what is added or compared by one factor.
SEVERAL_TIMES = replace(
    HALF_TO_TWICE,
    least_quotients=(2,),
    spares_divisors=None,
    together=True,
    rules=("several_times", "several_times_in_words"),
)
