"""Numbers for the rows of grammaticality: from 0, log-uniform, uniform, and uniform over shapes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import Shape
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    ProbeOptions,
)
from numdiag_datasets.text_pairs.number_words.shapes import FIRST_PARTED, Shapes

#: Stratum -> how its numbers are drawn, and its share of the rows. At the paper's sizes the first has all its
#: numbers.
STRATA = {
    "below_1000": "every number from 0 to 999, the paper's range",
    "log_uniform": "from 1,000 on, as many between 1,000 and 2,000 as between 2,000 and 4,000",
    "uniform": "from 1,000 on, each as likely",
    "shape": "from 1,000 on, each shape (`unit thousand and tens`) as likely, but those that allow global errors "
    "four times",
}
SHARES = {"below_1000": 4, "log_uniform": 32, "uniform": 32, "shape": 32}
_FAVOUR = 4


def drawn_values(
    stratum: str, shapes: Shapes, options: ProbeOptions, favoured: Collection[Shape] = ()
) -> Iterator[int]:
    """Yield numbers of a stratum: those below 1,000 once each, the others endlessly, with repetition.

    Args:
        stratum: one of `STRATA`.
        shapes: the shapes of the language.
        options: the range and the seed.
        favoured: shapes that the stratum ``shape`` draws more often.
    """
    rng = Rng(options.seed, STREAM, f"values-{stratum}")
    if stratum == "below_1000":
        yield from shuffled(range(min(FIRST_PARTED, options.max_value + 1)), rng)
        return
    if stratum == "shape":
        yield from _by_shape(shapes, options, favoured, rng)
    while True:
        if stratum == "log_uniform":
            yield log_uniform(FIRST_PARTED, options.max_value, rng)
        else:
            yield FIRST_PARTED + rng.below(options.max_value + 1 - FIRST_PARTED)


def shuffled(values: range, rng: Rng) -> list[int]:
    """Return numbers in random order."""
    keys = {value: rng.uniform() for value in values}
    return sorted(keys, key=keys.__getitem__)


def log_uniform(least: int, most: int, rng: Rng) -> int:
    """Draw a number of doublings of ``least``, then a number between this doubling and the next.

    ``most`` may cut the last doubling short, which is then drawn in proportion to its remaining numbers.
    """
    doublings = (most // least).bit_length()
    while True:
        start = least << rng.below(doublings)
        value = start + rng.below(start)
        if value <= most:
            return value


def _by_shape(
    shapes: Shapes, options: ProbeOptions, favoured: Collection[Shape], rng: Rng
) -> Iterator[int]:
    patterns = [
        found
        for shape, found in sorted(shapes.patterns.items())
        for _ in range(_FAVOUR if shape in favoured else 1)
    ]
    while True:
        found = patterns[rng.below(len(patterns))]
        if (value := found[rng.below(len(found))].draw(rng)) <= options.max_value:
            yield value
