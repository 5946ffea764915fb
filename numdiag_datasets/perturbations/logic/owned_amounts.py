"""The reading of a word problem for new questions: its amounts, their owners and times, its question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from numdiag_datasets.english.cohesion import leans_back, states_rate
from numdiag_datasets.english.nouns import GENERAL, classes_of
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.phrases import PREPOSITIONS, Phrase, is_plural, same_detail
from numdiag_datasets.english.verbs import is_form_of, subject_of, verbs_of
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.word_problem.clauses import MOST_CHARACTERS, Paragraph

IN_ALL = re.compile(
    r",? \b(?:in all|altogether|all together|in total|totaled|total|together|combined)\b"
)
HOW_MANY = re.compile(
    r"(?P<how>how (?:many|much))(?: (?P<unit>[a-z' -]+?))??"
    r" (?P<aux>did|does|do|were|was|are|is|will|would|can|could|has|have|had)\b(?P<rest>[^?.]*)\?",
    re.IGNORECASE,
)
_LIST_SEPARATOR = re.compile(r",? and |, ")
_PRONOUNS = word_list("subject pronouns")
_OCCASION = re.compile(
    r"(?:(?:this|last|the (?:first|second|third|next|other)|every)"
    r" (?:morning|afternoon|evening|night|day|week|weekend|month|year|time|round)|yesterday|today)\b"
)
_COMPARES = re.compile(r"\b(?:more|fewer|less|difference)\b")
#: The unit of a ratio.
TIMES = "times"
#: Events that change how much somebody has.
HAPPENS = re.compile(
    r"\b(?:g[ai]ves?|giv(?:en|ing)|los[te]s?|sold|sells?|ate|eats?|took|takes?|found|finds?|bought|buys?|receive[sd]?|got|gets?|left|remain\w*|rest|away"
    r"|add(?:s|ed)|join(?:s|ed)|use[sd]?|split|shares?|shared|broke|breaks?|die[sd]?|moved?|picks?|picked|fl(?:y|ies|ew)|c[ao]mes?|w[eo]nt|goes|fold(?:s|ed)?)\b"
)
_RATE_OF_TIME = re.compile(r"\ban? (?:second|minute|hour|day|week|month|year)\b")


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question about the unchanged text, with its equation (canonical) and unit."""

    question: str
    equation: str
    unit: str


@dataclass(frozen=True, slots=True)
class OwnedAmount:
    """An operand as written in the equation, with its phrase in the text."""

    literal: str
    phrase: Phrase

    @property
    def value(self) -> Fraction:
        return self.phrase.number.value


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

    @property
    def times(self) -> str:
        """The form of its question for a ratio: "how many times as many"."""
        return f"{self.how[:4]}many times as {'much' if self.much else 'many'}"


@dataclass(frozen=True)
class OwnedAmounts:
    """Amounts of a problem that are added up or compared; derived properties are computed once.

    Attributes:
        question: without surrounding white space.
        unit: the unit of the answer.
        paragraph: the first one, which contains each operand once.
        amounts: the operands, in the order of the text.
        is_total: whether the old question asks for the sum of all amounts.
        reduced: whether something is later subtracted from the sum of the amounts.
    """

    question: str
    unit: str
    paragraph: Paragraph
    amounts: tuple[OwnedAmount, ...]
    is_total: bool
    reduced: bool = False

    @property
    def phrases(self) -> list[Phrase]:
        """The phrases of the amounts."""
        return [amount.phrase for amount in self.amounts]

    @cached_property
    def asked_total(self) -> HowMany | None:
        """The parts of a question for a total, without its words for "in all"; None for another question."""
        if not self.is_total:
            return None
        match = HOW_MANY.fullmatch(IN_ALL.sub("", self.question))
        if match is None or any(number.perturbable for number in find_numbers(self.question)):
            return None
        return HowMany(match["how"], match["unit"] or "", match["aux"], match["rest"].rstrip())

    @cached_property
    def adverbials(self) -> list[str]:
        """The words after each phrase, if all are adverbials of the same form: "on Monday", "on Friday"."""
        return _adverbials(self)

    @cached_property
    def owners(self) -> list[str]:
        """The owner of each of two amounts, if two people have the same verb; otherwise empty."""
        return _owners(self)

    @cached_property
    def is_list(self) -> bool:
        """Whether the amounts are neighbours in one list that is not followed by a rate."""
        return _is_list(self)


