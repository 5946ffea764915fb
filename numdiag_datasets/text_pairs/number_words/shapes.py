"""Shapes of a language's number words, the numbers that have each, and the split that each belongs to.

Number words that differ only in words of one class, such as "two" and "seven", have the same shape.
From 1,000 on each split has its own bags: a shape with every other order of its classes. So no row
of the test split has a shape, or an error of a shape, seen in training. All splits share the few shapes
below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import Shape, chunks_of
from numdiag_datasets.text_pairs.number_words.languages import MAX_VALUE, Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    ProbeOptions,
    RangeError,
)

#: All numbers below this are used, and all splits share their shapes.
FIRST_PARTED = 1000
#: The largest relative difference in weight for which the seed may change the order of two shapes.
_SPREAD = 0.5

#: The classes of a shape, sorted.
Bag = tuple[str, ...]


def bag_of(shape: Shape) -> Bag:
    """Return the classes of a shape without their order."""
    return tuple(sorted(shape))


@dataclass(frozen=True)
class Pattern:
    """Numbers of one shape: every ``upper * group + lower``.

    Attributes:
        shape: their common shape.
        group: 1,000, or 10,000 if the language groups numbers by myriads.
        uppers, lowers: the parts, in order.
    """

    shape: Shape
    group: int
    uppers: Sequence[int]
    lowers: Sequence[int]

    def __len__(self) -> int:
        return len(self.uppers) * len(self.lowers)

    @cached_property
    def log_mass(self) -> float:
        """The length that its numbers cover on a logarithmic scale, in natural logarithms."""
        whole = sum(log((upper + 1) / upper) for upper in self.uppers if upper)
        below = sum(1 / lower for lower in self.lowers) if 0 in self.uppers else 0
        return whole * len(self.lowers) / self.group + below

    def draw(self, rng: Rng) -> int:
        """Draw one of the numbers."""
        upper = self.uppers[rng.below(len(self.uppers))]
        return upper * self.group + self.lowers[rng.below(len(self.lowers))]


class Shapes:
    """The shapes of the numbers from 0 to a maximum."""

    def __init__(self, language: Language, max_value: int) -> None:
        """Sort the numbers by shape; only one number of each shape is spelled."""
        chunks = chunks_of(language)
        self.group = language.scales[0][0]
        self._below = [
            chunks.shape(chunks.cut(language.spell(n))) for n in range(min(self.group, MAX_VALUE))
        ]
        most = max_value // self.group
        uppers = _by_shape(self._below, range(1, most + 1))
        lowers = _by_shape(self._below, range(len(self._below)))
        small = range(min(FIRST_PARTED, max_value + 1), min(self.group, max_value + 1))
        self._whole: dict[tuple[Shape, Shape], Shape] = {}
        patterns = [
            Pattern(shape, self.group, [0], values)
            for shape, values in _by_shape(self._below, small).items()
        ]
        for upper, highs in uppers.items():
            for lower, lows in lowers.items():
                text = language.spell(highs[-1] * self.group + lows[-1])
                shape = self._whole[upper, lower] = chunks.shape(chunks.cut(text))
                patterns.append(Pattern(shape, self.group, highs, lows))
        #: The patterns of the numbers from `FIRST_PARTED` on.
        self.patterns: dict[Shape, list[Pattern]] = {}
        for pattern in patterns:
            self.patterns.setdefault(pattern.shape, []).append(pattern)
        #: Every shape, including those of smaller numbers.
        self.all = frozenset((*self.patterns, *self._below[: max_value + 1]))

    def of(self, value: int) -> Shape:
        """Return the shape of a number."""
        upper, lower = divmod(value, self.group)
        return self._whole[self._below[upper], self._below[lower]] if upper else self._below[value]

    def weights(self) -> dict[Shape, float]:
        """Return the relative number of rows of each shape from `FIRST_PARTED` on.

        It adds shares by count, on a logarithmic scale, and with all shapes equal.
        """
        numbers = {s: sum(map(len, found)) for s, found in self.patterns.items()}
        logs = {s: sum(p.log_mass for p in found) for s, found in self.patterns.items()}
        whole, mass = sum(numbers.values()), sum(logs.values())
        return {
            s: numbers[s] / whole + logs[s] / mass + 1 / len(self.patterns) for s in self.patterns
        }


def _by_shape(shapes: Sequence[Shape], values: range) -> dict[Shape, list[int]]:
    found: dict[Shape, list[int]] = {}
    for value in values:
        found.setdefault(shapes[value], []).append(value)
    return found


@lru_cache(maxsize=8)
def shapes_of(language: Language, max_value: int = MAX_VALUE) -> Shapes:
    """Return the shapes of a language, sorted once."""
    return Shapes(language, max_value)


def deal_bags(
    shapes: Shapes, options: ProbeOptions, precious: Sequence[Collection[Bag]] = ()
) -> dict[Bag, str]:
    """Assign each bag to a split, so that the splits get rows in proportion to their sizes.

    Args:
        shapes: the shapes of a language.
        options: sizes and seed.
        precious: kinds of bags, the rarest first; every split gets its share of each.

    Raises:
        RangeError: a split gets no bag.
    """
    weights: dict[Bag, float] = defaultdict(float)
    for shape, weight in shapes.weights().items():
        weights[bag_of(shape)] += weight
    rows = sum(options.sizes.values())
    dealt: dict[Bag, str] = {}
    for kind in (*precious, weights):
        have = dict.fromkeys(options.sizes, 0.0)
        for bag, split in dealt.items():
            have[split] += weights[bag] * (bag in kind)
        # The heaviest first, each to the split that is furthest from its size.
        for bag in sorted(
            (weights.keys() & kind) - dealt.keys(),
            key=lambda bag: (-weights[bag] * _spread(bag, options.seed), bag),
        ):
            split = min(have, key=lambda s: (have[s] + weights[bag] / 2) * rows / options.sizes[s])
            dealt[bag] = split
            have[split] += weights[bag]
    if weights and (without := set(options.sizes) - set(dealt.values())):
        raise RangeError(
            f"0 to {options.max_value} has too few kinds of number words for the split {min(without)} to have its own; "
            "raise --max-value"
        )
    return dealt


def _spread(bag: Bag, seed: int) -> float:
    return 1 + _SPREAD * Rng(seed, STREAM, " ".join(bag)).uniform()
