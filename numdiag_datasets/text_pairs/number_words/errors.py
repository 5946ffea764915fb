"""Kinds of error that make a number word ungrammatical, made by reordering its own words.

An error puts the words of a number word, its *neighbour*, into an order that no number word has. So
the two have the same words, and only the order shows which is a number. Most errors are arrangements
of chunks (`Arrangements`); some are within a chunk ("forty-three" -> "three-forty", `within_chunks`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, permutations

from numdiag_datasets.text_pairs.number_words.chunks import AND, COUNTS, Shape, chunks_of
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.shapes import Bag, bag_of, shapes_of

#: Kind of error -> its description.
ERRORS = {
    "appended": "two number words joined, or one put between the parts of another (the paper's rule)",
    "scales": "two scale words exchanged",
    "connector": "the word for and misplaced, or twice in one part",
    "tens_units": "a ten and its unit exchanged",
    "missing": "a part of a number word left out",
    "vigesimal": "the parts of a number counted by twenties misplaced",
    "kanji_order": "a digit behind the scale that it multiplies",
}
#: Scope -> its description.
SCOPES = {
    "local": "what stands side by side in it differs from what stands side by side in its number word",
    "global": "it has the very pairs of neighbouring classes of words that its number word has, in another order, so that "
    "only three words or more tell",
}
LOCAL, GLOBAL = SCOPES

#: (kind of error, scope)
Cell = tuple[str, str]
_EDGE = ""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An order of classes that no number word has.

    Attributes:
        shape: the classes.
        inner: start and end of a number word inserted into or appended to another; None if there is none.
    """

    shape: Shape
    inner: tuple[int, int] | None = None


class Arrangements:
    """Every ungrammatical order of the words of a language's number words, by kind of error."""

    def __init__(self, language: Language) -> None:
        """Index the shapes of the language."""
        self._language = language
        self._chunks = chunks_of(language)
        self._shapes = shapes_of(language)
        self._by_bag: dict[Bag, list[Shape]] = defaultdict(list)
        self._incomplete: dict[Bag, set[Shape]] = defaultdict(set)
        for shape in sorted(self._shapes.all):
            self._by_bag[bag_of(shape)].append(shape)
            for n in range(len(shape)):
                rest = shape[:n] + shape[n + 1 :]
                self._incomplete[bag_of(rest)].add(rest)
        self._counts = {bag: Counter(bag) for bag in self._by_bag}
        self._found: dict[Shape, dict[Cell, list[Arrangement]]] = {}
        self._appended: dict[Bag, dict[Shape, tuple[int, int]]] = {}

    def of(self, shape: Shape) -> Mapping[Cell, Sequence[Arrangement]]:
        """Return the ungrammatical orders of a number word's classes, grouped by kind and scope."""
        if shape not in self._found:
            found: dict[Cell, list[Arrangement]] = defaultdict(list)
            pairs = Counter(_pairs(shape))
            for arranged, (error, inner) in self._kinds(shape).items():
                if arranged not in self._shapes.all and self._is_none(arranged, shape):
                    scope = GLOBAL if pairs == Counter(_pairs(arranged)) else LOCAL
                    found[error, scope].append(Arrangement(arranged, inner))
            self._found[shape] = dict(found)
        return self._found[shape]

    def _kinds(self, shape: Shape) -> dict[Shape, tuple[str, tuple[int, int] | None]]:
        """Return each order with its kind of error; the first kind wins if several lead to the same order."""
        kinds: dict[Shape, tuple[str, tuple[int, int] | None]] = {}
        bag = bag_of(shape)
        for error, orders in (
            ("connector", _moved_connectors(shape)),
            ("kanji_order", _digits_behind(shape) if "ten" in self._chunks.scales else ()),
            ("scales", _exchanged_scales(shape)),
            ("missing", sorted(self._incomplete[bag])),
        ):
            for order in orders:
                kinds.setdefault(order, (error, None))
        for order, inner in self._two_numbers(bag).items():
            kinds.setdefault(order, ("appended", inner))
        return kinds

    def _two_numbers(self, bag: Bag) -> dict[Shape, tuple[int, int]]:
        """Combine two shapes that together have the classes of a bag: one after or within the other."""
        if bag in self._appended:
            return self._appended[bag]
        found: dict[Shape, tuple[int, int]] = {}
        whole = Counter(bag)
        for part, counts in self._counts.items():
            if len(part) >= len(bag) or not counts <= whole:
                continue
            for inner in self._by_bag.get(bag_of(tuple((whole - counts).elements())), ()):
                for outer in self._by_bag[part]:
                    for place in range(len(outer) + 1):
                        order = outer[:place] + inner + outer[place:]
                        found.setdefault(order, (place, place + len(inner)))
        self._appended[bag] = found
        return found

    def _is_none(self, order: Shape, shape: Shape) -> bool:
        """Return whether the words of a number with this shape, put into another order, are not a number."""
        pattern = self._shapes.patterns.get(shape)
        if pattern is None:
            return True  # shapes of small numbers have no pattern; the actual words are read later
        value = pattern[0].uppers[-1] * pattern[0].group + pattern[0].lowers[-1]
        words = self._chunks.cut(self._language.spell(value))
        return self._language.read(self._chunks.join(arranged(words, shape, order))) is None


