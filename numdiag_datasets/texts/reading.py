"""The reading of a problem: its numbers, the nouns they count, its equation; each is computed once."""

from __future__ import annotations

import re
from bisect import bisect_left
from fractions import Fraction
from functools import cached_property, lru_cache

from numdiag_datasets.core.decimals import exact_number
from numdiag_datasets.core.equation import Equation, parse_equation
from numdiag_datasets.core.problem import Problem, answer_values, passage_texts
from numdiag_datasets.core.reasons import Reason, Rejected
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.nouns import GENERAL, classes_of, singular
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.english.phrases import Phrase, has_glued_unit, is_attributive, phrase_of
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.english.verbs import is_verb
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD_OR_DOLLAR, content_words
from numdiag_datasets.texts.grounding import BoundValue, bind, bind_shown
from numdiag_datasets.texts.labels import labelled_nouns, with_labels
from numdiag_datasets.texts.passage.amounts import Amount, amounts_of
from numdiag_datasets.texts.passage.asked_operation import Asked, asked_for
from numdiag_datasets.texts.passage.number_search import PassageDerivation, derive_from_passage
from numdiag_datasets.texts.solution.binding import bind_solution
from numdiag_datasets.texts.solution.steps import (
    Solution,
    parse_solution,
)
from numdiag_datasets.texts.solution.written_steps import SolutionError, WrittenStep, read_steps
from numdiag_datasets.texts.table.figures import passage_numbers
from numdiag_datasets.texts.table.ratios import Ratio, find_ratios
from numdiag_datasets.texts.table.sums import Sum, find_sums
from numdiag_datasets.texts.table.totals import Total, find_totals

_AFTER_NUMBER = re.compile(r"[^.!?;:,\d]{0,48}")
# Words between a number and its noun, and words that end the search for the noun.
_NO_NOUN = word_list("between number and noun")
_ENDS_SEARCH = word_list("ends of a counted phrase")


_VERBS_OF_ONE = frozenset({"can", "could", "costs", "has", "holds", "needs", "takes", "weighs"})
_SHORTEST_PARTICIPLE = 5  # longer than "king" and "thing"


class Passage:
    """Context and table shared by the problems of a group; derived properties are computed on first use."""

    def __init__(self, context: tuple[str, ...], table: tuple[tuple[str, ...], ...] = ()) -> None:
        self._table = table
        self.texts = tuple(passage_texts(context, table))
        #: Every number of context and table, in reading order.
        numbers = tuple(passage_numbers(context, table))
        self.labelled = labelled_nouns(numbers)
        self.numbers = with_labels(numbers, self.labelled)
        #: The numbers that may be perturbed.
        self.quantities = tuple(number for number in self.numbers if number.perturbable)

    @cached_property
    def sentences(self) -> tuple[tuple[str, int, int], ...]:
        """(field, start, end) of every sentence of the context."""
        return tuple(
            (field, start, end)
            for field, text in self.texts
            if field.startswith("context")
            for start, end in sentence_spans(text)
        )

    @cached_property
    def _places(self) -> dict[str, tuple[int, list[int]]]:
        """Field -> the index of its first number in `numbers`, and the starts of all its numbers."""
        places: dict[str, tuple[int, list[int]]] = {}
        for i, number in enumerate(self.numbers):
            places.setdefault(number.field, (i, []))[1].append(number.start)
        return places

    def within(self, field: str, start: int, end: int) -> slice:
        """Return the slice of `numbers` (and of `nouns`) that begin within a span of a field."""
        first, starts = self._places.get(field, (0, []))
        return slice(first + bisect_left(starts, start), first + bisect_left(starts, end))

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        """The figures of the table that are sums by their place or name."""
        return find_totals(self._table, self.quantities)

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """All sums of the table, as equations; without ratios, which add up only by chance or rounding."""
        ratios = {ratio.figure.field for ratio in self.ratios}
        figures = (n for n in self.quantities if n.field not in ratios)
        return find_sums(self._table, figures)

    @cached_property
    def ratios(self) -> tuple[Ratio, ...]:
        """The figures of the table that are shares or changes of others."""
        return find_ratios(self._table, self.quantities)

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """The first paragraph's quantities, each with its counted phrase."""
        return tuple(
            phrase_of(number) for number in self.quantities if number.field == "context[0]"
        )

    @cached_property
    def amounts(self) -> tuple[Amount, ...]:
        """The quantities of the context, each with its kind and the words around it."""
        return amounts_of(self.numbers, self.sentences)

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The noun that each of `numbers` counts, "" if unknown."""
        return tuple(map(counted_noun, self.numbers))

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words: singular, lower case."""
        return frozenset().union(*(content_words(text) for _, text in self.texts))


