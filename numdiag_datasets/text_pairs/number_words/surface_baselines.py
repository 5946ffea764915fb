"""Surface baselines for number words: their ends, length and shape, and bags of their parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs.family import SurfaceBaselines
from numdiag_datasets.text_pairs.features import (
    Parts,
    count_difference,
    counts,
    ngrams,
    of_both,
    of_text,
)
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.comparison import first_difference
from numdiag_datasets.text_pairs.number_words.languages import language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import COMPARISON, VARIANTS


def surface_baselines(config: str) -> SurfaceBaselines | None:
    """Return the baselines of a config with bare number words; None for sentences, which have the same words.

    Words are those of the language's lexicon, even where it writes numbers without blanks.
    """
    _, task, variant, code = config.split("-")
    if variant != VARIANTS[0]:
        return None
    language, chunks = language_of(code), chunks_of(language_of(code))
    words: Callable[[str], Parts] = lru_cache(maxsize=1 << 16)(
        lambda text: tuple(language.words(text))
    )
    bags = {
        "bag of words": words,
        "word bigrams": ngrams(2, words),
        "word trigrams": ngrams(3, words),
    }
    traits = {
        "first word": lambda text: words(text)[:1],
        "last word": lambda text: words(text)[-1:],
        "first two words": lambda text: words(text)[:2],
        "last two words": lambda text: words(text)[-2:],
        "order of scale words": lambda text: tuple(
            chunk for chunk in chunks.cut(text) if chunks.scales.get(chunk, 0) >= language.group
        ),
    }
    if task == COMPARISON:

        def differing(row: Row) -> tuple[str, str]:
            return first_difference(words(row["text"]), words(row["text_pair"]))[1]

        return SurfaceBaselines(
            traits={
                "length": lambda row: len(row["text"]) - len(row["text_pair"]),
                **{name: of_both(trait) for name, trait in traits.items()},
                "first differing word": differing,
            },
            bags={name: count_difference(parts) for name, parts in bags.items()},
            groups=(("stratum",),),
        )
    return SurfaceBaselines(
        traits={
            "length": of_text(lambda text: (len(text), len(words(text)))),
            **{name: of_text(trait) for name, trait in traits.items()},
            "shape": of_text(lambda text: chunks.shape(chunks.cut(text))),
        },
        bags={name: counts(parts) for name, parts in bags.items()},
        sequences={"trigram model of correct rows": of_text(words)},
        groups=(("error", "scope"), ("scope",), ("stratum",)),
    )
