"""The row of the two probing tasks, and what a build is asked for (Johnson et al., 2020, appendix B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.text_pairs.number_words.languages import MAX_VALUE

GENERATION = 2
TASKS = ("grammaticality", "comparison")
VARIANTS = ("bare", "sentence")
#: Split -> rows of every config, as in the paper.
SIZES = {"train": 30_000, "validation": 10_000, "test": 10_000}
#: Task -> the names of the labels 0 and 1.
LABELS = {"grammaticality": ("grammatical", "ungrammatical"), "comparison": ("first", "second")}
#: `ProbeOptions.errors` of the paper's own rule.
PAPER = ("paper",)


class RangeError(InputError):
    """The range of values is too small for the rows asked for."""


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """A row, with the columns of the configs; see `family.NUMBER_WORDS` for what they mean."""

    text: str
    text_pair: str
    label: int
    value: int | None
    value_pair: int | None
    template: str
    stratum: str
    error: str
    scope: str
    donors: str
    pair: int


@dataclass(frozen=True)
class ProbeOptions:
    """What a build is asked for.

    Attributes:
        max_value: numbers go from 0 to this.
        seed: of every draw.
        sizes: split -> rows of every config; even numbers, half of them for each label.
        errors: the kinds of error that ungrammatical rows have, names of `errors.ERRORS`; none for all that a
            language has; `PAPER` for the paper's rule and draws.

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
        # A hash deals pairs out to the splits, so that each has its share within a few percent only.
        if self.is_paper and pairs < wanted + wanted // 10:
            raise RangeError(
                f"0 to {self.max_value} has {pairs:,} pairs for {wanted:,} comparisons, and a tenth more than that are "
                "needed; raise --max-value or lower --sizes"
            )

    @property
    def is_paper(self) -> bool:
        """Whether the paper's own rule is wanted, whose splits share values."""
        return tuple(self.errors) == PAPER


def quotas(total: int, weights: Mapping[str, float]) -> dict[str, int]:
    """Part a number of rows by weights, exactly: the largest remainders get what is left."""
    whole = sum(weights.values())
    exact = {name: total * weight / whole for name, weight in weights.items()}
    parts = {name: int(part) for name, part in exact.items()}
    rest = sorted(weights, key=lambda name: parts[name] - exact[name])
    for name in rest[: total - sum(parts.values())]:
        parts[name] += 1
    return parts
