"""The first paragraph of a problem, its statements (clauses with one quantity), and spans of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from numdiag_datasets.english.verbs import has_subject_and_verb
from numdiag_datasets.english.words import words_of
from numdiag_datasets.problems.phrases import Phrase
from numdiag_datasets.problems.reading import Reading

CLAUSE_SEPARATOR = re.compile(r",? (?:and|while|but) |, ")
_CLAUSE_END = re.compile(r"[.,;:!?]|,? (?:and|but|while|or) ")
_ORDER_MATTERS = frozenset("respectively former latter order sequence".split())
_NUMERAL = re.compile(r"\$?\d")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters ``start`` .. ``end`` of the original text, kept as they are."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause or sentence with one quantity."""

    text: str
    span: Span
    phrase: Phrase

    def __str__(self) -> str:
        return self.text[self.span.start : self.span.end]

    @property
    def tail(self) -> str:
        """What follows the phrase."""
        return self.text[self.phrase.end : self.span.end].strip(" .,")

    @property
    def up_to_number(self) -> Span:
        """The statement without what its number counts."""
        return Span(self.span.start, self.phrase.number.mention.end)


class Paragraph:
    """The first paragraph of a problem, with its sentences and the phrases of its numbers."""

    def __init__(self, reading: Reading) -> None:
        self.text = reading.problem.context[0]
        self.question = reading.problem.question
        self.sentences = [
            Span(start, end) for field, start, end in reading.sentences if field == "context[0]"
        ]
        self.phrases = reading.phrases

    def statement(self, start: int, end: int) -> Statement | None:
        """The part as a statement, None unless it has exactly one quantity."""
        phrases = [phrase for phrase in self.phrases if start <= phrase.start < end]
        return Statement(self.text, Span(start, end), phrases[0]) if len(phrases) == 1 else None

    def clause_rest(self, position: int) -> str:
        """What follows up to the end of the clause."""
        match = _CLAUSE_END.search(self.text, position)
        return self.text[position : match.start() if match else len(self.text)]

    def inner(self, sentence: Span) -> Span:
        """The sentence without a leading "If" and without the mark that closes it."""
        text = self.text[sentence.start : sentence.end]
        opening = 3 if text.startswith("If ") else 0
        return Span(sentence.start + opening, sentence.start + len(text.rstrip(".,;!?")))

    def statements_about(self, phrases: Sequence[Phrase]) -> list[Statement]:
        """The statements that have one of these phrases and no other, in order; fewer than phrases
        where one shares its statement with another number."""
        found = (self._statement_about(phrase) for phrase in phrases)
        return [statement for statement in found if statement]

    def _statement_about(self, phrase: Phrase) -> Statement | None:
        """The clause around a phrase: its sentence, cut where "and", "while", "but" or a comma begin
        a clause of its own."""
        for sentence in self.sentences:
            if sentence.start <= phrase.start < sentence.end:
                start, end = (inner := self.inner(sentence)).start, inner.end
                for separator in CLAUSE_SEPARATOR.finditer(self.text, start, end):
                    if not self._begins_clause(separator.end(), end):
                        continue
                    if separator.end() <= phrase.start:
                        start = separator.end()
                    elif phrase.start < separator.start() < end:
                        end = separator.start()
                return self.statement(start, end)
        return None

    def _begins_clause(self, start: int, end: int) -> bool:
        clause = self.text[start:end].partition(",")[0]
        return not _NUMERAL.match(clause) and has_subject_and_verb(clause)

    @cached_property
    def order_matters(self) -> bool:
        """Whether a word of the text gives a meaning to the order of its parts."""
        return not _ORDER_MATTERS.isdisjoint(words_of(self.text + " " + self.question))
