"""Strategies against perturbed problems that need no understanding, each a few lines.

A strategy *solves* if it returns the answer, *restores* if it returns the original text, and *selects* if it
returns exactly the numbers that the equation uses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log, prod
from typing import Literal

from numdiag_datasets.core.problem import Problem, texts
from numdiag_datasets.english.number_words import TEENS, TENS, UNITS
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.english.words import content_words
from numdiag_datasets.texts.reading import Reading

Kind = Literal["solves", "restores", "selects"]
Guess = Callable[["Row"], Fraction | str | frozenset[Fraction] | None]

_APART = 10
_WORD = "|".join([*UNITS, *TEENS, *TENS, "hundred", "thousand"])
_WORDS = rf"(?:{_WORD})(?:[- ](?:and )?(?:{_WORD}))*\b"
_NOT = re.compile(
    rf" \(not [^()]*\)|, not (?:\S+?|{_WORDS})(?=[.,?!;]|$),?|, not \S+? \w+,| rather than (?:\S*\d\S*(?<![.,?!;])|{_WORDS})"
    rf"|\b[Nn]ot (?:\S*\d\S*|{_WORDS}) but "
)
_IN_PARENTHESES = re.compile(r" \((?P<number>[^()]*\d[^()]*)\)")
_ZEROS = re.compile(r"(?<=\d)\.0+(?!\d)")


@dataclass(frozen=True, slots=True)
class Strategy:
    """A shortcut that needs no understanding of the problem.

    Attributes:
        name: for columns.
        summary: one line.
        kind: its effect when it works.
        guess: row -> its guess.
        word_problems: whether it applies to word problems only.
    """

    name: str
    summary: str
    kind: Kind
    guess: Guess
    word_problems: bool = True


class Row:
    """A row whose numbers are read when a strategy first needs them, unless its reading is given.

    Attributes:
        problem: the row.
        train: the sentences of the problems of train, also those that extra inserts there.
        works: name of a strategy -> whether it works on this original.
    """

    def __init__(
        self, problem: Problem, reading: Reading | None = None, train: Set[str] = frozenset()
    ) -> None:
        self.problem = problem
        self.train = train
        self._reading = reading
        self.works: dict[str, bool] = {}

    @cached_property
    def reading(self) -> Reading:
        return self._reading or Reading(self.problem)

    @cached_property
    def values(self) -> list[Fraction]:
        """The values of its quantities."""
        return [number.value for number in self.reading.quantities]

    @cached_property
    def operands(self) -> frozenset[Fraction]:
        """The operands that occur in the text."""
        return frozenset(group.value for group in self.reading.bound)

    @property
    def answer(self) -> Fraction | None:
        """The value of its equation."""
        return self.reading.results[-1] if self.reading.results else None

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of the context."""
        context = " ".join(self.problem.context)
        return [context[start:end] for start, end in sentence_spans(context)]

    @cached_property
    def text(self) -> str:
        """The whole text, with single spaces."""
        return _squeezed(" ".join(text for _, text in texts(self.problem)))


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _of_values(compute: Callable[[list[Fraction]], Fraction | None]) -> Guess:
    """Return a guess that uses the numbers of the text; it needs at least two."""

    def guess(row: Row) -> Fraction | None:
        return compute(row.values) if len(row.values) > 1 else None

    return guess


def _quotient(values: list[Fraction]) -> Fraction | None:
    return max(values) / min(values) if min(values) else None


def _without_sentence(choose: Callable[[list[str], str], int | None]) -> Guess:
    """Return a guess that removes one sentence of the context from the text."""

    def guess(row: Row) -> str | None:
        sentences, question = row.sentences, row.problem.question
        dropped = choose(sentences, question) if len(sentences) > 1 else None
        if dropped is None:
            return None
        left = [sentence for i, sentence in enumerate(sentences) if i != dropped]
        return _squeezed(" ".join((*left, question)))

    return guess


