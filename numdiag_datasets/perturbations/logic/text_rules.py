"""Rules that turn the question for a total into one for a difference, and the other way round.

A rule looks at the equation (a plain sum, or the difference of two), finds its amounts in the text,
makes sure that they count alike and that nothing happens between them, and words a new question on
the unchanged text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from numdiag_datasets.english.cohesion import leans_back, states_rate
from numdiag_datasets.english.nouns import GENERAL, classes_of
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.verbs import is_form_of, subject_of, verbs_of
from numdiag_datasets.english.words import content_words, words_of
from numdiag_datasets.perturbations.base import Rule
from numdiag_datasets.perturbations.statements import MOST_CHARACTERS, Paragraph
from numdiag_datasets.problems.phrases import PREPOSITIONS, Phrase, is_plural, same_detail
from numdiag_datasets.problems.reading import Reading

_TOTAL = re.compile(
    r",? \b(?:in all|altogether|all together|in total|totaled|total|together|combined)\b"
)
_HOW_MANY = re.compile(
    r"(?P<how>how (?:many|much))(?: (?P<unit>[a-z' -]+?))??"
    r" (?P<aux>did|does|do|were|was|are|is|will|would|can|could|has|have|had)\b(?P<rest>[^?.]*)\?",
    re.IGNORECASE,
)
_LIST_SEPARATOR = re.compile(r",? and |, ")
_BOTH = re.compile(
    r" (?:they|the (?:girls|boys|two|friends)|[A-Z]\w+ and [A-Z]\w+)\b ?(?P<rest>.*)"
)
_SINGULAR = {"do": "does", "did": "did", "were": "was"}
_PRONOUNS = frozenset("He She They he she they".split())
_OCCASION = re.compile(
    r"(?:(?:this|last|the (?:first|second|third|next|other)|every)"
    r" (?:morning|afternoon|evening|night|day|week|weekend|month|year|time|round)|yesterday|today)\b"
)
_RATE_OF_TIME = re.compile(r"\ban? (?:second|minute|hour|day|week|month|year)\b")
_MORE_THAN = re.compile(
    r"(?P<how>[Hh]ow (?:many|much)) (?:more|fewer|less)(?: (?P<unit>[\w' -]+?))? (?P<aux>do|does|did)"
    r" (?P<one>[A-Z]\w+) (?P<verb>[a-z]+)(?: more)?(?: th[ae]n (?P<two>[A-Z]\w+))?\?"
)
_OWNED = r"(?:your|your friend's|[A-Z][\w.]*(?: [A-Z]\w+)?'s) [a-z ]+"
_DIFFERENCE_OF_NUMBERS = re.compile(
    r"(?P<what>[Ww]hat)(?:'s| is) the difference (?:of|between) the number of"
    rf" (?P<both>{_OWNED} and {_OWNED}|\w+ and \w+ over there)\?"
)
_KIND_THAN_KIND = re.compile(
    r"(?P<how>[Hh]ow many) more (?P<one>[a-z ]+?)(?: are there than (?P<two>[a-z ]+)"
    r"| than (?P<other>[a-z ]+?) (?P<tail>(?:did|does|do|are|were) [^?]+))\?"
)


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question on the unchanged text, with its equation (canonical) and unit."""

    question: str
    equation: str
    unit: str


@dataclass(frozen=True, slots=True)
class Amount:
    """An operand, as the equation writes it, with the phrase that shows it."""

    literal: str
    phrase: Phrase

    @property
    def value(self) -> Fraction:
        return self.phrase.number.mention.value


@dataclass(frozen=True, slots=True)
class HowMany:
    """The parts of "How many pens did she buy?": how, unit ("" if none), auxiliary, rest."""

    how: str
    unit: str
    aux: str
    rest: str

    @property
    def much(self) -> bool:
        """Whether it asks "how much"."""
        return self.how.lower() == "how much"


