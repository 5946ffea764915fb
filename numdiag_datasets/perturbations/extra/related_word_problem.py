"""Extra, second form: a fact about the problem's own things that changes nothing."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import Edit, Problem, answer_values, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.cohesive_words import HE_SHE, alternatives
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.number_words import verbalize
from numdiag_datasets.english.sentences import is_tokenised, with_spaced_marks
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.wordings import NOUN_SETS, SIDE_FACTS, SideFact
from numdiag_datasets.english.words import content_words, words_of
from numdiag_datasets.perturbations.extra.asked import ASKS_FOR_ALL
from numdiag_datasets.perturbations.extra.story import Story, Things
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.insertion_points import InsertionPoint
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.word_problem.insertion_points import by_third, points_in_problem

#: Rule -> an example of it.
RULES: dict[str, str] = {
    "size": "4 of the pens are a little longer than the rest.",
    "shade": "4 of the marbles are shinier than the rest.",
    "pattern": "4 of the mugs have a thin stripe.",
    "label": "4 of the boxes have a name written on them.",
    "wear": "4 of the plates have a small scratch.",
    "ripeness": "4 of the peaches are riper than the rest.",
    "taste": "4 of the cookies are still warm.",
    "growth": "4 of the trees have moss on the trunk.",
    "animals": "4 of the cows are asleep.",
    "looks": "4 of the students wear glasses.",
    "dress": "4 of the students wear a hat.",
    "birth": "4 of the students were born in May.",
    "origin": "4 of the toys were made in another country.",
    "old": "4 of the coins are a little older than the rest.",
    "place": "4 of the chairs are next to a window.",
    "liked": "Sam likes 4 of the pens best.",
    "pictured": "Sam took a picture of 4 of the birds.",
    "shown": "Sam showed 4 of the pens to a neighbor.",
    "told": "Sam told a neighbor about 4 of the pens.",
    "named": "Sam has a nickname for 4 of the dogs.",
    "guess": "A neighbor wrongly guessed that there were 17 pens.",
    "elsewhere": "A shop in the next street has 17 pens.",
    "relative": "Sam's cousin has 17 pens.",
    "story": "Sam once read a story about 17 birds.",
    "dream": "Sam once dreamed of 17 pens.",
    "drawn": "A child once drew 17 pens on a wall.",
    "poster": "A poster in the town hall shows 17 pens.",
    "earlier": "A year ago, Sam had 17 pens.",
}
#: Maximum number of characters of a story that the rules accept.
_LONGEST = 2_000
# The smallest and the largest group that has a part, and the largest part: of 169,000 kids not only 6 wear glasses.
_LEAST_OF_PART, _MOST_OF_PART, _LARGEST_PART = 4, 600, 12
# More cannot be seen on a picture or in a dream, nor counted wrong.
_MOST_SEEN = {"poster": 100, "dream": 100, "drawn": 50, "guess": 300}
# A count of fewer things cannot go wrong.
_FEWEST_GUESSED = 6
# Nobody sees on a picture or in a dream that people are guests or friends, and of whom.
_IMAGINED = frozenset({"poster", "dream", "story", "drawn"})
_RELATIONS = word_list("people by relation")
# Statements on other things of the same kind, of which nobody has or sees very many.
_FEWEST_IN_SHOP = 10
_OWNED, _MOST_OWNED = frozenset({"relative", "story", "dream", "earlier", "elsewhere"}), 200
_SOLD = word_list("classes sold in shops")
_NOT_SOLD = frozenset({"person", "length"})
_NOT_SHELVED = word_list("things not sold in shops")
# Questions that distinguish things by an attribute that the inserted fact could give to some of them.
_COUNTS_BY_ATTRIBUTE = re.compile(
    r"\b(?:colou?rs?|red|blue|green|yellow|white|black|brown|gr[ae]y|pink|purple|orange|big|small|large|long|"
    r"short|tall|heavy|light|old|new|good|bad|kinds?|types?|sizes?|sort(?:s|ed)?|different|special|empty|full)\b",
    re.IGNORECASE,
)
_ASKS_OF_SEVERAL = re.compile(r"\b(?:they|their|them|we|and [A-Z])")
_OF_SOMEONE = re.compile(rf"\b(?:{alternatives(HE_SHE)})\b|\b(?:did|does|will|would|has|had) [A-Z]")
# "the rest" that remains after a part was mentioned.
_TELLS_REST_APART = re.compile(
    r"\b(?:rest|others?|remaining|bigger|smaller|longer|heavier|larger|taller|older)\b",
    re.IGNORECASE,
)
# What is the same for each must not differ for some.
_ALIKE = re.compile(r"\b(?:each|every|per|equal(?:ly)?|same|identical|apiece)\b", re.IGNORECASE)
# A tag could say which things are reduced.
_REDUCED = re.compile(
    r"%|\b(?:percent|discount\w*|sale|coupons?|half off|half price)\b", re.IGNORECASE
)
# "the store" would be taken for the one that was just named.
_SHOP = re.compile(r"\b(?:shops?|stores?|markets?|supermarkets?)\b", re.IGNORECASE)
_IN_THE_MAKING = re.compile(
    r"\b(?:ma[dk]e|makes|making|buil[dt]|sew\w*|knit\w*|gr[eo]ws?|growing|garden|farm|orchard|pick\w*|plant\w*|bak\w+|cook\w*)\b"
)
# Questions about the state at another time, and about a state.
_ASKS_OF_THE_PAST = re.compile(
    r"\b(?:first|begin|began|originally|start(?:ed)?|before|previous(?:ly)?|used to|earlier|last|ago|then|years?)\b",
    re.IGNORECASE,
)
_ASKS_OF_STATE = re.compile(r"\b(?:have|has|are)\b")
# A being that the form brings in.
_BRINGS_BEING = re.compile(r"\b(?:neighbor|reporter|visitor|child|cousin)\b")
# The beginning of a sentence that refers to any plural, or to things named before it.
_THEY = re.compile(r"\s*(?:They|Them|Their|These|Those|Both|All)\b(?! of)")
_REFERS = re.compile(
    r"\s*(?:If )?(?:each|every|the|these|those|all|both|half|some|one)\b(?: [\w'’-]+){1,4}",
    re.IGNORECASE,
)
_SHORTEST_WITH_A = 4  # "asleep", not "aunt"
# "asleep" and "awake"
_OPPOSITES = tuple(frozenset(pair.split("/")) for pair in word_list("opposites"))
_SLOT = re.compile(r"\{[a-z]+\}(?:'s)?")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, and where it may be inserted.

    Attributes:
        text: with its full stop.
        after: the offset in the first paragraph from which its referent is known; 0 for anywhere.
        being: whether it names someone or something living.
        name: the one person that it is about, if any; a later pronoun may then refer to that person.
        at_end: whether it must follow all events: "9 more pens" after "a year ago" would be added to those.
        noun: of the things, in the singular, if they are not those of the story: "7 pens in a dream".
    """

    text: str
    after: int
    being: bool
    name: str
    at_end: bool
    noun: str


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12 pens. 4 of the pens are a little longer than the rest."

    The rule that the split has used least comes first, so a row depends on the rows before it. The number occurs
    nowhere else in the problem and is not the answer. A part is at most half of its group, and less than what is
    left of it.
    """
    problem = reading.problem
    if sum(map(len, problem.context)) > _LONGEST:
        return reject(problem, Reason.NO_RULE)
    points = points_in_problem(reading)
    if not points:
        return reject(problem, Reason.NO_PLACE)
    story = Story(reading)
    used: Counter[str] = split.once(("rules", rng.stream), Counter)
    found = list(candidates(story))
    no_place = False
    for rule in sorted({fact.rule for fact, _ in found}, key=lambda rule: (used[rule], rule)):
        of_rule = [pair for pair in found if pair[0].rule == rule]
        start = rng.below(len(of_rule))
        for fact, things in (*of_rule[start:], *of_rule[:start]):
            statement = statement_of(fact, things, story, rng)
            if statement is None:
                continue
            if point := _place(statement, by_third(points, reading, split, rng), story):
                used[rule] += 1
                is_spaced = is_tokenised(" ".join(problem.context))
                said = with_spaced_marks(statement.text) if is_spaced else statement.text
                text = f" {said}" if point.at_end else f"{said} "
                edit = Edit(point.field, point.offset, "", text)
                return apply_edits(problem, [edit], rule=rule)
            no_place = True
    return reject(problem, Reason.NO_PLACE if no_place else Reason.NO_RULE)


def candidates(story: Story) -> Iterator[tuple[SideFact, Things]]:
    """Yield the facts that fit the story, each with the things that it is about."""
    for fact in SIDE_FACTS:
        if _is_barred(fact, story):
            continue
        for things in story.things:
            if _fits(fact, things) and (
                fact.number == "part" or _is_counted(fact.rule, things, story)
            ):
                yield fact, things


def _is_barred(fact: SideFact, story: Story) -> bool:
    """Return whether a reader could take the statement for a part of what is asked for, or it has a word of the story."""
    question = story.question
    words = content_words(_SLOT.sub("", fact.now))
    words = _stems(words)
    asks_of_someone = _OF_SOMEONE.search(question)
    return bool(
        not words.isdisjoint(_stems(story.words))
        or any(pair & words and (pair - words) & story.words for pair in _OPPOSITES)
        or (fact.number == "part" and _COUNTS_BY_ATTRIBUTE.search(question))
        or ("the rest" in fact.now and _TELLS_REST_APART.search(story.text))
        or (fact.rule == "size" and _ALIKE.search(story.text))
        or (fact.rule == "label" and _REDUCED.search(story.text))
        or (fact.rule == "elsewhere" and _SHOP.search(story.text))
        or (_BRINGS_BEING.search(fact.now) and "person" in story.reading.asked)
        or (fact.rule == "origin" and _IN_THE_MAKING.search(story.text))
        or (fact.rule in ("relative", "elsewhere", "earlier") and not asks_of_someone)
        or (
            fact.rule == "relative"
            and (ASKS_FOR_ALL.search(question) or _ASKS_OF_SEVERAL.search(question))
        )
        or (
            fact.rule == "earlier"
            and (
                _ASKS_OF_THE_PAST.search(question)
                or story.concerns("time")
                or not _ASKS_OF_STATE.search(question)
            )
        )
    )


def _stems(words: Iterable[str]) -> set[str]:
    """Return words and those that they may come from: "riper", "bigger", "shinier", "asleep", "spotted"."""
    found = set(words)
    for word in tuple(found):
        if word[0] == "a" and len(word) > _SHORTEST_WITH_A:
            found.add(word[1:])
        for ending in ("er", "ed", "ing"):
            if word.endswith(ending):
                stem = word.removesuffix(ending)
                found |= {stem, f"{stem}e", stem[:-1], f"{stem[:-1]}y"}
    return found


def _fits(fact: SideFact, things: Things) -> bool:
    """Return whether a statement can be true of these things."""
    if fact.number == "part" and not (
        things.exist
        and things.counts
        and min(things.counts) >= _LEAST_OF_PART
        and max(things.counts) <= _MOST_OF_PART
    ):
        return False
    if (
        ("{owner}" in fact.now and not things.owner)
        # "two of the pails of water"
        or (fact.rule in ("liked", "pictured") and " of " in things.name)
        or (fact.rule in _IMAGINED and things.noun in _RELATIONS)
    ):
        return False
    return any(
        nouns in ("persons" if things.persons else "*", "sold" if _is_sold(things) else "")
        or (not things.compound and things.noun in NOUN_SETS.get(nouns, ()))
        for nouns in fact.nouns
    )


def _is_counted(rule: str, things: Things, story: Story) -> bool:
    """Return whether a number counts the things, or the question names them.

    A guess can only be wrong if the text gives or asks for their number, and not only that of each box or their weight.
    """
    if rule == "guess":
        return things.exist if things.counts else _are_asked_for(things, story)
    return bool(things.counts) or things.noun in map(singular, words_of(story.question.lower()))


def _are_asked_for(things: Things, story: Story) -> bool:
    """Return whether the answer is the number of the things, and not of pounds of them."""
    asked = asked_unit(story.text, story.question)
    return " of " not in asked and things.noun in map(singular, words_of(asked))


def _is_sold(things: Things) -> bool:
    """Return whether a shop may have some on its shelves, and a reader may count them."""
    return (
        bool(things.classes & _SOLD)
        and not things.classes & _NOT_SOLD
        and things.noun not in _NOT_SHELVED
        and " of " not in things.name
    )


def statement_of(fact: SideFact, things: Things, story: Story, rng: Rng) -> Statement | None:
    """Return the statement about these things; None if no number or person fits."""
    name = things.owner if "{owner}" in fact.now else ""
    if "{name}" in fact.now:
        if not story.people:
            return None
        name = story.people[rng.below(len(story.people))]
    number = _number(fact, things, story, rng)
    if not number:
        return None
    brings_being = bool(_BRINGS_BEING.search(fact.now))
    is_person = bool(name) and not name.startswith("the ")
    is_definite = "the {things}" in fact.now.lower() or fact.rule == "guess"
    shown = str(number) if story.has_digits else verbalize(Fraction(number))
    form = fact.then if things.past else fact.now
    text = form.format(n=shown, things=things.name, name=name, owner=name)
    return Statement(
        text=f"{text[:1].upper()}{text[1:]}",
        after=things.end if is_definite else 0,
        being=is_person or things.animals or things.persons or brings_being,
        name=name if is_person and not brings_being else "",
        at_end=fact.rule == "earlier",
        noun="" if fact.number == "part" else things.noun,
    )


def _number(fact: SideFact, things: Things, story: Story, rng: Rng) -> int:
    """Return a number that does not occur in the problem, within the story's range if possible; 0 if there is none."""
    counts = things.counts or story.amounts or (3, 20)
    if fact.rule == "guess":  # near the truth
        counts = (
            max(things.counts, default=int(max(answer_values(story.reading.problem), default=0))),
        )
        if counts[0] < _FEWEST_GUESSED:
            return 0
    if fact.number == "part":
        # The part must also fit what remains of the group: not "5 of the chairs" when three chairs are left.
        left = min(math.ceil(value) - 1 for value in story.values if value >= _LEAST_OF_PART - 1)
        return _free(story, rng, 2, min(min(counts) // 2, left, _LARGEST_PART))
    least, most = max(2, min(counts) // 2), max(counts) * 2
    if fact.rule == "elsewhere":
        least, most = max(least, _FEWEST_IN_SHOP), max(most, 2 * _FEWEST_IN_SHOP)
    if not things.counts:
        most = min(most, _MOST_SEEN["poster"])
    if most > _MOST_SEEN.get(fact.rule, most) or (fact.rule in _OWNED and most > _MOST_OWNED):
        return 0
    told = [number.value for number in story.reading.quantities] or [Fraction(0)]
    # Parts may add up to what there is, and a guess of that would be right.
    sums = {a + b for a, b in combinations(story.values, 2)} if fact.rule == "guess" else set()
    within = _free(story, rng, max(least, math.ceil(min(told))), min(most, int(max(told))), sums)
    return within or _free(story, rng, least, most, sums)


def _free(
    story: Story, rng: Rng, least: int, most: int, barred: Set[Fraction] = frozenset()
) -> int:
    """Return a number from least to most that neither occurs in the problem nor is barred, or 0 if there is none."""
    span = most - least + 1
    if span <= 0:
        return 0
    first = rng.below(span)
    taken = {*story.values, *story.reading.results, *barred}
    near = ((first + i) % span + least for i in range(min(span, len(taken) + 1)))
    return next((n for n in near if Fraction(n) not in taken), 0)


def _place(
    fact: Statement, points: Iterable[InsertionPoint], story: Story
) -> InsertionPoint | None:
    is_alone = bool(fact.name) and story.is_alone(fact.name)
    for point in points:
        if point.field == "context[0]" and point.offset < fact.after:
            continue
        if (fact.at_end and not point.at_end) or _leads_to(fact, story, point):
            continue
        named_next = fact.name and story.first.startswith(fact.name, point.offset)
        pronoun_is_clear = not fact.being or named_next or is_alone
        if not point.impersonal or pronoun_is_clear:
            return point
    return None


def _leads_to(fact: Statement, story: Story, point: InsertionPoint) -> bool:
    """Return whether "each box" or "the boxes" behind a point would be taken for those of the statement."""
    if not fact.noun or point.field != "context[0]":
        return False
    behind = _REFERS.match(story.first, point.offset)
    is_named = behind and fact.noun in map(singular, words_of(behind[0].lower()))
    return bool(is_named or _THEY.match(story.first, point.offset))
