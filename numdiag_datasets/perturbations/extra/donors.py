"""Donors: sentences of one problem that can be inserted into another and have no bearing on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from typing import TypeVar

from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, texts
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
    HIMSELF_HERSELF,
    MULTIPLES,
    ORDINALS_TO_THIRD,
    PAIRS,
    RELATIVE_PRONOUNS,
    SPEAKER_AND_HEARER,
    SUBORDINATORS,
)
from numdiag_datasets.english.names import BEINGS, names_or_means_beings, names_someone
from numdiag_datasets.english.nouns import GENERAL, classes_of
from numdiag_datasets.english.words import WORD, content_words
from numdiag_datasets.perturbations.annotations import short_hash
from numdiag_datasets.perturbations.extra.not_lent import is_not_lent
from numdiag_datasets.perturbations.extra.passage_sentences import (
    stands_in_any_passage,
    ties_of_prose,
)
from numdiag_datasets.perturbations.extra.table_sentences import stands_in_any_report
from numdiag_datasets.perturbations.extra.word_problem_sentences import (
    NUMBER_WORDS,
    only_person,
    stands_in_any_problem,
    ties_of,
)
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

# Minimum and maximum number of words of a donor for word problems.
_LEAST_WORDS, _MOST_WORDS = 4, 16
# Maximum number of characters of any donor.
_MOST_CHARACTERS = 500
# Keys of values that are computed once per split.
_DONORS = "donors"
#: How often a split that borrows donors may use the same sentence, so that it does not become a cliché.
MOST_USES = 2
# A sentence with one of these words depends on the surrounding text, compares, or is not a plain statement.
_LEANS_ON_CONTEXT = (
    EVERYDAY_TIES
    | HE_SHE
    | HIM_HER
    | HIMSELF_HERSELF
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
    # the owner of which thing? joined whom?
    | {"owner", "join", "joins", "joined"}
)
# "The scale read 95 pounds": which scale? Not "The Ferris wheel in Paradise Park ...".
_DEFINITE = re.compile(r"The (?!.*[a-z,] [A-Z])")
# "Tom is 3 years older.": than who? Not "three older sisters".
_THAN_WHO = re.compile(
    r"\b(?:old|young|tall|short|long|heavi|light|bigg|small|fast|slow|cheap|deep|wid|high|low)er[.,;]"
)
_NO_AMOUNT = frozenset("label reference name determiner score".split())
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Donor:
    """A sentence that is understood without context.

    Attributes:
        group: the group that it comes from.
        text: the sentence with its full stop.
        words: its content words, including names.
        values: the numbers in it.
        amounts: the `values` that are not years, dates or the like.
        least, most: the smallest and the largest of them.
        classes: the classes of the things that it counts.
        impersonal: whether it mentions no being, by name or noun, that a later pronoun could mean.
        person: the name with which it begins, if it names one person and no more: "Marta"; else "".
        ties: the content words that may tie it to another text. Names are excluded, and in a word problem
            also the nouns that it counts.
    """

    group: str
    text: str
    words: frozenset[str]
    values: frozenset[Fraction]
    classes: frozenset[str]
    impersonal: bool
    person: str = ""
    ties: frozenset[str] = frozenset()
    amounts: frozenset[Fraction] = frozenset()
    least: Fraction = Fraction()
    most: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class Donors:
    """Sentences that may be inserted, in source order, indexed by the words that tie them to a problem."""

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
        """Return the indices of donors that share a tie with these words, in random order."""
        found: dict[int, None] = {}
        ties = sorted(words & self.by_tie.keys())
        for tie in _from(rng.below(len(ties)), ties):
            there = self.by_tie[tie]
            found |= dict.fromkeys(_from(rng.below(len(there)), there))
        return list(found)


#: For a perturbation that inserts no donor sentences.
NO_DONORS = Donors()


def _from(first: int, items: list[_Item]) -> list[_Item]:
    return [*items[first:], *items[:first]]


def find_donors(readings: Iterable[Reading]) -> Donors:
    """Return the sentences of these problems that may be inserted elsewhere, in source order.

    A donor is one full declarative sentence of a context. It contains a quantity with a known noun, and no
    pronoun, comparison or other word that depends on the surrounding text. In a word problem it has 4 to 16
    words.
    """
    donors: dict[str, Donor] = {}
    for reading in readings:
        if DOUBTFUL_ANSWER in reading.problem.lints and reading.problem.kind.is_story:
            continue  # this sentence may be the one that makes the answer doubtful
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
    """Return the sentences that may be inserted in a split: its own, or those lent to it."""

    def lent() -> Donors:
        donors = find_donors(
            group.readings[0] for lender in split.lenders for group in lender.groups.values()
        )
        if split.trains is None or not donors.sentences:
            return donors
        kind = split.readings[0].problem.kind
        return Donors(tuple(d for d in donors if is_for_train(d.text, kind) is split.trains))

    return split.once(_DONORS, lent)


def is_for_train(sentence: str, kind: TextKind) -> bool:
    """Return whether train may insert a sentence; the other splits insert those that train may not.

    It depends on the words of the sentence, without its names and numbers: "There are 6 houses" and "There are
    20 houses" go together. Train gets half of the sentences of stories. It gets a quarter of those of passages and
    reports, of which there are few, and which many rows share.
    """
    words = {word for word in WORD.findall(sentence) if word.islower()}
    key = " ".join(sorted(content_words(" ".join(words)) - NUMBER_WORDS))
    return int(short_hash(key), 16) % (2 if kind.is_story else 4) == 0


def lend(split: Split, donors: Donors) -> None:
    """Assign a split the sentences of other problems instead of its own. Call this before any insertion."""
    split.once(_DONORS, lambda: donors)


def most_uses(split: Split) -> int:
    """Return how often a sentence may be used in a split of word problems."""
    return MOST_USES if len(split.lenders) > 1 else len(split.readings)


def least_used(
    donors: Donors,
    candidates: Iterator[int],
    fits: Callable[[Donor], bool],
    impersonal: bool,
    uses: list[int],
    most: int,
) -> int | None:
    """Return the index of the first of the least used donors that fit, or None if no donor fits."""
    best, least = None, most
    for i in candidates:
        donor = donors.sentences[i]
        if uses[i] < least and donor.impersonal >= impersonal and fits(donor):
            best, least = i, uses[i]
            if not least:
                break
    return best


def _stands_alone(text: str, kind: TextKind) -> bool:
    """Return whether a sentence is a plain statement that needs no preceding text."""
    return len(text) <= _MOST_CHARACTERS and _STANDS_IN_ANY[kind](text)


def _stands_in_problem(text: str) -> bool:
    words = {word.lower() for word in WORD.findall(text)}
    return (
        not _LEANS_ON_CONTEXT & words
        and text.endswith(".")
        and (text[0].isupper() or text[0].isdigit())
        and _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS
        and not _DEFINITE.match(text)
        and not _THAN_WHO.search(text)
        and stands_in_any_problem(text)
    )


_STANDS_IN_ANY: dict[TextKind, Callable[[str], bool]] = {
    TextKind.WORD_PROBLEM: _stands_in_problem,
    TextKind.SOLUTION: _stands_in_problem,
    TextKind.PASSAGE: stands_in_any_passage,
    TextKind.TABLE: stands_in_any_report,
}


def _as_donor(reading: Reading, text: str, numbers: slice) -> Donor | None:
    """Return a sentence with these numbers as a donor, or None unless each counts a known thing.

    A passage of prose, without an equation, may also lend a year, a date or a "41-yard" pass: its questions
    name the thing that they ask for.
    """
    prose = not reading.problem.kind.is_story
    values: set[Fraction] = set()
    classes: set[str] = set()
    amounts: set[Fraction] = set()
    passage = reading.passage
    for number, noun in zip(passage.numbers[numbers], passage.nouns[numbers], strict=True):
        # "Grace used 45 pieces" does not specify pieces of which thing.
        found = {"money"} if number.role == "money" else classes_of(noun) - {GENERAL}
        # "28 of the geese" depends on a sentence with the number of geese.
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
        person="" if prose else only_person(text),
        impersonal=_is_impersonal(text, words) if prose else not names_or_means_beings(text),
        ties=frozenset(ties_of_prose(text) if prose else ties_of(text) - nouns),
        amounts=frozenset(amounts),
        least=min(amounts),
        most=max(amounts),
    )


def _is_impersonal(text: str, words: frozenset[str]) -> bool:
    """Return whether prose mentions no being and no name that a later pronoun could refer to."""
    return not names_someone(text, doubtful=True) and not any(BEINGS & classes_of(w) for w in words)
