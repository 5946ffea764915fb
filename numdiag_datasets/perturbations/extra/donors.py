"""Donors: sentences of one problem that may stand in another and have no bearing on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from typing import TypeVar

from numdiag_datasets.core.problem import (
    DOUBTFUL_ANSWER,
    texts,
)
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.cohesive_words import (
    COMPARATIVES,
    DISTRIBUTIVES,
    EQUALS,
    EVERYDAY_TIES,
    FIRST_PERSON_PLURAL,
    HE_SHE,
    HIM_HER,
    MULTIPLES,
    ORDINALS_TO_THIRD,
    PAIRS,
    RELATIVE_PRONOUNS,
    SPEAKER_AND_HEARER,
    SUBORDINATORS,
)
from numdiag_datasets.english.names import (
    BEINGS,
    names_or_means_beings,
    names_someone,
)
from numdiag_datasets.english.nouns import GENERAL, classes_of
from numdiag_datasets.english.words import WORD, content_words
from numdiag_datasets.perturbations.extra.not_lent import is_not_lent
from numdiag_datasets.perturbations.extra.passage_sentences import (
    stands_in_any_passage,
    ties_of_prose,
)
from numdiag_datasets.perturbations.extra.table_sentences import stands_in_any_report
from numdiag_datasets.perturbations.extra.word_problem_sentences import (
    stands_in_any_problem,
    ties_of,
)
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

# The fewest and the most words of a donor of a word problem.
_LEAST_WORDS, _MOST_WORDS = 4, 16
# The most characters, whatever the words.
_MOST_CHARACTERS = 500
# What a split decides once.
_DONORS = "donors"
_LENDERS = "lenders"
#: How often a sentence may stand in a split that borrows the sentences of others, so that it is no cliché.
MOST_USES = 2
# A sentence with one of these leans on the text around it, compares, or is no plain statement.
_LEANS_ON_CONTEXT = (
    EVERYDAY_TIES
    | HE_SHE
    | HIM_HER
    | FIRST_PERSON_PLURAL
    | SPEAKER_AND_HEARER
    | COMPARATIVES
    | EQUALS
    | MULTIPLES
    | PAIRS
    | DISTRIBUTIVES
    | ORDINALS_TO_THIRD
    | SUBORDINATORS
    | RELATIVE_PRONOUNS
    | {"there's", "remainder", "total", "last", "so", "but", "only", "just"}
    # the owner of what? joined whom?
    | {"owner", "join", "joins", "joined"}
)
# "The scale read 95 pounds": which scale? Not "The Ferris wheel in Paradise Park ...".
_DEFINITE = re.compile(r"The (?!.*[a-z,] [A-Z])")
#: The split whose sentences stay its own.
TRAIN = "train"
_NO_AMOUNT = frozenset("label reference name determiner score".split())
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Donor:
    """A sentence that stands on its own.

    Attributes:
        group: where it comes from.
        text: the sentence with its full stop.
        words: its content words, names included.
        values: the numbers it shows.
        amounts: those of them that are no years, dates or the like.
        classes: the classes of what it counts.
        impersonal: whether it mentions no being, by name or noun, that a later pronoun could mean.
        ties: those of the words by which it may be tied to another text: no names, and of a word problem
            not what it counts.
    """

    group: str
    text: str
    words: frozenset[str]
    values: frozenset[Fraction]
    classes: frozenset[str]
    impersonal: bool
    ties: frozenset[str] = frozenset()
    amounts: frozenset[Fraction] = frozenset()


@dataclass(frozen=True, slots=True)
class Donors:
    """Sentences that may be inserted, in source order, and by the words that tie them to a problem."""

    sentences: tuple[Donor, ...] = ()
    by_tie: dict[str, list[int]] = dataclass_field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        for i, donor in enumerate(self.sentences):
            for word in sorted(donor.ties):
                self.by_tie.setdefault(word, []).append(i)

    def __iter__(self) -> Iterator[Donor]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def sharing(self, words: frozenset[str], rng: Rng) -> list[int]:
        """Those that a word ties to these words, in an order that is drawn."""
        found: dict[int, None] = {}
        ties = sorted(words & self.by_tie.keys())
        for tie in _from(rng.below(len(ties)), ties):
            there = self.by_tie[tie]
            found |= dict.fromkeys(_from(rng.below(len(there)), there))
        return list(found)


#: Of a perturbation that inserts nothing.
NO_DONORS = Donors()


def _from(first: int, items: list[_Item]) -> list[_Item]:
    return [*items[first:], *items[:first]]


def find_donors(readings: Iterable[Reading]) -> Donors:
    """Return the sentences of these problems that may be inserted elsewhere, in source order.

    A donor is one full declarative sentence of a context, of a word problem with 4 to 16 words, with a
    quantity whose noun is known, and without a pronoun, comparison or other word that leans on the text
    around it.
    """
    donors: dict[str, Donor] = {}
    for reading in readings:
        if DOUBTFUL_ANSWER in reading.problem.lints and reading.problem.kind.is_story:
            continue  # what makes the answer doubtful may be this sentence
        paragraphs = dict(texts(reading.problem))
        for field, start, end in reading.sentences:
            text = paragraphs[field][start:end]
            kind = reading.problem.kind
            if text in donors or not _stands_alone(text, kind):
                continue
            donor = _as_donor(reading, text, reading.passage.within(field, start, end))
            if donor and not is_not_lent(text):
                donors[text] = donor
    return Donors(tuple(donors.values()))


def donors_of(split: Split) -> Donors:
    """The sentences that problems of a split may be given: those of the split, or those it was lent."""
    return split.once(
        _DONORS,
        lambda: find_donors(
            group.readings[0] for lender in _lenders(split) for group in lender.groups.values()
        ),
    )


def lend(split: Split, donors: Donors) -> None:
    """Give a split sentences of other problems in place of its own; before anything is inserted."""
    split.once(_DONORS, lambda: donors)


def lend_among(splits: Mapping[str, Split]) -> None:
    """Let the splits of a data set borrow the sentences of all of them, but for train.

    In train stand sentences of train alone, so that nothing of the others is seen in training.

    Args:
        splits: by name, ``train`` among them or not; before anything is inserted.
    """
    lenders = tuple(splits.values())
    for name, split in splits.items():
        if name != TRAIN:
            split.once(_LENDERS, lambda: lenders)


def most_uses(split: Split) -> int:
    """How often a sentence may stand in a split of word problems."""
    return MOST_USES if len(_lenders(split)) > 1 else len(split.readings)


def least_used(
    donors: Donors,
    candidates: Iterator[int],
    fits: Callable[[Donor], bool],
    impersonal: bool,
    uses: list[int],
    most: int,
) -> int | None:
    """The first of the least used donors that fit, None if there is none."""
    best, least = None, most
    for i in candidates:
        donor = donors.sentences[i]
        if uses[i] < least and donor.impersonal >= impersonal and fits(donor):
            best, least = i, uses[i]
            if not least:
                break
    return best


def _lenders(split: Split) -> tuple[Split, ...]:
    return split.once(_LENDERS, lambda: (split,))


def _stands_alone(text: str, kind: TextKind) -> bool:
    """Whether a sentence is a plain statement that needs nothing before it."""
    return len(text) <= _MOST_CHARACTERS and _STANDS_IN_ANY[kind](text)


def _stands_in_problem(text: str) -> bool:
    words = {word.lower() for word in WORD.findall(text)}
    return (
        not _LEANS_ON_CONTEXT & words
        and text.endswith(".")
        and (text[0].isupper() or text[0].isdigit())
        and _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS
        and not _DEFINITE.match(text)
        and stands_in_any_problem(text)
    )


_STANDS_IN_ANY: dict[TextKind, Callable[[str], bool]] = {
    TextKind.WORD_PROBLEM: _stands_in_problem,
    TextKind.SOLUTION: _stands_in_problem,
    TextKind.PASSAGE: stands_in_any_passage,
    TextKind.TABLE: stands_in_any_report,
}


def _as_donor(reading: Reading, text: str, numbers: slice) -> Donor | None:
    """A sentence with these numbers of its passage as a donor, None unless each counts something known.

    A passage of prose, without an equation, may also lend a year, a date or a "41-yard" pass: what its
    questions ask for is named in their words.
    """
    prose = not reading.problem.kind.is_story
    values: set[Fraction] = set()
    classes: set[str] = set()
    amounts: set[Fraction] = set()
    passage = reading.passage
    for number, noun in zip(passage.numbers[numbers], passage.nouns[numbers], strict=True):
        # "Grace used 45 pieces" does not say of what.
        found = {"money"} if number.role == "money" else classes_of(noun) - {GENERAL}
        # "28 of the geese" leans on a sentence with the number of geese.
        if number.field_text.startswith(" of ", number.end):
            return None
        if number.is_quantity:
            amounts.add(number.value)
        if prose:
            if number.role in _NO_AMOUNT:
                return None
        elif not number.perturbable or not found:
            return None
        values.add(number.value)
        classes |= found
    if not amounts:
        return None
    words = frozenset(content_words(text))
    nouns = frozenset(passage.nouns[numbers])
    return Donor(
        group=reading.problem.group,
        text=text,
        words=words,
        values=frozenset(values),
        classes=frozenset(classes),
        impersonal=_is_impersonal(text, words) if prose else not names_or_means_beings(text),
        ties=frozenset(ties_of_prose(text) if prose else ties_of(text) - nouns),
        amounts=frozenset(amounts),
    )


def _is_impersonal(text: str, words: frozenset[str]) -> bool:
    """Of prose, whose pronouns mean whoever has a name."""
    return not names_someone(text, doubtful=True) and not any(BEINGS & classes_of(w) for w in words)