@dataclass(frozen=True, slots=True)
class Story:
    """A problem whose equation is a plain sum or the difference of two.

    Attributes:
        question: without white space around it.
        unit: of the answer.
        paragraph: the first one, which shows each operand once.
        amounts: the operands, in the order of the text.
        is_total: whether they are added up.
    """

    question: str
    unit: str
    paragraph: Paragraph
    amounts: tuple[Amount, ...]
    is_total: bool

    @property
    def phrases(self) -> list[Phrase]:
        """The phrases of the amounts."""
        return [amount.phrase for amount in self.amounts]


def read_story(reading: Reading) -> Story | None:
    """Return a problem as a story, None if its equation is no plain sum or difference, or if its first
    paragraph does not show each operand once, or if its question has more than `MOST_CHARACTERS`."""
    equation, problem = reading.equation, reading.problem
    symbols = [step.symbol for step in equation.steps] if equation else []
    is_total = set(symbols) == {"+"}
    if equation is None or not (is_total or symbols == ["-"]):
        return None
    if len(reading.bound) != len(equation.operands):
        return None
    phrases = {phrase.start: phrase for phrase in reading.phrases}
    amounts: list[Amount] = []
    for group in reading.bound:
        number = group.mentions[0]
        if len(group.mentions) != 1 or number.field != "context[0]":
            return None
        literal = equation.literals[group.operands[0]]
        amounts.append(Amount(literal, phrases[number.mention.start]))
    amounts.sort(key=lambda amount: amount.phrase.start)
    question = problem.question.strip()
    if len(question) > MOST_CHARACTERS:
        return None
    return Story(question, problem.unit, Paragraph(reading), tuple(amounts), is_total)


# --- from a total to a difference -----------------------------------------------------------------


def difference_of_kinds(story: Story) -> NewQuestion | None:
    """Input -> output: "41 red markers and 64 blue markers. How many markers does she have altogether?"
    -> "How many more blue markers than red markers does she have?"."""
    asked = _asks_total(story)
    if asked is None or asked.much or not _is_list(story):
        return None
    big, small = _largest_and_smallest(story.amounts)
    if not _comparable(big.phrase, small.phrase):
        return None
    more, than = (amount.phrase.counted.removeprefix("different ") for amount in (big, small))
    same = big.phrase.noun == small.phrase.noun
    named = big.phrase.noun in content_words(story.unit)
    unit = story.unit if same and named else more
    head, _, detail = more.partition(" of ")
    if detail and than.startswith(f"{head} of "):
        than = than.removeprefix(f"{head} ")  # "more cans of peas than of corn"
    question = _sentence(asked.how, "more", more, "than", than, asked.aux, asked.rest)
    return _difference(question, big, small, unit)


def difference_of_occasions(story: Story) -> NewQuestion | None:
    """Input -> output: "3 miles on Monday and 5 miles on Friday. How many miles did she run in all?" ->
    "How many more miles did she run on Friday than on Monday?"."""
    asked = _asks_total(story)
    adverbials = _adverbials(story) if asked else []
    if asked is None or not adverbials:
        return None
    if any(words_of(adverbial)[0] in words_of(asked.rest) for adverbial in adverbials):
        return None
    big, small = _largest_and_smallest(story.amounts)
    more, than = (adverbials[story.amounts.index(amount)] for amount in (big, small))
    unit = asked.unit
    if not unit and not asked.much:
        unit = next((phrase.counted for phrase in story.phrases if phrase.complete), "")
    question = _sentence(asked.how, "more", unit, asked.aux, asked.rest, more, "than", than)
    return _difference(question, big, small, story.unit)


