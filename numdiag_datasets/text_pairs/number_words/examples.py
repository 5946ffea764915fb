"""The rows of the two probing tasks (Johnson et al., 2020, appendix B), without the leak of the original.

Every value belongs to one split, so no string of one split stands in another: a probe cannot know it by
heart. Where the range is too small for that (the paper's 0 to 999), values are drawn for every split from
the whole range, as in the paper, and `shared_texts` counts what they have in common.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import accumulate, chain, cycle, islice

from numdiag_datasets.draws import Draws
from numdiag_datasets.errors import InputError
from numdiag_datasets.text_pairs.number_words.languages import MAX_VALUE, Language, language_of
from numdiag_datasets.text_pairs.number_words.templates import Template, template_of, templates_of
from numdiag_datasets.text_pairs.number_words.ungrammatical import (
    Likeness,
    Ungrammatical,
    WordIndex,
)

GENERATION = 1
TASKS = ("grammaticality", "comparison")
VARIANTS = ("bare", "sentence")
#: Split -> rows of every config, as in the paper.
SIZES = {"train": 30_000, "validation": 10_000, "test": 10_000}
#: Task -> the names of the labels 0 and 1.
LABELS = {"grammaticality": ("grammatical", "ungrammatical"), "comparison": ("first", "second")}


class RangeError(InputError):
    """The range of values is too small for the rows asked for."""


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """A row, with the columns of the configs.

    Attributes:
        text: a number word, or a sentence with one.
        text_pair: the second of a comparison, in the same sentence; "" for grammaticality.
        label: grammaticality: 0 grammatical, 1 not; comparison: 0 if the first is larger, else 1.
        value, value_pair: what the number words mean; None where there is nothing to mean.
        template: ``en-6``; "" for bare number words.
        split_key: the values that put the row into its split: ``248``, or two with a comma.
    """

    text: str
    text_pair: str
    label: int
    value: int | None
    value_pair: int | None
    template: str
    split_key: str


@dataclass(frozen=True, eq=False)  # held in a cache by what it is, not by what it holds
class Values:
    """Which values each split draws from.

    Attributes:
        max_value: 0 to this.
        seed: of the order in which they are dealt out.
        sizes: split -> rows of every config; even numbers, so that half of them have each label.
    """

    max_value: int
    seed: int
    sizes: Mapping[str, int] = field(default_factory=SIZES.copy)

    @property
    def _rows(self) -> int:
        return sum(self.sizes.values())

    @cached_property
    def _order(self) -> list[int]:
        key = str(self.seed).encode()
        return sorted(
            range(self.max_value + 1),
            key=lambda n: blake2b(b"%d" % n, key=key, digest_size=8).digest(),
        )

    @property
    def is_leak_free(self) -> bool:
        """Whether there are enough for every split to have its own: two for each comparison."""
        return self.max_value + 1 >= 2 * self._rows

    def of(self, split: str) -> list[int]:
        """The values of a split, in a random order."""
        if not self.is_leak_free:
            return self._order
        start = 0
        for name, rows in self.sizes.items():
            end = start + (self.max_value + 1) * rows // self._rows
            if name == split:
                return self._order[start:end]
            start = end
        raise KeyError(split)

    def check(self) -> None:
        """Raise if there are not enough different pairs for every split.

        Raises:
            RangeError: says how many there are.
        """
        if not 0 < self.max_value <= MAX_VALUE:
            raise RangeError(f"numbers go from 0 to at most {MAX_VALUE:,}, not to {self.max_value}")
        count, wanted = self.max_value + 1, self._rows
        pairs = count * (count - 1) // 2
        # A hash deals pairs out to the splits, so that each has its share within a few percent only.
        if pairs < wanted + wanted // 10:
            raise RangeError(
                f"0 to {self.max_value} has {pairs:,} pairs for {wanted:,} comparisons, and a tenth more than "
                "that are needed; raise --max-value or lower --sizes"
            )


def probe_rows(
    task: str,
    variant: str,
    language: Language,
    split: str,
    values: Values,
    taken: Container[str] = (),
) -> Iterator[ProbeRow]:
    """The rows of one split of one config, as many as ``values.sizes`` says, half of each label.

    Args:
        task: grammaticality or comparison.
        variant: bare or sentence.
        language: a row of the table.
        split: train, validation or test.
        values: which values it draws from.
        taken: ungrammatical number words of other splits, see `ungrammatical_words`; made of other values, two
            number words may still give the same text.
    """
    key = "-".join((task, variant, language.code, split))
    draws = Draws(values.seed, "number_words", GENERATION, key)
    templates = templates_of(language.code) if variant == "sentence" else ()
    if task == "comparison":
        yield from _comparisons(language, values, split, draws, templates)
    else:
        yield from _judgements(language, values, split, draws, templates, taken)


def ungrammatical_words(rows: Iterable[ProbeRow]) -> Iterator[str]:
    """The number words of the ungrammatical rows, without their sentences."""
    for row in rows:
        if row.label == 1 and row.value is None:
            word = template_of(row.template).number_word(row.text)
            if word is not None:
                yield word


# --- grammaticality -------------------------------------------------------------------------------


def _judgements(
    language: Language,
    values: Values,
    split: str,
    draws: Draws,
    templates: Sequence[Template],
    taken: Container[str],
) -> Iterator[ProbeRow]:
    ungrammatical = Ungrammatical(language, _index(language.code, values, split), draws, taken)
    for value, text, parts in islice(
        _neighbours(ungrammatical, values, split), values.sizes[split] // 2
    ):
        rows = [
            (language.spell(value), 0, value, str(value), value),
            (text, 1, None, f"{parts[0]},{parts[1]}", max(parts)),
        ]
        if draws.below(2):
            rows.reverse()
        for words, label, meant, split_key, size in rows:
            template = _choose(templates, size, draws)
            filled = template.filled(words) if template else words
            yield ProbeRow(
                filled, "", label, meant, None, template.id if template else "", split_key
            )


@lru_cache(maxsize=len(SIZES))
def _index(language: str, values: Values, split: str) -> WordIndex:
    """The index of a split, once for bare words and sentences."""
    return WordIndex(language_of(language), values.of(split))


def _neighbours(
    ungrammatical: Ungrammatical, values: Values, split: str
) -> Iterator[tuple[int, str, tuple[int, int]]]:
    """Values, each with an ungrammatical number word like its own: those with the same characters first.

    A small range has to take every value, and again and again.
    """
    pool = values.of(split)
    rest = []
    for value in pool if values.is_leak_free else ():
        if found := ungrammatical.like(value, Likeness.CHARACTERS):
            yield value, *found
        else:
            rest.append(value)
    failed = 0
    for value in chain(rest, cycle(pool)):
        if found := ungrammatical.like(value, Likeness.LENGTH):
            yield value, *found
            failed = 0
        elif (failed := failed + 1) > len(pool):
            advice = (
                f"give {split}, which has {len(pool)} of them, a larger share of --sizes"
                if values.is_leak_free
                else "raise --max-value"
            )
            raise RangeError(
                f"0 to {values.max_value} gives the split {split} no more ungrammatical number words that are not "
                f"longer than its number words; {advice}"
            )


# --- comparison -----------------------------------------------------------------------------------


def _comparisons(
    language: Language, values: Values, split: str, draws: Draws, templates: Sequence[Template]
) -> Iterator[ProbeRow]:
    """Pairs of values of which none stands in two pairs, or, of a small range, no pair twice."""
    pool = values.of(split)
    pairs = _disjoint(pool) if values.is_leak_free else _different(pool, values, split)
    number = -1
    for number, (one, other) in enumerate(islice(pairs, values.sizes[split])):
        larger, smaller = max(one, other), min(one, other)
        label = number % 2
        first, second = (larger, smaller) if label == 0 else (smaller, larger)
        template = _choose(templates, smaller, draws)
        texts = [language.spell(n) for n in (first, second)]
        if template:
            texts = [template.filled(text) for text in texts]
        yield ProbeRow(
            texts[0],
            texts[1],
            label,
            first,
            second,
            template.id if template else "",
            f"{first},{second}",
        )
    if number + 1 < values.sizes[split]:
        raise RangeError(
            f"0 to {values.max_value} gives the split {split} only {number + 1} comparisons of "
            f"{values.sizes[split]}; raise --max-value or lower --sizes"
        )


def _disjoint(pool: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(pool[::2], pool[1::2], strict=False)


def _different(pool: Sequence[int], values: Values, split: str) -> Iterator[tuple[int, int]]:
    """Pairs of a small range, each in one split only: dealt out by a hash of the pair."""
    wanted = list(values.sizes).index(split)
    bounds = list(accumulate(values.sizes.values()))
    key = str(values.seed).encode()
    found = []
    for i, one in enumerate(pool):
        for other in pool[i + 1 :]:
            digest = blake2b(
                b"%d,%d" % (min(one, other), max(one, other)), key=key, digest_size=8
            ).digest()
            place = int.from_bytes(digest, "big")
            if sum(place % bounds[-1] >= bound for bound in bounds) == wanted:
                found.append((place, one, other))
    yield from ((one, other) for _, one, other in sorted(found))


def _choose(templates: Sequence[Template], least: int, draws: Draws) -> Template | None:
    """A template that is natural with a number, None if none is wanted."""
    fitting = [template for template in templates if template.least <= least]
    return fitting[draws.below(len(fitting))] if fitting else None


def share_alike(rows: Sequence[ProbeRow]) -> float:
    """How many of the ungrammatical number words have exactly the characters of their neighbour, 0 to 1.

    Args:
        rows: of bare grammaticality, in which neighbours follow each other.
    """
    pairs = list(zip(rows[::2], rows[1::2], strict=True))
    return sum(sorted(one.text) == sorted(other.text) for one, other in pairs) / len(pairs)


def split_values(split_key: str) -> list[int]:
    """The values of the column ``split_key``."""
    return [int(value) for value in split_key.split(",")]


def text_digests(rows: Iterable[ProbeRow]) -> list[bytes]:
    """A short digest of the text or the pair of every row, to count what two splits share."""
    return [
        blake2b(f"{row.text}\0{row.text_pair}".encode(), digest_size=8).digest() for row in rows
    ]


def shared_texts(known: Iterable[bytes], others: Iterable[bytes]) -> int:
    """How many of the others have a text that is known too, by `text_digests`."""
    seen = set(known)
    return sum(digest in seen for digest in others)
