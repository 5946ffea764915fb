"""Number words, each paired with an ungrammatical order of its own words (Johnson et al., 2020, task 1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import Shape, chunks_of, has_held_out
from numdiag_datasets.text_pairs.number_words.errors import (
    CELLS,
    ERRORS,
    GLOBAL,
    LOCAL,
    Cell,
    NumberWord,
    candidates,
    scope_of,
    seen_errors,
)
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    GRAMMATICALITY,
    STREAM,
    UNSEEN_COMBINATIONS,
    UNSEEN_ERRORS,
    ProbeOptions,
    RangeError,
    quotas,
    split_by_hash,
)
from numdiag_datasets.text_pairs.number_words.values import STRATA, drawn_values, shuffled

#: Scope of an error -> its relative frequency.
_WEIGHTS = {LOCAL: 1, GLOBAL: 2}
#: After this many consecutive draws without a pair, the range is considered too small.
_MOST_IN_VAIN = 20_000
#: The largest share of a split's pairs that one shape may have, and the smallest such number of pairs.
_SHAPE_SHARE, _LEAST_SHAPES = 0.01, 3
#: Number of words at either end that the two rows of a pair share.
ENDS = 2


@dataclass(frozen=True, slots=True)
class WordPair:
    """A number word and an ungrammatical order of its words.

    Attributes:
        value: the value of the number word.
        word, error_word: the two texts.
        stratum: how the number was drawn.
        error, scope: see `errors`.
    """

    value: int
    word: str
    error_word: str
    stratum: str
    error: str
    scope: str


@dataclass
class _Part:
    """The pairs of a split of a task, and how many it still needs of each stratum."""

    cells: Sequence[Cell]
    wanted: dict[str, int]
    pairs: list[WordPair] = field(default_factory=list)
    made: Counter[Cell] = field(default_factory=Counter)
    shapes: Counter[Shape] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.most_of_shape = max(_LEAST_SHAPES, int(_SHAPE_SHARE * sum(self.wanted.values())))

    def rarest_first(self) -> list[Cell]:
        return sorted(self.cells, key=lambda cell: (self.made[cell] / _WEIGHTS[cell[1]], cell))


def word_pairs(language: Language, options: ProbeOptions) -> dict[str, dict[str, list[WordPair]]]:
    """Return task -> split -> as many pairs as it has rows of each label, in random order.

    No text occurs twice. No two splits share a number, or a shape in any order.

    Raises:
        RangeError: the range has too few number words.
    """
    seen = set(seen_errors(options.errors))
    parts = {(GRAMMATICALITY, split): _part(size, seen) for split, size in options.sizes.items()}
    parts[UNSEEN_COMBINATIONS, "test"] = _part(options.sizes["test"], seen)
    parts[UNSEEN_ERRORS, "test"] = _part(options.sizes["test"], ERRORS.keys() - seen)
    maker = _Maker(language, options)
    for stratum in STRATA:
        maker.fill(stratum, parts)
    found: dict[str, dict[str, list[WordPair]]] = {}
    for (task, split), part in parts.items():
        found.setdefault(task, {})[split] = shuffled(part.pairs, maker.rng)
    return found


def _part(size: int, errors: set[str]) -> _Part:
    cells = [cell for cell in CELLS if cell[0] in errors]
    return _Part(cells, quotas(size // 2, dict.fromkeys(STRATA, 1)))


class _Maker:
    """Makes the pairs of a language."""

    def __init__(self, language: Language, options: ProbeOptions) -> None:
        self._language, self._options = language, options
        self._chunks = chunks_of(language)
        self._owner = split_by_hash(options)
        self.rng = Rng(options.seed, STREAM, f"words-{language.code}")
        self._used: set[int] = set()
        self._texts: set[str] = set()

    def fill(self, stratum: str, parts: dict[tuple[str, str], _Part]) -> None:
        """Draw numbers of a stratum until each part has as many as it needs.

        Raises:
            RangeError: the range has too few number words.
        """
        in_vain = 0
        for value in drawn_values(stratum, self._language, self._options):
            if not any(part.wanted[stratum] for part in parts.values()):
                return
            in_vain += 1
            if in_vain > _MOST_IN_VAIN:
                break
            if value in self._used:
                continue
            word = NumberWord(self._chunks, self._chunks.cut(self._language.spell(value)))
            shape = self._chunks.shape(word.parts)
            # Numbers of the test split may have seen or unseen errors.
            part = max((parts[key] for key in self._places(shape)), key=lambda p: p.wanted[stratum])
            if not part.wanted[stratum] or part.shapes[shape] >= part.most_of_shape:
                continue
            if pair := self._pair(value, word, stratum, part):
                in_vain = 0
                part.wanted[stratum] -= 1
                part.pairs.append(pair)
                part.shapes[shape] += 1
                part.made[pair.error, pair.scope] += 1
                self._used.add(value)
                self._texts.add(pair.error_word)
        (task, split), part = max(parts.items(), key=lambda item: item[1].wanted[stratum])
        errors = ", ".join(dict.fromkeys(error for error, _ in part.cells))
        if not errors:
            raise RangeError(
                f"the split {split} of {task} has no kind of error ({self._language.name}); choose other --errors"
            )
        raise RangeError(
            f"0 to {self._options.max_value} gives the split {split} of {task} {part.wanted[stratum]:,} number words too "
            f"few ({self._language.name}, {stratum}, of the kinds {errors}); raise --max-value, lower --sizes or choose "
            "other --errors"
        )

    def _places(self, shape: Shape) -> list[tuple[str, str]]:
        """Return the tasks and splits that may have the numbers of a shape."""
        if has_held_out(shape):
            return [(UNSEEN_COMBINATIONS, "test")]
        split = self._owner(" ".join(sorted(shape)))
        return [(GRAMMATICALITY, split), *([(UNSEEN_ERRORS, split)] if split == "test" else [])]

    def _pair(self, value: int, word: NumberWord, stratum: str, part: _Part) -> WordPair | None:
        """Return a number word with an error of the part's rarest kind; None if no error is possible."""
        right = self._chunks.join(word.parts)
        is_held_out = has_held_out(self._chunks.shape(word.parts))
        for error, scope in part.rarest_first():
            for text in map(self._chunks.join, candidates((error, scope), word, self.rng)):
                shape = self._chunks.shape(self._chunks.cut(text))
                if (
                    text not in self._texts
                    and self._is_fit(text, right)
                    and (error == "repeated" or sorted(text) == sorted(right))
                    and has_held_out(shape) == is_held_out
                    and scope_of(self._chunks, shape) == scope
                ):
                    return WordPair(value, right, text, stratum, error, scope)
        return None

    def _is_fit(self, text: str, word: str) -> bool:
        """Return whether a text begins and ends as a number word does, and is not a number itself."""
        words, others = self._language.words(text), self._language.words(word)
        return (
            words[:ENDS] == others[:ENDS]
            and words[-ENDS:] == others[-ENDS:]
            and not (self._language.said and re.search(self._language.said, text))
            and self._language.read(text) is None
        )
