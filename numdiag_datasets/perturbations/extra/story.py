"""The elements of a word problem's story: its people and its things."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from numdiag_datasets.english.names import DATES, begins_with_name
from numdiag_datasets.english.nouns import classes_of, has_plural_form, singular
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.phrases import Phrase, is_plural
from numdiag_datasets.english.verbs import is_verb
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import STOP_WORDS, WORD, content_words
from numdiag_datasets.texts.reading import Reading

_PARENTS = word_list("parents")
# "Willie will need", "Rob also compared", "Gwen's birthday"; "did Danny".
_NAMED = re.compile(
    r"(?<![Tt]he )\b(?P<by>(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+|(?:[A-Z]\.){2})(?:'s(?= [a-z])| (?=(?:and (?:her|his|[A-Z][a-z]+) )?"
    r"(?:also |only |already )?(?:is|was|will|can|could|has|had|would|wants?|needs?|lives|collects|"
    r"buys|gets|eats|sells|makes|takes|gives|uses|reads|picks|plays|works|bakes|owns|drives|runs|finds|keeps|"
    r"drove|went|gave|got|took|made|[a-z]{2,}ed|bought|sold|spent|found|ate|ran|picked|read|saw|lost)\b))"
    r"|\b(?:did|does|will|would|can|could|should|has|had) (?P<of>(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+)\b(?! [A-Z])"
)
# Music, pictures and files cannot be touched.
_VIRTUAL = re.compile(r"\b(?:online|download\w*|delet\w+|upload\w*|files?|apps?)\b")
# The capitals before a part of a name: "Furniture United", "Grandma Jones".
_CAPITAL = re.compile(r"([A-Z][a-z]+) $")
# "Sam had 12 pens", "A furniture store had fifteen chairs".
_OWNS = re.compile(
    r"(?P<who>(?:(?:Mrs?|Ms|Dr)\. )?[A-Z][a-z]+|(?:A|An|The) (?:[a-z]+ )?[a-z]+) (?:has|had|owns|owned) "
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|gave|got|ate|bought|took|made|sold|went|came|saw|spent|found|paid|won|lost|left|"
    r"ran|grew|put|picked|brought|sent|wrote|drank|threw|drove|flew|met|\w{2,}ed)\b"
)
# Things of a wish, a rate or a condition may not be there: "Sam wants 12 pens", "each box holds 5 pens" before the
# number, "12 pens will be needed" after it.
_NOT_THERE_BEFORE = re.compile(
    r"\b(?:each|every|per|holds?|held|hold|serves?|equals|at a time|(?:space|room) for|only sold)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:can|could|will|would|should|must|needs?|needed|wants?|wanted|if|requires?|capacity|makes?|plans?|planned|going to|looking for|(?:is|are) (?:making|baking|cooking|buying|ordering|planting))\b",
    re.IGNORECASE,
)
_NOT_THERE_AFTER = re.compile(
    r"\b(?:will|would|could|can|should|needed|wanted|required|if|than|at a time)\b", re.IGNORECASE
)
# Classes of things that can be touched; and classes that cannot, whatever other classes the noun has.
_THINGS = word_list("classes of things")
_NO_THINGS = word_list("classes of abstractions")
_NO_GROUPS = word_list("nouns without groups")
_KITCHEN_MEASURES = word_list("kitchen measures")
# Nouns with several classes that are still things one can touch.
_SURELY_THINGS = word_list("concrete things")
# So many things can be counted at a glance or on a picture.
_COUNTABLE = range(3, 101)
# Words in a name of things that only their own sentence explains: "3 other people", "5 different containers".
_OF_THE_TEXT = re.compile(
    r"^(?:other|different|available|additional|extra|such|more|same|separate) "
)
_PLAIN_NAME = re.compile(r"(?!dozen\b|of\b)[a-z]+(?:[ -][a-z]+)*")
_LETTERED = re.compile(r" [A-Z]\b")
# Things that a text names without a number: "the red pens", "How many pens".
_NAMED_THINGS = re.compile(
    r"\b(?:[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[Hh]ow many|[Ss]ome|many|of) ((?:[a-z]+ ){0,2}?)([a-z]{3,})\b(?! of\b)"
)


@dataclass(frozen=True, slots=True)
class Things:
    """Things or people of the story.

    Attributes:
        name: in the plural, as in the problem: "bottle caps".
        noun: its head in the singular: "cap".
        counts: the numbers that count them; none if the story does not count them.
        end: the end of the sentence that first names them, in the first paragraph.
        classes: the classes of the noun.
        exist: whether a sentence tells that they are there.
        owner: the owner's name; "" if there is none.
        past: whether the problem mentions them in the past tense.
    """

    name: str
    noun: str
    counts: tuple[int, ...]
    end: int
    classes: frozenset[str]
    exist: bool
    owner: str
    past: bool

    @property
    def compound(self) -> bool:
        """Whether the name has a noun that says of what kind they are: "bottle caps" are no caps to wear."""
        *kinds, _ = self.name.split()
        return any(classes_of(kind) for kind in kinds)

    @property
    def persons(self) -> bool:
        return "person" in self.classes

    @property
    def animals(self) -> bool:
        return "animal" in self.classes


class Story:
    """The parts of a word problem that fill the templates."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.values = reading.values
        self.question = reading.problem.question
        self.first = " ".join(reading.problem.context[:1])
        self.text = f"{' '.join(reading.problem.context)} {self.question}"
        self.has_digits = any(map(str.isdigit, self.text))
        self.words = reading.passage.words | content_words(self.question)
        self._pets: dict[str, bool] = {}

    @property
    def amounts(self) -> tuple[int, ...]:
        """The whole numbers of the story that could count any of its things."""
        counts = (n.value for n in self.reading.quantities if n.role == "quantity")
        return tuple(int(n) for n in counts if n.denominator == 1 and n in _COUNTABLE)

    def concerns(self, kind: str) -> bool:
        """Return whether a class of things is asked for or counted."""
        return kind in self.reading.asked or kind in self.reading.counted

    @cached_property
    def people(self) -> list[str]:
        """The names of those who are certainly people: "Sam", "Mrs. Hale"."""
        found: dict[str, None] = {}
        things = {word for phrase in self.reading.phrases for word in phrase.counted.split()}
        for match in _NAMED.finditer(self.text):
            name = match["of"] or match["by"]
            known = ". " in name or name in _PARENTS or begins_with_name(name)
            # "the Empire State Building is", "Halloween was"; not "When Sam is"
            before = _CAPITAL.search(self.text, max(0, match.start() - 30), match.start())
            named_on = before and before[1].lower() not in STOP_WORDS
            if self._is_pet(name) or self._is_place(name):
                continue
            # "Jello" of a story about jello cups
            if known and not named_on and name.lower() not in things and not DATES.fullmatch(name):
                found[name] = None
        return list(found)

    def _is_pet(self, name: str) -> bool:
        if name not in self._pets:
            kind = re.search(
                rf"\b{re.escape(name)},? (?:the|an?|his|her|their) ([a-z]+)", self.text
            )
            self._pets[name] = bool(kind and "animal" in classes_of(kind[1]))
        return self._pets[name]

    def _is_place(self, name: str) -> bool:
        place = rf"\b(?:city|town|village|island|country) (?:of|called|named) {re.escape(name)}\b"
        return re.search(place, self.text) is not None

    @property
    def names(self) -> list[str]:
        """Those of them that are one word: "Sam", not "Mrs. Hale" or "Mom"."""
        return [name for name in self.people if WORD.fullmatch(name) and name not in _PARENTS]

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
    def things(self) -> list[Things]:
        """The things and people that the story counts or asks for, and that can be touched."""
        found: dict[str, Things] = {}
        for phrase in () if _VIRTUAL.search(self.text) else self.reading.phrases:
            if phrase.complete and is_plural(phrase) and phrase.noun not in found:
                self._add_counted(phrase, found)
        for match in _NAMED_THINGS.finditer(self.text):
            *before, last = f"{match[1]}{match[2]}".split()
            noun = singular(last)
            if (
                _VIRTUAL.search(self.text)
                or noun in found
                or noun == last
                or not _is_thing(noun)
                or is_verb(last)
            ):
                continue
            # "bottle caps", but not "other caps"
            kinds = [word for word in before if classes_of(word) and singular(word) == word]
            if kinds != before:
                continue
            start, end = self._sentence_at(match.start())
            found[noun] = Things(
                name=f"{match[1]}{last}",
                noun=noun,
                counts=(),
                end=end,
                classes=classes_of(noun),
                exist=False,
                owner="",
                past=is_past(self.text[start:end]),
            )
        return list(found.values())

    def _add_counted(self, phrase: Phrase, found: dict[str, Things]) -> None:
        same = [p for p in self.reading.phrases if p.noun == phrase.noun]
        values = [p.number.value for p in same]
        noun = phrase.counted.partition(" of ")[0].rpartition(" ")[2]
        if (
            phrase.number.role != "quantity"
            or not (_is_thing(phrase.noun) or _is_piece(phrase))
            or any(value.denominator != 1 for value in values)
            or not has_plural_form(noun)
            # "bags of M" of "bags of M&Ms", "dozen eggs", "pupils of class" of "pupils of class C"
            or not _PLAIN_NAME.fullmatch(phrase.counted)
            or _LETTERED.match(self.first, phrase.end)
            or find_numbers(phrase.counted)  # "fourth-grade girls"
            # "6 cups of flour" are no cups.
            or (phrase.noun in _KITCHEN_MEASURES and any(" of " in p.counted for p in same))
        ):
            return
        start, end = self._sentence_at(phrase.start)
        sentence = self.first[start:end]
        owns = _OWNS.match(sentence)
        told = not _HYPOTHETICAL.search(
            self.first, start, phrase.start
        ) and not _NOT_THERE_AFTER.search(self.first, phrase.end, end)
        found[phrase.noun] = Things(
            name=_common_end([p.counted for p in same if is_plural(p)], noun),
            noun=phrase.noun,
            counts=tuple(int(value) for value in values),
            end=end,
            classes=classes_of(phrase.noun),
            exist=told and not _NOT_THERE_BEFORE.search(self.first, start, phrase.start),
            owner=_owner(owns["who"], self.people) if owns else "",
            past=is_past(sentence),
        )

    def _sentence_at(self, offset: int) -> tuple[int, int]:
        """Return the sentence of the first paragraph at an offset of the text; the question counts as its last."""
        return next(
            ((start, end) for start, end in self._first_sentences if start <= offset < end),
            (len(self.first), len(self.text)),
        )


