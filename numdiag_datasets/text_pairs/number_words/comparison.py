"""Pairs of numbers to compare, drawn by where their words differ (Johnson et al., 2020, task 2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, zip_longest

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    ProbeOptions,
    RangeError,
    quotas,
    split_by_hash,
)
from numdiag_datasets.text_pairs.number_words.values import log_uniform, shuffled

#: Stratum -> how its pairs are drawn.
STRATA = {
    "below_1000": "two numbers from 0 to 999, the paper's range",
    "log_uniform": "two numbers from 1 on, each as if by the length of its numeral",
    "misleading": "other first words, such as nine and eleven; the larger number has either of them as often, and as often "
    "the longer text",
    "misleading_later": "the same, after a common beginning",
    "last_word": "all words but the last are the same",
    "length": "the larger number has the shorter text",
    "near": "the larger is more by at most a hundredth",
}
_MISLEADING = ("misleading", "misleading_later")
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
    if stratum == "last_word":
        words, others = (language.words(language.spell(n)) for n in (one, other))
        return len(words) == len(others) and words[:-1] == others[:-1]
    place, parts = first_difference(
        *(chunks_of(language).cut(language.spell(n)) for n in (one, other))
    )
    # With "fifty" and "fifty-two", or nothing and "two", the same word is always the larger one.
    is_open = not any(a.startswith(b) for a, b in permutations(parts))
    return is_open and (place == 0) == (stratum == "misleading")


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
            drawn = draw.pairs(stratum, split, rng)
            if stratum in _MISLEADING:
                drawn = _matched(drawn, language)
            pairs += labelled(list(islice(drawn, 2 * half)), stratum, rng)
        found[split] = shuffled(pairs, rng)
    return found


class _Drawer:
    """Draws the pairs of a language; remembers the numbers and pairs that are taken."""

    def __init__(self, language: Language, options: ProbeOptions) -> None:
        self._language, self._most, self._sizes = language, options.max_value, options.sizes
        self._taken: set[int] = set()
        self._pairs: set[tuple[int, int]] = set()
        self._owner = split_by_hash(options)

    def pairs(self, stratum: str, split: str, rng: Rng) -> Iterator[tuple[int, int]]:
        """Yield pairs of a stratum, the smaller number first.

        Raises:
            RangeError: no more are found.
        """
        most_often = max(_LEAST_OFTEN, self._sizes[split] // (_SELDOM * len(STRATA)))
        often: Counter[int] = Counter()
        failed = 0
        while failed < _MOST_FAILURES:
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
                    failed = 0
                    often.update(pair)
                    self._pairs.add(pair)
                    self._taken.update(n for n in pair if n >= _FEW)
                    yield pair
                    break
        raise RangeError(
            f"0 to {self._most} gives the split {split} too few comparisons "
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
    is_round = stratum == "length" or (stratum in _MISLEADING and rng.below(2))
    return _rounded(value, rng) if is_round else value


def _rounded(value: int, rng: Rng) -> int:
    """Replace some of the last digits by zeros; a round number has a short text."""
    digits = str(value)
    kept = max(len(digits) - 1 - rng.below(len(digits) - 1), 1) if len(digits) > 1 else 1
    return int(digits[:kept].ljust(len(digits), "0"))


def _partner(stratum: str, one: int, most: int, rng: Rng) -> int:
    """Draw a number that may form a pair of the stratum with another."""
    if stratum == "last_word":
        return one - one % 100 + rng.below(100)
    if stratum == "length":
        return log_uniform(1, one - 1, rng)
    if stratum == "near":
        return one + 1 + rng.below(one // _NEAR)
    if stratum in _MISLEADING:
        # The part that both have ends anywhere, and what follows it has any number of digits.
        digits = len(str(one))
        place = int(
            "1".ljust(digits + 2 if stratum == "misleading" else 3 + rng.below(digits - 2), "0")
        )
        rest = log_uniform(1, place - 1, rng)
        return one - one % place + (_rounded(rest, rng) if rng.below(2) else rest)
    return _drawn(stratum, most, rng)


def _matched(pairs: Iterator[tuple[int, int]], language: Language) -> Iterator[tuple[int, int]]:
    """Yield two pairs at a time, in which the same two words differ first.

    Each of these words has the larger number once, and so has the longer text.
    """
    chunks = chunks_of(language)
    waiting: dict[object, list[tuple[int, int]]] = defaultdict(list)
    for pair in pairs:
        less, more = map(language.spell, pair)
        (one, other), length = (
            first_difference(chunks.cut(less), chunks.cut(more))[1],
            len(more) - len(less),
        )
        if not length:
            continue
        if others := waiting[other, one, length < 0]:
            yield others.pop()
            yield pair
        else:
            waiting[one, other, length > 0].append(pair)


def labelled(
    pairs: Sequence[tuple[int, int]], stratum: str, rng: Rng
) -> Iterator[NumberComparison]:
    """Yield comparisons of pairs given smaller number first, and swap half of them."""
    for n, (less, more) in enumerate(shuffled(pairs, rng)):
        yield NumberComparison(*((more, less) if n % 2 else (less, more)), stratum)


def first_difference(words: Sequence[str], others: Sequence[str]) -> tuple[int, tuple[str, str]]:
    """Return the index, from 0, of the first words in which two texts differ, and these words, "" after an end."""
    pairs = zip_longest(words, others, fillvalue="")
    return next(((n, pair) for n, pair in enumerate(pairs) if pair[0] != pair[1]), (0, ("", "")))