@lru_cache(maxsize=16)
def arrangements_of(language: Language) -> Arrangements:
    """Return the arrangements of a language, computed once."""
    return Arrangements(language)


def _pairs(shape: Shape) -> Iterator[tuple[str, str]]:
    return pairwise((_EDGE, *shape, _EDGE))


def arranged(chunks: Sequence[str], shape: Sequence[str], order: Shape) -> list[str]:
    """Rearrange the chunks of a shape to another order of its classes; chunks of one class keep their order."""
    waiting: dict[str, list[str]] = defaultdict(list)
    for name, chunk in zip(reversed(shape), reversed(chunks), strict=True):
        waiting[name].append(chunk)
    return [waiting[name].pop() for name in order]


# --- kinds of error -------------------------------------------------------------------------------


def _moved_connectors(shape: Shape) -> Iterator[Shape]:
    for n, name in enumerate(shape):
        if name == AND:
            rest = shape[:n] + shape[n + 1 :]
            yield from ((*rest[:m], AND, *rest[m:]) for m in range(len(rest) + 1) if m != n)


def _exchanged_scales(shape: Shape) -> Iterator[Shape]:
    scales = [n for n, name in enumerate(shape) if name not in COUNTS and name != AND]
    for n, m in combinations(scales, 2):
        if shape[n] != shape[m]:
            yield _exchanged(shape, n, m)


def _digits_behind(shape: Shape) -> Iterator[Shape]:
    for n, (name, after) in enumerate(pairwise(shape)):
        if name in COUNTS and after not in COUNTS:
            yield _exchanged(shape, n, n + 1)


def _exchanged(shape: Shape, one: int, other: int) -> Shape:
    names = list(shape)
    names[one], names[other] = names[other], names[one]
    return tuple(names)


# --- within a chunk -------------------------------------------------------------------------------

#: Danish tens that are half a twenty short, without their "halv", and tens that are not. Words whose error
#: would read the same are left out: "halvtreds" without "halv", and "tres" with it.
_HALVED, _WHOLE = ("halvfjerds", "halvfems"), ("tyve", "tredive", "fyrre", "firs")


def within_chunks(language: Language, chunks: Sequence[str]) -> dict[str, list[list[str]]]:
    """Return, for each kind of error, the chunks of a number word with one chunk changed, or two in Danish.

    Args:
        language: a row of the table.
        chunks: the chunks of a number word.
    """
    found: dict[str, list[list[str]]] = defaultdict(list)
    for n, (chunk, name) in enumerate(zip(chunks, chunks_of(language).shape(chunks), strict=True)):
        for error, changed in _changes(language, chunk, name):
            found[error].append([*chunks[:n], changed, *chunks[n + 1 :]])
    if language.code == "da":
        found["vigesimal"] += _moved_halves(chunks)
    return found


@lru_cache(maxsize=1 << 12)
def _changes(language: Language, chunk: str, name: str) -> tuple[tuple[str, str], ...]:
    words = language.words(chunk)
    if name == "compound":
        exchanged = [words[-1], *words[1:-1], words[0]]
        changes = [("tens_units", exchanged)]
        if language.joiner in words:
            rest = [word for word in words if word != language.joiner]
            changes += [
                ("connector", [language.joiner, *rest]),
                ("connector", [*rest, language.joiner]),
            ]
    elif name == "vigesimal":
        changes = [
            ("vigesimal", list(order)) for order in permutations(words) if list(order) != words
        ]
    else:
        changes = []
    return tuple((error, _rejoined(chunk, words, order)) for error, order in changes)


def _rejoined(chunk: str, words: Sequence[str], order: Sequence[str]) -> str:
    """Put other words in place of the words of a chunk and keep the characters between them."""
    text, start = "", 0
    for word, other in zip(words, order, strict=True):
        place = chunk.index(word, start)
        text += chunk[start:place] + other
        start = place + len(word)
    return text


def _moved_halves(chunks: Sequence[str]) -> Iterator[list[str]]:
    for n, m in permutations(range(len(chunks)), 2):
        for halved in _HALVED:
            for whole in _WHOLE:
                if chunks[n].endswith(halved) and chunks[m].endswith(whole):
                    changed = list(chunks)
                    changed[n] = chunks[n].removesuffix(halved) + halved.removeprefix("halv")
                    changed[m] = f"{chunks[m].removesuffix(whole)}halv{whole}"
                    yield changed
