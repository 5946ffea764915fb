"""New values that are a multiple of the old ones, and as whole."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from numdiag_datasets.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Factors:
    """A range of growth factors; each hundredth from least to most is equally likely."""

    least: Fraction
    most: Fraction

    def grown(self, value: Fraction, rng: Rng) -> Fraction:
        """Return a whole value that is larger by a random factor.

        Input -> output: 4,120 with 1.3 to 4 -> 9,723.

        Args:
            value: whole and above zero.
        """
        low, high = ceil(value * self.least), floor(value * self.most)
        steps = int((self.most - self.least) * 100)
        grown = floor(value * (self.least + Fraction(rng.below(steps + 1), 100)))
        # The last digits are drawn too, so that 4,000 does not stay round.
        spread = max(1, int(value) // 100)
        return Fraction(min(max(grown + rng.below(spread), low), high))