def difference_of_owners(story: Story) -> NewQuestion | None:
    """Input -> output: "Ann has nine pens and Bo has seven pens. How many pens do they have together?"
    -> "How many more pens does Ann have than Bo?"."""
    asked = _asks_total(story)
    owners = _owners(story) if asked else []
    both = _BOTH.fullmatch(asked.rest) if asked else None
    if asked is None or both is None or not owners or asked.aux not in _SINGULAR:
        return None
    big, small = _largest_and_smallest(story.amounts)
    one, two = (owners[story.amounts.index(amount)] for amount in (big, small))
    comparative = "more"
    if one.lower().startswith(("his ", "her ")):  # "her sister" comes behind her name
        one, two = two, one
        comparative = "less" if asked.much else "fewer"
    unit = asked.unit or story.phrases[0].counted
    aux = _SINGULAR[asked.aux]
    question = _sentence(asked.how, comparative, unit, aux, one, both["rest"], "than", two)
    return _difference(question, big, small, story.unit)


def _asks_total(story: Story) -> HowMany | None:
    """The parts of a question for a total, its words for "in all" left out; None for another."""
    if not story.is_total or any(number.perturbable for number in find_numbers(story.question)):
        return None
    match = _HOW_MANY.fullmatch(_TOTAL.sub("", story.question))
    if match is None:
        return None
    return HowMany(match["how"], match["unit"] or "", match["aux"], match["rest"].rstrip())


def _largest_and_smallest(amounts: Sequence[Amount]) -> tuple[Amount, Amount]:
    ordered = sorted(amounts, key=lambda amount: amount.value)
    return ordered[-1], ordered[0]


def _comparable(one: Phrase, two: Phrase) -> bool:
    """Whether two phrases count the same class of thing in different words."""
    if one.counted == two.counted or not one.complete or not two.complete:
        return False
    shared = classes_of(one.noun) & classes_of(two.noun)
    return one.noun == two.noun or bool(shared - {GENERAL})


def _is_list(story: Story) -> bool:
    """Whether the amounts are neighbours in one list that no rate follows."""
    text = story.paragraph.text
    return all(
        _LIST_SEPARATOR.fullmatch(text, one.end, two.start)
        and is_plural(one) == is_plural(two)
        and same_detail(one, two)
        for one, two in pairwise(story.phrases)
    ) and not states_rate(story.paragraph.clause_rest(story.phrases[-1].end))


def _adverbials(story: Story) -> list[str]:
    """What follows each phrase, where all are adverbials built alike: "on Monday", "on Friday"."""
    found = [tail.removeprefix("more ") for tail in _tails(story)]
    words = [words_of(tail) for tail in found]
    if len(set(found)) < len(story.amounts) or not all(words):
        return []
    if any(leans_back(_OCCASION.sub("", tail), ordinals=True) or "," in tail for tail in found):
        return []
    prepositions = {sum(word in PREPOSITIONS for word in tail) for tail in words}
    alike = all(tail[0] in PREPOSITIONS for tail in words) or all(map(_OCCASION.match, found))
    return found if alike and len(prepositions) == 1 else []


def _tails(story: Story) -> list[str]:
    """What follows each phrase in a list, or in statements with one subject and the same verbs."""
    paragraph, phrases = story.paragraph, story.phrases
    statements = paragraph.statements_about(phrases)
    if len(statements) == len(phrases):
        clauses = [str(statement) for statement in statements]
        subjects = set(map(subject_of, clauses)) - _PRONOUNS
        alike = len(subjects) <= 1 and len(set(map(verbs_of, clauses))) == 1
        return [statement.tail for statement in statements] if alike else []
    tails = []
    for one, two in pairwise(phrases):
        separators = list(_LIST_SEPARATOR.finditer(paragraph.text, one.end, two.start))
        if not separators or separators[-1].end() < two.start:
            return []
        tails.append(paragraph.text[one.end : separators[-1].start()].strip())
    return [*tails, paragraph.clause_rest(phrases[-1].end).strip()]


# --- from a difference to a total -----------------------------------------------------------------


