"""Numbers for the rows of grammaticality: log-uniform, and with some groups of digits left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import STREAM, ProbeOptions, RangeError

#: Smaller numbers have too few words for another order.
LEAST = 1000
#: Stratum -> how its numbers are drawn; half of the rows each.
STRATA = {
    "log_uniform": "as many between 1,000 and 2,000 as between 2,000 and 4,000",
    "groups": "a quarter of the groups of digits (millions, thousands, ...) are empty, and of the others a third of the "
    "digits are 0",
}

T = TypeVar("T")


def drawn_values(stratum: str, language: Language, options: ProbeOptions) -> Iterator[int]:
    """Yield numbers of a stratum from `LEAST` on, endlessly and with repetition.

    Raises:
        RangeError: there are none.
    """
    rng = Rng(options.seed, STREAM, f"values-{language.code}-{stratum}")
    most, group = options.max_value, language.group
    width = len(str(group)) - 1
    if most < LEAST:
        raise RangeError(
            f"grammaticality has numbers from {LEAST:,} on, so --max-value {most} has none; the paper's rule "
            "(--errors paper) takes smaller ones"
        )
    while True:
        if stratum == "log_uniform":
            yield log_uniform(LEAST, most, rng)
            continue
        digits = ""
        while group ** (len(digits) // width) <= most:
            is_empty = not rng.below(4)
            for _ in range(width):
                digits += "0" if is_empty or not rng.below(3) else str(1 + rng.below(9))
        if LEAST <= int(digits) <= most:
            yield int(digits)


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