def _common_end(names: list[str], noun: str) -> str:
    """Return the words in which several names of things end: "red apples", "green apples" -> "apples".

    It is the noun if they end in something else: "bottles of soda", "bottles of cold soda" -> "bottles".
    """
    ends = takewhile(
        lambda words: len(set(words)) == 1,
        zip(*(reversed(name.split()) for name in names), strict=False),
    )
    common = _OF_THE_TEXT.sub("", " ".join(reversed([words[0] for words in ends])))
    return common if noun in common.split() else noun


def _is_piece(phrase: Phrase) -> bool:
    """Return whether a phrase counts "pieces of candy"."""
    return phrase.counted.startswith("pieces of ") and len(phrase.counted.split()) == len(
        "of a piece".split()
    )


def _is_thing(noun: str) -> bool:
    """Return whether a noun in the singular names people, or things that can be touched and not a group or a measure."""
    classes = classes_of(noun)
    if noun in _NO_GROUPS or not (classes & _THINGS or "person" in classes):
        return False
    return "person" in classes or not classes & _NO_THINGS or noun in _SURELY_THINGS


def is_past(sentence: str) -> bool:
    """Return whether a statement is in the past tense."""
    return bool(_PAST.search(sentence))


def _owner(who: str, people: list[str]) -> str:
    """Return the owner, or "" if that is not certain: "Sam", "the furniture store"."""
    article, _, noun = who.partition(" ")
    if article in ("A", "An", "The"):
        return f"the {noun}"
    return who if who in people else ""
