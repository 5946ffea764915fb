"""Repeatable random draws: a generator for each (seed, stream, item)."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from statistics import NormalDist
from struct import Struct

from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.perturbation_table import CONTROL, SECOND

_NORMAL = NormalDist()
_EIGHT_INTEGERS = Struct("<8Q")


def stream_of(name: str) -> str:
    """Return the stream of draws of a perturbation, or of a family of text pairs.

    The number is that under which the rows of 1.0.0 were drawn, which stay the same.
    """
    return f"{name}\x1f{1 if name.endswith((SECOND, CONTROL)) else 2}"


class Rng:
    """The draws of one item: a stream of hashes of its key and a counter.

    The key is hashed, so that neighbouring seeds or ids are unrelated. Any row can be made again alone,
    in any order, on any machine. Unlike the methods of `random.Random`, a hash cannot change between
    versions of Python, and it costs less than seeding a generator.
    """

    __slots__ = ("key", "stream", "uniform")

    def __init__(self, seed: int, stream: str, item: str) -> None:
        #: The part of the key that all items of a stream share.
        self.stream = (seed, stream)
        try:
            key = "\x1f".join((str(seed), stream, item))
        except ValueError as error:  # Python writes no numbers of thousands of digits
            raise NumdiagError("the seed has too many digits") from error
        #: The whole key, on which the draws depend.
        self.key = key.encode("utf-8", "surrogatepass")
        #: Returns a float in [0, 1).
        self.uniform = _floats(self.key).__next__

    def below(self, bound: int) -> int:
        """Return an integer in 0 .. bound-1, for bounds far below 2**53."""
        return int(self.uniform() * bound)

    def normal(self, mean: float, deviation: float) -> float:
        """Return a float from N(mean, deviation**2), by the inverse distribution function."""
        # uniform() can be 0, where the inverse is not defined.
        return mean + deviation * _NORMAL.inv_cdf(self.uniform() or 2.0**-54)


def _floats(key: bytes) -> Iterator[float]:
    """Yield floats in [0, 1): hashes of the key and a counter, each cut into eight, the last part first."""
    for block in count():
        digest = blake2b(block.to_bytes(8, "little") + key).digest()
        for integer in reversed(_EIGHT_INTEGERS.unpack(digest)):
            yield (integer >> 11) * 2.0**-53  # 53 bits, the precision of a float
