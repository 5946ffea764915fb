"""Extra, second form: a fact about the problem's own things and people that changes nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.wordings import PRICES_IN_CENTS, PRICES_IN_DOLLARS, phrases
from numdiag_datasets.perturbations.extra.story import CountedGroup, Person, Story
from numdiag_datasets.perturbations.perturbation import Rule, reject
from numdiag_datasets.texts.insertion_points import InsertionPoint
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.word_problem.insertion_points import by_third, points_in_problem

#: Maximum number of characters of a story that the rules accept.
_LONGEST = 2_000
# Questions that distinguish things by an attribute that the inserted fact could give to some of them.
_COUNTS_BY_ATTRIBUTE = re.compile(
    r"\b(?:colou?rs?|red|blue|green|yellow|white|black|brown|gr[ae]y|pink|purple|orange|big|small|large|long|"
    r"short|tall|heavy|light|old|new|good|bad|kinds?|types?|sizes?|sort(?:s|ed)?|different|special|empty|full)\b",
    re.IGNORECASE,
)
_ASKS_OF_SEVERAL = re.compile(r"\b(?:they|their|them|we|and [A-Z])")
# "the rest" that remains after a part was mentioned.
_TELLS_REST_APART = re.compile(
    r"\b(?:rest|others?|remaining|bigger|smaller|longer|heavier|larger|taller)\b", re.IGNORECASE
)
# Questions about the state at another time.
_ASKS_OF_THE_PAST = re.compile(
    r"\b(?:first|begin|began|originally|start(?:ed)?|before|previous(?:ly)?|used to|earlier|last|ago|then|years?)\b",
    re.IGNORECASE,
)
_ADULTS = re.compile(
    r"\b(?:Mrs?|Ms|Dr|work(?:s|ed|ing)?|jobs?|drives?|drove|driving|wife|husband|teach(?:es|er|ing)?|taught|"
    r"compan(?:y|ies)|store|shop|restaurant|rent(?:s|ed)?|guests|wedding|sons?|daughters?|children|kids|"
    r"customers?|business|office|house|architect|farm(?:er)?|grand\w+|old|years?|birthday|grade)\b"
)
# Comparisons of a part of a group with the rest.
_LONG = word_list("long things")
_LENGTHS = phrases("LENGTHS")
_ANY_SIZE = phrases("SIZES")
_PEOPLE = phrases("LOOKS")
_PEOPLE_THEN = phrases("PAST_LOOKS")
# The price of one item: whether in cents, and the range.
_PRICES = {
    noun: (in_cents, wording.least, wording.most)
    for in_cents, wordings in ((True, PRICES_IN_CENTS), (False, PRICES_IN_DOLLARS))
    for wording in wordings
    for noun in wording.form.split()
}
# The class in which each measure of an object is counted.
_UNITS = {
    "year": "time",
    "inches": "length",
    "feet": "length",
    "windows": "household",
    "offices": "building",
}
_SOLD = word_list("classes sold in shops")


@dataclass(frozen=True, slots=True)
class SideFact:
    """A sentence, and where it may be inserted.

    Attributes:
        text: with its full stop.
        after: the offset in the first paragraph from which its referent is known; 0 for anywhere.
        being: whether it names someone or something living.
        name: the one person that it is about, if any; a later pronoun may then refer to that person.
        at_end: whether it must follow all events: "9 more dollars" after "a year ago" would be added to those.
    """

    text: str
    after: int = 0
    being: bool = False
    name: str = ""
    at_end: bool = False


# Longer stories are about companies and adults, "dozen eggs" and "hot dogs", and more than one time.
_OF_CHILDREN = frozenset(("age", "height", "price", "elsewhere", "measure"))
_Find = Callable[[Story, Rng], "SideFact | None"]


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12 pens. 4 of the pens are a little longer than the rest."

    Apply the first rule that fits, starting with a random one. Its number occurs nowhere else in the problem
    and is not the answer. A number that counts a part of a group is less than the group's number.
    """
    problem = reading.problem
    if sum(map(len, problem.context)) > _LONGEST:
        return reject(problem, Reason.NO_RULE)
    points = points_in_problem(reading)
    if not points:
        return reject(problem, Reason.NO_PLACE)
    story = Story(reading)
    rules: list[Rule[_Find]] = []
    for near in TIERS:
        first = rng.below(len(near))
        rules += (*near[first:], *near[:first])
    if problem.kind is TextKind.SOLUTION:
        rules = [rule for rule in rules if rule.name not in _OF_CHILDREN]
    no_place = False
    for rule in rules:
        fact = rule.apply(story, rng)
        if fact is None:
            continue
        if point := _place(fact, by_third(points, reading, split, rng), story):
            inserted = f" {fact.text}" if point.at_end else f"{fact.text} "
            return apply_edits(
                problem, [Edit(point.field, point.offset, "", inserted)], rule=rule.name
            )
        no_place = True
    return reject(problem, Reason.NO_PLACE if no_place else Reason.NO_RULE)