class Reading:
    """A problem with its numbers; derived properties are computed on first use.

    The properties of its passage are computed once for all problems that share it.
    """

    def __init__(self, problem: Problem, passage: Passage | None = None) -> None:
        self.problem = problem
        self.passage = passage = passage or Passage(problem.context, problem.table)
        asked = tuple(find_numbers(problem.question, "question"))
        asked = with_labels(asked, passage.labelled | labelled_nouns(asked))
        self._asked = asked
        #: Every number of context, table and question, in reading order.
        self.numbers = (*passage.numbers, *asked)

    @cached_property
    def quantities(self) -> tuple[NumberMention, ...]:
        """The numbers that may be perturbed; in a worked problem also "a 60-mile trip" and "18mph" if a step uses them."""
        plain = (
            *self.passage.quantities,
            *(number for number in self._asked if number.perturbable),
        )
        joined = [n for n in self.numbers if is_attributive(n) or has_glued_unit(n)]
        if self.solution is None or not joined:
            return plain
        graph = self.solution.graph()
        only_joined = {graph.operands[i] for i in self.solution.shown()} - {n.value for n in plain}
        used = {id(number) for number in joined if number.value in only_joined}
        return tuple(n for n in self.numbers if n.perturbable or id(n) in used)

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """(field, text) of every text, the question last."""
        return (*self.passage.texts, ("question", self.problem.question))

    @property
    def sentences(self) -> tuple[tuple[str, int, int], ...]:
        """(field, start, end) of every sentence of the context."""
        return self.passage.sentences

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The first paragraph's quantities, each with its counted phrase."""
        return self.passage.phrases

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The noun that each of `numbers` counts, "" if unknown."""
        return (*self.passage.nouns, *map(counted_noun, self._asked))

    @cached_property
    def equation(self) -> Equation | None:
        """The parsed equation, None if the data set has none."""
        return parse_equation(self.problem.equation) if self.problem.equation else None

    @cached_property
    def solution(self) -> Solution | None:
        """The worked solution in steps, each operand with its origin; None if none is bound."""
        is_worked = self.problem.kind is TextKind.SOLUTION and self.problem.derivation
        return parse_solution(self.problem.derivation) if is_worked else None

    @property
    def written_steps(self) -> tuple[WrittenStep, ...]:
        """The steps of `solution` as its text has them; only a worked problem has any."""
        return read_steps(self.problem.rationale, exact_number(self.problem.answers[0]))

    @cached_property
    def why_unbound(self) -> str:
        """The reason code why a worked solution has no reading."""
        problem = self.problem
        text = " ".join(text for _, text in self.texts)
        try:
            bind_solution(problem.rationale, exact_number(problem.answers[0]), text, self.numbers)
        except SolutionError as error:
            return str(error)
        return Reason.EQUATION_UNREADABLE  # the expression is too long

    @cached_property
    def worked(self) -> Equation | None:
        """The equation to be recomputed: the steps of a solution, of which several may use one result."""
        return self.solution.graph() if self.solution else self.equation

    @cached_property
    def results(self) -> list[Fraction]:
        """The results of the steps of `worked`."""
        return self.worked.results() if self.worked else []

    @cached_property
    def bound(self) -> tuple[BoundValue, ...]:
        """The operands of `worked` that occur in the text, with their mentions."""
        if self.worked is None:
            return ()
        if self.solution:
            return bind_shown(self.worked, self.solution.shown(), self.quantities)
        return bind(self.worked, self.quantities)

    @cached_property
    def maybe_bound(self) -> tuple[BoundValue, ...]:
        """The same, with operands that may be amounts of the text or facts: "20% of them" beside "20 marbles"."""
        if self.worked is None or self.solution is None:
            return self.bound
        return bind_shown(self.worked, self.solution.shown(doubtful=True), self.quantities)

    @cached_property
    def operation_asked(self) -> Asked:
        """The operation in the wording of a question about a passage."""
        return asked_for(self.problem.question)

    @cached_property
    def _search(self) -> PassageDerivation | Rejected:
        """The result of the search for a derivation, kept for all perturbations."""
        answers = answer_values(self.problem)
        try:
            if len(answers) != 1:
                raise Rejected(Reason.ANSWER_UNREADABLE)
            (answer,) = answers
            return derive_from_passage(
                self.operation_asked, self.problem.question, answer, self.passage.amounts
            )
        except Rejected as rejected:
            return rejected

    @property
    def passage_derivation(self) -> PassageDerivation:
        """The one way in which the passage leads to the number answer.

        Raises:
            Rejected: there is none, or more than one.
        """
        if isinstance(self._search, Rejected):
            raise Rejected(self._search.reason)
        return self._search

    @cached_property
    def values(self) -> frozenset[Fraction]:
        """Every value in the text, the equation or the answers."""
        shown = {number.value for number in self.numbers}
        if self.equation:
            shown.update(self.equation.operands)
        return frozenset(shown | answer_values(self.problem))

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of context, table and question: singular, lower case."""
        return self.passage.words | content_words(self.problem.question)

    @cached_property
    def counted(self) -> frozenset[str]:
        """The classes of the things that the numbers of the text count."""
        found: set[str] = set()
        for number, noun in zip(self.numbers, self.nouns, strict=True):
            found |= classes_of(noun)
            if number.role == "money":
                found.add("money")
        return frozenset(found)

    @cached_property
    def asked(self) -> frozenset[str]:
        """The classes of the thing that the question asks for; empty if unknown."""
        return unit_classes(self.problem.unit)


