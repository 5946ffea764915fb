"""The elements of a word problem's story: its people, the groups that it counts, and its objects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from numdiag_datasets.english.cohesive_words import HE_SHE, alternatives
from numdiag_datasets.english.names import DATES, begins_with_name
from numdiag_datasets.english.nouns import classes_of, has_plural_form, singular
from numdiag_datasets.english.phrases import Phrase, is_plural
from numdiag_datasets.english.verbs import is_verb
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.wordings import MEASURES
from numdiag_datasets.english.words import STOP_WORDS, WORD
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.texts.reading import Reading

_ROLES = frozenset({"dealer"})
_PARENTS = word_list("parents")
# "Willie will need", "Rob also compared", "Gwen's birthday"; "did Danny".
_NAMED = re.compile(
    r"(?<![Tt]he )\b(?P<by>(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+|(?:[A-Z]\.){2})(?:'s(?= [a-z])| (?=(?:and (?:her|his|[A-Z][a-z]+) )?"
    r"(?:also |only |already )?(?:is|was|will|can|could|has|had|would|wants?|needs?|lives|collects|"
    r"buys|gets|eats|sells|makes|takes|gives|uses|reads|picks|plays|works|bakes|owns|drives|runs|finds|keeps|"
    r"drove|went|gave|got|took|made|[a-z]{2,}ed|bought|sold|spent|found|ate|ran|picked|read|saw|lost)\b))"
    r"|\b(?:did|does|will|would|can|could|should|has|had) (?P<of>(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+)\b(?! [A-Z])"
)
# Music, pictures and files cannot be touched. A thing that is still being made is neither 15 years old nor 3
# inches thick (`_IN_THE_MAKING`).
_VIRTUAL = re.compile(r"\b(?:online|download\w*|delet\w+|upload\w*|files?|apps?|phone|laptop)\b")
_IN_THE_MAKING = re.compile(r"\b(?:building|writing|making|planning|wants?|wanted)\b")
# The capitals before a part of a name: "Furniture United", "Grandma Jones".
_CAPITAL = re.compile(r"([A-Z][a-z]+) $")
_ROLE = re.compile(r"\b(?:[Tt]he|[Aa]n?) (?:car )?([a-z]+)\b(?= ([a-z]+))")
_OF_SOMEONE = re.compile(rf"\b(?:{alternatives(HE_SHE)})\b|\b(?:did|does|will|would|has|had) [A-Z]")
# "Sam had 12 pens", "A furniture store had fifteen chairs".
_OWNS = re.compile(
    r"(?P<who>(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+|(?:A|An|The) (?:[a-z]+ )?[a-z]+) (?:has|had|owns|owned) "
)
_SAVES = re.compile(
    r"((?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+) (?:has|had) (?:only )?(?:\$\d+|[\w-]+ dollars)\b(?! (?:bill|note|coin))"
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|gave|got|ate|bought|took|made|sold|went|came|saw|spent|found|paid|won|lost|left|"
    r"ran|grew|put|picked|brought|sent|wrote|drank|threw|drove|flew|met|\w{2,}ed)\b"
)
# "4 of the pens" cannot be part of such a number: possible amounts, rates, comparisons.
_NOT_THERE = re.compile(
    r"\b(?:each|every|per|can|could|will|would|should|must|needs?|needed|wants?|wanted|holds?|held|hold|if|"
    r"serves?|requires?|capacity|cost|costs|equals|if|than|makes?|at a time|pays?|paid|sells?|more|fewer)\b",
    re.IGNORECASE,
)
# Classes of things that can be touched; and classes that cannot, whatever other classes the noun has.
_THINGS = word_list("classes of things")
_NO_THINGS = word_list("classes of abstractions")
_NO_GROUPS = word_list("nouns without groups")
_KITCHEN_MEASURES = word_list("kitchen measures")
_NOT_SHELVED = word_list("things not sold in shops")
# Nouns with several classes that are still things one can touch.
_SURELY_THINGS = word_list("concrete things")


def _tenses(said: str) -> tuple[str, str]:
    """Input -> output: "is|was {n} feet long" -> ("is {n} feet long", "was {n} feet long")."""
    now, _, rest = said.partition("|")
    then, _, fact = rest.partition(" ")
    return f"{now} {fact}", f"{then} {fact}"


_SAID_OF: dict[str, list[tuple[tuple[str, str], int, int]]] = {}
for _wording in MEASURES:
    _said, _, _nouns = _wording.form.partition(": ")
    for _noun in _nouns.split():
        _SAID_OF.setdefault(_noun, []).append((_tenses(_said), _wording.least, _wording.most))
_SINGLE = re.compile(
    rf"\b(?:[Tt]he|[Aa]n?|his|her|their) ([a-z]+ )?({alternatives(_SAID_OF)})\b(?: ([a-z]+))?"
)
_NO_KINDS = word_list("adjectives without kinds")


@dataclass(frozen=True, slots=True)
class Person:
    """A person in the story.

    Attributes:
        name: "Sam", "Mrs. Hale", "The mailman".
        after: the offset in the first paragraph from which the person is known.
        adult: whether the person is certainly an adult.
    """

    name: str
    after: int
    adult: bool


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """A counted group of things or people.

    Attributes:
        name: in the plural, as in the problem: "bottle caps".
        singular: the name of one of them, "" if that is not clear.
        count: the smallest number of them in the problem.
        end: the end of the sentence that first counts them, in the first paragraph.
        classes: the classes of the noun.
        owner: the owner's name; "" if there is none.
        past: whether the problem mentions them in the past tense.
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
    def shelved(self) -> bool:
        """Whether a shop may have some on its shelves, and a reader may count them."""
        return (
            singular(self.name.rpartition(" ")[2]) not in _NOT_SHELVED and " of " not in self.name
        )

    @property
    def animals(self) -> bool:
        return "animal" in self.classes