class Operands:
    """The operands of a problem, found on first use."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    @cached_property
    def amounts(self) -> list[OwnedAmount] | None:
        """The result of `read_amounts`."""
        return read_amounts(self._reading)


def read_amounts(reading: Reading) -> list[OwnedAmount] | None:
    """Return the operands of an equation in its order, or None.

    None if the first paragraph does not contain each of them exactly once, or if the question has more than
    `MOST_CHARACTERS`.
    """
    equation = reading.equation
    if equation is None or len(reading.bound) != len(equation.operands):
        return None
    if len(reading.problem.question) > MOST_CHARACTERS:
        return None
    phrases = {phrase.start: phrase for phrase in reading.phrases}
    amounts: list[OwnedAmount] = []
    for group in reading.bound:
        number = group.mentions[0]
        if len(group.mentions) != 1 or number.field != "context[0]":
            return None
        amounts.append(OwnedAmount(equation.literals[group.operands[0]], phrases[number.start]))
    return amounts


def read_story(reading: Reading, operands: Operands) -> OwnedAmounts | None:
    """Return the amounts of a problem, or None if its equation is not a plain sum or difference."""
    symbols = [step.symbol for step in reading.equation.steps] if reading.equation else []
    is_total = set(symbols) == {"+"}
    compares = symbols == ["-"] and _COMPARES.search(reading.problem.question)
    amounts = operands.amounts if is_total or compares else None
    return _story(reading, amounts, is_total) if amounts else None


def read_parts(reading: Reading, operands: Operands) -> OwnedAmounts | None:
    """Return the first two amounts of a problem with several steps, if its first step adds them up."""
    equation = reading.equation
    if equation is None or len(equation.steps) < 2 or equation.steps[0].symbol != "+":
        return None
    amounts = operands.amounts
    if amounts is None:
        return None
    first, *later = equation.steps
    symbols = {step.symbol for step in later}
    reduced = "-" in symbols and first.left == 0
    parts = [amounts[first.left], amounts[first.right]]
    return _story(reading, parts, symbols == {"+"}, reduced)


def _story(
    reading: Reading, amounts: list[OwnedAmount], is_total: bool, reduced: bool = False
) -> OwnedAmounts:
    problem = reading.problem
    amounts = sorted(amounts, key=lambda amount: amount.phrase.start)
    question = problem.question.strip()
    return OwnedAmounts(
        question, problem.unit, Paragraph(reading), tuple(amounts), is_total, reduced
    )


def largest_and_smallest(amounts: Sequence[OwnedAmount]) -> tuple[OwnedAmount, OwnedAmount]:
    """Return the largest and the smallest of these amounts; of equal largest ones, the later."""
    ordered = sorted(amounts, key=lambda amount: amount.value)
    return ordered[-1], ordered[0]


def comparable(one: Phrase, two: Phrase) -> bool:
    """Return whether two phrases count the same class of thing in different words."""
    if one.counted == two.counted or not one.complete or not two.complete:
        return False
    if (" of " in one.counted) != (" of " in two.counted):
        return False
    shared = classes_of(one.noun) & classes_of(two.noun)
    return one.noun == two.noun or bool(shared - {GENERAL})


def _is_list(story: OwnedAmounts) -> bool:
    text = story.paragraph.text
    return all(
        _LIST_SEPARATOR.fullmatch(text, one.end, two.start)
        and is_plural(one) == is_plural(two)
        and same_detail(one, two)
        for one, two in pairwise(story.phrases)
    ) and not states_rate(story.paragraph.clause_rest(story.phrases[-1].end))


def _adverbials(story: OwnedAmounts) -> list[str]:
    found = _tails(story)
    words = [words_of(tail) for tail in found]
    # "three more in her backpack" would answer how many more there are in her backpack.
    if any(tail.startswith("more ") for tail in found):
        return []
    if len(set(found)) < len(story.amounts) or not all(words):
        return []
    if any(leans_back(_OCCASION.sub("", tail), ordinals=True) or "," in tail for tail in found):
        return []
    prepositions = {sum(word in PREPOSITIONS for word in tail) for tail in words}
    alike = all(tail[0] in PREPOSITIONS for tail in words) or all(map(_OCCASION.match, found))
    return found if alike and len(prepositions) == 1 else []


def _tails(story: OwnedAmounts) -> list[str]:
    """Return the words after each phrase in a list, or in statements with one subject and the same verbs."""
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


def _owners(story: OwnedAmounts) -> list[str]:
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


def has_verb(story: OwnedAmounts, verb: str) -> bool:
    """Return whether the verb of the question is that of both amounts: "has" for "have"."""
    statements = story.paragraph.statements_about(story.phrases)
    return all(
        any(is_form_of(found, verb) for found in verbs_of(str(statement)))
        for statement in statements
    )


def kinds_compared(more: str, than: str) -> tuple[str, str]:
    """Return two kinds as a question compares them: "cans of peas" and "of corn"."""
    head, _, detail = more.partition(" of ")
    return more, than.removeprefix(f"{head} ") if detail and than.startswith(
        f"{head} of "
    ) else than


def sentence(*parts: str | None) -> str:
    """Return the nonempty parts as a question."""
    return " ".join(part.strip() for part in parts if part) + "?"


def difference(question: str, big: OwnedAmount, small: OwnedAmount, unit: str) -> NewQuestion:
    """Return a question for the difference of two amounts."""
    return NewQuestion(question, f"{big.literal} - {small.literal}", unit)


def ratio(question: str, big: OwnedAmount, small: OwnedAmount) -> NewQuestion | None:
    """Return a question for the ratio of two amounts, or None if it is not above 1 or the divisor is 0."""
    if not 0 < small.value < big.value:
        return None
    return NewQuestion(question, f"{big.literal} / {small.literal}", TIMES)


def total(question: str, story: OwnedAmounts, unit: str) -> NewQuestion:
    """Return a question for the sum of all amounts."""
    return NewQuestion(question, _sum(story), unit)


def average(question: str, story: OwnedAmounts) -> NewQuestion:
    """Return a question for the mean of the amounts."""
    return NewQuestion(question, f"({_sum(story)}) / {len(story.amounts)}", story.unit)


def _sum(story: OwnedAmounts) -> str:
    return " + ".join(amount.literal for amount in story.amounts)
