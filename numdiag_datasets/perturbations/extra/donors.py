"""Donors: sentences of one problem that may stand in another and have no bearing on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from typing import TypeVar

from numdiag_datasets.draws import Draws
from numdiag_datasets.english.cohesive_words import (
    ADDITIVE,
    ANAPHORIC_ADJECTIVES,
    BEFORE_AFTER,
    COMPARATIVES,
    DISTRIBUTIVES,
    EQUALS,
    EVERYDAY_TIES,
    FIRST_PERSON_PLURAL,
    HE_SHE,
    HIM_HER,
    INFERENCE,
    MULTIPLES,
    ORDINALS_TO_THIRD,
    PAIRS,
    PLACE_ADVERBS,
    PLACES_AND_EVENTS,
    RELATIVE_PRONOUNS,
    SPEAKER_AND_HEARER,
    SUBORDINATORS,
    TEMPORAL,
    alternatives,
)
from numdiag_datasets.english.names import names_someone
from numdiag_datasets.english.nouns import GENERAL, classes_of
from numdiag_datasets.english.words import WORD, content_words
from numdiag_datasets.perturbations.extra.problem_sentences import (
    BEINGS,
    names_or_means_beings,
    stands_in_any_problem,
    ties_of,
)
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import DOUBTFUL_ANSWER, texts
from numdiag_datasets.problems.reading import Reading

MIN_WORDS = 4
#: The most characters, whatever the words.
MAX_CHARACTERS = 500
# What a split decides once.
_DONORS = "donors"
_LENDERS = "lenders"
#: How often a sentence may stand in a split that borrows the sentences of others, so that it is no cliché.
MOST_USES = 2
#: The most words of a donor, by the kind of text.
MAX_WORDS = {"problem": 16, "passage": 20, "table": 30}

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
# In the paragraphs of a table these lean on nothing: "we" is the company, and totals are totals.
_PLAIN_BESIDE_TABLE = (
    FIRST_PERSON_PLURAL
    | ORDINALS_TO_THIRD
    | BEFORE_AFTER
    | {"per", "more", "less", "least", "last", "half", "total", "only", "but"}
)
# The replies of one side of a war or a match to the other.
_REPLIES = frozenset(
    "respond responded responding reply replied replying answer answered answering counter countered "
    "retaliation".split()
)
# Prose ties its sentences with the words of writing.
_LEANS_IN_PROSE = (
    (ADDITIVE - {"likewise"})
    | INFERENCE
    | (TEMPORAL - {"lastly"})
    | ANAPHORIC_ADJECTIVES
    | PLACE_ADVERBS
    | _REPLIES
    | {"again", "consequently", "otherwise", "respectively", "overall"}
    | {"continued", "continuing", "end"}
)
# "The scale read 95 pounds": which scale? Not "The Ferris wheel in Paradise Park ...".
_DEFINITE = re.compile(r"The (?!.*[a-z,] [A-Z])")
# "The price was high": which? Brackets and quotes that a cut may have left open, entities,
# abbreviations at the end.
_LOOSE_PROSE = re.compile(
    r"^The [a-z]|^With the (?:loss|win|victory)|[()\[\]\"“”;&]|\s\.|\b\w{1,2}\.$"
)
_LOOSE_BESIDE_TABLE = re.compile(
    r":|^(?:In addition|As |The [$€£\d])|\b(?:above|below|aforementioned|said|offset)\b|[A-Z]\w+ \d+ [A-Z]|\b\d{1,2} [A-Z][a-z]+ [a-z]"
)
# Page breaks leave pieces of sentences behind; a sentence has a verb.
_VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|will|may|can|grew|rose|fell|paid|sold|bought|made|did|\w{3,}ed)\b"
)
# "During the battle he ...": which battle?
_DEFINITE_IN_PROSE = re.compile(
    rf"\b[Tt]he (?:{alternatives(PLACES_AND_EVENTS)}|party|membership)\b"
)
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
        classes: the classes of what it counts.
        impersonal: whether it mentions no being, by name or noun, that a later pronoun could mean.
        ties: those of the words by which it may be tied to a word problem: neither names nor what it counts.
    """

    group: str
    text: str
    words: frozenset[str]
    values: frozenset[Fraction]
    classes: frozenset[str]
    impersonal: bool
    ties: frozenset[str] = frozenset()


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

    def sharing(self, words: frozenset[str], draws: Draws) -> list[int]:
        """Those that a word ties to these words, in an order that is drawn."""
        found: dict[int, None] = {}
        ties = sorted(words & self.by_tie.keys())
        for tie in _from(draws.below(len(ties)), ties):
            there = self.by_tie[tie]
            found |= dict.fromkeys(_from(draws.below(len(there)), there))
        return list(found)


