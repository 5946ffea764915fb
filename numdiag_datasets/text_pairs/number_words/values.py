"""Numbers for the rows of grammaticality: from 0, log-uniform, uniform, and uniform over shapes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

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

T = TypeVar("T")


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
    most = options.max_value
    if stratum == "below_1000":
        yield from shuffled(range(min(FIRST_PARTED, most + 1)), rng)
        return
    patterns = [
        found
        for shape, found in sorted(shapes.patterns.items())
        for _ in range(_FAVOUR if shape in favoured else 1)
    ]
    while True:
        if stratum == "log_uniform":
            yield log_uniform(FIRST_PARTED, most, rng)
        elif stratum == "uniform":
            yield FIRST_PARTED + rng.below(most + 1 - FIRST_PARTED)
        else:
            found = patterns[rng.below(len(patterns))]
            if (value := found[rng.below(len(found))].draw(rng)) <= most:
                yield value


def shuffled(items: Sequence[T], rng: Rng) -> list[T]:
    """Return items in random order."""
    keys = [rng.uniform() for _ in items]
    return [items[n] for n in sorted(range(len(items)), key=keys.__getitem__)]


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
