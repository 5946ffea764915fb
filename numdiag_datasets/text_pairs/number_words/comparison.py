"""Pairs of numbers to compare, drawn by where their words differ (Johnson et al., 2020, task 2)."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import accumulate

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    ProbeOptions,
    RangeError,
    quotas,
)
from numdiag_datasets.text_pairs.number_words.values import log_uniform, shuffled

#: Stratum -> how its pairs are drawn.
STRATA = {
    "below_1000": "two numbers from 0 to 999, the paper's range",
    "log_uniform": "two numbers from 1 on, each as if by the length of its numeral",
    "first_word": "as many digits, and other first words",
    "later_word": "the first word in which they differ is neither the first nor the last of the longer",
    "last_word": "all words but the last are the same",
    "length": "the larger number has the shorter text",
    "near": "the larger is more by at most a hundredth",
}
#: Numbers below this may occur in several pairs of their split, as there are few.
_FEW = 1000
_NEAR = 100
#: Each number occurs in at most a hundredth of the log-uniform pairs of a split, or in three if that is more.
#: Otherwise "two" would always be the smaller.
_SELDOM, _LEAST_OFTEN = 100, 3
#: Number of partners tried for a number.
_PARTNERS = 40
#: Number of consecutive numbers without a partner before the range is considered too small.
_MOST_FAILURES = 20_000


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """Two numbers to compare.

    Attributes:
        first, second: the numbers.
        stratum: how they were drawn.
    """

    first: int
    second: int
    stratum: str

    @property
    def label(self) -> int:
        """0 if the first is larger, else 1."""
        return int(self.first < self.second)


def belongs(stratum: str, language: Language, one: int, other: int) -> bool:
    """Return whether two numbers, in either order, belong to a stratum."""
    if one == other:
        return False
    less, more = min(one, other), max(one, other)
    if stratum == "below_1000":
        return more < _FEW
    if stratum == "log_uniform":
        return less > 0
    if less < _FEW and stratum != "length":
        return False
    if stratum == "near":
        return more - less <= less // _NEAR + 1
    if stratum == "length":
        return len(language.spell(more)) < len(language.spell(less))
    words, others = (language.words(language.spell(n)) for n in (one, other))
    place = _first_difference(words, others)
    last = max(len(words), len(others)) - 1
    if stratum == "first_word":
        return place == 0 and len(str(one)) == len(str(other))
    if stratum == "last_word":
        return place == last and len(words) == len(others)
    return 0 < place < last


def comparisons(language: Language, options: ProbeOptions) -> dict[str, list[NumberComparison]]:
    """Return the pairs of each split in random order; each stratum has equally many pairs of each label.

    A number occurs in only one split, and from 1,000 on in only one pair.

    Raises:
        RangeError: the range has too few pairs.
    """
    most = options.max_value
    strata = list(STRATA) if most >= 2 * _FEW else ["below_1000"]
    draw = _Drawer(language, options)
    found = {}
    for split, rows in options.sizes.items():
        rng = Rng(options.seed, STREAM, f"comparison-{language.code}-{split}")
        pairs: list[NumberComparison] = []
        for stratum, half in quotas(rows // 2, dict.fromkeys(strata, 1)).items():
            drawn = list(draw.pairs(stratum, 2 * half, split, rng))
            pairs += labelled(drawn, stratum, rng)
        found[split] = shuffled(pairs, rng)
    return found


class _Drawer:
    """Draws the pairs of a language; remembers the numbers and pairs that are taken."""

    def __init__(self, language: Language, options: ProbeOptions) -> None:
        self._language, self._most = language, options.max_value
        self._taken: set[int] = set()
        self._pairs: set[tuple[int, int]] = set()
        self._owner = split_by_hash(options)

    def pairs(self, stratum: str, count: int, split: str, rng: Rng) -> Iterator[tuple[int, int]]:
        """Yield pairs of a stratum, the smaller number first."""
        most_often = max(_LEAST_OFTEN, count // _SELDOM)
        often: Counter[int] = Counter()
        failed = 0
        while count and failed < _MOST_FAILURES:
            failed += 1
            one = _drawn(stratum, self._most, rng)
            if not self._is_free(one, split):
                continue
            for _ in range(_PARTNERS):
                other = _partner(stratum, one, self._most, rng)
                pair = min(one, other), max(one, other)
                if (
                    pair not in self._pairs
                    and self._is_free(other, split)
                    and (stratum != "log_uniform" or max(often[n] for n in pair) < most_often)
                    and belongs(stratum, self._language, one, other)
                ):
                    count -= 1
                    failed = 0
                    often.update(pair)
                    self._pairs.add(pair)
                    self._taken.update(n for n in pair if n >= _FEW)
                    yield pair
                    break
        if count:
            raise RangeError(
                f"0 to {self._most} gives the split {split} {count:,} comparisons too few "
                f"({self._language.name}, {stratum}); raise --max-value or lower --sizes"
            )

    def _is_free(self, value: int, split: str) -> bool:
        return value not in self._taken and value <= self._most and self._owner(value) == split


def _drawn(stratum: str, most: int, rng: Rng) -> int:
    """Draw the first number of a pair. From 1,000 on, half of the draws are log-uniform, half uniform."""
    if stratum == "below_1000":
        return rng.below(min(_FEW, most + 1))
    if stratum == "log_uniform":
        return log_uniform(1, most, rng)
    is_log = rng.below(2)
    value = log_uniform(_FEW, most, rng) if is_log else _FEW + rng.below(most + 1 - _FEW)
    if stratum != "length":
        return value
    digits = str(value)  # a round number has a short text
    kept = len(digits) - 1 - rng.below(len(digits) - 1)
    return int(digits[:kept].ljust(len(digits), "0"))


def _partner(stratum: str, one: int, most: int, rng: Rng) -> int:
    """Draw a number that may form a pair of the stratum with another."""
    if stratum == "first_word":
        least = int("1".ljust(len(str(one)), "0"))
        return least + rng.below(9 * least)
    if stratum == "later_word":
        return _with_other_digits(one, rng)
    if stratum == "last_word":
        return one - one % 100 + rng.below(100)
    if stratum == "length":
        return log_uniform(1, one - 1, rng)
    if stratum == "near":
        return one + 1 + rng.below(one // _NEAR)
    return _drawn(stratum, most, rng)


def _with_other_digits(one: int, rng: Rng) -> int:
    """Keep the first digits; in half of the cases keep the last digits too."""
    digits = str(one)
    place = 1 + rng.below(len(digits) - 1)
    rest = digits[place + 1 :]
    if rng.below(2):
        rest = "".join(str(rng.below(10)) for _ in rest)
    return int(f"{digits[:place]}{rng.below(10)}{rest}")


def labelled(
    pairs: Sequence[tuple[int, int]], stratum: str, rng: Rng
) -> Iterator[NumberComparison]:
    """Yield comparisons of pairs given smaller number first, and swap half of them."""
    for n, (less, more) in enumerate(shuffled(pairs, rng)):
        yield NumberComparison(*((more, less) if n % 2 else (less, more)), stratum)


def split_by_hash(options: ProbeOptions) -> Callable[[int], str]:
    """Return the function that assigns a number to a split by its hash."""
    key = str(options.seed).encode()
    names, bounds = list(options.sizes), list(accumulate(options.sizes.values()))

    @cache
    def owner(value: int) -> str:
        digest = blake2b(b"%d" % value, key=key, digest_size=8).digest()
        return names[bisect(bounds, int.from_bytes(digest, "big") % bounds[-1])]

    return owner


def _first_difference(words: Sequence[str], others: Sequence[str]) -> int:
    """Return the index, from 0, of the first word in which two word lists differ."""
    pairs = enumerate(zip(words, others, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(words), len(others)))