@dataclass(frozen=True, slots=True)
class Object:
    """A single thing that the story does not count.

    Attributes:
        name: "basket", "pet store".
        said: a statement about it: "is {n} inches wide".
        least, most: the range of the number.
        end: the end of the sentence that first names it, in the first paragraph.
    """

    name: str
    said: str
    least: int
    most: int
    end: int


class Story:
    """The parts of a word problem that fill the templates."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.values = reading.values
        self.question = reading.problem.question
        self.first = " ".join(reading.problem.context[:1])
        self.text = f"{' '.join(reading.problem.context)} {self.question}"
        self.asks_for_all = bool(ASKS_FOR_ALL.search(self.question))
        self.asks_of_someone = bool(_OF_SOMEONE.search(self.question))

    def concerns(self, kind: str) -> bool:
        """Return whether a class of things is asked for or counted."""
        return kind in self.reading.asked or kind in self.reading.counted

    @cached_property
    def people(self) -> list[Person]:
        """The people who are certainly people: named ones, and "a mailman", who is then "the mailman"."""
        found: dict[str, Person] = {}
        for match in _NAMED.finditer(self.text):
            name = match["of"] or match["by"]
            known = ". " in name or name in _PARENTS or begins_with_name(name)
            # "the Empire State Building is", "Halloween was"; not "When Sam is"
            before = _CAPITAL.search(self.text, max(0, match.start() - 30), match.start())
            named_on = before and before[1].lower() not in STOP_WORDS
            is_pet = re.search(
                rf"\b{re.escape(name)},? (?:the|an?|his|her|their) ([a-z]+)", self.text
            )
            if is_pet and "animal" in classes_of(is_pet[1]):
                continue
            if known and not named_on and not DATES.fullmatch(name) and name not in found:
                found[name] = Person(name, 0, ". " in name or name in _PARENTS)
        for start, end in self._first_sentences:
            for match in _ROLE.finditer(self.first, start, end):
                name = f"The {match[0].partition(' ')[2]}"
                role = "person" in classes_of(match[1]) or match[1] in _ROLES
                if (
                    role
                    and not _is_compound(match[2])
                    and not has_plural_form(match[1])
                    and match[1] not in _NO_GROUPS
                ):
                    found.setdefault(name, Person(name, end, adult=True))
        return list(found.values())

    @property
    def names(self) -> list[str]:
        """The names of people that are one word: "Sam", not "Mrs. Hale" or "The mailman"."""
        return [p.name for p in self.people if WORD.fullmatch(p.name) and p.name not in _PARENTS]

    @property
    def _first_sentences(self) -> list[tuple[int, int]]:
        return [(s, e) for field, s, e in self.reading.sentences if field == "context[0]"]

    def is_alone(self, name: str) -> bool:
        """Return whether "he" or "she" can only mean this person of the story."""
        people = {"person", "animal"}
        for i, word in enumerate(WORD.findall(self.text)):
            base = word.removesuffix("'s")
            if base in name or (base.istitle() and base.lower() in name.lower()):
                continue
            if i and word[0].isupper() and begins_with_name(base):
                return False
            if word[0].islower() and "person" in classes_of(base) & people:
                return False
        return True

    @cached_property
    def savers(self) -> list[tuple[Person, int]]:
        """People who have or had an amount of dollars, each with the end of the sentence about it."""
        found = []
        for start, end in self._first_sentences:
            match = _SAVES.match(self.first, start, end)
            found += [(p, end) for p in self.people if match and p.name == match[1]]
        return found

    @cached_property
    def groups(self) -> list[CountedGroup]:
        """Groups that are counted, exist, and can be distinguished."""
        if _VIRTUAL.search(self.text):
            return []
        phrases = [p for p in self.reading.phrases if p.complete and is_plural(p)]
        found: dict[str, CountedGroup] = {}
        for phrase in phrases:
            start, end = self._sentence_of(phrase)
            if phrase.noun in found or _NOT_THERE.search(self.first[start:end]):
                continue
            same = [p for p in self.reading.phrases if p.noun == phrase.noun]
            if group := self._group(phrase, same, start, end):
                found[phrase.noun] = group
        return list(found.values())

    def _group(
        self, phrase: Phrase, same: list[Phrase], start: int, end: int
    ) -> CountedGroup | None:
        values = [p.number.value for p in same]
        classes = classes_of(phrase.noun)
        head, of, _ = phrase.counted.partition(" of ")
        noun = head.rpartition(" ")[2]
        if (
            phrase.noun in _NO_GROUPS
            or phrase.number.role != "quantity"
            or not (classes & _THINGS or "person" in classes)
            or (
                classes & _NO_THINGS
                and phrase.noun not in _SURELY_THINGS
                and "person" not in classes
            )
            or any(value.denominator != 1 for value in values)
            or not has_plural_form(noun)
            # "6 cups of flour" are no cups.
            or (phrase.noun in _KITCHEN_MEASURES and any(" of " in p.counted for p in same))
        ):
            return None
        sentence = self.first[start:end]
        owns = _OWNS.match(sentence)
        name = phrase.counted if len(same) == 1 else noun
        return CountedGroup(
            name=name,
            singular="" if of and len(same) == 1 else _singular_of(name),
            count=int(min(values)),
            end=end,
            classes=classes,
            owner=_owner(owns["who"], self.people) if owns else "",
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
        """Objects that can be measured and are not one of several."""
        found: list[Object] = []
        words = {word.lower() for word in WORD.findall(self.text)}
        several = {singular(word) for word in words if word != singular(word)}
        named: set[str] = set()
        for start, end in self._first_sentences:
            if _IN_THE_MAKING.search(self.first, start, end):
                continue
            for match in _SINGLE.finditer(self.first, start, end):
                kind, noun = match[1] or "", match[2]
                # "the mountain country" is not a mountain.
                if (
                    noun in several
                    or noun in named
                    or _is_compound(match[3])
                    or kind.strip() in _NO_KINDS
                ):
                    continue
                named.add(noun)
                past = is_past(self.first[start:end])
                for said, least, most in _SAID_OF[noun]:
                    found.append(Object(f"{kind}{noun}", said[past], least, most, end))
        return found


def _is_compound(behind: str | None) -> bool:
    """Return whether the word behind a noun makes a compound of both: "the girl scouts", "the mountain country"."""
    return behind is not None and bool(classes_of(behind)) and not is_verb(behind)


def is_past(sentence: str) -> bool:
    """Return whether a statement is in the past tense."""
    return bool(_PAST.search(sentence))


def _owner(who: str, people: list[Person]) -> str:
    """Return the owner, or "" if that is not certain: "Sam", "the furniture store"."""
    article, _, noun = who.partition(" ")
    if article in ("A", "An", "The"):
        return f"the {noun}"
    return who if any(person.name == who for person in people) else ""


def _singular_of(name: str) -> str:
    before, _, noun = name.rpartition(" ")
    return f"{before} {singular(noun)}".strip()