def total_of_owners(story: Story) -> NewQuestion | None:
    """Input -> output: "How many more pens does Ann have than Bo?" -> "How many pens do Ann and Bo have
    in all?"."""
    match = _MORE_THAN.fullmatch(story.question)
    owners = _owners(story) if match and not story.is_total else []
    if match is None or match["one"] not in owners or not _has_verb(story, match["verb"]):
        return None
    if match["two"] not in (None, *owners):
        return None
    aux = "did" if match["aux"] == "did" else "do"
    both = f"{owners[0]} and {owners[1]}"
    question = _sentence(match["how"], match["unit"], aux, both, match["verb"], "in all")
    return _total(question, story, story.unit)


def total_of_numbers(story: Story) -> NewQuestion | None:
    """Input -> output: "What's the difference of the number of Ann's pens and Bo's pens?" -> "What is
    the total number of Ann's pens and Bo's pens?"."""
    match = _DIFFERENCE_OF_NUMBERS.fullmatch(story.question)
    if match is None or story.is_total:
        return None
    question = _sentence(match["what"], "is the total number of", match["both"])
    return _total(question, story, story.unit)


def total_of_kinds(story: Story) -> NewQuestion | None:
    """Input -> output: "How many more dogs are there than cats?" -> "How many dogs and cats are there
    in all?"."""
    match = _KIND_THAN_KIND.fullmatch(story.question)
    if match is None or story.is_total or not _is_list(story):
        return None
    kinds = f"{match['one']} and {match['two'] or match['other']}"
    question = _sentence(match["how"], kinds, match["tail"] or "are there", "in all")
    one, two = story.phrases
    return _total(question, story, story.unit if one.noun == two.noun else kinds)


# --- shared ---------------------------------------------------------------------------------------


def _owners(story: Story) -> list[str]:
    """Who has each of two amounts, where two people have the same verb; empty elsewhere."""
    clauses = [str(statement) for statement in story.paragraph.statements_about(story.phrases)]
    owners = list(map(subject_of, clauses))
    if len(story.amounts) != 2 or len(clauses) != 2 or not all(owners) or owners[0] == owners[1]:
        return []
    if verbs_of(clauses[0]) != verbs_of(clauses[1]) or any(map(leans_back, clauses)):
        return []
    # "Annette and Caitlin weigh 95 pounds", "18 pages a day"
    if any(" and " in clause or _RATE_OF_TIME.search(clause) for clause in clauses):
        return []
    return owners


def _has_verb(story: Story, verb: str) -> bool:
    """Whether the verb of the question is that of both amounts: "has" for "have"."""
    statements = story.paragraph.statements_about(story.phrases)
    return all(
        any(is_form_of(found, verb) for found in verbs_of(str(statement)))
        for statement in statements
    )


def _sentence(*parts: str | None) -> str:
    return " ".join(part.strip() for part in parts if part) + "?"


def _difference(question: str, big: Amount, small: Amount, unit: str) -> NewQuestion:
    return NewQuestion(question, f"{big.literal} - {small.literal}", unit)


def _total(question: str, story: Story, unit: str) -> NewQuestion:
    return NewQuestion(question, " + ".join(amount.literal for amount in story.amounts), unit)


#: Each words a question, or returns None where it does not fit. The first that fits is taken.
LOGIC_RULES: tuple[Rule[Callable[[Story], NewQuestion | None]], ...] = (
    Rule(
        "difference_of_kinds",
        "total -> how many more red than blue",
        difference_of_kinds,
    ),
    Rule(
        "difference_of_occasions",
        "total -> how many more on Friday than on Monday",
        difference_of_occasions,
    ),
    Rule(
        "difference_of_owners",
        "total -> how many more Ann has than Bo",
        difference_of_owners,
    ),
    Rule(
        "total_of_owners",
        "how many more Ann has than Bo -> how many they have in all",
        total_of_owners,
    ),
    Rule(
        "total_of_numbers",
        "difference of the numbers of cats and dogs -> their total",
        total_of_numbers,
    ),
    Rule(
        "total_of_kinds",
        "how many more cats than dogs -> how many cats and dogs",
        total_of_kinds,
    ),
)
