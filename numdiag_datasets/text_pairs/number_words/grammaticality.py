"""Number words, each paired with an ungrammatical order of its own words (Johnson et al., 2020, task 1)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import Shape, chunks_of
from numdiag_datasets.text_pairs.number_words.errors import (
    ERRORS,
    GLOBAL,
    LOCAL,
    Arrangement,
    Cell,
    arranged,
    arrangements_of,
    within_chunks,
)
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    ProbeOptions,
    RangeError,
    quotas,
)
from numdiag_datasets.text_pairs.number_words.shapes import (
    FIRST_PARTED,
    Bag,
    bag_of,
    deal_bags,
    shapes_of,
)
from numdiag_datasets.text_pairs.number_words.values import SHARES, drawn_values, shuffled

#: Scope of an error -> its relative frequency.
_WEIGHTS = {LOCAL: 1, GLOBAL: 3}
#: The largest share of rows of a split whose first or last word differs from that of their neighbour.
_MOST_CHANGED_ENDS = 0.15
#: The largest share of a split's appended number words that one number may be part of, and the smallest such
#: limit.
_DONOR_SHARE, _LEAST_DONATIONS = 0.01, 3
#: Number of arrangements tried for a cell.
_TRIES = 6
#: Pairs of numbers that are not read as one number. Not 20 and 15, a year, and not 30 and 40, "thirty or
#: forty".
_MISFITS = [
    *(
        (ten, other)
        for ten in range(30, 100, 10)
        for other in (*range(10, 20), *range(20, ten, 10))
    ),
    *((n, 0) for n in (*range(10, 20), *range(20, 100, 10), *range(100, 1000, 100))),
    *((more, less) for more in range(200, 1000, 100) for less in range(100, more, 100)),
    *((less, more) for more in range(300, 1000, 100) for less in range(100, more - 100, 100)),
]
_FROM_TEN = ("teen", "tens", "compound", "vigesimal")
#: Numbers drawn for each row before the range is considered too small.
_MOST_DRAWS = 400
#: After this many consecutive draws without a pair, the language is considered not to have the kind of error.
_MOST_IN_VAIN = 50_000


@dataclass(frozen=True, slots=True)
class WordPair:
    """A number word and an ungrammatical order of its words.

    Attributes:
        value: the value of the number word.
        word, error_word: the two texts.
        stratum: how the number was drawn.
        error, scope: see `errors`.
        donors: the two numbers that an appended number word is made of.
    """

    value: int
    word: str
    error_word: str
    stratum: str
    error: str
    scope: str
    donors: tuple[int, ...] = ()


def word_pairs(language: Language, options: ProbeOptions) -> dict[str, list[WordPair]]:
    """Return, for each split, as many pairs as it has rows of each label, in random order.

    Across all splits no number word occurs twice. No two splits share a number or, from 1,000 on, a shape.

    Raises:
        RangeError: the range has too few number words.
    """
    maker = _Maker(language, options)
    for stratum in SHARES:
        maker.fill(stratum)
    return {name: shuffled(split.pairs, maker.rng) for name, split in maker.splits.items()}


class _Split:
    """The pairs that a split has, and the numbers of pairs that it still needs."""

    def __init__(self, options: ProbeOptions, split: str) -> None:
        total = options.sizes[split] // 2
        shares = SHARES if options.max_value >= 2 * FIRST_PARTED else {"below_1000": 1}
        self.wanted = quotas(total, shares)
        self.pairs: list[WordPair] = []
        self.cells: Counter[Cell] = Counter()
        self.donors: Counter[int] = Counter()
        self.changed_ends = 0
        self.most_donations = max(_LEAST_DONATIONS, int(_DONOR_SHARE * total / len(ERRORS)))

    def take(self, pair: WordPair, keeps_ends: bool) -> None:
        self.wanted[pair.stratum] -= 1
        self.pairs.append(pair)
        self.cells[pair.error, pair.scope] += 1
        self.donors.update(pair.donors)
        self.changed_ends += pair.value >= FIRST_PARTED and not keeps_ends

    def may_change_ends(self, value: int) -> bool:
        """Return whether an error may change the first or last word; small numbers have few others."""
        return value < FIRST_PARTED or self.changed_ends <= _MOST_CHANGED_ENDS * len(self.pairs)


class _Maker:
    """Makes the pairs of a language."""

    def __init__(self, language: Language, options: ProbeOptions) -> None:
        self._language, self._options = language, options
        self._chunks = chunks_of(language)
        self._shapes = shapes_of(language, options.max_value)
        self._arrangements = arrangements_of(language)
        self._errors = frozenset(options.errors or ERRORS)
        self.splits = {split: _Split(options, split) for split in options.sizes}
        self._owners = deal_bags(self._shapes, options, self._kinds_of_bags())
        self._with_global = {
            shape
            for shape in self._shapes.patterns
            if any(scope == GLOBAL for _, scope in self._arrangements.of(shape))
        }
        self.rng = Rng(options.seed, STREAM, f"words-{language.code}")
        self._used: set[int] = set()
        self._texts: set[str] = set()

    def _kinds_of_bags(self) -> list[set[Bag]]:
        """Return the bags with each kind and scope of error, and those with each class; the rarest first."""
        found: dict[object, set[Bag]] = defaultdict(set)
        for shape in self._shapes.patterns:
            bag = bag_of(shape)
            for name in bag:
                found[name].add(bag)
            for cell, orders in self._arrangements.of(shape).items():
                if any(_same_ends(order.shape, shape) for order in orders):
                    found[cell].add(bag)
        return sorted(found.values(), key=lambda bags: (len(bags), sorted(bags)))

    def fill(self, stratum: str) -> None:
        """Draw numbers of a stratum until each split has as many as it needs.

        Raises:
            RangeError: the range has too few number words.
        """
        splits = self.splits.values()
        most = _MOST_DRAWS * sum(split.wanted.get(stratum, 0) for split in splits)
        values = drawn_values(stratum, self._shapes, self._options, self._with_global)
        in_vain = 0
        for value in islice(values, max(most - 1, 0)):
            in_vain += 1
            if in_vain > _MOST_IN_VAIN or not any(split.wanted.get(stratum) for split in splits):
                break
            if value in self._used:
                continue
            if (
                value < FIRST_PARTED
            ):  # drawn in random order, so the split that needs most can take it
                split = max(splits, key=lambda split: split.wanted["below_1000"])
            else:
                split = self.splits[self._owners[bag_of(self._shapes.of(value))]]
            if split.wanted.get(stratum) and (pair := self._pair(value, stratum, split)):
                in_vain = 0
                split.take(pair, self._keeps_ends(pair.word, pair.error_word))
                self._used.add(value)
                self._texts.add(pair.error_word)
        errors = self._options.errors  # the language may not have them
        for name, split in self.splits.items():
            missing = split.wanted.get(stratum, 0)
            if stratum == "below_1000" and "uniform" in split.wanted:
                split.wanted["uniform"] += missing  # small numbers allow few errors of some kinds
            elif missing:
                raise RangeError(
                    f"0 to {self._options.max_value} gives the split {name} {missing:,} number words too few "
                    f"({self._language.name}, {stratum}{', of the kinds ' * bool(errors)}{', '.join(errors)}); raise "
                    f"--max-value or lower --sizes{', or choose other --errors' * bool(errors)}"
                )

    # --- one pair -----------------------------------------------------------------------------

    def _pair(self, value: int, stratum: str, split: _Split) -> WordPair | None:
        """Return a number word with an error of the split's rarest kind; None if no error is possible."""
        word = self._language.spell(value)
        chunks = self._chunks.cut(word)
        shape = self._chunks.shape(chunks)
        orders = self._arrangements.of(shape)
        within = within_chunks(self._language, chunks)
        cells = {*orders, *((error, LOCAL) for error in within)}
        for cell in sorted(cells, key=lambda cell: (split.cells[cell] / _WEIGHTS[cell[1]], cell)):
            error, scope = cell
            if error not in self._errors:
                continue
            for text, donors in self._candidates(
                chunks,
                shape,
                orders.get(cell, ()),
                within.get(error, ()) if scope == LOCAL else (),
                split.may_change_ends(value),
            ):
                if self._is_fit(text, word, split, donors, split.may_change_ends(value)):
                    return WordPair(value, word, text, stratum, error, scope, donors)
        return self._misfit(value, word, stratum)

    def _candidates(
        self,
        chunks: Sequence[str],
        shape: Shape,
        orders: Sequence[Arrangement],
        within: Sequence[Sequence[str]],
        may_change_ends: bool,
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        if not may_change_ends:
            orders = [a for a in orders if _same_ends(a.shape, shape)]
        final = self._chunks.final
        total = len(orders) + len(within)
        for _ in range(min(_TRIES, 2 * total)):
            n = self.rng.below(total)
            if n >= len(orders):
                yield self._chunks.join(within[n - len(orders)]), ()
                continue
            found = self._arranged(chunks, shape, orders[n].shape)
            # "cents" is written "cent" within a number, so neither may become the last chunk or cease to be it.
            needs_other_end = chunks[-1] in final or found[-1] in final.values()
            if found[-1] == chunks[-1] or not needs_other_end:
                yield self._chunks.join(found), self._donors(found, orders[n])

    def _arranged(self, chunks: Sequence[str], shape: Shape, order: Shape) -> list[str]:
        """Put chunks into another order and shuffle chunks of one class, except the first and the last."""
        start, end = int(order[0] == shape[0]), len(shape) - (order[-1] == shape[-1])
        mixed = shuffled(list(zip(chunks, shape, strict=True))[start:end], self.rng)
        middle = arranged([c for c, _ in mixed], [name for _, name in mixed], order[start:end])
        return [*chunks[:start], *middle, *chunks[end:]]

    def _donors(self, found: Sequence[str], order: Arrangement) -> tuple[int, ...]:
        """Return the two numbers in an appended number word, the inner or last one second."""
        if order.inner is None:
            return ()
        start, end = order.inner
        parts = ([*found[:start], *found[end:]], found[start:end])
        values = [self._language.read(self._chunks.join(part)) for part in parts]
        return tuple(value for value in values if value is not None)

    def _is_fit(
        self, text: str, word: str, split: _Split, donors: Sequence[int], may_change_ends: bool
    ) -> bool:
        """Return whether a text is a valid error.

        It must have the characters of the number word, be new, and not be a number. It must also be within
        the limits for donors and changed ends.
        """
        return (
            text not in self._texts
            and sorted(text) == sorted(word)
            and all(split.donors[donor] < split.most_donations for donor in donors)
            and (may_change_ends or self._keeps_ends(word, text))
            and not self._is_said(text)
            and self._language.read(text) is None
        )

    def _is_said(self, text: str) -> bool:
        """Return whether people say a text that is not a number word: a fragment, an approximation, a price."""
        words, language = self._language.words(text), self._language
        ends = {*language.connectors, language.joiner}
        if words[0] in ends or words[-1] in ends:
            return True
        if language.approximate and re.search(language.approximate, text):
            return True
        shape = self._chunks.shape(self._chunks.cut(text))
        # "sixty-nine five hundred": 69,500 without its thousand.
        return shape[0] in _FROM_TEN and shape[1:] == ("unit", "hundred")

    def _keeps_ends(self, word: str, error_word: str) -> bool:
        return _same_ends(self._language.words(word), self._language.words(error_word))

    def _misfit(self, value: int, word: str, stratum: str) -> WordPair | None:
        """Pair a number word that has no other order, such as "seven", with one like "forty twelve"."""
        if value >= FIRST_PARTED or "appended" not in self._errors:
            return None
        for donors in shuffled(_MISFITS, self.rng):
            text = self._chunks.join(
                [c for n in donors for c in self._chunks.cut(self._language.spell(n))]
            )
            if text not in self._texts and self._language.read(text) is None:
                return WordPair(value, word, text, stratum, "appended", LOCAL, donors)
        return None


def _same_ends(one: Sequence[str], other: Sequence[str]) -> bool:
    return (one[0], one[-1]) == (other[0], other[-1])
