"""What a word problem tells of: its people, the groups that it counts, and the objects in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from numdiag_datasets.english.cohesive_words import HE_SHE, alternatives
from numdiag_datasets.english.names import begins_with_name
from numdiag_datasets.english.nouns import classes_of, has_plural_form, singular
from numdiag_datasets.english.verbs import subject_of
from numdiag_datasets.english.words import WORD, content_words
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.problems.phrases import Phrase, is_plural
from numdiag_datasets.problems.reading import Reading

_NAME = re.compile(r"(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+")
_ASKED_OF = re.compile(
    r"\b(?:did|does|do|will|would|can|could|should|has|had|is|was|must) ((?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+)\b"
)
_OF_SOMEONE = re.compile(rf"\b(?:{alternatives(HE_SHE)})\b|\b(?:did|does|will|would|has|had) [A-Z]")
_OWNS = re.compile(r" (?:has|had|owns|owned|collected|found|bought) ")
_PAST = re.compile(
    r"\b(?:was|were|had|did|gave|got|ate|bought|took|made|sold|went|came|saw|spent|found|paid|won|lost|left|"
    r"ran|grew|put|picked|brought|sent|wrote|drank|threw|drove|flew|met|\w{2,}ed)\b"
)
# Of such a number no one can say "4 of the pens": what may be, what is for each, what is compared.
_NOT_THERE = re.compile(
    r"\b(?:each|every|per|can|could|will|would|should|must|needs?|needed|wants?|wanted|holds?|held|hold|if|"
    r"serves?|requires?|capacity|cost|costs|equals?|divide|if|than|at a time|pays?|paid|sells?|teams?|pairs?)\b",
    re.IGNORECASE,
)
# Classes of things that one can touch; and those of what one cannot, whatever else the noun may mean.
_THINGS = frozenset(
    "food plant stationery toy clothing reading animal furniture household container vehicle nature".split()
)
_NO_THINGS = frozenset(
    "score task ticket media time length area weight volume money general building drink".split()
)
_NO_GROUPS = frozenset(
    "load pack row member line group stack problem page chapter story word card class pair set side "
    "family tribe crowd team couple hair head foot".split()
)
# What of an object can be measured, in which range.
_MEASURES = {
    "inches wide": (9, 24, "basket box bowl bucket pan tray bag folder backpack drawer machine"),
    "inches thick": (2, 5, "album binder book"),
    "feet long": (4, 9, "table bench bed desk counter shelf"),
    "feet tall": (9, 30, "tree treehouse"),
    "feet wide": (9, 30, "room garden pond kitchen yard"),
    "inches tall": (9, 20, "jar vase pitcher pot fishbowl fridge case bookshelf"),
    "years old": (3, 19, "bus car truck van house barn school restaurant cafeteria library train"),
}
_MEASURE_OF = {
    noun: (measure, least, most)
    for measure, (least, most, nouns) in _MEASURES.items()
    for noun in nouns.split()
}


@dataclass(frozen=True, slots=True)
class Group:
    """Things or people that are counted.

    Attributes:
        name: in the plural, as the problem calls them: "bottle caps".
        singular: one of them, "" where that is not plain.
        count: the least number that the problem gives of them.
        end: behind the sentence that first counts them, in the first paragraph.
        classes: of the noun.
        owner: whose they are, by name; "" if nobody's.
        past: whether the problem tells of them in the past.
    """

    name: str
    singular: str
    count: int
    end: int
    classes: frozenset[str]
    owner: str
    past: bool

    @property
    def persons(self) -> bool:
        return "person" in self.classes

    @property
    def animals(self) -> bool:
        return "animal" in self.classes


@dataclass(frozen=True, slots=True)
class Object:
    """One thing that is no number of things: "the basket", with what of it can be measured."""

    name: str
    measure: str
    least: int
    most: int
    end: int


class Story:
    """What templates are filled with."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.values = reading.values
        self.question = reading.problem.question
        self.first = reading.problem.context[0]
        self.text = f"{' '.join(reading.problem.context)} {self.question}"
        self.asks_for_all = bool(ASKS_FOR_ALL.search(self.question))
        self.asks_of_someone = bool(_OF_SOMEONE.search(self.question))

    def concerns(self, kind: str) -> bool:
        """Whether a class of things is asked for or counted."""
        return kind in self.reading.asked or kind in self.reading.counted

    @cached_property
    def names(self) -> list[str]:
        """The people whose names are sure: those that the question asks of, and subjects of statements."""
        found = dict.fromkeys(_ASKED_OF.findall(self.question))
        for field, start, end in self.reading.sentences:
            if field == "context[0]":
                found[subject_of(self.first[start:end])] = None
        return [n for n in found if _NAME.fullmatch(n) and (". " in n or begins_with_name(n))]

    def is_alone(self, name: str) -> bool:
        """Whether "he" or "she" can mean nobody else of the story."""
        people = {"person", "animal"}
        for i, word in enumerate(WORD.findall(self.text)):
            base = word.removesuffix("'s")
            if base in name:
                continue
            if i and word[0].isupper() and begins_with_name(base):
                return False
            if word[0].islower() and "person" in classes_of(base) & people:
                return False
        return True

    @cached_property
    def groups(self) -> list[Group]:
        """What is counted, is there, and can be told apart."""
        phrases = [p for p in self.reading.phrases if p.complete and is_plural(p)]
        found: dict[str, Group] = {}
        for phrase in phrases:
            start, end = self._sentence_of(phrase)
            if phrase.noun in found or _NOT_THERE.search(self.first[start:end]):
                continue
            same = [p for p in self.reading.phrases if p.noun == phrase.noun]
            if group := self._group(phrase, same, start, end):
                found[phrase.noun] = group
        return list(found.values())

    def _group(self, phrase: Phrase, same: list[Phrase], start: int, end: int) -> Group | None:
        values = [p.number.mention.value for p in same]
        classes = classes_of(phrase.noun)
        head, of, _ = phrase.counted.partition(" of ")
        noun = head.rpartition(" ")[2]
        if (
            phrase.noun in _NO_GROUPS
            or phrase.number.mention.role != "quantity"
            or not (classes & _THINGS or "person" in classes)
            or ("person" not in classes and classes & _NO_THINGS)
            or any(value.denominator != 1 for value in values)
            or not has_plural_form(noun)
        ):
            return None
        sentence = self.first[start:end]
        owner = subject_of(sentence)
        owns = _NAME.fullmatch(owner) and owner in self.names and _OWNS.search(sentence)
        name = phrase.counted if len(same) == 1 else noun
        return Group(
            name=name,
            singular="" if of and len(same) == 1 else _singular_of(name),
            count=int(min(values)),
            end=end,
            classes=classes,
            owner=owner if owns else "",
            past=is_past(sentence),
        )

    def _sentence_of(self, phrase: Phrase) -> tuple[int, int]:
        return next(
            (start, end)
            for field, start, end in self.reading.sentences
            if field == phrase.number.field and start <= phrase.start < end
        )

    @cached_property
    def objects(self) -> list[Object]:
        """The objects that are named once, in the singular."""
        found: dict[str, Object] = {}
        for field, start, end in self.reading.sentences:
            if field != "context[0]":
                continue
            for match in re.finditer(r"\b(?:the|an?|his|her|their) ([a-z]+)\b(?! [a-z]+(?:s|es)\b)", self.first[start:end]):
                noun = match[1]
                if noun in _MEASURE_OF and noun not in found and noun == singular(noun):
                    measure, least, most = _MEASURE_OF[noun]
                    found[noun] = Object(noun, measure, least, most, end)
        plurals = {w.lower() for w in WORD.findall(self.text) if singular(w) in found and w.lower() not in found}
        return [o for o in found.values() if o.name not in {singular(w) for w in plurals}]


def is_past(sentence: str) -> bool:
    """Whether a statement is in the past tense."""
    return bool(_PAST.search(sentence))


def _singular_of(name: str) -> str:
    before, _, noun = name.rpartition(" ")
    return f"{before} {singular(noun)}".strip()
