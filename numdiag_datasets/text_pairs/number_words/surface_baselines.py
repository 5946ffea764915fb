"""Surface baselines for number words: their ends, length and shape, and bags of their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs.family import SurfaceBaselines
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.languages import Language, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import VARIANTS

Parts = Sequence[Hashable]
_EDGE = ""


def surface_baselines(config: str) -> SurfaceBaselines | None:
    """Return the baselines of a config with bare number words; None for sentences, which have the same words.

    Words are those of the language's lexicon, even where it writes numbers without blanks.
    """
    _, task, variant, code = config.split("-")
    if variant != VARIANTS[0]:
        return None
    language = language_of(code)
    words = lru_cache(maxsize=1 << 16)(lambda text: tuple(language.words(text)))
    shape = _shapes(language)
    # In languages whose words are single characters, character trigrams equal word trigrams.
    size, name = (2, "bigrams") if max(map(len, language.lexicon)) == 1 else (3, "trigrams")
    bags: dict[str, Callable[[str], Parts]] = {
        "bag of characters": tuple,
        f"character {name}": _ngrams(size, tuple),
        "bag of words": words,
        "word bigrams": _ngrams(2, words),
        "word trigrams": _ngrams(3, words),
    }
    ends = {"first word": lambda text: words(text)[0], "last word": lambda text: words(text)[-1]}
    if task == "grammaticality":
        return SurfaceBaselines(
            traits={
                "length": _of_text(lambda text: (len(text), len(words(text)))),
                **{name: _of_text(trait) for name, trait in ends.items()},
                "shape": _of_text(shape),
            },
            bags={name: _counted(parts) for name, parts in bags.items()},
            groups=(("error", "scope"), ("scope",), ("stratum",)),
        )
    return SurfaceBaselines(
        traits={
            "length": lambda row: len(row["text"]) - len(row["text_pair"]),
            **{name: _of_pair(trait) for name, trait in ends.items()},
            "shape": _of_pair(shape),
        },
        bags={name: _difference(parts) for name, parts in bags.items()},
        groups=(("stratum",),),
    )


def _shapes(language: Language) -> Callable[[str], Hashable]:
    chunks = chunks_of(language)
    return lru_cache(maxsize=1 << 16)(lambda text: chunks.shape(chunks.cut(text)))


def _ngrams(size: int, parts_of: Callable[[str], Parts]) -> Callable[[str], Parts]:
    def ngrams(text: str) -> Parts:
        parts = (_EDGE, *parts_of(text), _EDGE)
        return [parts[n : n + size] for n in range(len(parts) - size + 1)]

    return ngrams


def _of_text(trait: Callable[[str], Hashable]) -> Callable[[Row], Hashable]:
    return lambda row: trait(row["text"])


def _of_pair(trait: Callable[[str], Hashable]) -> Callable[[Row], Hashable]:
    return lambda row: (trait(row["text"]), trait(row["text_pair"]))


def _counted(parts: Callable[[str], Parts]) -> Callable[[Row], Mapping[Any, int]]:
    return lambda row: Counter(parts(row["text"]))


def _difference(parts: Callable[[str], Parts]) -> Callable[[Row], Mapping[Any, int]]:
    """Count each part in the first text, less its count in the second."""

    def counts(row: Row) -> Mapping[Any, int]:
        found = Counter(parts(row["text"]))
        found.subtract(parts(row["text_pair"]))
        return found

    return counts