def _place(fact: SideFact, points: Iterable[InsertionPoint], story: Story) -> InsertionPoint | None:
    is_alone = bool(fact.name) and story.is_alone(fact.name)
    for point in points:
        if point.field == "context[0]" and point.offset < fact.after:
            continue
        if fact.at_end and not point.at_end:
            continue
        named_next = fact.name and story.first.startswith(fact.name, point.offset)
        pronoun_is_clear = not fact.being or named_next or is_alone
        if not point.impersonal or pronoun_is_clear:
            return point
    return None


def _number(story: Story, rng: Rng, least: int, most: int) -> int:
    """Return a number from least to most that does not occur in the problem, or 0 if there is none."""
    free = [n for n in range(least, most + 1) if Fraction(n) not in story.values]
    return free[rng.below(len(free))] if free else 0


def _part(story: Story, rng: Rng, persons: bool) -> tuple[CountedGroup, int] | None:
    """Return a group and the number of a part of it."""
    if _COUNTS_BY_ATTRIBUTE.search(story.question) or _TELLS_REST_APART.search(story.text):
        return None
    groups = [g for g in story.groups if g.persons == persons and g.count >= 4]
    if not groups:
        return None
    group = groups[rng.below(len(groups))]
    # The part must also fit what remains of the group: not "5 of the chairs" when three chairs are left.
    least = min(value for value in story.values if value >= 3)
    part = _number(story, rng, 2, min(group.count // 2, 12, math.ceil(least) - 1))
    return (group, part) if part else None


def _part_of_things(story: Story, rng: Rng) -> SideFact | None:
    if (found := _part(story, rng, persons=False)) is None:
        return None
    group, part = found
    head = singular(group.name.partition(" of ")[0].rpartition(" ")[2])
    sizes = _LENGTHS if head in _LONG else _ANY_SIZE
    verb = "were" if group.past else "are"
    size = sizes[rng.below(len(sizes))]
    return SideFact(f"{part} of the {group.name} {verb} {size}.", group.end, being=group.animals)


def _part_of_people(story: Story, rng: Rng) -> SideFact | None:
    if (found := _part(story, rng, persons=True)) is None:
        return None
    group, part = found
    looks = _PEOPLE_THEN if group.past else _PEOPLE
    return SideFact(
        f"{part} of the {group.name} {looks[rng.below(len(looks))]}.", group.end, being=True
    )


def _age(story: Story, rng: Rng) -> SideFact | None:
    if story.concerns("time"):
        return None
    young = not _ADULTS.search(story.text)
    people = [p for p in story.people if p.adult or young]
    return _of_one(people, story, rng, "{name} is {n} years old.", 7, 13)


def _home(story: Story, rng: Rng) -> SideFact | None:
    if story.concerns("length"):
        return None
    return _of_one(story.people, story, rng, "{name} lives {n} miles from the library.", 2, 9)


def _height(story: Story, rng: Rng) -> SideFact | None:
    if story.concerns("length") or "tall" in story.text:
        return None
    return _of_one(story.people, story, rng, "{name} is {n} inches tall.", 52, 68)


def _town(story: Story, rng: Rng) -> SideFact | None:
    if story.concerns("time"):
        return None
    return _of_one(
        story.people, story, rng, "{name} has lived in the same town for {n} years.", 3, 9
    )


def _of_one(
    people: list[Person], story: Story, rng: Rng, form: str, least: int, most: int
) -> SideFact | None:
    if not people:
        return None
    person = people[rng.below(len(people))]
    if person.adult and "years old" in form:
        least, most = 31, 59
    number = _number(story, rng, least, most)
    if not number:
        return None
    text = form.format(name=person.name, n=number)
    return SideFact(text, person.after, being=True, name=person.name)


def _earlier(story: Story, rng: Rng) -> SideFact | None:
    """Return a fact about a year ago, only if the question asks for a state and not for the past."""
    asks_of_state = re.search(r"\b(?:have|has|are)\b", story.question)
    if _ASKS_OF_THE_PAST.search(story.question) or story.concerns("time") or not asks_of_state:
        return None
    if story.savers:
        person, end = story.savers[0]
        amount = _number(story, rng, 3, 40)
        text = f"A year ago, {person.name} had ${amount}."
        return SideFact(text, end, being=True, name=person.name, at_end=True) if amount else None
    owned = [g for g in story.groups if g.owner and not g.persons]
    if not owned:
        return None
    group = owned[rng.below(len(owned))]
    number = _number(story, rng, 3, 40)
    name = "" if group.owner.startswith("the ") else group.owner
    text = f"A year ago, {group.owner} had {number} {group.name}."
    is_being = bool(name) or group.animals
    return SideFact(text, group.end, being=is_being, name=name, at_end=True) if number else None


def _elsewhere(story: Story, rng: Rng) -> SideFact | None:
    """Return a fact about a shop's stock, only if the question names the owner."""
    if not story.asks_of_someone:
        return None
    sold = [g for g in story.groups if g.classes & _SOLD and not g.persons and g.shelved]
    if not sold:
        return None
    group = sold[rng.below(len(sold))]
    number = _number(story, rng, 20, 90)
    verb = "had" if group.past else "has"
    return SideFact(f"A shop in the next street {verb} {number} {group.name}.")


def _relative(story: Story, rng: Rng) -> SideFact | None:
    """Return a fact about a cousin, only if one person is asked about: "they" may include the cousin."""
    if not story.asks_of_someone or story.asks_for_all or _ASKS_OF_SEVERAL.search(story.question):
        return None
    people = [person for person in story.people if not person.name.startswith("The ")]
    groups = [group for group in story.groups if not group.persons and not group.animals]
    if not people or not groups:
        return None
    person, group = people[rng.below(len(people))], groups[rng.below(len(groups))]
    number = _number(story, rng, 3, 40)
    verb = "had" if group.past else "has"
    text = f"{person.name}'s cousin {verb} {number} {group.name}."
    return SideFact(text, max(person.after, group.end), being=True) if number else None


def _price(story: Story, rng: Rng) -> SideFact | None:
    if story.concerns("money"):
        return None
    sold = [g for g in story.groups if g.singular.rpartition(" ")[2] in _PRICES]
    if not sold:
        return None
    group = sold[rng.below(len(sold))]
    in_cents, least, most = _PRICES[group.singular.rpartition(" ")[2]]
    number = _number(story, rng, least, most)
    price = f"{number} cents" if in_cents else f"${number}"
    verb = "cost" if group.past else "costs"
    article = "an" if group.singular[0] in "aeiou" else "a"
    return SideFact(f"At the shop, {article} {group.singular} {verb} {price}.") if number else None


def _measure(story: Story, rng: Rng) -> SideFact | None:
    objects = [
        o
        for o in story.objects
        if not any(story.concerns(kind) for word, kind in _UNITS.items() if word in o.said)
    ]
    if not objects:
        return None
    thing = objects[rng.below(len(objects))]
    number = _number(story, rng, thing.least, thing.most)
    said = thing.said.format(n=number)
    return SideFact(f"The {thing.name} {said}.", thing.end) if number else None


#: Facts nearest to the question are tried first: facts about the counted things, then about their price and
#: place, then about people.
TIERS: tuple[tuple[Rule[_Find], ...], ...] = (
    (
        Rule("part_of_things", "4 of the pens are a little longer than the rest.", _part_of_things),
        Rule("earlier", "A year ago, Sam had 9 pens.", _earlier),
        Rule("relative", "Sam's cousin has 17 pens.", _relative),
        Rule("elsewhere", "A shop in the next street has 45 pens.", _elsewhere),
        Rule("part_of_people", "3 of the students wear glasses.", _part_of_people),
    ),
    (
        Rule("price", "At the shop, a pen costs 40 cents.", _price),
        Rule("measure", "The box is 14 inches wide.", _measure),
    ),
    (
        Rule("age", "Sam is 9 years old.", _age),
        Rule("home", "Sam lives 4 miles from the library.", _home),
        Rule("height", "Sam is 54 inches tall.", _height),
        Rule("town", "Sam has lived in the same town for 6 years.", _town),
    ),
)
RULES: dict[str, str] = {rule.name: rule.summary for tier in TIERS for rule in tier}
