"""Random draws that can be repeated: a generator for each (seed, perturbation, generation, item)."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from statistics import NormalDist

_NORMAL = NormalDist()


class Draws:
    """The draws of one item; the generator is made when the first draw is asked for.

    The key is hashed, so that neighbouring seeds or ids share nothing and any row can be made
    again alone, in any order, on any machine. Only ``Random.random()`` is used, the one method
    whose sequence Python promises to keep.
    """

    __slots__ = ("_key", "_random")

    def __init__(self, seed: int, perturbation: str, generation: int, item: str) -> None:
        self._key = (seed, perturbation, generation, item)
        self._random: Random | None = None

    def uniform(self) -> float:
        """A float in [0, 1)."""
        if self._random is None:
            key = "\x1f".join(map(str, self._key)).encode()
            self._random = Random(int.from_bytes(blake2b(key, digest_size=16).digest()))
        return self._random.random()

    def below(self, count: int) -> int:
        """An integer in 0 .. count-1, for counts far below 2**53."""
        return int(self.uniform() * count)

    def normal(self, mean: float, deviation: float) -> float:
        """A float from N(mean, deviation**2), by the inverse distribution function."""
        # uniform() can be 0, where the inverse is not defined.
        return mean + deviation * _NORMAL.inv_cdf(self.uniform() or 2.0**-54)
