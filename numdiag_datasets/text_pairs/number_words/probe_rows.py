"""Row of the two probing tasks, and options of a build (Johnson et al., 2020, appendix B)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import accumulate

from numdiag_datasets.core.data_sets import NUMBER_WORDS
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.rng import stream_of
from numdiag_datasets.text_pairs.number_words.languages import MAX_VALUE

#: The stream of draws.
STREAM = stream_of(NUMBER_WORDS)
GRAMMATICALITY, COMPARISON = "grammaticality", "comparison"
#: Tests of a classifier trained on `GRAMMATICALITY`; their configs have a test split alone.
UNSEEN = UNSEEN_COMBINATIONS, UNSEEN_ERRORS = "unseen_combinations", "unseen_errors"
TASKS = (GRAMMATICALITY, *UNSEEN, COMPARISON)
VARIANTS = ("bare", "sentence")
#: Split -> rows of every config, as in the paper.
SIZES = {"train": 30_000, "validation": 10_000, "test": 10_000}
#: Task -> the names of the labels 0 and 1.
LABELS = dict.fromkeys(TASKS, ("grammatical", "ungrammatical")) | {COMPARISON: ("first", "second")}
#: `ProbeOptions.errors` of the paper's own rule.
PAPER = ("paper",)


class RangeError(InputError):
    """A range of values too small for the requested rows."""


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """A row, with the columns of the configs; `family.NUMBER_WORDS` defines their meaning."""

    text: str
    text_pair: str
    label: int
    value: int | None
    value_pair: int | None
    template: str
    stratum: str
    error: str
    scope: str
    pair: int


@dataclass(frozen=True)
class ProbeOptions:
    """The options of a build.

    Attributes:
        max_value: numbers range from 0 to this.
        seed: the seed of all draws.
        sizes: split -> rows of every config; even numbers, half of them for each label.
        errors: the kinds of error of train, validation and test, names of `errors.ERRORS`; empty for all but
            `errors.UNSEEN`; `PAPER` for the paper's rule and draws.

    Raises:
        RangeError: the range ends too high, or has too few pairs for the paper's rule.
    """

    max_value: int
    seed: int
    sizes: Mapping[str, int] = field(default_factory=SIZES.copy)
    errors: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not 0 < self.max_value <= MAX_VALUE:
            raise RangeError(f"numbers go from 0 to at most {MAX_VALUE:,}, not to {self.max_value}")
        pairs, wanted = self.max_value * (self.max_value + 1) // 2, sum(self.sizes.values())
        # A hash assigns pairs to splits, so each split gets its share only within a few percent.
        if self.is_paper and pairs < wanted + wanted // 10:
            raise RangeError(
                f"0 to {self.max_value} has {pairs:,} pairs for {wanted:,} comparisons, and a tenth more than that are "
                "needed; raise --max-value or lower --sizes"
            )

    @property
    def is_paper(self) -> bool:
        """Whether the rows follow the paper's own rule, whose splits share values."""
        return tuple(self.errors) == PAPER


def quotas(total: int, weights: Mapping[str, float]) -> dict[str, int]:
    """Divide a number of rows exactly by weights; the largest remainders get the rest."""
    whole = sum(weights.values())
    exact = {name: total * weight / whole for name, weight in weights.items()}
    parts = {name: int(part) for name, part in exact.items()}
    rest = sorted(weights, key=lambda name: parts[name] - exact[name])
    for name in rest[: total - sum(parts.values())]:
        parts[name] += 1
    return parts


def split_by_hash(options: ProbeOptions) -> Callable[[object], str]:
    """Return the function that assigns a key to a split by its hash."""
    seed = str(options.seed).encode()
    names, bounds = list(options.sizes), list(accumulate(options.sizes.values()))

    @cache
    def owner(key: object) -> str:
        digest = blake2b(str(key).encode(), key=seed, digest_size=8).digest()
        return names[bisect(bounds, int.from_bytes(digest, "big") % bounds[-1])]

    return owner