def counted_noun(number: NumberMention) -> str:
    """Return the noun that a number counts: the last one of the next phrase, in the singular, "" if unknown.

    Input -> output: "12 red apples in a box" -> "apple"; "5 more" -> "".
    """
    phrase = _AFTER_NUMBER.match(number.field_text, number.end)
    noun = before = ""
    for word in WORD_OR_DOLLAR.findall(phrase[0] if phrase else "")[:6]:
        plain = word.lower()
        if plain in _ENDS_SEARCH or (
            noun and (plain == "of" or _is_verb_of(plain, before, number))
        ):
            break
        if plain not in _NO_NOUN and classes_of(plain):
            noun = singular(plain)
        elif noun:
            break
        before = plain
    return noun


def _is_verb_of(word: str, noun: str, number: NumberMention) -> bool:
    """Return whether a word after a noun is its verb: "4 stamps cost", "one bus costs", not "15 bus rides"."""
    is_plural = singular(noun) != noun
    if word.endswith("ing"):
        return is_plural and len(word) > _SHORTEST_PARTICIPLE
    return is_verb(word) and (is_plural or (number.value == 1 and word in _VERBS_OF_ONE))


@lru_cache(maxsize=4096)
def unit_classes(unit: str) -> frozenset[str]:
    """Return the classes of an answer's unit: "boxes of medicine" -> container, household, ..."""
    found: set[str] = set()
    for word in WORD_OR_DOLLAR.findall(unit):
        found |= classes_of(word)
    return frozenset(found - {GENERAL})
