"""Rows by the paper's own rule: random numbers, and joined pairs of them (Johnson et al., 2020, appendix B).

Every split draws from the whole range, so that splits share numbers, as in the paper. No pair of a comparison
occurs in two splits.
"""

from __future__ import annotations

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.comparison import (
    NumberComparison,
    labelled,
)
from numdiag_datasets.text_pairs.number_words.grammaticality import WordPair
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    ProbeOptions,
    RangeError,
    split_by_hash,
)

STRATUM = "uniform"
ERROR = "appended"
#: Draws for each row before the range is considered too small.
_MOST_DRAWS = 2000
#: Number of a range's number words searched for the longest.
_SAMPLE = 10_000


def word_pairs(language: Language, options: ProbeOptions) -> dict[str, list[WordPair]]:
    """Return, for each split, numbers, each paired with an error made of two numbers.

    One number is appended to the other or put between its parts. The result is at most as long as the longest
    number word of the range.

    Raises:
        RangeError: no two number words of the range are short enough together.
    """
    count = options.max_value + 1
    step = -(-count // _SAMPLE)
    longest = max(len(language.spell(n)) for n in range(count - 1, -1, -step))
    found = {}
    for split, rows in options.sizes.items():
        rng = _draws(options, language, f"grammaticality-{split}")
        found[split] = [_word_pair(language, count, longest, rng) for _ in range(rows // 2)]
    return found


def _word_pair(language: Language, count: int, longest: int, rng: Rng) -> WordPair:
    chunks = chunks_of(language)
    value = rng.below(count)
    for _ in range(_MOST_DRAWS):
        outer, inner = (chunks.cut(language.spell(rng.below(count))) for _ in range(2))
        place = rng.below(len(outer) + 1)
        text = chunks.join([*outer[:place], *inner, *outer[place:]])
        if len(text) <= longest and language.read(text) is None:
            return WordPair(value, language.spell(value), text, STRATUM, ERROR, "")
    raise RangeError(
        f"0 to {count - 1} has too few pairs of number words ({language.name}) that are together no "
        "longer than its longest, and no number; raise --max-value"
    )


def comparisons(language: Language, options: ProbeOptions) -> dict[str, list[NumberComparison]]:
    """Return, for each split, pairs of different numbers, half of them with each label; splits share no pair.

    Raises:
        RangeError: the range has too few pairs.
    """
    owner = split_by_hash(options)
    count, rows = options.max_value + 1, sum(options.sizes.values())
    rng = _draws(options, language, "comparison")
    found: dict[str, dict[tuple[int, int], None]] = {split: {} for split in options.sizes}
    for _ in range(_MOST_DRAWS * rows):
        if all(len(found[split]) == size for split, size in options.sizes.items()):
            return {split: list(labelled([*pairs], STRATUM, rng)) for split, pairs in found.items()}
        one, other = sorted((rng.below(count), rng.below(count)))
        split = owner(one * count + other)
        if one < other and len(found[split]) < options.sizes[split]:
            found[split][one, other] = None
    raise RangeError(
        f"0 to {options.max_value} gives some split too few pairs; raise --max-value or lower --sizes"
    )


def _draws(options: ProbeOptions, language: Language, what: str) -> Rng:
    return Rng(options.seed, STREAM, f"paper-{language.code}-{what}")