#: Of a perturbation that inserts nothing.
NO_DONORS = Donors()


def _from(first: int, items: list[_Item]) -> list[_Item]:
    return [*items[first:], *items[:first]]


def find_donors(readings: Iterable[Reading]) -> Donors:
    """Return the sentences of these problems that may be inserted elsewhere, in source order.

    A donor is one full declarative sentence of a context, of 4 to 16 words, with a quantity whose
    noun is known, and without a pronoun, comparison or other word that leans on the text around it.
    """
    donors: dict[str, Donor] = {}
    for reading in readings:
        if DOUBTFUL_ANSWER in reading.problem.lints and kind_of_text(reading) == "problem":
            continue  # what makes the answer doubtful may be this sentence
        paragraphs = dict(texts(reading.problem))
        for field, start, end in reading.sentences:
            text = paragraphs[field][start:end]
            kind = kind_of_text(reading)
            if text in donors or not _stands_alone(text, kind):
                continue
            if kind != "problem" or stands_in_any_problem(text):
                donor = _as_donor(reading, text, reading.passage.within(field, start, end))
                if donor:
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
    """Let the splits of a data set of word problems borrow the sentences of all of them, but for train.

    In train stand sentences of train alone, so that nothing of the others is seen in training. Passages
    and tables have sentences enough of their own split.

    Args:
        splits: by name, ``train`` among them or not; before anything is inserted.
    """
    lenders = tuple(splits.values())
    for name, split in splits.items():
        if name != TRAIN and split.readings and kind_of_text(split.readings[0]) == "problem":
            split.once(_LENDERS, lambda: lenders)


def most_uses(split: Split) -> int:
    """How often a sentence may stand in a split."""
    return MOST_USES if len(_lenders(split)) > 1 else len(split.readings)


def _lenders(split: Split) -> tuple[Split, ...]:
    return split.once(_LENDERS, lambda: (split,))


def kind_of_text(reading: Reading) -> str:
    """Of a word problem "problem", of prose "passage", of the paragraphs of a table "table"."""
    if reading.problem.answer_type == "equation":
        return "problem"
    return "table" if reading.problem.table else "passage"


def _stands_alone(text: str, kind: str) -> bool:
    """Whether a sentence is a plain statement that needs nothing before it."""
    if len(text) > MAX_CHARACTERS:
        return False
    words = {word.lower() for word in WORD.findall(text)}
    leaning = _LEANS_ON_CONTEXT & words
    if kind == "table":
        leaning -= _PLAIN_BESIDE_TABLE
    if (
        leaning
        or not text.endswith(".")
        or not (text[0].isupper() or (text[0].isdigit() and kind == "problem"))
        or not MIN_WORDS <= len(text.split()) <= MAX_WORDS[kind]
        or _DEFINITE.match(text)
    ):
        return False
    if kind == "problem":
        return True
    loose = _LOOSE_BESIDE_TABLE if kind == "table" else _DEFINITE_IN_PROSE
    return not (
        _LOOSE_PROSE.search(text)
        or loose.search(text)
        or _LEANS_IN_PROSE & words
        or (kind == "table" and not _VERB.search(text))
    )


def _as_donor(reading: Reading, text: str, numbers: slice) -> Donor | None:
    """A sentence with these numbers of its passage as a donor, None unless each counts something known.

    A passage of prose, without an equation, may also lend a year, a date or a "41-yard" pass: what its
    questions ask for is named in their words.
    """
    prose = kind_of_text(reading) != "problem"
    values: set[Fraction] = set()
    classes: set[str] = set()
    amounts = False
    passage = reading.passage
    for number, noun in zip(passage.numbers[numbers], passage.nouns[numbers], strict=True):
        mention = number.mention
        # "Grace used 45 pieces" does not say of what.
        found = {"money"} if mention.role == "money" else classes_of(noun) - {GENERAL}
        # "28 of the geese" leans on a sentence with the number of geese.
        if number.text.startswith(" of ", mention.end):
            return None
        amounts |= mention.is_quantity
        if prose:
            if mention.role in _NO_AMOUNT:
                return None
        elif not mention.perturbable or not found:
            return None
        values.add(mention.value)
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
        ties=frozenset() if prose else frozenset(ties_of(text)) - nouns,
    )


def _is_impersonal(text: str, words: frozenset[str]) -> bool:
    """Of prose, whose pronouns mean whoever has a name."""
    return not names_someone(text, doubtful=True) and not any(BEINGS & classes_of(w) for w in words)
