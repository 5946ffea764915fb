"""Rules for equal groups: from the product or quotient to one group more or fewer, twice or half of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.phrases import is_plural
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.logic.owned_amounts import (
    HOW_MANY,
    IN_ALL,
    NewQuestion,
    Operands,
    OwnedAmount,
)
from numdiag_datasets.texts.reading import Reading

# "in each box", "per small box"; "each of the boxes" is not read.
_EACH = re.compile(r"\b(?:(in|on|at) )?(?:each|every|per) ((?:[a-z-]+ ){0,2}?[a-z-]+)\b")
# "4 swamps, each having 356 reptiles"
_GROUPS_EACH = re.compile(r"\b([a-z-]+), each (?:having|containing|holding|with)\b")
# "How many boxes does he need to sell?"
_NOT_THERE = re.compile(r"\b(?:needs?|will|would|can|could|should|must|have to|able)\b")
# Containers: one more of them, or half of them, holds proportionally as many things.
_GROUPS = word_list("classes that hold things")
_NO_GROUP = word_list("classes that hold nothing")
_ALSO_GROUPS = word_list("nouns that hold things")
_ON = word_list("things with a surface")
# The capacity of one container: not "decided to hold the party".
_CAPACITY = re.compile(
    r"\b(?:each|every) (?:[\w-]+ ){1,5}?holds?\b"
    r"|\b(?:can|could|would) (?:only )?(?:hold|fit|contain|carry|accommodate|seat)\b"
)
# "6 types of birds in each room": half of the rooms may hold them all.
_KINDS = re.compile(r"\b(?:types|kinds|sorts|species)\b")
# The number of these does not follow from their containers.
_NOT_HELD = frozenset({"money", "score"})


@dataclass(frozen=True, slots=True)
class Groups:
    """Things in equal groups.

    Attributes:
        how: "How many" or "how many".
        things: the things in the groups, in the plural: "eggs".
        group, groups: the container: "tray", "trays".
        whole: an expression for the number of all things.
        each: an expression for the number of things in one group.
        each_in_text: the number of things in one group as written in the text, "" if it is not there.
        count: the number of groups.
        within: "in", "on" or "at".
        capacity: whether the text states how many things fit, not how many there are.
        parted: whether the things are divided among the groups, so that more groups hold no more of them.
    """

    how: str
    things: str
    group: str
    groups: str
    whole: str
    each: str
    each_in_text: str
    count: int
    within: str
    capacity: bool
    parted: bool = False


@dataclass(frozen=True, slots=True)
class _Named:
    """A noun that follows "each" or "every", with its adjectives, and the preposition before them."""

    group: str
    within: str
    capacity: bool


def read_groups(reading: Reading, operands: Operands) -> Groups | None:
    """Return a product or quotient of two amounts as equal groups, or None if the text names none."""
    symbols = [step.symbol for step in reading.equation.steps] if reading.equation else []
    if symbols not in (["*"], ["/"]):
        return None
    asked = HOW_MANY.fullmatch(IN_ALL.sub("", reading.problem.question.strip()))
    if asked is None or asked["how"].lower() != "how many" or not asked["unit"]:
        return None
    named = _named_groups(" ".join(reading.problem.context))
    amounts = operands.amounts if named else None
    if amounts is None:
        return None
    groups = (_multiplied if symbols == ["*"] else _divided)(asked, amounts, named)
    if groups is None:
        return None
    classes = classes_of(groups.things.partition(" of ")[0].rpartition(" ")[2])
    if _KINDS.search(groups.things):
        return None
    # More seats do not bring more people.
    return (
        None
        if (classes and classes <= _NOT_HELD) or (symbols == ["/"] and "person" in classes)
        else groups
    )


def _named_groups(text: str) -> dict[str, _Named]:
    """Return the nouns of `_EACH` that are containers, by their last word in the singular."""
    named: dict[str, _Named] = {}
    capacity = bool(_CAPACITY.search(text))
    for match in _GROUPS_EACH.finditer(text):
        noun = singular(match[1])
        if not classes_of(noun) & _NO_GROUP:
            named[noun] = _Named(noun, "on" if noun in _ON else "in", capacity)
    for match in _EACH.finditer(text):
        words: list[str] = []
        for word in match[2].split():
            words.append(word)
            noun, classes = singular(word), classes_of(word)
            if noun in _ALSO_GROUPS or (classes & _GROUPS and not classes & _NO_GROUP):
                within = match[1] or ("on" if noun in _ON else "in")
                named[noun] = _Named(" ".join(words), within, capacity)
    return named


def _multiplied(
    asked: re.Match[str], amounts: list[OwnedAmount], named: dict[str, _Named]
) -> Groups | None:
    """Return the groups of a product: a number of groups, a number in each; how many in all?"""
    groups = [amount for amount in amounts if amount.phrase.noun in named]
    if len(groups) != 1 or not is_plural(groups[0].phrase) or groups[0].value.denominator != 1:
        return None
    [group] = groups
    held, things = amounts[1 - amounts.index(group)], asked["unit"]
    nouns = content_words(things)
    if group.phrase.noun in nouns or (held.phrase.complete and held.phrase.noun not in nouns):
        return None
    name = named[group.phrase.noun]
    return Groups(
        how=asked["how"],
        things=things,
        group=name.group,
        groups=group.phrase.counted.partition(" of ")[0],
        whole=" * ".join(amount.literal for amount in amounts),
        each=held.literal,
        each_in_text=held.phrase.number.text.lower(),
        count=int(group.value),
        within=name.within,
        capacity=name.capacity,
    )


def _divided(
    asked: re.Match[str], amounts: list[OwnedAmount], named: dict[str, _Named]
) -> Groups | None:
    """Return the groups of a quotient: a number in all, and a number of groups or a number in each.

    The question asks how many are in each, or how many groups there are. It must not ask how many are needed,
    since half of them would then be undefined.
    """
    whole, divisor = amounts
    if not whole.phrase.complete or not is_plural(whole.phrase) or whole.phrase.noun in named:
        return None
    count = whole.value / divisor.value if divisor.value else whole.value
    if count.denominator != 1:
        return None
    if divisor.phrase.noun in named:
        if not is_plural(divisor.phrase):
            return None
        groups, each, shown = divisor.phrase.counted, f"{whole.literal} / {divisor.literal}", ""
        noun, count = divisor.phrase.noun, divisor.value
    else:
        groups, each, shown = asked["unit"], divisor.literal, divisor.phrase.number.text
        noun = singular(groups.partition(" of ")[0].rpartition(" ")[2])
        if noun not in named or divisor.phrase.noun not in ("", whole.phrase.noun):
            return None
        if named[noun].capacity or _NOT_THERE.search(asked[0]):
            return None
    name = named[noun]
    return Groups(
        how=asked["how"],
        things=whole.phrase.counted,
        group=name.group,
        groups=groups.partition(" of ")[0],
        whole=whole.literal,
        each=each,
        each_in_text=shown.lower(),
        count=int(count),
        within=name.within,
        capacity=name.capacity,
        parted=True,
    )


def one_group_more(groups: Groups) -> NewQuestion | None:
    """Input -> output: "7 trays of eggs. If each tray has 10 eggs, how many eggs are there in total?" ->
    "how many eggs would there be with one more such tray?"."""
    if groups.parted:
        return None
    verb = "would fit" if groups.capacity else "would there be"
    return _asked(groups, f"{verb} with one more such {groups.group}", f"+ {groups.each}")


def all_groups_but_one(groups: Groups) -> NewQuestion:
    """Input -> output: as above -> "how many eggs are there in all of the trays but one?"."""
    place = f"{groups.within} all of the {groups.groups} but one"
    return _asked(groups, f"{_are_there(groups)} {place}", f"- {groups.each}")


def some_of_the_groups(groups: Groups) -> NewQuestion | None:
    """Input -> output: "If each of the 12 trays has 10 eggs, ..." -> "how many eggs are there in 10 of
    the trays?"."""
    if not groups.each_in_text or not 1 < Fraction(groups.each) < groups.count:
        return None
    question = f"{groups.how} {groups.things} {_are_there(groups)} {groups.within}"
    question += f" {groups.each_in_text} of the {groups.groups}?"
    return NewQuestion(question, f"{groups.each} * {groups.each}", groups.things)


def twice_as_many_groups(groups: Groups) -> NewQuestion | None:
    """Input -> output: as above -> "how many eggs would there be with twice as many such trays?"."""
    if groups.parted:
        return None
    verb = "would fit" if groups.capacity else "would there be"
    return _asked(groups, f"{verb} with twice as many such {groups.groups}", "* 2")


def half_of_the_groups(groups: Groups) -> NewQuestion | None:
    """Input -> output: "8 trays ..." -> "how many eggs are there in half of the trays?"."""
    if groups.count % 2 or groups.count == 2:
        return None
    place = f"{groups.within} half of the {groups.groups}"
    return _asked(groups, f"{_are_there(groups)} {place}", "/ 2")


def _are_there(groups: Groups) -> str:
    return "fit" if groups.capacity else "are there"


def _asked(groups: Groups, rest: str, operation: str) -> NewQuestion:
    question = f"{groups.how} {groups.things} {rest}?"
    return NewQuestion(question, f"{groups.whole} {operation}", groups.things)