def _unrelated(sentences: list[str], question: str) -> int | None:
    """Return the only sentence with a number that shares no content word with the rest, if exactly one does."""
    words = [content_words(sentence) for sentence in sentences]
    asked = content_words(question)
    alone = [
        i
        for i, own in enumerate(words)
        if any(map(str.isdigit, sentences[i]))
        and own.isdisjoint(asked)
        and own.isdisjoint(set().union(*words[:i], *words[i + 1 :]))
    ]
    return alone[0] if len(alone) == 1 else None


def _least_overlap(sentences: list[str], question: str) -> int | None:
    """Return the sentence with a number whose words, the rare ones above all, overlap least with the rest.

    A word that one more sentence has counts more than one that all have (inverse document frequency).
    """
    words = [content_words(sentence) for sentence in [*sentences, question]]
    counts = Counter(word for own in words for word in own)

    def overlap(i: int) -> float:
        shared = (word for word in words[i] if counts[word] > 1)
        return sum(log(len(words) / counts[word]) + 1 for word in shared) / max(len(words[i]), 1)

    numbered = [i for i, sentence in enumerate(sentences) if any(map(str.isdigit, sentence))]
    return min(numbered, key=overlap, default=None)


def _seen_in_train(row: Row) -> Fraction | str | frozenset[Fraction] | None:
    """Return the text without the sentence that a problem of train has too, if exactly one is such."""
    seen = [i for i, sentence in enumerate(row.sentences) if sentence in row.train]
    return _without_sentence(lambda _, __: seen[0])(row) if len(seen) == 1 else None


def _ten_times_apart(values: list[Fraction]) -> Fraction | None:
    """Return the quotient of the largest and the smallest number if it is ten or more."""
    quotient = _quotient(values)
    return quotient if quotient is not None and quotient >= _APART else None


def _without(pattern: re.Pattern[str]) -> Guess:
    return lambda row: _squeezed(pattern.sub("", row.text))


def _numbers(looks: Callable[[Fraction], bool]) -> Guess:
    return lambda row: frozenset(filter(looks, row.values))


def _shown_answer(row: Row) -> Fraction | None:
    """Return the answer if it is among the numbers of the text: an upper bound for guesses of one number."""
    return row.answer if row.answer in row.values else None


#: The strategies, in the order of the tables.
STRATEGIES: tuple[Strategy, ...] = (
    Strategy("drop first", "drop the first sentence", "restores", _without_sentence(lambda s, _: 0)),
    Strategy("drop last", "drop the last sentence of the context", "restores", _without_sentence(lambda s, _: len(s) - 1)),
    Strategy("drop unrelated", "drop the one sentence with a number that shares no content word with the rest", "restores", _without_sentence(_unrelated)),
    Strategy("least overlap", "drop the sentence with a number that shares least with the rest, weighted by rarity", "restores", _without_sentence(_least_overlap)),
    Strategy("seen in train", "drop the one sentence that a problem of train has too", "restores", _seen_in_train),
    Strategy("strip not", 'strip "(not 30)", "rather than 30" and the like', "restores", _without(_NOT), False),
    Strategy("strip brackets", 'strip numbers in parentheses: "twelve (12)"', "restores", _without(_IN_PARENTHESES), False),
    Strategy("strip zeros", 'write "12.0" as "12"', "restores", _without(_ZEROS), False),
    Strategy("all numbers", "take all numbers of the text for operands", "selects", _numbers(lambda value: True)),
    Strategy("decimals", "take the numbers with decimals for the operands", "selects", _numbers(lambda value: value.denominator > 1)),
    Strategy("large numbers", "take the numbers above 200 for the operands", "selects", _numbers(lambda value: value > 200)),
    Strategy("largest - smallest", "answer the largest number less the smallest", "solves", _of_values(lambda v: max(v) - min(v))),
    Strategy("largest / smallest", "answer the largest number by the smallest", "solves", _of_values(_quotient)),
    Strategy("ten times apart", "answer the largest number by the smallest where it is ten times as large", "solves", _of_values(_ten_times_apart)),
    Strategy("sum", "answer the sum of all numbers", "solves", _of_values(lambda v: sum(v, Fraction(0)))),
    Strategy("product", "answer the product of all numbers", "solves", _of_values(lambda v: prod(v, start=Fraction(1)))),
    Strategy("answer shown", "the answer stands in the text", "solves", _shown_answer),
)  # fmt: skip
